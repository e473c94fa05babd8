import type { Alert } from '../core/alert.ts';
import { atLeast } from '../core/finding.ts';
import { DeliveryError } from '../monitor/delivery-error.ts';
import type { PlainPayload, SlackPayload } from './slack-payload.ts';

interface Payloads {
  readonly whole: SlackPayload;
  /** In place of a message that Slack refuses for its form. */
  readonly plain: PlainPayload;
}

/** What passes (https://docs.slack.dev/reference/methods/chat.postMessage): the rest would be the same next time. */
const passing = new Set([
  'ratelimited',
  'rate_limited',
  'message_limit_exceeded',
  'internal_error',
  'fatal_error',
  'service_unavailable',
  'request_timeout',
]);

const newToken = 'copy the token of the bot (xoxb-...) from the settings of the app into the config';
const invite = 'check the ID in "channel", and invite the bot there: /invite @<its name>';

/** What Slack's word means, and what to do. */
const hints: Readonly<Record<string, readonly [meaning: string, remedy: string]>> = {
  invalid_auth: ['the token is not valid', newToken],
  not_authed: ['the token is missing', newToken],
  account_inactive: ['the token belongs to a bot or workspace that is gone', newToken],
  token_revoked: ['the token was revoked', newToken],
  token_expired: ['the token has expired', newToken],
  missing_scope: ['the bot lacks the scope chat:write', 'add it in the settings of the app, and install the app again'],
  channel_not_found: ['there is no such channel, or the bot does not see it', invite],
  not_in_channel: ['the bot is not a member of the channel', invite],
  is_archived: ['the channel is archived', 'name another one in "channel"'],
  restricted_action: ['the workspace does not let the bot post here', 'ask who runs it, or name another channel'],
  ratelimited: ['too many messages', 'wait a little; maxPerHour lets tooldrift send fewer'],
};

const isOfForm = (error: string): boolean =>
  /^(?:invalid_blocks|msg_blocks_too_long|msg_too_long|invalid_)/.test(error);
const isOfThread = (error: string): boolean => /thread/.test(error);

/**
 * Posts an alert into the thread of the message with this `ts`, if there is one, and resolves to the `ts` of the new message.
 * A message that Slack refuses for its form is sent in a plain one, one whose thread is gone outside of it.
 */
export async function postMessage(
  alert: Alert,
  channel: string,
  { whole, plain }: Payloads,
  thread: string | null,
  post: (body: object) => Promise<string>,
): Promise<string | null> {
  const send = async (payload: SlackPayload | PlainPayload, threadTs: string | null): Promise<Answer> =>
    readAnswer(await post({ channel, ...payload, metadata: metadataOf(alert), ...threading(alert, threadTs) }));
  let answer = await send(whole, thread);
  if (!answer.ok && thread !== null && isOfThread(answer.error)) answer = await send(whole, null);
  if (!answer.ok && isOfForm(answer.error) && hints[answer.error] === undefined) answer = await send(plain, null);
  if (answer.ok) return answer.ts;
  const [hint, remedy = null] = hints[answer.error] ?? [];
  const message = `Slack answered ${answer.error}${hint === undefined ? '' : `: ${hint}`}`;
  throw new DeliveryError(message, { retryable: passing.has(answer.error), remedy });
}

/** What is grave shows in the channel as well: few look into old threads. */
function threading({ reason, severity }: Alert, threadTs: string | null): object {
  if (threadTs === null) return {};
  const isOver = ['reverted', 'approved', 'rejected'].includes(reason);
  return { thread_ts: threadTs, reply_broadcast: !isOver && atLeast(severity, 'high') };
}

/** Tells a repeat after a crash as such. */
function metadataOf({ id, reason }: Alert): object {
  return { event_type: 'tooldrift_alert', event_payload: { id: id.slice(0, 200), reason } };
}

type Answer =
  | { readonly ok: true; readonly ts: string | null }
  /** One of Slack's error words. */
  | { readonly ok: false; readonly error: string };

function readAnswer(text: string): Answer {
  const answer = parse(text);
  if (typeof answer !== 'object' || answer === null || !('ok' in answer))
    return { ok: false, error: 'service_unavailable' };
  if (answer.ok === true) {
    const ts =
      'ts' in answer && typeof answer.ts === 'string' && /^\d{1,20}\.\d{1,20}$/.test(answer.ts) ? answer.ts : null;
    return { ok: true, ts };
  }
  const isWord = 'error' in answer && typeof answer.error === 'string' && /^[a-z_]{1,60}$/.test(answer.error);
  return { ok: false, error: isWord ? String(answer.error) : 'an unknown error' };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
