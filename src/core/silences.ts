import type { DefinitionKind } from './definition.ts';
import type { Silences } from './finding-context.ts';

/** A list whose changes a server can announce: `notifications/<list>/list_changed`. */
export type AnnouncedList = 'tools' | 'prompts' | 'resources';

/** What a complete reading leaves for the next one. Times in milliseconds since the epoch. */
export interface Reference {
  readonly digest: string;
  readonly startedAt: number;
  readonly ttlMs: number | null;
}

/** What was heard of a server. Times in milliseconds since the epoch. */
export interface Heard {
  /** Since when changes of a list are announced to us, without a gap. */
  readonly announcedSince: ReadonlyMap<AnnouncedList, number>;
  /** When a change of a list was announced last. */
  readonly notifiedAt: ReadonlyMap<AnnouncedList, number>;
  /** Since when no announcement can have been missed that was made to us. */
  readonly nothingMissedSince: number;
}

/**
 * The kinds whose definitions stand in a list, and the list. A change of a template is announced with the resources, if at
 * all: the protocol promises it of the list of resources alone.
 */
const listed: readonly (readonly [kind: DefinitionKind, list: AnnouncedList, isPromised: boolean])[] = [
  ['tool', 'tools', true],
  ['prompt', 'prompts', true],
  ['resource', 'resources', true],
  ['resource-template', 'resources', false],
];

const unannounced = 'the server promised to announce changes and did not';

/**
 * Why a change is silent, by kind, that a reading which ended at `endedAt` shows against `reference`; nothing of a kind
 * whose change was announced, or may have been without our hearing it (DESIGN 6).
 */
export function silencesOf(reference: Reference, heard: Heard, endedAt: number): Silences {
  const { startedAt } = reference;
  const silences: Partial<Record<DefinitionKind, string>> = {};
  for (const [kind, list, isPromised] of listed) {
    if ((heard.notifiedAt.get(list) ?? -Infinity) >= startedAt) continue;
    const isUnannounced = isPromised && (heard.announcedSince.get(list) ?? Infinity) <= startedAt;
    const reason = isUnannounced ? unannounced : untimely(reference, heard, endedAt);
    if (reason !== null) silences[kind] = reason;
  }
  return silences;
}

/** A list may be kept for `ttlMs` after it was received (MCP 2026-07-28 caching); counted from before it was asked for. */
function untimely({ startedAt, ttlMs }: Reference, heard: Heard, endedAt: number): string | null {
  if (ttlMs === null || endedAt >= startedAt + ttlMs || heard.nothingMissedSince > startedAt) return null;
  return `changed while the server said that the list stays valid until ${timeText(startedAt + ttlMs)}`;
}

const lastDay = Date.UTC(9999, 11, 31);

/** `2026-12-01 10:00:00 UTC`. A `ttlMs` may be beyond all dates. */
function timeText(time: number): string {
  const [day = '', clock = ''] = new Date(Math.min(time, lastDay)).toISOString().split(/[T.]/);
  return `${day} ${clock} UTC`;
}
