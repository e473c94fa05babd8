import type { AlertConfig, ChannelName, ChannelPolicy, SlackConfig } from './config.ts';
import { defaultMaxPerHour } from '../core/plan-delivery.ts';
import { hide } from './hide.ts';
import type { ParsedConfig } from './schema.ts';

type Parsed = ParsedConfig['alerts'];

/** When and where to speak up. Secrets are hidden from whoever prints it. */
export function resolveAlerts({ email, slack, webhook, deadMan, ...alerts }: Parsed): AlertConfig {
  return {
    minSeverity: alerts.minSeverity,
    blindAfterMs: alerts.blindAfter,
    gatherForMs: alerts.gatherFor,
    remindEveryMs: alerts.remindEvery,
    digest: alerts.digest ?? null,
    deadMan: deadMan === undefined ? null : hide({ url: deadMan.url, everyMs: deadMan.every }, {}),
    sendTimeoutMs: alerts.sendTimeout,
    email:
      email === undefined
        ? null
        : hide({ smtp: email.smtp, from: email.from, to: email.to }, { from: email.from, to: email.to }),
    slack: slack === undefined ? null : resolveSlack(slack),
    webhook: webhook === undefined ? null : hide({ url: webhook.url, secret: webhook.secret ?? null }, {}),
    channels: resolveChannels({ email, slack, webhook, desktop: resolveDesktop(alerts.desktop) }),
  };
}

function resolveSlack({ webhookUrl, token = '', channel = '', apiUrl }: NonNullable<Parsed['slack']>): SlackConfig {
  return webhookUrl === undefined ? hide({ token, channel, apiUrl }, { channel, apiUrl }) : hide({ webhookUrl }, {});
}

function resolveDesktop(desktop: Parsed['desktop']): Written | undefined {
  if (desktop === undefined || desktop === false) return undefined;
  return desktop === true ? { maxPerHour: defaultMaxPerHour } : desktop;
}

interface Written {
  readonly minSeverity?: ChannelPolicy['minSeverity'] | undefined;
  readonly servers?: readonly string[] | undefined;
  readonly maxPerHour: number;
}

function resolveChannels(written: Readonly<Record<ChannelName, Written | undefined>>): AlertConfig['channels'] {
  const policies = Object.entries(written).flatMap(([name, channel]) =>
    channel === undefined ? [] : [[name, policyOf(channel)] as const],
  );
  return Object.fromEntries(policies);
}

function policyOf({ minSeverity, servers, maxPerHour }: Written): ChannelPolicy {
  return { minSeverity: minSeverity ?? null, servers: servers ?? null, maxPerHour };
}
