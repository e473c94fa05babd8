import { compareSurface } from '../core/compare.ts';
import { itemKey } from '../core/definition.ts';
import type { Finding } from '../core/finding.ts';
import type { EndedDrift, Situation } from '../core/situation.ts';
import { buildSurface } from '../core/surface.ts';
import { restoreItems } from './findings.ts';
import type { ServerState } from './ports-record.ts';
import type { ServerTx } from './ports-store.ts';

/** A server could flicker in very many definitions; the rest is told by name. */
const maxShown = 20;

/** What came and went before anybody was told of it is shown with its edits: nobody has seen them. */
export async function showEnded(situation: Situation, state: ServerState, tx: ServerTx): Promise<Situation> {
  const unseen = situation.ended.filter(({ isSeen }) => !isSeen).slice(0, maxShown);
  if (unseen.length === 0) return situation;
  const shown = new Map<number, EndedDrift>();
  for (const drift of unseen) shown.set(drift.id, { ...drift, finding: await withEdits(drift.finding, state, tx) });
  return { ...situation, ended: situation.ended.map((drift) => shown.get(drift.id) ?? drift) };
}

async function withEdits(finding: Finding, { baseline }: ServerState, tx: ServerTx): Promise<Finding> {
  const { kind, name, fingerprint } = finding;
  const text = fingerprint === null ? null : await tx.definitionText(fingerprint);
  if (fingerprint === null || text === null) return finding;
  const served = buildSurface(restoreItems({ kind, name, fingerprint, text, copies: 1 }));
  // Several of one name are recorded as a list, which this is not.
  if (served.definitions[0]?.fingerprint !== fingerprint) return finding;
  const approved = baseline.filter((item) => itemKey(item) === itemKey(finding));
  const edits = compareSurface(approved, served).find((one) => itemKey(one) === itemKey(finding))?.edits;
  return edits === undefined ? finding : { ...finding, edits };
}
