import { itemKey } from '../core/definition.ts';
import type { OtherTool } from '../core/name-index.ts';
import { announce, type DecisionDeps } from './approve.ts';
import { approvedSurface } from './approved-surface.ts';
import { compareRecorded, restoreSurface } from './findings.ts';
import { planImport, samePlan, type ForeignBaseline, type ImportPlan } from './plan-import.ts';
import type { ApprovalBatch, Approved } from './ports-decision.ts';
import type { CurrentDrift } from './ports-record.ts';
import type { ServerTx } from './ports-store.ts';

export interface Import {
  readonly server: string;
  readonly foreign: ForeignBaseline;
  readonly replacesNewer: boolean;
  /** What the person saw. */
  readonly plan: ImportPlan;
  /** Who takes it in. */
  readonly by: string;
}

/** Refused: something was approved here since the plan was made, and nothing was taken in. */
export type ImportOutcome = { readonly kind: 'imported' } | { readonly kind: 'refused' };

/** Takes a foreign baseline in, each approval with who made it and when, and ends the drift that it approves. */
export async function importBaseline(request: Import, deps: DecisionDeps): Promise<ImportOutcome> {
  const { server, foreign, replacesNewer, by } = request;
  const elsewhere = await deps.store.otherTools(server);
  return deps.store.withServer(server, async (tx): Promise<ImportOutcome> => {
    const state = await tx.state();
    const plan = planImport(foreign, state, replacesNewer);
    if (!samePlan(plan, request.plan)) return { kind: 'refused' };
    const at = deps.clock.now().toISOString();
    await keepTexts(plan.entries, tx, at);
    for (const entries of [formers(plan.entries, state.baseline), plan.entries])
      for (const batch of batchesOf(entries, at, by)) await tx.approve(batch);
    for (const rule of plan.volatile) await tx.decideVolatile({ ...rule, action: 'add' });
    await approveWhole(foreign, tx, at, by);
    await settle(plan, state.drift, request, tx, { ...deps, elsewhere }, at);
    return { kind: 'imported' };
  });
}

async function keepTexts(entries: readonly Approved[], tx: ServerTx, at: string): Promise<void> {
  const definitions = entries.flatMap(({ lastFingerprint: fingerprint, lastText: text }) =>
    fingerprint === null || text === null ? [] : [{ fingerprint, text }],
  );
  await tx.keepDefinitions(definitions, at);
}

/** What was there before an absence was approved, unless it is known here: approved before the absence is. */
function formers(entries: readonly Approved[], baseline: readonly Approved[]): readonly Approved[] {
  const known = new Map(baseline.map((item) => [itemKey(item), item.lastFingerprint]));
  return entries
    .filter((item) => item.fingerprint === null && known.get(itemKey(item)) !== item.lastFingerprint)
    .map((item) => ({ ...item, fingerprint: item.lastFingerprint }));
}

/** One batch for what was approved together. */
function batchesOf(entries: readonly Approved[], at: string, importedBy: string): readonly ApprovalBatch[] {
  const groups = new Map<string, Approved[]>();
  for (const item of entries) {
    const key = JSON.stringify([item.approvedAt, item.by, item.note]);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return [...groups.values()].map((group) => batchOf(group, at, importedBy));
}

function batchOf(group: readonly Approved[], at: string, importedBy: string): ApprovalBatch {
  const { by = importedBy, note = null, approvedAt = at } = group[0] ?? {};
  return {
    entries: group.map(({ kind, name, fingerprint, copies }) => ({ kind, name, fingerprint, copies })),
    surfaceFingerprint: null,
    ...{ at, by, note, source: 'import', imported: { by: importedBy, approvedAt } },
  };
}

/** Once all that is approved here is what is approved there, the whole is. */
async function approveWhole({ baseline }: ForeignBaseline, tx: ServerTx, at: string, by: string): Promise<void> {
  const { baseline: here } = await tx.state();
  const { fingerprint } = approvedSurface(here);
  if (fingerprint !== approvedSurface(baseline).fingerprint) return;
  const imported = { by, approvedAt: at };
  await tx.approve({ entries: [], surfaceFingerprint: fingerprint, at, by, note: null, source: 'import', imported });
}

/** What is still drift after it, the next reading tells. */
async function settle(
  { entries }: ImportPlan,
  drift: readonly CurrentDrift[],
  { server, by }: Import,
  tx: ServerTx,
  deps: DecisionDeps & { readonly elsewhere: readonly OtherTool[] },
  at: string,
): Promise<void> {
  const surface = await tx.latestSurface();
  if (surface === null) return;
  const approved = new Map(entries.map((item) => [itemKey(item), item.fingerprint]));
  const ended = drift.filter((item) => approved.get(itemKey(item)) === item.fingerprint);
  for (const { id } of ended) await tx.closeDrift(id, 'approved', at);
  await announce('approved', tx, ended, { server, items: [], by, note: null }, surface, deps, at);
  const remaining = compareRecorded(await tx.state(), restoreSurface(surface), deps.elsewhere, deps.gravity);
  const isClean = remaining.every(({ severity }) => severity === 'info');
  await tx.patch(isClean ? { verdict: 'clean', lastGoodAt: surface.lastSeenAt } : { verdict: 'drift' });
}
