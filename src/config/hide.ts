import { inspect } from 'node:util';

/**
 * Makes `JSON.stringify`, `console.log` and loggers show `view` in place of `value` and the secrets in it. Reading its
 * properties, spreading it and comparing it deeply work as ever, so compare configs with `isDeepStrictEqual`, not as JSON.
 */
export function hide<T extends object>(value: T, view: Readonly<Record<string, unknown>>): T {
  const show = { value: () => view, enumerable: false };
  return Object.defineProperties(value, { toJSON: show, [inspect.custom]: show });
}
