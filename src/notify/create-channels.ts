import type { AlertConfig } from '../config/config.ts';
import type { Channel } from '../monitor/ports-delivery.ts';
import type { Clock } from '../monitor/ports-world.ts';
import { desktopChannel, type Desktop } from './desktop.ts';
import { emailChannel } from './email.ts';
import { slackChannel } from './slack.ts';
import { webhookChannel } from './webhook.ts';

/** The configured channels. Whoever asked for them closes them. */
export function createChannels(config: AlertConfig, clock: Clock, desktop: Desktop): readonly Channel[] {
  return [
    ...(config.email === null ? [] : [emailChannel(config.email)]),
    ...(config.slack === null ? [] : [slackChannel(config.slack)]),
    ...(config.webhook === null ? [] : [webhookChannel(config.webhook, clock)]),
    ...(config.channels.desktop === undefined ? [] : [desktopChannel(desktop)]),
  ];
}
