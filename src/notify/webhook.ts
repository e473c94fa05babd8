import { createHmac } from 'node:crypto';
import type { WebhookConfig } from '../config/config.ts';
import type { Channel } from '../monitor/ports-delivery.ts';
import type { Clock } from '../monitor/ports-world.ts';
import { httpEndpoint } from './http-post.ts';
import { webhookBody } from './webhook-body.ts';

/**
 * Posts each alert as JSON. With a secret, `X-Tooldrift-Signature` is `v1=` and the hex HMAC-SHA-256 of
 * `<X-Tooldrift-Timestamp>.<body>`; the timestamp (Unix seconds) lets a receiver refuse replays, `X-Tooldrift-Id` a repeat.
 */
export function webhookChannel(config: WebhookConfig, clock: Clock): Channel {
  const endpoint = httpEndpoint('webhook', config.url);
  return {
    name: 'webhook',
    async send(alert, signal) {
      const body = webhookBody(alert);
      const timestamp = String(Math.floor(clock.now().getTime() / 1000));
      const signature: Readonly<Record<string, string>> =
        config.secret === null ? {} : { 'x-tooldrift-signature': `v1=${sign(config.secret, timestamp, body)}` };
      const id = alert.id.replace(/[^\w.-]/g, '-');
      await endpoint.post(body, { 'x-tooldrift-id': id, 'x-tooldrift-timestamp': timestamp, ...signature }, signal);
      return null;
    },
    close: () => endpoint.close(),
  };
}

function sign(secret: string, timestamp: string, body: string): string {
  return createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
}
