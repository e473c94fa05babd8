import pc from 'picocolors';
import { approveCommand } from '../core/approve-command.ts';
import { isFollowed } from '../core/followed-name.ts';
import { arrange, composeEntry } from '../core/arrange.ts';
import { loadConfig } from '../config/load-config.ts';
import type { Config } from '../config/config.ts';
import { createLog } from '../log.ts';
import type { CheckResult } from '../monitor/check-result.ts';
import { runDaemon } from '../monitor/daemon.ts';
import type { Log } from '../monitor/ports-world.ts';
import { readVersion } from '../version.ts';
import { Wire } from '../wire.ts';
import { describeResult } from './describe.ts';
import { exitCodes, typed, type CommonOptions, type Io } from './io.ts';
import { renderBlocks } from './terminal.ts';

/** Every hour: a machine that sleeps at night must not miss it. Off the hour, when servers are read. */
const houseKeeping = '23 * * * *';

/**
 * The daemon: watches until it is asked to stop, and starts over with a new config when it is asked to reload. `createWire` may
 * bring a clock of its own.
 */
export async function run(options: CommonOptions, io: Io, createWire = newWire): Promise<number> {
  const log = createLog({ isPretty: io.isErrTty, isVerbose: options.verbose === true, write: io.err });
  let config = await load(options, io);
  let reload: AbortController | null = null;
  io.onReload(() => reload?.abort());
  while (!io.signal.aborted) {
    reload = new AbortController();
    await runOnce(config, AbortSignal.any([io.signal, reload.signal]), log, options, io, createWire);
    if (reload.signal.aborted && !io.signal.aborted) config = await reloaded(config, log, options, io);
  }
  io.out('stopped\n');
  return exitCodes.clean;
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

async function runOnce(
  config: Config,
  signal: AbortSignal,
  log: Log,
  options: CommonOptions,
  io: Io,
  createWire: typeof newWire,
): Promise<void> {
  const wire = createWire(config);
  io.onExit(() => wire.kill());
  try {
    const store = await wire.store();
    const [source, outbox, { schedule }] = await Promise.all([wire.source(), wire.deliveryDeps(), import('node-cron')]);
    const { digest } = config.alerts;
    printStart(config, io);
    const at = (cron: string, tick: () => void) => {
      const task = schedule(cron, tick, { noOverlap: true });
      return () => void task.destroy();
    };
    const deps = {
      ...wire.checkDeps(store),
      source,
      random: wire.random,
      limiter: wire.limiter(),
      log,
      onResult: reporter(config, options, io),
      outbox,
      scheduleAudit: (tick: () => void) => at(config.audit, tick),
      house: { retentionMs: config.retentionMs, configPath: config.path },
      scheduleHouse: (tick: () => void) => at(houseKeeping, tick),
      scheduleDigest: digest === null ? null : (tick: () => void) => at(digest, tick),
      attend: wire.attendDeps(store),
      deadMan: await wire.deadMan(),
    };
    await runDaemon(config.servers, deps, signal);
  } finally {
    await wire.close();
  }
}

function printStart(config: Config, io: Io): void {
  const { servers, database, alerts } = config;
  const [watched, followed] = [
    servers.filter(({ name }) => !isFollowed(name)),
    servers.filter(({ name }) => isFollowed(name)),
  ];
  const names = watched.map((server) => server.name).join(', ');
  const where = database.kind === 'sqlite' ? database.path : 'PostgreSQL';
  io.out(`tooldrift ${readVersion()} watches ${watched.length} server${watched.length === 1 ? '' : 's'}: ${names}\n`);
  if (followed.length > 0)
    io.out(
      `follows the files of ${followed.map(({ launch }) => (launch.kind === 'files' ? launch.client : '')).join(', ')}\n`,
    );
  io.out(`config ${config.path}, database ${where}\n`);
  if (Object.keys(alerts.channels).length === 0) {
    io.out('no alert channel is configured: drift is recorded and shown here and by `status`\n');
  }
  io.out('\n');
}

/** Prints each result that says something new, and once all servers were read, what awaits a person. */
function reporter({ servers }: Config, options: CommonOptions, io: Io): (result: CheckResult) => void {
  const colors = pc.createColors(io.color);
  const width = Math.max(...servers.map((server) => server.name.length));
  const last = new Map<string, string>();
  const unread = new Set(servers.map((server) => server.name));
  const unapproved = new Set<string>();
  return (result) => {
    const line = describeResult(result, width, colors);
    const state = JSON.stringify([line, result.fingerprint, result.verdict]);
    const isNew = last.get(result.server) !== state;
    last.set(result.server, state);
    if (isNew) printResult(result, line, options, io);
    if (result.verdict === 'unapproved') unapproved.add(result.server);
    if (!unread.delete(result.server) || unread.size > 0) return;
    if (unapproved.size > 1) io.out(`\napprove them all:  ${typed('tooldrift approve --first-seen', io, options)}\n`);
    io.out('\nwatching; press Ctrl-C to stop\n');
  };
}

function printResult(result: CheckResult, line: string, options: CommonOptions, io: Io): void {
  io.out(`${line}\n`);
  if (result.fingerprint === null) return;
  const { server, verdict, findings, fingerprint } = result;
  if (verdict === 'drift') {
    for (const entry of arrange(findings))
      io.out(`\n${renderBlocks(composeEntry(entry, server), { color: io.color, width: io.width })}\n`);
  }
  if (verdict === 'clean') return;
  const verb = verdict === 'drift' ? 'approve it, if it is right' : 'approve it';
  io.out(`  ${verb}:  ${typed(approveCommand(server, [], { surfaceFingerprint: fingerprint }), io, options)}\n`);
}
