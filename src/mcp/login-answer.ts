import { createHash, timingSafeEqual } from 'node:crypto';

/** What a person's browser brought back from the authorization server (RFC 6749 4.1.2). */
export type LoginAnswer =
  | { readonly kind: 'code'; readonly code: string; readonly iss: string | undefined }
  /** The login was refused; the words are the authorization server's, if they are its words at all. */
  | { readonly kind: 'refused'; readonly error: string; readonly iss: string | undefined }
  /** It does not belong to this login. */
  | { readonly kind: 'foreign' };

/** One that belongs to this login. */
export type OwnAnswer = Exclude<LoginAnswer, { kind: 'foreign' }>;

/** Reads the query of the redirect. An answer without our `state` is somebody else's, whatever it says. */
export function readAnswer(query: URLSearchParams, state: string): LoginAnswer {
  const one = (name: string): string | undefined => {
    const values = query.getAll(name);
    return values.length === 1 ? values[0] : undefined;
  };
  if (!isEqual(one('state') ?? '', state)) return { kind: 'foreign' };
  const [code, error, iss] = [one('code'), one('error'), one('iss')];
  if (query.has('error')) return { kind: 'refused', error: error ?? '', iss };
  return code === undefined || code === '' ? { kind: 'foreign' } : { kind: 'code', code, iss };
}

/** Reads what a person pasted: the address that the browser was sent to, or the code in it, which PKCE binds to this login. */
export function readPasted(line: string, state: string): LoginAnswer {
  const text = line.trim();
  if (/^https?:/i.test(text) && URL.canParse(text)) return readAnswer(new URL(text).searchParams, state);
  if (/[?&]?code=/.test(text)) return readAnswer(new URLSearchParams(text.replace(/^[^?]*\?/, '')), state);
  return /^[!-~]{1,4000}$/.test(text) ? { kind: 'code', code: text, iss: undefined } : { kind: 'foreign' };
}

function isEqual(one: string, other: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(one), hash(other));
}
