import type { SlackConfig } from '../config/config.ts';
import type { Alert } from '../core/alert.ts';
import { composeAlert } from '../core/compose-alert.ts';
import type { Channel } from '../monitor/ports-delivery.ts';
import { StatusError } from './http-error.ts';
import { httpEndpoint } from './http-post.ts';
import { postMessage } from './slack-api.ts';
import { plainPayload, slackPayload } from './slack-payload.ts';
import type { SlackPayload } from './slack-payload.ts';

/**
 * Slack refuses a message whose blocks take more than about 13,200 characters as JSON (`msg_blocks_too_long`, slackapi/bolt-js
 * issue 2509), however few blocks there are.
 */
const maxBlocksLength = 12_000;

/** A Slack incoming webhook, or a bot that posts. URL and token are secrets and appear nowhere. */
export function slackChannel(config: SlackConfig): Channel {
  return 'token' in config ? botChannel(config) : webhookChannel(config.webhookUrl);
}

function webhookChannel(webhookUrl: string): Channel {
  const endpoint = httpEndpoint('Slack', webhookUrl);
  return {
    name: 'slack',
    async send(alert, signal) {
      const post = (payload: object): Promise<string> => endpoint.post(JSON.stringify(payload), {}, signal);
      await post(payloadToFit(alert)).catch((error: unknown) => {
        // `invalid_blocks` and its like: a short message is better than none.
        if (error instanceof StatusError && error.status === 400) return post(plainPayload(messageOf(alert, 500)));
        throw error;
      });
      return null;
    },
    close: () => endpoint.close(),
  };
}

function botChannel(config: Extract<SlackConfig, { readonly token: string }>): Channel {
  const base = config.apiUrl.endsWith('/') ? config.apiUrl : `${config.apiUrl}/`;
  const endpoint = httpEndpoint('Slack', new URL('chat.postMessage', base).href);
  return {
    name: 'slack',
    async send(alert, signal, earlier) {
      const post = (body: object): Promise<string> =>
        endpoint.post(JSON.stringify(body), { authorization: `Bearer ${config.token}` }, signal);
      const payloads = { whole: payloadToFit(alert), plain: plainPayload(messageOf(alert, 500)) };
      return postMessage(alert, config.channel, payloads, earlier?.threadReceipt ?? null, post);
    },
    close: () => endpoint.close(),
  };
}

/** Shows as much of an alert as Slack takes. */
export function payloadToFit(alert: Alert): SlackPayload {
  for (const maxCharacters of [8000, 4000, 2000]) {
    const payload = slackPayload(messageOf(alert, maxCharacters), alert.id);
    if (jsonLength(payload.blocks) <= maxBlocksLength) return payload;
  }
  return slackPayload(messageOf(alert, 500), alert.id);
}

function messageOf(alert: Alert, maxCharacters: number) {
  return composeAlert(alert, { maxFindings: 10, maxCharacters });
}

/** As if everything outside ASCII were written `\uXXXX`: which form is counted is not documented. */
function jsonLength(value: unknown): number {
  const text = JSON.stringify(value);
  return text.length + 5 * (text.match(/[^ -~]/g)?.length ?? 0);
}
