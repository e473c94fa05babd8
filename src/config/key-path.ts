import type { Segment } from 'jsonc-parser';

/** `alerts.email.to[0]`, as messages write it. */
export function keyPath(path: readonly Segment[]): string {
  return path.reduce<string>((text, segment) => {
    if (typeof segment === 'number') return `${text}[${segment}]`;
    const key = /^[\w$-]+$/.test(segment) ? segment : JSON.stringify(segment);
    return text === '' ? key : `${text}.${key}`;
  }, '');
}
