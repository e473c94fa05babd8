import { dirname } from 'node:path';
import type { AlertConfig, Config, DatabaseConfig } from './config.ts';
import type { WrittenConfig } from './describe-launch.ts';
import { hide } from './hide.ts';
import { resolveServers } from './resolve-servers.ts';
import type { ParsedConfig } from './schema.ts';

/** The config as the program uses it. `path` is the absolute path of its file. */
export function resolveConfig(
  parsed: ParsedConfig,
  written: WrittenConfig,
  path: string,
  database: DatabaseConfig,
  trustedCertificates: readonly string[],
  tokenFolder: string | null,
): Config {
  const { limits } = parsed;
  return {
    path,
    database,
    servers: resolveServers(parsed, written, dirname(path)),
    audit: parsed.watch.audit,
    concurrency: parsed.watch.concurrency,
    limits: {
      maxBytes: limits.maxBytes,
      maxPages: limits.maxPages,
      maxItems: limits.maxItems,
      maxDepth: limits.maxDepth,
      readTimeoutMs: limits.readTimeout,
      startTimeoutMs: limits.startTimeout,
    },
    firstSeen: parsed.firstSeen,
    alerts: resolveAlerts(parsed.alerts),
    retentionMs: parsed.retention,
    trustedCertificates,
    tokenFolder,
  };
}

function resolveAlerts({ email, slack, webhook, deadMan, ...alerts }: ParsedConfig['alerts']): AlertConfig {
  return {
    minSeverity: alerts.minSeverity,
    blindAfterMs: alerts.blindAfter,
    gatherForMs: alerts.gatherFor,
    remindEveryMs: alerts.remindEvery,
    digest: alerts.digest ?? null,
    deadMan: deadMan === undefined ? null : hide({ url: deadMan.url, everyMs: deadMan.every }, {}),
    sendTimeoutMs: alerts.sendTimeout,
    email: email === undefined ? null : hide(email, { from: email.from, to: email.to }),
    slack: slack === undefined ? null : hide(slack, {}),
    webhook: webhook === undefined ? null : hide({ url: webhook.url, secret: webhook.secret ?? null }, {}),
  };
}
