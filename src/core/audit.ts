import { createHash } from 'node:crypto';
import { canonicalise } from './canonical.ts';
import type { JsonObject } from './json.ts';

/** What people and the program decide, and what of it is kept in the log. Pruning never touches these rows. */
export type AuditAction =
  /** The log begins: `row` sums up what was decided before. */
  | 'start'
  /** One definition, or a whole surface, is made the baseline: by a person, at first sight by a person, at first sight by itself. */
  | 'approve'
  | 'first-seen'
  | 'pin'
  /** A file says that it was approved elsewhere, and a person takes that in. */
  | 'import'
  | 'volatile-add'
  | 'volatile-remove'
  /** How people live with drift: they have seen it, want no messages for a while, expect a change. */
  | 'ack'
  | 'snooze'
  | 'expect'
  | 'reject'
  /** A rejected change is none any more: reverted, superseded, or approved after all. */
  | 'reject-ended'
  /** How a server is started or reached, as a config file says. */
  | 'config';

/** One decision. `row` holds what it is about, in the words of `history --json`. */
export interface AuditEntry {
  /** ISO 8601 UTC. */
  readonly at: string;
  /** Null: about all. */
  readonly server: string | null;
  readonly action: AuditAction;
  /** Who says that he decided. */
  readonly by: string;
  /** `user@host` of the process that wrote this; null: not known. */
  readonly from: string | null;
  readonly note: string | null;
  readonly row: JsonObject;
}

/** One row of the log. `entry` attests all; the other columns repeat it, to be searched by. */
export interface AuditRow extends Omit<AuditEntry, 'row'> {
  /** 1, 2, 3 and so on without a gap. */
  readonly id: number;
  /** RFC 8785 text of the `AuditEntry` and its `id`. */
  readonly entry: string;
  /** `hash` of the row before. */
  readonly previous: string;
  readonly hash: string;
}

/** What the next row follows. */
export type AuditHead = Pick<AuditRow, 'id' | 'hash'>;

/** What the first row follows. */
export const beforeAll: AuditHead = { id: 0, hash: `v1:${'0'.repeat(64)}` };

/** `v1:` + SHA-256, in hex, of the UTF-8 text `previous \n entry`. */
export function hashEntry(previous: string, entry: string): string {
  return `v1:${createHash('sha256').update(`${previous}\n${entry}`, 'utf8').digest('hex')}`;
}

/** The text of `entry` as row `id` of the log. */
export function entryText(id: number, entry: AuditEntry): string {
  const { at, server, action, by, from, note, row } = entry;
  return canonicalise({ id, at, server, action, by, from, note, row }).text;
}

/** The row that `entry` becomes after `head`. */
export function follow(head: AuditHead, decision: AuditEntry): AuditRow {
  const { row: _row, ...columns } = decision;
  const id = head.id + 1;
  const entry = entryText(id, decision);
  return { id, ...columns, entry, previous: head.hash, hash: hashEntry(head.hash, entry) };
}

/** The decision in a row whose hash was checked: `follow` wrote it. */
export function parseEntry({ entry }: Pick<AuditRow, 'entry'>): AuditEntry {
  return JSON.parse(entry) as AuditEntry;
}
