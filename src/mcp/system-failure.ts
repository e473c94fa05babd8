import type { Failure } from './failure.ts';

/** Nobody is there: asking in another way would fail the same way. */
const final: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nobody listens at this address (ECONNREFUSED): check `url`, and that the server runs',
  EHOSTUNREACH: 'the host cannot be reached (EHOSTUNREACH): check the network',
  ENETUNREACH: 'the network cannot be reached (ENETUNREACH): check it',
  ENOTFOUND: 'the host name does not exist (ENOTFOUND): check `url`',
  EAI_AGAIN: 'the host name cannot be looked up now (EAI_AGAIN): check the network',
  ETIMEDOUT: 'the connection timed out (ETIMEDOUT)',
  ENOENT: 'the command was not found (ENOENT): check `command`, `cwd`, and `sandbox` if there is one',
  EACCES: 'the command may not be run (EACCES): check its permissions',
  ENOTDIR: 'the command cannot be run (ENOTDIR): check `command` and `cwd`',
  E2BIG: 'the command cannot be run (E2BIG): its arguments and environment are too long',
  ERR_INVALID_ARG_VALUE: 'the command cannot be run: check `command`, `args` and `cwd`',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
  UND_ERR_INVALID_ARG: 'the request could not be made: check `url` and `headers`',
};

/** Somebody is there and breaks off: a 2025 server may do so at a method that it does not know. */
const passing: Readonly<Record<string, string>> = {
  ECONNRESET: 'the connection was reset (ECONNRESET)',
  EPIPE: 'the connection broke (EPIPE)',
  UND_ERR_SOCKET: 'the server closed the connection before it answered',
  UND_ERR_HEADERS_TIMEOUT: 'the server accepted the connection and did not answer',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of the answer are too long',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'the answer is too long',
};

/** What an error of the operating system, of TLS or of the HTTP client means, null if it is none. */
export function explainSystem(error: Error): Failure | null {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const reason =
    explainProxy(error) ??
    explainLine(error, code) ??
    own(final, code) ??
    own(passing, code) ??
    explainTls(code) ??
    explainHttpSyntax(error);
  if (reason === null) return null;
  return { observation: { outcome: 'unreachable', reason }, isFinal: !Object.hasOwn(passing, code) };
}

/** undici tells a proxy's refusal by its message alone, under codes that mean anything. */
function explainProxy({ message }: Error): string | null {
  if (message.startsWith('Proxy Authentication Required') || message.startsWith('Proxy response (407)'))
    return 'the proxy wants credentials (HTTP 407): put them into HTTP_PROXY or HTTPS_PROXY';
  const status = /^Proxy response \((\d{3})\)/.exec(message)?.[1];
  return status === undefined ? null : `the proxy does not open a way to this address (HTTP ${status})`;
}

/** A whole line stands where the program should: Node names in `path` what it could not start. */
function explainLine(error: Error, code: string): string | null {
  const isLine = code === 'ENOENT' && 'path' in error && typeof error.path === 'string' && /\S\s+\S/.test(error.path);
  return isLine
    ? 'the command was not found (ENOENT): `command` is the program alone, its arguments go into `args`'
    : null;
}

function explainTls(code: string): string | null {
  if (!/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_|^EPROTO$/.test(code)) return null;
  if (/^ERR_SSL|^EPROTO$/.test(code))
    return `no TLS connection comes about (${code}): check the port in \`url\`, and whether it should begin with http://`;
  const isUnknown = /SELF_SIGNED|UNABLE_TO_/.test(code);
  const advice = isUnknown
    ? ': if it is right, name its authority in `tls` of the config'
    : code === 'ERR_TLS_CERT_ALTNAME_INVALID'
      ? ': it is for another host than the one in `url`'
      : '';
  return `the TLS certificate is not accepted (${code})${advice}`;
}

function explainHttpSyntax(error: Error): string | null {
  return error.name === 'HTTPParserError' ? 'the answer is not valid HTTP' : null;
}

function own(reasons: Readonly<Record<string, string>>, code: string): string | null {
  return Object.hasOwn(reasons, code) ? (reasons[code] ?? null) : null;
}
