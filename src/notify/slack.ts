import type { SlackConfig } from '../config/config.ts';
import type { Alert } from '../core/alert.ts';
import { composeAlert } from '../core/compose-alert.ts';
import type { Channel } from '../monitor/ports.ts';
import { httpEndpoint } from './http-post.ts';
import { slackPayload } from './slack-payload.ts';
import type { SlackPayload } from './slack-payload.ts';

/**
 * Slack refuses a message whose blocks take more than about 13,200 characters as JSON (`msg_blocks_too_long`, slackapi/bolt-js
 * issue 2509), however few blocks there are.
 */
const maxBlocksLength = 12_000;

/** A Slack incoming webhook. Its URL is a secret and appears nowhere. */
export function slackChannel(config: SlackConfig): Channel {
  const endpoint = httpEndpoint('Slack', config.webhookUrl);
  return {
    name: 'slack',
    send: (alert, signal) => endpoint.post(JSON.stringify(payloadToFit(alert)), {}, signal),
    close: () => endpoint.close(),
  };
}

/** Shows as much of an alert as Slack takes. */
function payloadToFit(alert: Alert): SlackPayload {
  for (const maxCharacters of [8000, 4000, 2000]) {
    const payload = payloadOf(alert, maxCharacters);
    if (jsonLength(payload.blocks) <= maxBlocksLength) return payload;
  }
  return payloadOf(alert, 500);
}

function payloadOf(alert: Alert, maxCharacters: number): SlackPayload {
  return slackPayload(composeAlert(alert, { maxFindings: 10, maxCharacters }));
}

/** As if everything outside ASCII were written `\uXXXX`: which form is counted is not documented. */
function jsonLength(value: unknown): number {
  const text = JSON.stringify(value);
  return text.length + 5 * (text.match(/[^ -~]/g)?.length ?? 0);
}
