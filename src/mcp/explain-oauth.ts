import {
  InsecureTokenEndpointError,
  IssuerMismatchError,
  OAuthError,
  OAuthErrorCode,
  RegistrationRejectedError,
} from '@modelcontextprotocol/client';
import { AuthError } from './auth-error.ts';

const known: ReadonlySet<string> = new Set(Object.values(OAuthErrorCode));
/** Ends by itself. */
const passing: ReadonlySet<string> = new Set([
  OAuthErrorCode.ServerError,
  OAuthErrorCode.TemporarilyUnavailable,
  OAuthErrorCode.TooManyRequests,
]);

/** What a failure to get a token means. `remedy` is what a person can do where credentials are refused. */
export function explainOAuth(error: unknown, remedy: string): AuthError {
  if (error instanceof AuthError) return error;
  if (error instanceof OAuthError) return explainCode(error.code, remedy);
  const cause = { cause: error };
  if (error instanceof IssuerMismatchError) {
    const reason =
      error.kind === 'metadata'
        ? 'the metadata of the authorization server is that of another one'
        : 'the answer to the login came from another authorization server than the one that was asked';
    return new AuthError('refused', reason, cause);
  }
  if (error instanceof InsecureTokenEndpointError)
    return new AuthError('refused', 'the authorization server wants credentials over plain HTTP', cause);
  if (error instanceof RegistrationRejectedError) {
    const reason = `the authorization server does not register us (HTTP ${error.status}): set \`clientId\` in \`auth\` of the config`;
    return new AuthError('refused', reason, cause);
  }
  return new AuthError('invalid', 'what the server or the authorization server answers is not valid OAuth', cause);
}

/** The codes of RFC 6749 5.2 and its like are told; any other text is the server's. */
function explainCode(code: string, remedy: string): AuthError {
  const shown = known.has(code) ? code : 'an unknown error';
  if (passing.has(code)) return new AuthError('unreachable', `the authorization server fails (${shown})`);
  return new AuthError('auth-required', `the authorization server refuses a token (${shown}): ${remedy}`);
}
