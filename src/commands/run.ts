import { setMaxListeners } from 'node:events';
import { loadConfig } from '../config/load-config.ts';
import type { Config } from '../config/config.ts';
import { AppError } from '../errors.ts';
import { createLog } from '../log.ts';
import { sendNotice, tellSystemd } from '../machine/tell-systemd.ts';
import { runDaemon } from '../monitor/daemon.ts';
import type { Log } from '../monitor/ports-world.ts';
import { Wire } from '../wire.ts';
import { exitCodeOf, exitCodes, type CommonOptions, type Io } from './io.ts';
import { createReport, reporter, type RunReport } from './run-report.ts';

/** Every hour: a machine that sleeps at night must not miss it. Off the hour, when servers are read. */
const houseKeeping = '23 * * * *';
/** Servers start at their own pace: new ones are gathered for so many times as long as the drift of one server is. */
const newForTimes = 6;

/** What stays over a reload. */
interface Run {
  readonly options: CommonOptions;
  readonly io: Io;
  readonly log: Log;
  readonly report: RunReport;
  readonly createWire: typeof newWire;
}

/**
 * The daemon: watches until it is asked to stop, and starts over with a new config when it is asked to reload. `createWire` may
 * bring a clock of its own.
 */
export async function run(options: CommonOptions, io: Io, createWire = newWire): Promise<number> {
  const log = createLog({ isPretty: io.isErrTty, isVerbose: options.verbose === true, write: io.err });
  const report = createReport(options, io);
  try {
    await runUntilStopped({ options, io, log, report, createWire });
    return exitCodes.clean;
  } catch (error) {
    // A person reads it as a sentence, from `main`.
    if (io.isErrTty || io.signal.aborted || !(error instanceof AppError)) throw error;
    log.error({ code: error.code }, error.message);
    return exitCodeOf(error);
  }
}

async function runUntilStopped(run: Run): Promise<void> {
  const { options, io, log, report } = run;
  let config = await load(options, io);
  let reload: AbortController | null = null;
  io.onReload(() => reload?.abort());
  while (!io.signal.aborted) {
    reload = new AbortController();
    const signal = AbortSignal.any([io.signal, reload.signal]);
    // Each server listens for the end.
    setMaxListeners(0, signal);
    await runOnce(config, signal, run);
    if (reload.signal.aborted && !io.signal.aborted) config = await reloaded(config, log, options, io);
  }
  report.stopped();
}

function newWire(config: Config): Wire {
  return new Wire(config);
}

async function load(options: CommonOptions, io: Io): Promise<Config> {
  const place = { cwd: io.cwd, env: io.env };
  return loadConfig(options.config === undefined ? place : { ...place, path: options.config });
}

/** A config that cannot be read must not end the watch: the one before stays. */
async function reloaded(config: Config, log: Log, options: CommonOptions, io: Io): Promise<Config> {
  try {
    const next = await load(options, io);
    log.info({ config: next.path }, 'the config was reloaded');
    return next;
  } catch (error) {
    log.error({ err: error }, 'the config was not reloaded, the one before stays in force');
    return config;
  }
}

async function runOnce(config: Config, signal: AbortSignal, { io, log, report, createWire }: Run): Promise<void> {
  const wire = createWire(config);
  io.onExit(() => wire.kill());
  let farewell = (): void => undefined;
  try {
    const store = await wire.store();
    const [source, outbox, { schedule }] = await Promise.all([wire.source(), wire.deliveryDeps(), import('node-cron')]);
    const { digest } = config.alerts;
    report.started(config);
    const alerts = { ...wire.alertPolicy, gatherNewForMs: newForTimes * config.alerts.gatherForMs };
    const at = (cron: string, tick: () => void) => {
      const task = schedule(cron, tick, { noOverlap: true });
      return () => void task.destroy();
    };
    const deps = {
      ...wire.checkDeps(store),
      alerts,
      source,
      random: wire.random,
      limiter: wire.limiter(),
      log,
      onResult: reporter(config, report),
      outbox,
      scheduleAudit: (tick: () => void) => at(config.audit, tick),
      house: { retentionMs: config.retentionMs, configPath: config.path },
      scheduleHouse: (tick: () => void) => at(houseKeeping, tick),
      scheduleDigest: digest === null ? null : (tick: () => void) => at(digest, tick),
      attend: { ...wire.attendDeps(store), alerts },
      deadMan: await wire.deadMan(),
    };
    farewell = tellSystemd(
      io.env,
      process.pid,
      sendNotice(io.env, (err) => log.error({ err }, 'systemd was not told')),
    );
    await runDaemon(config.servers, deps, signal);
  } finally {
    farewell();
    await wire.close();
  }
}
