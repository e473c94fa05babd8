import type { Gravity } from '../core/compare.ts';
import { emptyAlert } from '../core/alert.ts';
import { itemKey } from '../core/definition.ts';
import { worst, type Finding } from '../core/finding.ts';
import { findItem } from '../core/item-label.ts';
import { isTold, toldKey } from '../core/situation.ts';
import { chooseEntries } from './choose-entries.ts';
import { compareRecorded, restoreSurface } from './findings.ts';
import { tell } from './tell.ts';
import type { ApprovalEntry } from './ports-decision.ts';
import type { CurrentDrift, StoredSurface } from './ports-record.ts';
import type { ServerTx, Store } from './ports-store.ts';
import type { AlertPolicy } from './ports-watched.ts';
import type { Clock } from './ports-world.ts';

export interface Decision {
  readonly server: string;
  /** Names of definitions; empty means the whole surface. */
  readonly items: readonly string[];
  readonly by: string;
  readonly note: string | null;
}

export interface Approval extends Decision {
  /** A prefix of the fingerprint that the person saw: of the surface, or of the one definition that is named. */
  readonly expect: string;
  readonly source: 'approve' | 'first-seen';
}

export interface DecisionDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly alerts: AlertPolicy;
  /** How grave findings of the server are that are left. */
  readonly gravity?: Gravity;
}

export type Refusal = {
  readonly kind: 'refused';
  readonly reason: 'never-read' | 'unknown-item' | 'not-recorded' | 'moved-on' | 'ambiguous';
  /** One sentence in our own words. */
  readonly detail: string;
};

export type ApprovalOutcome =
  | {
      readonly kind: 'approved';
      readonly entries: readonly ApprovalEntry[];
      /** What is still different from the baseline. */
      readonly remaining: readonly Finding[];
      readonly fingerprint: string;
    }
  | Refusal;

/**
 * Makes what the latest complete reading showed the baseline, provided that it still is what the person saw. When the
 * server has moved on, nothing is approved.
 */
export async function approve(request: Approval, deps: DecisionDeps): Promise<ApprovalOutcome> {
  const elsewhere = await deps.store.otherTools(request.server);
  return deps.store.withServer(request.server, async (tx): Promise<ApprovalOutcome> => {
    const state = await tx.state();
    const surface = await tx.latestSurface();
    if (surface === null) return neverRead;
    const entries = chooseEntries(request.items, surface, state.baseline);
    if (typeof entries === 'string') return unknownItem;
    const recorded = await deps.store.countRecorded(request.server, request.expect);
    if (!isExpected(request, surface)) return recorded > 0 ? movedOn : notRecorded;
    if (recorded > 1) return ambiguous;

    const at = deps.clock.now().toISOString();
    const { items, by, note, source } = request;
    const served = restoreSurface(surface);
    const seen = compareRecorded(state, served, elsewhere, deps.gravity);
    await tx.approve({
      entries,
      surfaceFingerprint: items.length === 0 ? surface.fingerprint : null,
      at,
      by,
      note,
      source,
    });
    const closed = driftOf(entries, state.drift);
    for (const { id } of closed) await tx.closeDrift(id, 'approved', at, { by, note });
    await announce('approved', tx, closed, request, surface, deps, at, seen);
    const remaining = compareRecorded(await tx.state(), served, elsewhere, deps.gravity);
    const isClean = remaining.every((finding) => finding.severity === 'info');
    // What was just approved was good when it was seen last: later alerts count the exposure from there.
    await tx.patch(isClean ? { verdict: 'clean', lastGoodAt: surface.lastSeenAt } : { verdict: 'drift' });
    return { kind: 'approved', entries, remaining, fingerprint: surface.fingerprint };
  });
}

export type RejectionOutcome = { readonly kind: 'rejected'; readonly drift: CurrentDrift } | Refusal;

/** Marks the drift of one definition as known and bad: it stays drift, is never baseline, and is not told again. */
export async function reject(
  request: Decision & { readonly item: string },
  deps: DecisionDeps,
): Promise<RejectionOutcome> {
  const elsewhere = await deps.store.otherTools(request.server);
  return deps.store.withServer(request.server, async (tx): Promise<RejectionOutcome> => {
    const state = await tx.state();
    const surface = await tx.latestSurface();
    if (surface === null) return neverRead;
    const found = findItem(request.item, state.drift);
    if (found === null)
      return { kind: 'refused', reason: 'unknown-item', detail: 'there is no open drift under this name' };
    const at = deps.clock.now().toISOString();
    const seen = compareRecorded(state, restoreSurface(surface), elsewhere, deps.gravity);
    await tx.closeDrift(found.id, 'rejected', at, { by: request.by, note: request.note });
    await announce('rejected', tx, [found], request, surface, deps, at, seen);
    return { kind: 'rejected', drift: found };
  });
}

const neverRead: Refusal = {
  kind: 'refused',
  reason: 'never-read',
  detail: 'no complete reading of this server is recorded yet: run `tooldrift check`',
};
const unknownItem: Refusal = {
  kind: 'refused',
  reason: 'unknown-item',
  detail: 'no definition of this name is served or approved',
};

const movedOn: Refusal = {
  kind: 'refused',
  reason: 'moved-on',
  detail: 'the server has moved on: this is no longer what it shows',
};
const notRecorded: Refusal = {
  kind: 'refused',
  reason: 'not-recorded',
  detail: 'this server was never seen with this fingerprint',
};
/** Two texts whose fingerprints begin alike are made, not met: one to be looked at, the other to be approved. */
const ambiguous: Refusal = {
  kind: 'refused',
  reason: 'ambiguous',
  detail:
    'the server made two definitions whose fingerprints begin like this: name all 64 digits (`check --json`) of what you looked at',
};

function isExpected({ expect, items }: Approval, surface: StoredSurface): boolean {
  if (surface.fingerprint.startsWith(expect)) return true;
  const [only, ...others] = items;
  if (only === undefined || others.length > 0) return false;
  return findItem(only, surface.definitions)?.fingerprint.startsWith(expect) ?? false;
}

function driftOf(entries: readonly ApprovalEntry[], drift: readonly CurrentDrift[]): readonly CurrentDrift[] {
  const keys = new Set(entries.map(itemKey));
  return drift.filter((item) => keys.has(itemKey(item)));
}

/**
 * Tells how drift ended that people were told of, or should have been: what was held back is shown with its edits, from `seen`. In a
 * silence that a person asked for this waits for its end.
 */
export async function announce(
  reason: 'approved' | 'rejected',
  tx: ServerTx,
  drift: readonly CurrentDrift[],
  { server, by, note }: Decision,
  surface: StoredSurface,
  deps: DecisionDeps,
  at: string,
  seen: readonly Finding[] = [],
): Promise<void> {
  const told = drift.filter(isTold);
  if (told.length === 0) return;
  const shown = new Map(seen.map((finding) => [toldKey(finding), finding]));
  const findings = told.map(({ kind, name, change, severity, fingerprint, approvedFingerprint, ...item }): Finding => {
    const edits = item.told === null ? shown.get(toldKey({ kind, name, fingerprint }))?.edits : undefined;
    return { kind, name, change, severity, fingerprint, approvedFingerprint, edits: edits ?? [] };
  });
  const { fingerprint } = surface;
  const severity = worst(told.map((item) => item.severity));
  const { record } = await tx.state();
  const alert = { ...emptyAlert(reason, server, at), severity, findings, fingerprint, by, note };
  await tell(tx, record, [alert], deps, at);
}
