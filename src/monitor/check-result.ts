import type { Alternation } from '../core/alternation.ts';
import type { PackageVersion } from '../core/circumstances.ts';
import type { ItemCounts } from '../core/describe-items.ts';
import type { Finding } from '../core/finding.ts';
import type { Silences } from '../core/finding-context.ts';
import type { Settling } from '../core/settling.ts';
import type { Era, ListenState, Observation, Outcome } from './ports-reading.ts';
import type { ServerState, Verdict } from './ports-record.ts';
import type { CheckStore, ServerPatch } from './ports-store.ts';
import type { AlertPolicy, Limits } from './ports-watched.ts';
import type { Clock } from './ports-world.ts';

/** One reading with the connection facts that belong to it. Era and version are null when no connection came about. */
export interface Reading {
  readonly observation: Observation;
  readonly era: Era | null;
  readonly protocolVersion: string | null;
  /** See `Session.access`. */
  readonly access?: string | null;
  readonly package: PackageVersion | null;
  /** The kinds of which a change is silent drift, and why, if this reading shows one. */
  readonly silent: Silences;
}

/** What one check of one server found. The shape of `check --json` (DESIGN 8). */
export interface CheckResult {
  readonly server: string;
  readonly verdict: Verdict;
  readonly outcome: Outcome;
  readonly reason: string | null;
  readonly era: Era | null;
  readonly protocolVersion: string | null;
  /** As whom the server was read; null when it was not. */
  readonly auth: string | null;
  /** What an npx-style launch ran, where that is known. */
  readonly package: PackageVersion | null;
  readonly ttlMs: number | null;
  /** How the daemon hears of changes, null when it never tried. */
  readonly listen: ListenState | null;
  readonly items: ItemCounts;
  readonly fingerprint: string | null;
  readonly approvedFingerprint: string | null;
  readonly findings: readonly Finding[];
}

/** What a check needs from the outside. */
export interface CheckDeps {
  readonly store: CheckStore;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly alerts: AlertPolicy;
  readonly firstSeen: 'ask' | 'pin';
  /** Under which names the files of clients are watched. Absent: none. */
  readonly followed?: readonly string[];
  readonly limits: Limits;
  /** Pause before a second reading has to confirm that something is gone. */
  readonly settleMs: number;
  /** The readings of this server so far, null where there is only one (one-shot check). */
  readonly alternation: Alternation | null;
  /** What the readings of this server lacked so far, null where there is only one check. */
  readonly settling: Settling | null;
  /** Told of an error of ours that the words of a server led to; the server counts as not verified. */
  readonly onBug?: (server: string, error: Error) => void;
  /** When the server is read next; null when nobody plans that (one-shot check), then what is planned stands. */
  readonly planNext: ((ttlMs: number | null, failures: number) => Date) | null;
}

/** True if a person has something to look at: `info` alone leaves a server clean. */
export function hasOpenDrift(drift: ServerState['drift']): boolean {
  return drift.some((item) => item.severity !== 'info');
}

/** The part of a patch that says when the server is read next. */
export function plannedNext({ planNext }: CheckDeps, ttlMs: number | null, failures: number): ServerPatch {
  return planNext === null ? {} : { nextReadingAt: planNext(ttlMs, failures).toISOString() };
}
