import type { Severity } from '../core/finding.ts';
import type { ChannelFilter } from '../core/route.ts';
import type { Limits, WatchedServer } from '../monitor/ports-watched.ts';

/** Where the database is. `url` of PostgreSQL holds a password: never logged or printed. */
export type DatabaseConfig =
  { readonly kind: 'sqlite'; readonly path: string } | { readonly kind: 'postgres'; readonly url: string };

export interface EmailConfig {
  /** smtp: or smtps: URL with credentials. */
  readonly smtp: string;
  readonly from: string;
  readonly to: readonly string[];
}

export type SlackConfig =
  | { readonly webhookUrl: string }
  | {
      /** Token of a bot: a secret. */
      readonly token: string;
      readonly channel: string;
      /** Where the Web API is. */
      readonly apiUrl: string;
    };

export type ChannelName = 'email' | 'slack' | 'webhook' | 'desktop';

/** What can be said of every channel. */
export interface ChannelPolicy extends ChannelFilter {
  /** Messages in an hour beyond which alerts are told together. */
  readonly maxPerHour: number;
}

export interface WebhookConfig {
  readonly url: string;
  /** Key of the HMAC-SHA-256 signature; null sends unsigned. */
  readonly secret: string | null;
}

export interface DeadManConfig {
  /** It is a secret. */
  readonly url: string;
  readonly everyMs: number;
}

export interface AlertConfig {
  readonly minSeverity: Severity;
  readonly blindAfterMs: number;
  /** After a message about drift, what the same server adds within this time waits for the next one. */
  readonly gatherForMs: number;
  /** How often open drift is told again. */
  readonly remindEveryMs: number;
  /** Cron expression of the digest (node-cron, local time); null: none. */
  readonly digest: string | null;
  readonly deadMan: DeadManConfig | null;
  /** How long one delivery attempt may take. */
  readonly sendTimeoutMs: number;
  readonly email: EmailConfig | null;
  readonly slack: SlackConfig | null;
  readonly webhook: WebhookConfig | null;
  /** The channels that are configured. */
  readonly channels: Readonly<Partial<Record<ChannelName, ChannelPolicy>>>;
}

/** The configuration after parsing, expansion of `${VAR}` and defaults. */
export interface Config {
  /** Absolute path of the file that it came from. */
  readonly path: string;
  readonly database: DatabaseConfig;
  /** What is watched: the servers, and the files of the clients that are followed. */
  readonly servers: readonly WatchedServer[];
  /** Cron expression of the audit (node-cron, local time). */
  readonly audit: string;
  readonly concurrency: number;
  readonly limits: Limits;
  readonly firstSeen: 'ask' | 'pin';
  readonly alerts: AlertConfig;
  /** How long readings and delivered alerts are kept; null: for ever. */
  readonly retentionMs: number | null;
  /** Certificates (PEM) that HTTPS servers may be signed by, beside those that Node trusts. */
  readonly trustedCertificates: readonly string[];
  /** Where access tokens are kept, an absolute path. Null: in the user's own data folder. */
  readonly tokenFolder: string | null;
}
