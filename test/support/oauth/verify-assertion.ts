import { createHash, verify, type KeyObject } from 'node:crypto';

const seen = new Set<string>();

/** True for a JWT (RFC 7523 3) that `key` signed, ES256, for `audience`, about the client itself, and not seen before. */
export function verifyAssertion(
  jwt: string,
  key: KeyObject,
  { id, audience }: { readonly id: string; readonly audience: string },
): boolean {
  const [head = '', body = '', signature = ''] = jwt.split('.');
  const { alg } = decode(head);
  const claims = decode(body);
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  const mark = createHash('sha256').update(jwt).digest('hex');
  const isNew = !seen.has(mark);
  seen.add(mark);
  const isFresh = typeof claims['exp'] === 'number' && claims['exp'] * 1000 > Date.now();
  return (
    alg === 'ES256' &&
    isSigned &&
    isNew &&
    isFresh &&
    claims['iss'] === id &&
    claims['sub'] === id &&
    claims['aud'] === audience
  );
}

function decode(part: string): Readonly<Record<string, unknown>> {
  return JSON.parse(Buffer.from(part, 'base64url').toString()) as Readonly<Record<string, unknown>>; // a JWT holds objects
}
