import type { Segment } from 'jsonc-parser';
import { followedName } from '../core/followed-name.ts';
import { matchesServer } from '../core/route.ts';
import { viewName } from '../core/views.ts';
import { userAtHost } from '../origin.ts';
import { shortName } from './identity-schema.ts';
import { whyNoTokens } from './resolve-auth.ts';
import { defaultAudit, type ParsedConfig } from './schema.ts';

/** A phrase that says what is wrong with the value at `path`, which the schema of that value alone cannot see. */
export interface Contradiction {
  readonly path: readonly Segment[];
  readonly message: string;
  /** What the last segment of `path` may have been meant to be. */
  readonly known?: readonly string[];
}

/** What does not fit together in a config whose parts are valid. */
export async function findContradictions(parsed: ParsedConfig): Promise<readonly Contradiction[]> {
  const { watch, alerts } = parsed;
  const found = [
    ...findInTimes(['watch'], {
      interval: watch.interval,
      minInterval: watch.minInterval,
      maxInterval: watch.maxInterval,
    }),
    ...Object.keys(watch.servers).flatMap((name) => findInOverrides(parsed, name)),
    ...findInChannels(parsed),
  ];
  if (!(await isCron(watch.audit))) {
    found.push({ path: ['watch', 'audit'], message: 'must be a cron expression, such as "0 * * * *" for every hour' });
  }
  if (alerts.digest !== undefined && !(await isCron(alerts.digest))) {
    found.push({
      path: ['alerts', 'digest'],
      message: 'must be a cron expression, such as "0 8 * * *" for every day at eight',
    });
  }
  return found;
}

function findInOverrides({ mcpServers, watch }: ParsedConfig, name: string): Contradiction[] {
  const path = ['watch', 'servers', name];
  const own = watch.servers[name] ?? {};
  if (!Object.hasOwn(mcpServers, name)) {
    return [{ path, message: 'is for a server that mcpServers does not name', known: Object.keys(mcpServers) }];
  }
  const hasTimes = (own.interval ?? own.minInterval ?? own.maxInterval) !== undefined;
  const times = findInTimes(path, {
    interval: own.interval ?? watch.interval,
    minInterval: own.minInterval ?? watch.minInterval,
    maxInterval: own.maxInterval ?? watch.maxInterval,
  });
  const found = hasTimes ? times : [];
  if (own.identity !== undefined && own.identities !== undefined)
    found.push({ path: [...path, 'identity'], message: 'stands beside "identities"; a server has one of them' });
  const noTokens = own.auth === undefined ? null : whyNoTokens(mcpServers[name] ?? {});
  if (noTokens !== null) found.push({ path: [...path, 'auth'], message: noTokens });
  if (mcpServers[name]?.url === undefined) return found;
  const kept = 'is only for a stdio server; connections over HTTP are always kept';
  if (own.keepAlive !== undefined) found.push({ path: [...path, 'keepAlive'], message: kept });
  const nothing = 'is only for a stdio server; nothing is started to reach a server over HTTP';
  if (own.sandbox !== undefined) found.push({ path: [...path, 'sandbox'], message: nothing });
  return found;
}

/** A filter that lets nothing through would be silence that nobody asked for. */
function findInChannels({ mcpServers, follow, watch, alerts }: ParsedConfig): Contradiction[] {
  const names = Object.keys(mcpServers);
  const identities = Object.values(watch.servers)
    .flatMap((own) => own.identities ?? [])
    .map(shortName);
  const clients = follow.flatMap((client) => [followedName(client, null), followedName(client, userAtHost())]);
  const all = [...names, ...clients, ...names.flatMap((name) => identities.map((as) => viewName(name, as)))];
  const beside = follow.length === 0 ? '' : ', and no client of follow';
  const { email, slack, webhook, desktop } = alerts;
  const sections = Object.entries({
    email,
    slack,
    webhook,
    desktop: typeof desktop === 'object' ? desktop : undefined,
  });
  return sections.flatMap(([channel, section]) =>
    (section?.servers ?? []).flatMap((pattern, index) => {
      if (all.some((name) => matchesServer(pattern, name))) return [];
      const path = ['alerts', channel, 'servers', index];
      return [{ path, message: `matches no server of mcpServers${beside}: it knows ${names.join(', ')}` }];
    }),
  );
}

interface Times {
  readonly interval: number | undefined;
  readonly minInterval: number;
  readonly maxInterval: number;
}

/** Of two times that contradict each other, one would silently win. */
function findInTimes(path: readonly Segment[], { interval, minInterval, maxInterval }: Times): Contradiction[] {
  const least = 'minInterval (60s by default)';
  if (interval !== undefined && interval < minInterval) {
    return [{ path, message: `has an interval below the ${least} that holds for it; lower minInterval too` }];
  }
  if (minInterval <= maxInterval) return [];
  return [
    { path, message: `has a ${least} above the maxInterval (15m by default) that holds for it; raise maxInterval` },
  ];
}

/** node-cron is loaded only for an expression that somebody wrote: every command starts by loading the config. */
async function isCron(expression: string): Promise<boolean> {
  if (expression === defaultAudit) return true;
  const { validate } = await import('node-cron');
  return validate(expression);
}
