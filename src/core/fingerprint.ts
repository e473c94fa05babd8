import { createHash } from 'node:crypto';

/** The recipe's version, stored with every fingerprint (DESIGN 9): a later recipe is derived from the kept text. */
export const recipe = 'v1';

/** `v1:` + SHA-256 of the UTF-8 text, in hex. For a definition, `text` is its RFC 8785 text. */
export function fingerprintText(text: string): string {
  return `${recipe}:${createHash('sha256').update(text, 'utf8').digest('hex')}`;
}

/** True if `prefix` is a way to name a fingerprint: `v1:` and at least 12 hex digits. */
export function isFingerprintPrefix(prefix: string): boolean {
  return /^v1:[0-9a-f]{12,64}$/.test(prefix);
}

/** `fingerprint` as people read it: 16 hex digits. */
export function shortFingerprint(fingerprint: string): string {
  return fingerprint.slice(0, recipe.length + 1 + 16);
}
