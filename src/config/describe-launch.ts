import { createHash } from 'node:crypto';
import type { JsonObject } from '../core/json.ts';
import { isSecretFlag, secretAssignment } from '../core/secret-shapes.ts';

/** One entry of `mcpServers` as it is written in the file: variables are names, not values. */
export interface WrittenServer {
  readonly type?: string;
  readonly command?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, unknown>>;
  readonly cwd?: string;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
}

/** Settings of one server that are part of its launch. */
export interface WrittenSettings {
  readonly sandbox?: readonly string[];
  readonly auth?: {
    readonly type: string;
    readonly clientId?: string;
    readonly scope?: string;
    readonly issuer?: string;
  };
}

/** The parts of the file that say how servers are started or reached. */
export interface WrittenConfig {
  readonly mcpServers: Readonly<Record<string, WrittenServer>>;
  readonly watch?: { readonly servers?: Readonly<Record<string, WrittenSettings>> };
}

/** The launch of the server `name`. */
export function launchOf(name: string, { mcpServers, watch }: WrittenConfig): JsonObject {
  const servers = watch?.servers ?? {};
  const own = Object.hasOwn(servers, name) ? servers[name] : undefined;
  return describeLaunch(mcpServers[name] ?? {}, own);
}

/**
 * How a server is started or reached, as it is approved with its definitions (DESIGN 2). Env variables and headers count
 * by name. What may be a secret that is written out counts by a short hash: a change is seen, the secret is not kept.
 */
export function describeLaunch(written: WrittenServer, { sandbox = [], auth }: WrittenSettings = {}): JsonObject {
  const { command, args = [], env = {}, cwd = '.', url = '', headers = {} } = written;
  if (command === undefined) {
    const names = Object.keys(headers).map((name) => name.toLowerCase());
    return {
      transport: written.type === 'sse' ? 'sse' : 'http',
      url: maskUrl(url),
      headers: names.toSorted(),
      ...(auth === undefined ? {} : { auth: describeAuth(auth) }),
    };
  }
  return {
    transport: 'stdio',
    ...(sandbox.length === 0 ? {} : { sandbox: maskArguments(sandbox) }),
    command,
    args: maskArguments(args),
    cwd,
    env: Object.keys(env).toSorted(),
  };
}

/** As whom and for what a server is reached, and who may see the credentials. */
function describeAuth({ type, clientId, scope, issuer }: NonNullable<WrittenSettings['auth']>): JsonObject {
  return {
    type,
    ...(clientId === undefined ? {} : { clientId }),
    ...(scope === undefined ? {} : { scope }),
    ...(issuer === undefined ? {} : { issuer }),
  };
}

function maskArguments(args: readonly string[]): readonly string[] {
  return args.map((arg, index) => {
    if (isSecretFlag(args[index - 1] ?? '')) return mask(arg);
    const [, name = '', value = ''] = secretAssignment.exec(arg) ?? [];
    return isSecretFlag(name.startsWith('-') ? name : `--${name}`) && name !== ''
      ? `${name}=${mask(value)}`
      : maskUrl(arg);
  });
}

/** A URL without what its query and user part hold. Anything else stays as it is. */
function maskUrl(text: string): string {
  return text.replace(
    /^([a-z][a-z0-9+.-]*:\/\/)([^/?#]*@)?([^?#]*)(\?[^#]*)?/i,
    (_whole, scheme: string, user: string | undefined, rest: string, query: string | undefined) =>
      `${scheme}${user === undefined ? '' : `${mask(user.slice(0, -1))}@`}${rest}${query === undefined ? '' : maskQuery(query)}`,
  );
}

function maskQuery(query: string): string {
  return query.replace(/=([^&]*)/g, (_match, value: string) => `=${mask(value)}`);
}

/** A mere reference to a variable is no secret. */
function mask(value: string): string {
  if (value === '' || /^(?:Bearer )?\$\{[^}]*\}$/.test(value)) return value;
  return `sha256:${createHash('sha256').update(value).digest('hex').slice(0, 12)}`;
}
