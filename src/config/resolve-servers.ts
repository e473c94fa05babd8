import ms from 'ms';
import { launchKey } from '../core/launch-key.ts';
import { viewName } from '../core/views.ts';
import type { Launch, WatchedServer, WatchPolicy } from '../monitor/ports-watched.ts';
import { launchOf, type WrittenConfig } from './describe-launch.ts';
import { hide } from './hide.ts';
import { shortName, type WrittenIdentity } from './identity-schema.ts';
import { resolveAuth } from './resolve-auth.ts';
import { resolveIdentity } from './resolve-identity.ts';
import { resolvePath } from './resolve-path.ts';
import type { ParsedConfig } from './schema.ts';
import type { ServerEntry } from './server-schema.ts';

type Watch = ParsedConfig['watch'];

/** The servers in the order of the file. `folder` is the one of the config file. */
export function resolveServers(
  { mcpServers, watch }: ParsedConfig,
  written: WrittenConfig,
  folder: string,
): readonly WatchedServer[] {
  return Object.entries(mcpServers).flatMap(([name, entry]) => {
    const own = overridesOf(name, watch);
    const auth = resolveAuth(entry, own?.auth, folder);
    const server = {
      name,
      launch: resolveLaunch(entry, own?.sandbox ?? [], folder),
      launchDefinition: launchOf(name, written),
      launchKey: launchKey(written.mcpServers[name] ?? {}),
      policy: resolvePolicy(entry, name, watch),
      identity: resolveIdentity(own?.identity ?? watch.identity),
      ...(auth !== undefined && { auth }),
    };
    return own?.identities === undefined ? [server] : viewsOf(server, own.identities);
  });
}

/** The server once for each identity. */
function viewsOf(server: WatchedServer, identities: readonly WrittenIdentity[]): readonly WatchedServer[] {
  const names = identities.map((identity) => viewName(server.name, shortName(identity)));
  return identities.map((identity, index) => {
    const name = names[index] ?? server.name;
    const siblings = names.filter((other) => other !== name);
    const view = { server: server.name, as: shortName(identity), siblings };
    return { ...server, name, identity: resolveIdentity(identity), view };
  });
}

/** Which HTTP transport the config names, if it does. */
function transportOf({ type }: ServerEntry): Pick<Extract<Launch, { kind: 'http' }>, 'transport'> {
  if (type === 'sse') return { transport: 'sse' };
  return type === undefined ? {} : { transport: 'streamable-http' };
}

/** `sandbox` stands before the command: whatever it starts belongs to the same process group, and is killed with it. */
function resolveLaunch(entry: ServerEntry, sandbox: readonly string[], folder: string): Launch {
  const { command, args = [], env = {}, cwd = '.', url = '', headers = {} } = entry;
  if (command === undefined)
    return hide({ kind: 'http', url, headers, ...transportOf(entry) }, { kind: 'http', headers: Object.keys(headers) });
  const [program = command, ...rest] = [...sandbox, command, ...args];
  return hide(
    { kind: 'stdio', command: program, args: rest, env, cwd: resolvePath(folder, cwd) },
    { kind: 'stdio', env: Object.keys(env) },
  );
}

function overridesOf(name: string, watch: Watch) {
  return Object.hasOwn(watch.servers, name) ? watch.servers[name] : undefined;
}

function resolvePolicy({ url }: ServerEntry, name: string, watch: Watch): WatchPolicy {
  const own = overridesOf(name, watch);
  const isHttp = url !== undefined;
  return {
    intervalMs: own?.interval ?? watch.interval ?? ms(isHttp ? '5m' : '30m'),
    minIntervalMs: own?.minInterval ?? watch.minInterval,
    maxIntervalMs: own?.maxInterval ?? watch.maxInterval,
    keepAlive: isHttp || (own?.keepAlive ?? false),
    resources: own?.resources ?? watch.resources,
  };
}
