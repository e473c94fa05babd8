import * as z from 'zod';
import { parseDuration, parsePeriod, parseSize } from './quantity.ts';

// Every schema brings its own message, a phrase that continues "<key> ...". zod's own messages may quote the value, and
// a value may be a secret.

/** A text such as `5m`; becomes milliseconds. */
export function duration() {
  return quantity(parseDuration, 'must be a time from 1ms to 24d, such as "5m" or "90s"', '5m');
}

const dayMs = 24 * 60 * 60 * 1000;

/** A text such as `365d`, a day at least; becomes milliseconds, and `off` becomes null. */
export function period() {
  const message = 'must be a time from 1d to 100y, such as "365d", or "off"';
  return z.string({ error: message }).transform((value, context) => {
    if (value === 'off') return null;
    const periodMs = parsePeriod(value);
    if (periodMs !== null && periodMs >= dayMs) return periodMs;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
}

/** A text such as `20MB`; becomes bytes. */
export function size() {
  return quantity(parseSize, 'must be a size from 1B to 256MB, such as "20MB"', '20MB');
}

function quantity(parse: (text: string) => number | null, message: string, example: string) {
  const error = (issue: { readonly input?: unknown }) =>
    typeof issue.input === 'number' ? `is a number without a unit; write text, such as "${example}"` : message;
  return z.string({ error }).transform((text, context) => {
    const value = parse(text);
    if (value !== null) return value;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
}

export function count(max: number) {
  const error = `must be a whole number from 1 to ${max}`;
  return z.int({ error }).min(1, { error }).max(max, { error });
}

/** A text that holds more than white space; `what` names it in the error. */
export function text(what: string) {
  const error = `must be ${what}`;
  return z.string({ error }).refine((value) => value.trim() !== '', { error });
}

export function flag() {
  return z.boolean({ error: 'must be true or false' });
}

/** One of `values`. */
export function choice<const T extends readonly string[]>(values: T) {
  const list = values.map((value) => `"${value}"`);
  const error = `must be ${list.slice(0, -1).join(', ')} or ${list.at(-1) ?? ''}`;
  return z.enum(values, { error });
}

/** An object whose unknown keys are errors. */
export function section<T extends z.core.$ZodLooseShape>(shape: T) {
  return z.strictObject(shape, { error: 'must be an object, in braces' });
}

/** What a header may hold. `fetch` would refuse anything else (RFC 9110 5.5), in a message that quotes the value. */
export function headerValue() {
  const error = 'must be one line of text';
  return z.string({ error }).regex(/^[\t\u0020-\u007e\u0080-\u00ff]*$/, {
    error: `${error}, without control characters or characters beyond Latin-1`,
  });
}

/** An http: or https: URL without credentials: `fetch` refuses them, in a message that quotes them. */
export function httpUrl(instead: string) {
  const error = 'must be a URL that begins with https:// or http://';
  return z.string({ error }).transform((value, context) => {
    const url = URL.canParse(value) ? new URL(value) : null;
    const isHttp = url !== null && /^https?:$/.test(url.protocol);
    if (isHttp && url.username === '' && url.password === '') return url.href;
    context.addIssue({ code: 'custom', message: isHttp ? `must not hold a user name or password; ${instead}` : error });
    return z.NEVER;
  });
}
