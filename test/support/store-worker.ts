import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { DatabaseConfig } from '../../src/config/config.ts';

export interface WorkerOrder {
  readonly config: DatabaseConfig;
  readonly task: 'open' | 'approve' | 'claim' | 'hold';
  readonly server?: string;
  readonly names?: readonly string[];
}

export interface StoreWorker {
  readonly process: ChildProcess;
  /** What it said, in order. */
  readonly said: readonly unknown[];
  /** Lets its task begin. */
  go(): void;
  /** Resolves once it said `message`. */
  hears(message: string): Promise<void>;
  /** Resolves with its exit code, null after a signal. */
  exit(): Promise<number | null>;
}

/** Starts a process that uses the built store (`npm run build` comes before `npm test`) and waits until it is ready. */
export async function startWorker(order: WorkerOrder): Promise<StoreWorker> {
  const script = fileURLToPath(new URL('store-worker.mjs', import.meta.url));
  const child = fork(script, [JSON.stringify(order)], { stdio: 'inherit', execArgv: [] });
  const said: unknown[] = [];
  child.on('message', (message) => said.push(message));
  const exited = once(child, 'exit').then(([code]) => code as number | null); // node:child_process, event `exit`
  async function hears(message: string): Promise<void> {
    while (!said.includes(message)) {
      const ended = await Promise.race([once(child, 'message').then(() => false), exited.then(() => true)]);
      if (ended && !said.includes(message)) throw new Error(`a worker ended before it said ${message}`);
    }
  }
  await hears('ready');
  return { process: child, said, go: () => void child.send('go'), hears, exit: () => exited };
}

/** Runs one worker per order, all at once, and fails unless each ends well. Returns them. */
export async function runWorkers(orders: readonly WorkerOrder[]): Promise<readonly StoreWorker[]> {
  const workers = await Promise.all(orders.map(startWorker));
  for (const worker of workers) worker.go();
  const codes = await Promise.all(workers.map((worker) => worker.exit()));
  if (codes.some((code) => code !== 0)) throw new Error(`workers ended with ${codes.join(', ')}`);
  return workers;
}
