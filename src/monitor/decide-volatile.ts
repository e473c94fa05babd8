import { parseCanonical } from '../core/compare.ts';
import { itemKey, type ItemKey } from '../core/definition.ts';
import type { Finding } from '../core/finding.ts';
import { findItem } from '../core/item-label.ts';
import type { OtherTool } from '../core/name-index.ts';
import { refuseVolatile } from '../core/volatile.ts';
import { announce, type DecisionDeps } from './approve.ts';
import { compareRecorded, restoreSurface } from './findings.ts';
import type { VolatileEntry } from './ports-decision.ts';
import type { StoredSurface } from './ports-record.ts';
import type { ServerTx } from './ports-store.ts';

export interface VolatileRequest {
  readonly server: string;
  /** As a person names it (`item-label.ts`). */
  readonly item: string;
  readonly pointer: string;
  readonly by: string;
  readonly note: string | null;
}

export type VolatileOutcome =
  | { readonly kind: 'decided'; readonly entry: VolatileEntry; readonly remaining: readonly Finding[] }
  /** One sentence in our own words. */
  | { readonly kind: 'refused'; readonly detail: string };

/** Lets a part of one approved text vary from now on, if the pattern is narrow enough to be no way not to look. */
export async function addVolatile(
  { pattern, ...request }: VolatileRequest & { readonly pattern: string },
  deps: DecisionDeps,
): Promise<VolatileOutcome> {
  const elsewhere = await deps.store.otherTools(request.server);
  return deps.store.withServer(request.server, async (tx) => {
    const { baseline } = await tx.state();
    const found = findItem(
      request.item,
      baseline.filter(({ fingerprint }) => fingerprint !== null),
    );
    if (found === null || found.lastText === null) return refuse('no definition of this name is approved');
    if (found.copies !== 1) return refuse('several definitions share this name');
    const { kind, name } = found;
    const text = { kind, name, pointer: request.pointer, pattern };
    const refused = refuseVolatile(text, parseCanonical(found.lastText));
    if (refused !== null) return refuse(refused.refused);
    return decide({ ...text, action: 'add' }, request, tx, { ...deps, elsewhere });
  });
}

/** Takes back that a part of a text may vary: it has to be what is approved again. */
export async function removeVolatile(request: VolatileRequest, deps: DecisionDeps): Promise<VolatileOutcome> {
  const elsewhere = await deps.store.otherTools(request.server);
  return deps.store.withServer(request.server, async (tx) => {
    const { volatile } = await tx.state();
    const found = findItem(
      request.item,
      volatile.filter(({ pointer }) => pointer === request.pointer),
    );
    if (found === null) return refuse('no part of this text is approved as volatile');
    const { kind, name, pointer, pattern } = found;
    return decide({ kind, name, pointer, pattern, action: 'remove' }, request, tx, { ...deps, elsewhere });
  });
}

interface SettleDeps extends DecisionDeps {
  readonly elsewhere: readonly OtherTool[];
}

async function decide(
  decision: Pick<VolatileEntry, 'kind' | 'name' | 'pointer' | 'pattern' | 'action'>,
  request: VolatileRequest,
  tx: ServerTx,
  deps: SettleDeps,
): Promise<VolatileOutcome> {
  const { by, note } = request;
  const entry = { ...decision, at: deps.clock.now().toISOString(), by, note };
  await tx.decideVolatile(entry);
  const surface = await tx.latestSurface();
  const remaining = surface === null ? [] : await settle(entry, surface, request, tx, deps);
  return { kind: 'decided', entry, remaining };
}

/** Ends drift that is none any more. What is left of it stays open; what a removed rule had excused is told by the next reading. */
async function settle(
  entry: VolatileEntry,
  surface: StoredSurface,
  { server, by, note }: VolatileRequest,
  tx: ServerTx,
  deps: SettleDeps,
): Promise<readonly Finding[]> {
  const state = await tx.state();
  const remaining = compareRecorded(state, restoreSurface(surface), deps.elsewhere, deps.gravity);
  const ended = isAmong(entry, remaining) ? [] : state.drift.filter((drift) => itemKey(drift) === itemKey(entry));
  for (const { id } of ended) await tx.closeDrift(id, 'approved', entry.at, { by, note });
  await announce('approved', tx, ended, { server, items: [], by, note }, surface, deps, entry.at);
  const isClean = remaining.every(({ severity }) => severity === 'info');
  if (state.record?.verdict === 'clean' || state.record?.verdict === 'drift')
    await tx.patch(isClean ? { verdict: 'clean', lastGoodAt: surface.lastSeenAt } : { verdict: 'drift' });
  return remaining;
}

function isAmong(item: ItemKey, findings: readonly Finding[]): boolean {
  return findings.some((finding) => itemKey(finding) === itemKey(item));
}

function refuse(detail: string): VolatileOutcome {
  return { kind: 'refused', detail };
}
