import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../errors.ts';
import type { Db, Engine } from './engine.ts';

/**
 * The ways to use the database. Each waits for a lock without holding the event loop, and none starts after `close`.
 */
export interface Access {
  /** One statement that reads. */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Several statements that read one state of the database. */
  snapshot<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** One statement that writes. */
  update<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** A transaction that writes. `work` runs at most once. */
  write<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Changes the schema, while no other process does. `work` runs at most once. */
  migration<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** What the engine needs once the schema is up to date. */
  afterMigration(): Promise<void>;
  /** Waits for what runs, then closes. Idempotent. */
  close(): Promise<void>;
}

const maxPauseMs = 100;

export function createAccess(engine: Engine, lockWaitMs: number): Access {
  const running = new Set<Promise<unknown>>();
  let closing: Promise<void> | null = null;

  async function retry<T>(attempt: () => Promise<T>, mayRepeat: () => boolean): Promise<T> {
    const giveUpAt = performance.now() + lockWaitMs;
    for (let pauseMs = 2; ; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
      if (closing !== null) throw new AppError('database-unavailable', `${engine.label} is being closed`);
      try {
        return await attempt();
      } catch (error) {
        if (!engine.isBusy(error)) throw error;
        if (!mayRepeat() || performance.now() > giveUpAt) throw engine.busyError(error);
      }
      // Full jitter, so that waiting processes do not wake at the same moment.
      await sleep(1 + pauseMs * Math.random());
    }
  }

  function run<T>(attempt: () => Promise<T>, mayRepeat: () => boolean = () => true): Promise<T> {
    const result = retry(attempt, mayRepeat);
    const settled: Promise<boolean> = result.then(
      () => running.delete(settled),
      () => running.delete(settled),
    );
    running.add(settled);
    return result;
  }

  /** Runs `begin` as often as the lock needs, and `work` at most once. */
  function once<T>(work: (db: Db) => Promise<T>, begin: (started: (db: Db) => Promise<T>) => Promise<T>): Promise<T> {
    let started = false;
    const start = (db: Db): Promise<T> => {
      started = true;
      return work(db);
    };
    return run(
      () => begin(start),
      () => !started,
    );
  }

  async function close(): Promise<void> {
    while (running.size > 0) await Promise.all(running);
    await engine.close();
  }

  const snapshot: Access['snapshot'] = (work) =>
    run(() =>
      engine.reader.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work),
    );
  const write: Access['write'] = (work) => once(work, (start) => engine.writer.transaction().execute(start));
  return {
    snapshot,
    write,
    read: engine.isAutocommitSafe ? (work) => run(() => work(engine.reader)) : snapshot,
    update: engine.isAutocommitSafe ? (work) => run(() => work(engine.writer)) : write,
    migration: (work) =>
      once(work, (start) => engine.writer.connection().execute((db) => engine.exclusively(db, () => start(db)))),
    afterMigration: () => run(() => engine.afterMigration()),
    close: () => (closing ??= close()),
  };
}
