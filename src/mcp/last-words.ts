import { makeVisible } from '../core/visible.ts';

const maxShown = 200;
/** Shorter values are flags and numbers, and would hide half of every message. */
const minSecret = 4;
/** What a runtime adds below the message that matters. */
const trailer = /^(?:at |Node\.js v|\^|[{}()[\]]*$)/;
const complaint = /error|exception|panic|fatal|cannot|missing|denied|not found/i;

/**
 * The line of `stderr` that says best why a process ended, safe to show: everything hidden made visible, `secrets` left out.
 * Null if there is none.
 */
export function lastWords(stderr: string, secrets: readonly string[]): string | null {
  const lines = hideSecrets(stderr, secrets)
    .split(/[\n\r]+/)
    .map((line) => line.trim())
    .filter((line) => !trailer.test(line));
  const line = lines.findLast((text) => complaint.test(text)) ?? lines.at(-1);
  if (line === undefined) return null;
  return makeVisible(line.length > maxShown ? `${line.slice(0, maxShown)} …` : line);
}

/** The longest first: a secret may be part of another one. A value of several lines may be printed one line at a time. */
function hideSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .flatMap((secret) => [secret, ...secret.split(/[\n\r]+/)])
    .filter((secret) => secret.length >= minSecret)
    .sort((a, b) => b.length - a.length)
    .reduce((hidden, secret) => hidden.replaceAll(secret, '(hidden)'), text);
}
