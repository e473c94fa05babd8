/** The `code` of an error, of its causes and of the errors that it collects (happy eyeballs). No message: it may hold a secret. */
export function errorCodes(error: unknown, depth = 5): readonly string[] {
  if (typeof error !== 'object' || error === null || depth === 0) return [];
  const own = 'code' in error && typeof error.code === 'string' ? [error.code] : [];
  const original = 'originalCode' in error && typeof error.originalCode === 'string' ? [error.originalCode] : [];
  const cause = 'cause' in error ? errorCodes(error.cause, depth - 1) : [];
  const errors = 'errors' in error && Array.isArray(error.errors) ? error.errors.slice(0, 8) : [];
  return [...own, ...original, ...cause, ...errors.flatMap((each: unknown) => errorCodes(each, depth - 1))];
}

/** Of an attempt that was not answered in its time. */
export const timeRemedy = 'check host, port and what is between; alerts.sendTimeout says how long an attempt may take';

const untrusted = 'the TLS certificate is not trusted';

/** The codes, what went wrong, and what to do. */
const reasons: readonly (readonly [codes: RegExp, reason: string, remedy: string])[] = [
  [
    /^(?:ENOTFOUND|EAI_\w+|EDNS)$/,
    'the host name could not be resolved (DNS)',
    'check how it is written, and whether this machine resolves other names',
  ],
  [/^ECONNREFUSED$/, 'the connection was refused', 'check the port, and whether the other side runs'],
  [
    /^(?:EHOSTUNREACH|ENETUNREACH|ENETDOWN)$/,
    'the network does not reach the host',
    'check the network, and whether a proxy is needed (HTTPS_PROXY)',
  ],
  [/^CERT_HAS_EXPIRED$/, untrusted, 'it has expired: renew it, or check the clock of this machine'],
  [/ALTNAME|HOSTNAME_MISMATCH/, untrusted, 'it is for another host name: write that into the config'],
  [
    /CERT|SELF_SIGNED|UNABLE_TO_/,
    untrusted,
    'if a CA of your own signed it, start tooldrift with NODE_EXTRA_CA_CERTS=<its certificate in a PEM file>',
  ],
  [
    /^(?:ERR_(?:SSL|TLS)_\w+|EPROTO|ETLS)$/,
    'the TLS connection could not be established',
    'check the port: https:// and smtps:// begin with TLS, smtp:// turns to it later',
  ],
  [/TIMEOUT|^ETIMEDOUT$/, 'no answer in time', timeRemedy],
  [
    /^(?:ECONNRESET|EPIPE|ECONNECTION|UND_ERR_SOCKET)$/,
    'the connection was closed',
    'try again; if it lasts, see what the other side says in its log',
  ],
];

function rowFor(codes: readonly string[]) {
  return reasons.find(([pattern]) => codes.some((code) => pattern.test(code)));
}

/** What went wrong in a few words: the first row of the table that knows one of `codes`. */
export function reasonFor(codes: readonly string[]): string {
  const [, reason] = rowFor(codes) ?? [];
  if (reason !== undefined) return reason;
  const code = codes.find((each) => /^\w{1,40}$/.test(each));
  return code === undefined ? 'the connection failed' : `the connection failed (${code})`;
}

/** What to do about it, null where the table does not know. */
export function remedyFor(codes: readonly string[]): string | null {
  return rowFor(codes)?.[2] ?? null;
}
