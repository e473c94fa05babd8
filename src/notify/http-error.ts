import { DeliveryError } from '../monitor/delivery-error.ts';
import { errorCodes, reasonFor } from './connection-reason.ts';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

const maxRetryAfterMs = 24 * 3600 * 1000;

/** What failed before there was an answer: all of it may pass. */
export function connectionError(label: string, error: unknown, signal: AbortSignal): DeliveryError {
  if (signal.aborted)
    return new DeliveryError(`${label} did not answer before the attempt was ended`, { retryable: true });
  return new DeliveryError(`${label}: ${reasonFor(errorCodes(error))}`, { retryable: true });
}

const hints: Readonly<Record<number, string>> = {
  400: 'the message was refused as malformed',
  401: 'access was refused',
  403: 'access was refused; was the webhook revoked?',
  404: 'there is no such webhook; was it deleted?',
  410: 'the webhook is gone for good',
  413: 'the message is too large',
  429: 'too many messages',
};

/** An answer that is not a success. */
export class StatusError extends DeliveryError {
  readonly status: number;

  constructor(message: string, status: number, options: ConstructorParameters<typeof DeliveryError>[1]) {
    super(message, options);
    this.status = status;
  }
}

/** 408, 425, 429 and 5xx ask to try again later; the rest would be the same next time. */
export function statusError(label: string, status: number, headers: Headers): StatusError {
  const retryable = status === 408 || status === 425 || status === 429 || status >= 500;
  const hint = status >= 300 && status < 400 ? 'redirects are not followed' : hints[status];
  const message = `${label} answered ${status}${hint === undefined ? '' : `: ${hint}`}`;
  const retryAfterMs = retryable ? retryAfter(headers) : null;
  return new StatusError(message, status, { retryable, ...(retryAfterMs === null ? {} : { retryAfterMs }) });
}

/** RFC 9110 10.2.3: seconds, or a date, which is compared with the answer's own `Date` so that clocks need not agree. */
function retryAfter(headers: Headers): number | null {
  const value = single(headers['retry-after'])?.trim() ?? '';
  const ms = /^\d{1,9}$/.test(value)
    ? Number(value) * 1000
    : Date.parse(value) - Date.parse(single(headers['date']) ?? '');
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), maxRetryAfterMs) : null;
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
