import type { Config } from '../config/config.ts';
import { loadConfig } from '../config/load-config.ts';
import type { LoadOptions } from '../config/locations.ts';
import { AppError } from '../errors.ts';
import type { WatchedServer } from '../monitor/ports-watched.ts';
import { viewedServers } from '../monitor/views.ts';
import { Wire } from '../wire.ts';
import type { CommonOptions, Io } from './io.ts';

/** Runs `work` with the parts that the config describes, and closes them whatever happens. */
export async function withWire<T>(options: CommonOptions, io: Io, work: (wire: Wire) => Promise<T>): Promise<T> {
  return withConfig(await loadConfig(placeOf(options, io)), io, work);
}

/** Where the config is looked for. */
export function placeOf({ config }: CommonOptions, { cwd, env }: Io): LoadOptions {
  return config === undefined ? { cwd, env } : { cwd, env, path: config };
}

/** The same with a config that is loaded already. */
export async function withConfig<T>(config: Config, io: Io, work: (wire: Wire) => Promise<T>): Promise<T> {
  const wire = new Wire(config);
  io.onExit(() => wire.kill());
  try {
    return await work(wire);
  } finally {
    await wire.close();
  }
}

/** The servers named, or all; of one that is read under several identities, all its views. Throws for an unknown name. */
export function chooseServers(names: readonly string[], servers: readonly WatchedServer[]): readonly WatchedServer[] {
  if (names.length === 0) return servers;
  return names.flatMap((name) => {
    const chosen = servers.filter((candidate) => candidate.name === name || candidate.view?.server === name);
    if (chosen.length > 0) return chosen;
    const known = [
      ...servers.map((candidate) => candidate.name),
      ...viewedServers(servers).map((viewed) => viewed.name),
    ];
    throw new AppError('usage', `there is no server "${name}" in the config: it knows ${known.join(', ')}`);
  });
}

/** Under which names something is recorded of the servers named, or of all: views, and what differs between them. */
export function chooseRecords(names: readonly string[], servers: readonly WatchedServer[]): readonly string[] {
  const chosen = chooseServers(names, servers);
  const isWhole = (name: string): boolean => names.length === 0 || names.includes(name);
  const compared = viewedServers(servers).map(({ name }) => name);
  return [...chosen.map(({ name }) => name), ...compared.filter(isWhole)];
}

/** Throws for an unknown server, and for one of which every identity has a picture of its own. */
export function checkIsOne(name: string, servers: readonly WatchedServer[]): void {
  const views = chooseServers([name], servers);
  if (views.some((view) => view.name === name)) return;
  const names = views.map((view) => view.name).join(', ');
  throw new AppError('usage', `server "${name}" is read under several identities: name one of ${names}`);
}
