/** What became of one text. Values of variables are secrets: they are in `text` and never in a message. */
export interface Expansion {
  readonly text: string;
  readonly problems: readonly { readonly index: number; readonly message: string }[];
}

/** Also matches a bare `${`, so that a slip is reported and never handed to a server as it stands. */
const reference = /\$\{(?:([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\})?/g;

/**
 * Replaces `${VAR}` and, as a shell does when VAR is unset or empty, `${VAR:-default}`. A bare `$VAR` stays as it is.
 * With `isUrl`, a value in the user part of a URL gets percent-encoded where it would end that part.
 */
export function expand(source: string, env: NodeJS.ProcessEnv, isUrl: boolean): Expansion {
  const problems: { index: number; message: string }[] = [];
  const replace = (match: string, name: string | undefined, fallback: string | undefined, index: number): string => {
    const value = name === undefined ? undefined : lookup(env, name, fallback);
    if (value === undefined) problems.push({ index, message: explain(name) });
    const isUserPart = isUrl && /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*$/i.test(source.slice(0, index));
    const isEncoded = isUserPart && /^[^/?#]*@/.test(source.slice(index + match.length));
    return isEncoded ? encodeUserPart(value ?? '') : (value ?? '');
  };
  return { text: source.replace(reference, replace), problems };
}

function lookup(env: NodeJS.ProcessEnv, name: string, fallback: string | undefined): string | undefined {
  // `env` may be a plain object, which has a "constructor" that is no text.
  const value: unknown = env[name];
  const found = typeof value === 'string' ? value : undefined;
  return fallback === undefined ? found : found || fallback;
}

function explain(name: string | undefined): string {
  return name === undefined
    ? 'holds "${", which does not begin ${NAME} or ${NAME:-default}'
    : `needs the environment variable ${name}, which is not set; set it or write \${${name}:-default}`;
}

/** RFC 3986 3.2.1. What is percent-encoded already stays, so that both ways to keep a password in a variable work. */
function encodeUserPart(value: string): string {
  return value.replace(/%(?![0-9a-f]{2})|[^\w\-.~!$&'()*+,;=:%]/giu, encodeURIComponent);
}
