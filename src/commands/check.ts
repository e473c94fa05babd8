import pc from 'picocolors';
import { approveCommand } from '../core/approve-command.ts';
import { composeFinding } from '../core/compose-finding.ts';
import type { CheckDeps, CheckResult } from '../monitor/check-result.ts';
import { checkServer } from '../monitor/check-server.ts';
import type { Source, WatchedServer } from '../monitor/ports.ts';
import { WatchedConnection } from '../monitor/watched-connection.ts';
import type { Wire } from '../wire.ts';
import { deliverNow } from './deliver-now.ts';
import { describeResult } from './describe.ts';
import { exitCodeOf } from './exit-code.ts';
import { printJson, typed, type CommonOptions, type Io } from './io.ts';
import { showProgress } from './progress.ts';
import { renderBlocks } from './terminal.ts';
import { chooseServers, withWire } from './with-wire.ts';

/** Reads each server once, side by side, and says what differs from the approved. */
export async function check(names: readonly string[], options: CommonOptions, io: Io): Promise<number> {
  return withWire(options, io, async (wire) => {
    const servers = chooseServers(names, wire.config.servers);
    const checkedAt = wire.clock.now().toISOString();
    const results = await checkAll(servers, wire, options, io);
    if (options.json === true) printJson(io, { schemaVersion: 1, checkedAt, servers: results });
    else printResults(results, options, io);
    return exitCodeOf(results);
  });
}

async function checkAll(
  servers: readonly WatchedServer[],
  wire: Wire,
  options: CommonOptions,
  io: Io,
): Promise<readonly CheckResult[]> {
  const store = await wire.store();
  const source = await wire.source();
  const deps: CheckDeps = { ...wire.checkDeps(store), planNext: null, alternation: null };
  const limiter = wire.limiter();
  const tasks = servers.map((server) => ({
    name: server.name,
    run: () => limiter.run(() => checkOnce(server, source, deps, wire, io.signal)),
  }));
  const results = await showProgress(tasks, options.json === true ? null : io);
  await deliverNow(store, wire, io);
  return results;
}

async function checkOnce(
  server: WatchedServer,
  source: Source,
  deps: CheckDeps,
  wire: Wire,
  signal: AbortSignal,
): Promise<CheckResult> {
  const record = await deps.store.server(server.name);
  const connection = new WatchedConnection(server, record?.era ?? null, null, { ...deps, source, random: wire.random });
  try {
    const read = () => connection.read(signal);
    return (await checkServer(server, read, deps, null, signal)).result;
  } finally {
    await connection.close();
  }
}

function printResults(results: readonly CheckResult[], options: CommonOptions, io: Io): void {
  const colors = pc.createColors(io.color);
  const width = Math.max(...results.map((result) => result.server.length));
  const style = { color: io.color, width: io.width };
  for (const result of results) {
    io.out(`${describeResult(result, width, colors)}\n`);
    for (const finding of result.findings) {
      if (result.verdict === 'drift') io.out(`\n${renderBlocks(composeFinding(finding, result.server), style)}\n`);
    }
    const command = commandFor(result);
    if (command !== null) io.out(`  approve it:  ${typed(command, io, options)}\n`);
  }
}

function commandFor({ server, verdict, fingerprint }: CheckResult): string | null {
  if (fingerprint === null || (verdict !== 'drift' && verdict !== 'unapproved')) return null;
  return approveCommand(server, [], { surfaceFingerprint: fingerprint });
}
