import bytes from 'bytes';
import ms from 'ms';

/** `setTimeout` fires at once for more than 2^31 - 1 ms (24.8 days), so nothing longer is accepted. */
const maxDurationMs = 24 * 24 * 60 * 60 * 1000;

/** Node cannot decode a string of more than 512 MB; half of it leaves room for more than one reading in memory. */
const maxSizeBytes = 256 * 1024 * 1024;

/** A period need not fit a timer. */
const maxPeriodMs = 100 * 366 * 24 * 60 * 60 * 1000;

/** Milliseconds of a text such as `5m` or `90s`, from 1 ms to 24 days. Null for anything else, a bare number included. */
export function parseDuration(text: string): number | null {
  return parseTime(text, maxDurationMs);
}

/** The same up to 100 years: `365d`, `2y`. */
export function parsePeriod(text: string): number | null {
  return parseTime(text, maxPeriodMs);
}

function parseTime(text: string, maxMs: number): number | null {
  if (!/^\d+(\.\d+)? ?[a-z]+$/i.test(text)) return null;
  // `ms` types its argument as the spellings that it knows, and answers undefined to all others.
  const value: number | undefined = ms(text as ms.StringValue);
  if (value === undefined) return null;
  const rounded = Math.round(value);
  return rounded >= 1 && rounded <= maxMs ? rounded : null;
}

/** Bytes of a text such as `20MB` (1024-based), from 1 byte to 256 MB. Null for anything else, a bare number included. */
export function parseSize(text: string): number | null {
  // `bytes` alone reads "20XB" as 20.
  if (!/^\d+(\.\d+)? ?[kmg]?b$/i.test(text)) return null;
  const value = bytes(text);
  return value !== null && value >= 1 && value <= maxSizeBytes ? Math.floor(value) : null;
}
