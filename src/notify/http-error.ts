import { DeliveryError } from '../monitor/delivery-error.ts';
import { errorCodes, reasonFor, remedyFor, timeRemedy } from './connection-reason.ts';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

const maxRetryAfterMs = 24 * 3600 * 1000;

/** What failed before there was an answer: all of it may pass. */
export function connectionError(label: string, error: unknown, signal: AbortSignal): DeliveryError {
  if (signal.aborted)
    return new DeliveryError(`${label} did not answer in time`, { retryable: true, remedy: timeRemedy });
  const codes = errorCodes(error);
  return new DeliveryError(`${label}: ${reasonFor(codes)}`, { retryable: true, remedy: remedyFor(codes) });
}

const anew = 'make a new one, and put its URL into the config';

/** What a status means, and what to do. */
const hints: Readonly<Record<number, readonly [meaning: string, remedy: string]>> = {
  400: ['the message was refused as malformed', 'see what the receiver says in its log'],
  401: ['access was refused', 'check the URL, which is the password as well'],
  403: ['access was refused; was the webhook revoked?', anew],
  404: ['there is no such webhook; was it deleted?', anew],
  410: ['the webhook is gone for good', anew],
  413: ['the message is too large', 'let the receiver take bodies of 500 kB'],
  429: ['too many messages', 'wait a little; maxPerHour lets tooldrift send fewer'],
};
const redirected = [
  'redirects are not followed',
  'put the address that it names into the config, if it is right',
] as const;
const broken = ['a fault of the other side', 'try again later'] as const;

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
  const [hint, remedy = null] = hintFor(status) ?? [];
  const message = `${label} answered ${status}${hint === undefined ? '' : `: ${hint}`}`;
  const retryAfterMs = retryable ? retryAfter(headers) : null;
  return new StatusError(message, status, { retryable, remedy, ...(retryAfterMs === null ? {} : { retryAfterMs }) });
}

function hintFor(status: number) {
  if (status >= 300 && status < 400) return redirected;
  return status >= 500 ? broken : hints[status];
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
