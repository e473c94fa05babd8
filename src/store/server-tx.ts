import type { Circumstances } from '../core/circumstances.ts';
import type { Decider } from '../monitor/ports-decision.ts';
import type { ServerTx } from '../monitor/ports-store.ts';
import { attestApproval, attestAttention, attestRejection, attestVolatile } from './attest.ts';
import { insertAttention } from './attention-rows.ts';
import type { AuditLog } from './audit-log.ts';
import { appendApprovals } from './baseline.ts';
import { insertDrift, settleDrift } from './drift-rows.ts';
import type { Db, Engine } from './engine.ts';
import { holdDecisions, withdrawFirstSeen } from './held-rows.ts';
import { enqueue } from './outbox.ts';
import { markOwed, markTold } from './owed-drift.ts';
import { ensureServer, patchServer } from './server-row.ts';
import { loadState } from './state.ts';
import { keepDefinitions, keepSurface, loadRecentTexts, loadSurface, loadText } from './surface-rows.ts';
import { insertVolatile } from './volatile-rows.ts';

const byItself: Decider = { by: 'tooldrift', note: null };
const unknown: Circumstances = { protocolVersion: null, auth: null, package: null };

/** The writes of one transaction about one server, whose lock it holds. */
export function createServerTx(db: Db, name: string, engine: Engine['kind'], audit: AuditLog): ServerTx {
  let hasRow = false;
  let isRevised = false;

  async function ensure(): Promise<void> {
    if (!hasRow) await ensureServer(db, name);
    hasRow = true;
  }

  /**
   * Grows the revision once per transaction, at its first change: from then on `touch` of other processes waits and
   * fails.
   */
  async function revise(): Promise<void> {
    await ensure();
    if (isRevised) return;
    isRevised = true;
    await db
      .updateTable('server')
      .set(({ eb }) => ({ revision: eb('revision', '+', 1) }))
      .where('name', '=', name)
      .execute();
  }

  return {
    state: () => loadState(db, name),
    latestSurface: () => loadSurface(db, name),
    async patch(patch) {
      await ensure();
      await patchServer(db, name, patch);
    },
    async recordSurface(surface, era, at, circumstances = unknown) {
      await ensure();
      if (await keepSurface(db, engine, name, surface, era, at, circumstances)) await revise();
    },
    async openDrift(finding, at, telling) {
      await revise();
      await insertDrift(db, name, finding, at, telling);
    },
    async closeDrift(id, state, at, decider = byItself) {
      await revise();
      const { before, drift } = await settleDrift(db, name, id, state, at);
      if (before !== 'rejected' && state !== 'rejected') return;
      await audit.append(db, [attestRejection(drift, decider)]);
    },
    oweDrift: (ids) => markOwed(db, name, ids),
    tellDrift: (ids, at) => markTold(db, name, ids, at),
    async decideAttention(entry) {
      await ensure();
      await audit.lock(db);
      await audit.append(db, [attestAttention(await insertAttention(db, name, entry))]);
      if (entry.action === 'snooze') await holdDecisions(db, name, entry.at, entry.until);
    },
    async approve(batch) {
      await revise();
      await audit.lock(db);
      const rows = await appendApprovals(db, name, batch, audit.from);
      await withdrawFirstSeen(db, name, batch.at);
      await audit.append(db, rows.map(attestApproval));
    },
    keepDefinitions: (definitions, at) => keepDefinitions(db, engine, definitions, at),
    async decideVolatile(entry) {
      await revise();
      await audit.lock(db);
      await audit.append(db, [attestVolatile(await insertVolatile(db, name, entry, audit.from))]);
    },
    definitionText: (fingerprint) => loadText(db, fingerprint),
    recentTexts: (item, limit) => loadRecentTexts(db, name, item, limit),
    enqueue: (alert, channels, followers, notBefore) => enqueue(db, alert, channels, followers, notBefore),
  };
}
