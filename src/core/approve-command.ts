import type { MayVary } from './finding.ts';
import { hasHidden } from './visible.ts';
import { serverOf } from './views.ts';

export interface Fingerprints {
  /** Fingerprint of the one served item, null when it is no longer served. */
  readonly itemFingerprint?: string | null;
  /** Fingerprint of the served surface. */
  readonly surfaceFingerprint: string | null;
}

/** Items that are worth naming one by one; more are approved as the whole surface that was shown. */
const maxItems = 5;

/**
 * The command that approves exactly what was shown, as one line that is safe to paste into a POSIX shell. One served item is
 * bound to its own fingerprint; several, or a removed one, to that of the surface. An item whose name cannot be typed plainly is
 * not put into the command: the server as a whole is. Without a usable fingerprint `approve` shows and asks.
 */
export function approveCommand(server: string, items: readonly string[], fingerprints: Fingerprints): string {
  const named = items.length <= maxItems && items.every(isTypeable) ? items : [];
  const own = named.length === 1 ? fingerprints.itemFingerprint : null;
  const prefix = fingerprintPrefix(own ?? fingerprints.surfaceFingerprint);
  // Whoever approves it means it for every identity that is shown just this.
  return commandLine('approve', [serverOf(server), ...named], prefix === null ? [] : ['--expect', prefix]);
}

/** Shows each server that nobody approved yet, and asks. */
export const approveFirstSeen = 'tooldrift approve --first-seen';

/** The command that shows approved against served, of one item or (null, or a name that cannot be typed) of all. */
export function diffCommand(server: string, item: string | null): string {
  return commandLine('diff', item !== null && isTypeable(item) ? [server, item] : [server], []);
}

/** The command that lets a part of a text vary, null where it cannot be typed plainly. */
export function volatileCommand(server: string, item: string, { pointer, pattern }: MayVary): string | null {
  if (![item, pointer, pattern].every(isTypeable)) return null;
  return commandLine('volatile add', [serverOf(server), item, pointer], ['--pattern', quote(pattern)]);
}

/** True if a name is printable ASCII of a length that fits a line, so that it can stand in a command. */
export function isTypeable(name: string): boolean {
  return /^[ -~]{1,200}$/.test(name);
}

/** What a person copies of a fingerprint: `v1:` and 16 hex digits. Null for anything that is not a fingerprint. */
export function fingerprintPrefix(fingerprint: string | null | undefined): string | null {
  return /^v1:[0-9a-f]{16}/.exec(fingerprint ?? '')?.[0] ?? null;
}

/** `tooldrift <command>` with `words` and `flags`; a word that looks like a flag goes behind `--` (POSIX Utility Syntax 10). */
export function commandLine(command: string, words: readonly string[], flags: readonly string[]): string {
  const quoted = words.map(quote);
  const ordered = words.some((word) => word.startsWith('-')) ? [...flags, '--', ...quoted] : [...quoted, ...flags];
  return ['tooldrift', command, ...ordered].join(' ');
}

/** A server's name is the person's own: letters of any script may stand in quotes, but nothing that does not show. */
function quote(word: string): string {
  if (/^[A-Za-z0-9_./:@-]{1,200}$/.test(word)) return word;
  const isShown = word !== '' && word.length <= 200 && !/[\n\t]/.test(word) && !hasHidden(word);
  return isShown ? `'${word.replaceAll("'", String.raw`'\''`)}'` : "'<server>'";
}
