import { dirname } from 'node:path';
import type { Config, DatabaseConfig } from './config.ts';
import type { WrittenConfig } from './describe-launch.ts';
import { resolveAlerts } from './resolve-alerts.ts';
import { resolveFollow } from './resolve-follow.ts';
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
    servers: [...resolveServers(parsed, written, dirname(path)), ...resolveFollow(parsed, database)],
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
