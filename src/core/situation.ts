import { itemKey, type ItemKey } from './definition.ts';
import type { Finding, Severity } from './finding.ts';
import type { Newcomer } from './newcomer.ts';

/** What was said about one definition that is not what was approved. */
export interface Telling {
  /** When the first drift of this definition was found, of those that followed each other without an end. */
  readonly since: string;
  /** The last complete reading without drift before that. */
  readonly lastGoodAt: string | null;
  /** As how severe people were told of it last, also before it changed again; null: never. */
  readonly told: Severity | null;
  /** When that was, the last reminder included. */
  readonly toldAt: string | null;
  /** What it is now, or that it has ended, is still to be told: a message about it was held back. */
  readonly isOwed: boolean;
}

/** A finding that is kept from an earlier reading: `open`, or `rejected` by a person. */
export interface CurrentDrift extends ItemKey, Telling {
  readonly id: number;
  readonly state: 'open' | 'rejected';
  readonly severity: Severity;
  readonly fingerprint: string | null;
  readonly openedAt: string;
  /** When somebody said to have seen it as it is now. */
  readonly ackedAt: string | null;
}

/** Drift that ended, or took another form, and people are still to be told: what it was, with its edits if nobody saw them. */
export interface EndedDrift extends Telling {
  readonly id: number;
  readonly finding: Finding;
  readonly closedAt: string;
  /** People were told of it as it was. */
  readonly isSeen: boolean;
}

export interface Situation {
  readonly server: string;
  /** What the reading showed against the baseline. */
  readonly findings: readonly Finding[];
  /** What is kept already. */
  readonly drift: readonly CurrentDrift[];
  /** What ended before, and is still to be told. */
  readonly ended: readonly EndedDrift[];
  /** What people were told of under another name: the same change, seen by another identity. */
  readonly toldElsewhere?: ReadonlySet<string>;
  readonly hasBaseline: boolean;
  /** Waits for its first approval, and nobody was told. */
  readonly isNew: boolean;
  /** What it shows then. */
  readonly newcomer?: Newcomer;
  readonly fingerprint: string;
  readonly approvedFingerprint: string | null;
  readonly lastGoodAt: string | null;
  /** `ttlMs` of the reading before: how long clients may keep the list that it showed. */
  readonly heldMs: number | null;
  /** Set while people were told that this server cannot be verified, or wants credentials. */
  readonly blindAlertedAt: string | null;
  /** When the last message about drift of this server was decided. */
  readonly spokeAt: string | null;
  /** Set from when a person asked for silence until what was held back is told; may be over. */
  readonly snoozedUntil: string | null;
}

export interface Policy {
  readonly minSeverity: Severity;
  /** After a message about drift, what the same server adds within this time waits for the next one. */
  readonly gatherForMs: number;
  /** How often open drift is told again. */
  readonly remindEveryMs: number;
}

/** True if people wait to hear how it ends, or should have heard of it. */
export function isTold({ told, isOwed }: Telling): boolean {
  return told !== null || isOwed;
}

/** A difference as `toldElsewhere` holds it: which definition, and what it became. */
export function toldKey({ fingerprint, ...item }: ItemKey & { readonly fingerprint: string | null }): string {
  return `${itemKey(item)}\n${fingerprint ?? ''}`;
}

/** In `toldElsewhere`: that the server was seen for the first time. */
export const firstSeenKey = 'first seen';
