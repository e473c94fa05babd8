import type { ServerState } from '../monitor/ports-record.ts';
import { loadExpectation } from './attention-rows.ts';
import { loadBaseline } from './baseline.ts';
import { loadDrift } from './drift-rows.ts';
import type { Db } from './engine.ts';
import { loadEnded } from './owed-drift.ts';
import { loadServer } from './server-row.ts';
import { loadVolatile } from './volatile-rows.ts';

/** Everything that deciding about a server needs. Runs in a transaction. */
export async function loadState(db: Db, name: string): Promise<ServerState> {
  const record = await loadServer(db, name);
  // No approval and no drift is kept about a server without a row.
  if (record === null)
    return { record, hasBaseline: false, baseline: [], drift: [], ended: [], volatile: [], expectation: null };
  return {
    record,
    ...(await loadBaseline(db, name)),
    drift: await loadDrift(db, name),
    ended: await loadEnded(db, name),
    volatile: await loadVolatile(db, name),
    expectation: await loadExpectation(db, name),
  };
}
