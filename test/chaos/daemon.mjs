// `node daemon.mjs <config> <real ms of the start> <how many times faster than real>`: the daemon under a clock that runs fast.
import { setTimeout as delay } from 'node:timers/promises';
import { run } from '../../dist/src/commands/run.js';
import { Wire } from '../../dist/src/wire.js';

const [config, start, times] = process.argv.slice(2);
const startedAt = Number(start);
const faster = Number(times);

/** Time went on while no process ran. */
const clock = {
  now: () => new Date(startedAt + (Date.now() - startedAt) * faster),
  sleep: (ms, signal) => delay(ms / faster, undefined, { signal }).catch(() => undefined),
};

class FastWire extends Wire {
  clock = clock;
}

const io = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  cwd: process.cwd(),
  env: process.env,
  color: false,
  width: 100,
  isOutTty: false,
  isErrTty: false,
  ask: null,
  program: 'tooldrift',
  signal: new AbortController().signal,
  onExit: () => undefined,
  onReload: () => undefined,
};
process.exitCode = await run({ config }, io, (read) => new FastWire(read));
