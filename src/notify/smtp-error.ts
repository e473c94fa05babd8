import { DeliveryError } from '../monitor/delivery-error.ts';
import { errorCodes, reasonFor, remedyFor, timeRemedy } from './connection-reason.ts';

/** Why a mail was not taken. 4yz replies and connection errors may pass, 5yz replies and refused credentials do not (RFC 5321 4.2.1). */
export function smtpError(label: string, error: unknown, signal: AbortSignal): DeliveryError {
  if (signal.aborted)
    return new DeliveryError(`${label} did not take the message in time`, { retryable: true, remedy: timeRemedy });
  const codes = errorCodes(error);
  const reply = replyOf(error);
  const what = whatFailed(codes, reply);
  return new DeliveryError(`${label}: ${what}`, {
    retryable: isRetryable(codes, reply),
    remedy: whatToDo(codes, reply),
  });
}

function whatToDo(codes: readonly string[], reply: number | null): string | null {
  if (codes.includes('EAUTH')) return 'check them in "smtp": in a URL @ : / % are written %40 %3A %2F %25';
  if (codes.includes('ENOAUTH')) return 'write user and password into "smtp"';
  if (codes.includes('EENVELOPE')) return 'check "from" and "to"';
  if (reply !== null) return 'see what the mail server says in its log';
  return remedyFor(codes);
}

function isRetryable(codes: readonly string[], reply: number | null): boolean {
  // 503 (bad sequence of commands) speaks of the session, not of the message.
  if (reply !== null) return reply < 500 || reply === 503;
  return !['EAUTH', 'ENOAUTH', 'EENVELOPE', 'EMAXRECIPIENTS', 'ECONFIG'].some((code) => codes.includes(code));
}

function whatFailed(codes: readonly string[], reply: number | null): string {
  const answer = reply === null ? '' : ` (${reply})`;
  if (codes.includes('EAUTH')) return `the user name or password was refused${answer}`;
  if (codes.includes('ENOAUTH')) return 'no password is configured';
  if (codes.includes('EENVELOPE')) return `the sender or a recipient was refused${answer}`;
  if (codes.includes('EMAXRECIPIENTS')) return 'too many recipients';
  if (reply !== null) return `the message was refused${answer}`;
  return reasonFor(codes);
}

function replyOf(error: unknown): number | null {
  const has = typeof error === 'object' && error !== null && 'responseCode' in error;
  return has && typeof error.responseCode === 'number' && error.responseCode >= 400 ? error.responseCode : null;
}
