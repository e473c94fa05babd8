import { loadConfig } from '../config/load-config.ts';
import { AppError } from '../errors.ts';
import type { WatchedServer } from '../monitor/ports.ts';
import { Wire } from '../wire.ts';
import type { CommonOptions, Io } from './io.ts';

/** Runs `work` with the parts that the config describes, and closes them whatever happens. */
export async function withWire<T>(options: CommonOptions, io: Io, work: (wire: Wire) => Promise<T>): Promise<T> {
  const place = { cwd: io.cwd, env: io.env };
  const wire = new Wire(await loadConfig(options.config === undefined ? place : { ...place, path: options.config }));
  io.onExit(() => wire.kill());
  try {
    return await work(wire);
  } finally {
    await wire.close();
  }
}

/** The servers named, or all. Throws for a name that the config does not know. */
export function chooseServers(names: readonly string[], servers: readonly WatchedServer[]): readonly WatchedServer[] {
  if (names.length === 0) return servers;
  return names.map((name) => {
    const server = servers.find((candidate) => candidate.name === name);
    if (server !== undefined) return server;
    const known = servers.map((candidate) => candidate.name).join(', ');
    throw new AppError('usage', `there is no server "${name}" in the config: it knows ${known}`);
  });
}
