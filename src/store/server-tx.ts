import type { Circumstances } from '../core/circumstances.ts';
import type { ServerTx } from '../monitor/ports.ts';
import { appendApprovals } from './baseline.ts';
import { insertDrift, settleDrift } from './drift-rows.ts';
import type { Db } from './engine.ts';
import { enqueue } from './outbox.ts';
import { ensureServer, patchServer } from './server-row.ts';
import { loadState } from './state.ts';
import { keepDefinitions, keepSurface, loadRecentTexts, loadSurface } from './surface-rows.ts';
import { insertVolatile } from './volatile-rows.ts';

const unknown: Circumstances = { protocolVersion: null, auth: null, package: null };

/** The writes of one transaction about one server, whose lock it holds. */
export function createServerTx(db: Db, name: string): ServerTx {
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
      if (await keepSurface(db, name, surface, era, at, circumstances)) await revise();
    },
    async openDrift(finding, at, alerted) {
      await revise();
      await insertDrift(db, name, finding, at, alerted);
    },
    async closeDrift(id, state, at) {
      await revise();
      await settleDrift(db, name, id, state, at);
    },
    async approve(batch) {
      await revise();
      await appendApprovals(db, name, batch);
    },
    keepDefinitions: (definitions, at) => keepDefinitions(db, definitions, at),
    async decideVolatile(entry) {
      await revise();
      await insertVolatile(db, name, entry);
    },
    recentTexts: (item, limit) => loadRecentTexts(db, name, item, limit),
    enqueue: (alert, channels) => enqueue(db, alert, channels),
  };
}
