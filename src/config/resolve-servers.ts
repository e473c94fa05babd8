import ms from 'ms';
import type { Launch, WatchedServer, WatchPolicy } from '../monitor/ports.ts';
import { describeLaunch, type WrittenServer } from './describe-launch.ts';
import { hide } from './hide.ts';
import { resolvePath } from './resolve-path.ts';
import type { ParsedConfig } from './schema.ts';
import type { ServerEntry } from './server-schema.ts';

type Watch = ParsedConfig['watch'];

/** The servers in the order of the file. `folder` is the one of the config file. */
export function resolveServers(
  { mcpServers, watch }: ParsedConfig,
  written: Readonly<Record<string, WrittenServer>>,
  folder: string,
): readonly WatchedServer[] {
  return Object.entries(mcpServers).map(([name, entry]) => ({
    name,
    launch: resolveLaunch(entry, folder),
    launchDefinition: describeLaunch(written[name] ?? {}),
    policy: resolvePolicy(entry, name, watch),
  }));
}

function resolveLaunch(entry: ServerEntry, folder: string): Launch {
  const { command, args = [], env = {}, cwd = '.', url = '', headers = {} } = entry;
  if (command === undefined)
    return hide({ kind: 'http', url, headers }, { kind: 'http', headers: Object.keys(headers) });
  return hide(
    { kind: 'stdio', command, args, env, cwd: resolvePath(folder, cwd) },
    { kind: 'stdio', env: Object.keys(env) },
  );
}

function resolvePolicy({ url }: ServerEntry, name: string, watch: Watch): WatchPolicy {
  const own = Object.hasOwn(watch.servers, name) ? watch.servers[name] : undefined;
  const isHttp = url !== undefined;
  return {
    intervalMs: own?.interval ?? watch.interval ?? ms(isHttp ? '5m' : '30m'),
    minIntervalMs: own?.minInterval ?? watch.minInterval,
    maxIntervalMs: own?.maxInterval ?? watch.maxInterval,
    keepAlive: isHttp || (own?.keepAlive ?? false),
  };
}
