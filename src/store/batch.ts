import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Keeps a statement far below the parameter limits (SQLite 32,766; PostgreSQL 65,535) and the event loop free in
 * between.
 */
const batchRows = 500;

/** Runs `work` on `rows` in batches, in order. */
export async function inBatches<T>(rows: readonly T[], work: (batch: readonly T[]) => Promise<void>): Promise<void> {
  for (let start = 0; start < rows.length; start += batchRows) {
    if (start > 0) await nextTurn();
    await work(rows.slice(start, start + batchRows));
  }
}
