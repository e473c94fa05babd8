import type { AlertConfig } from '../config/config.ts';
import type { ChannelProbe } from '../monitor/ports-delivery.ts';
import { emailProbe } from './email-probe.ts';
import { httpEndpoint } from './http-post.ts';

type Probed = Pick<AlertConfig, 'email' | 'slack' | 'webhook' | 'sendTimeoutMs'>;

/** One for each configured channel that can be tried without a message. Whoever asked for them closes them. */
export function createProbes({ email, slack, webhook, sendTimeoutMs }: Probed): readonly ChannelProbe[] {
  return [
    ...(email === null ? [] : [emailProbe(email, sendTimeoutMs)]),
    ...(slack === null ? [] : [httpProbe('slack', 'Slack', 'webhookUrl' in slack ? slack.webhookUrl : slack.apiUrl)]),
    ...(webhook === null ? [] : [httpProbe('webhook', 'webhook', webhook.url)]),
  ];
}

/** Only the host: the rest of the address can be tried by a message alone. */
function httpProbe(name: string, title: string, url: string): ChannelProbe {
  const endpoint = httpEndpoint(title, url);
  return {
    name,
    async probe(signal) {
      const date = await endpoint.greet(signal);
      return { seen: `${endpoint.label} answers; only a message can show that it takes them`, date };
    },
    close: () => endpoint.close(),
  };
}
