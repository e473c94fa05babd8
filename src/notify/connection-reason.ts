/** The `code` of an error, of its causes and of the errors that it collects (happy eyeballs). No message: it may hold a secret. */
export function errorCodes(error: unknown, depth = 5): readonly string[] {
  if (typeof error !== 'object' || error === null || depth === 0) return [];
  const own = 'code' in error && typeof error.code === 'string' ? [error.code] : [];
  const original = 'originalCode' in error && typeof error.originalCode === 'string' ? [error.originalCode] : [];
  const cause = 'cause' in error ? errorCodes(error.cause, depth - 1) : [];
  const errors = 'errors' in error && Array.isArray(error.errors) ? error.errors.slice(0, 8) : [];
  return [...own, ...original, ...cause, ...errors.flatMap((each: unknown) => errorCodes(each, depth - 1))];
}

const reasons: readonly (readonly [RegExp, string])[] = [
  [/^(?:ENOTFOUND|EAI_\w+|EDNS)$/, 'the host name could not be resolved (DNS)'],
  [/^ECONNREFUSED$/, 'the connection was refused'],
  [/^(?:EHOSTUNREACH|ENETUNREACH|ENETDOWN)$/, 'the network does not reach the host'],
  [/CERT|SELF_SIGNED|UNABLE_TO_|ALTNAME|HOSTNAME_MISMATCH/, 'the TLS certificate is not trusted'],
  [/^(?:ERR_(?:SSL|TLS)_\w+|EPROTO|ETLS)$/, 'the TLS connection could not be established'],
  [/TIMEOUT|^ETIMEDOUT$/, 'no answer in time'],
  [/^(?:ECONNRESET|EPIPE|ECONNECTION|UND_ERR_SOCKET)$/, 'the connection was closed'],
];

/** What went wrong in a few words: the first row of the table that knows one of `codes`. */
export function reasonFor(codes: readonly string[]): string {
  const known = reasons.find(([pattern]) => codes.some((code) => pattern.test(code)));
  if (known !== undefined) return known[1];
  const code = codes.find((each) => /^\w{1,40}$/.test(each));
  return code === undefined ? 'the connection failed' : `the connection failed (${code})`;
}
