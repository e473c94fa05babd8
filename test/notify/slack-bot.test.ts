import { describe, expect, it, onTestFinished } from 'vitest';
import type { Channel } from '../../src/monitor/ports-delivery.ts';
import { slackChannel } from '../../src/notify/slack.ts';
import { anAlert } from '../support/alerts.ts';
import { startHttpReceiver, type HttpReceiver } from '../support/http-receiver.ts';
import { expectFailure, failureOf, noAbort } from './delivery.ts';

const token = 'xoxb-s3cr3t';

async function aBot(
  ...answers: readonly object[]
): Promise<{ readonly slack: HttpReceiver; readonly channel: Channel }> {
  const slack = await startHttpReceiver();
  slack.respondWith(...answers.map((answer) => ({ status: 200, body: JSON.stringify(answer) })));
  const channel = slackChannel({ token, channel: 'C012', apiUrl: `${slack.url}/api` });
  onTestFinished(async () => {
    await channel.close();
    await slack.close();
  });
  return { slack, channel };
}

const done = { ok: true, channel: 'C012', ts: '1796119200.000100' };
const known = (threadReceipt: string | null) => ({ receipt: null, threadReceipt });

describe('a Slack bot', () => {
  it('posts to its channel with its token, and keeps which message it was', async () => {
    const { slack, channel } = await aBot(done);
    expect(await channel.send(anAlert({ id: 'one' }), noAbort())).toBe('1796119200.000100');
    const [request] = slack.requests;
    expect(request).toMatchObject({ method: 'POST', path: '/api/chat.postMessage' });
    expect(request?.headers.authorization).toBe(`Bearer ${token}`);
    expect(request?.json()).toMatchObject({
      channel: 'C012',
      text: '🔴 [tooldrift] HIGH: billing: the model reads another description of delete_file',
      metadata: { event_type: 'tooldrift_alert', event_payload: { id: 'one', reason: 'first-drift' } },
    });
    expect(request?.json()).not.toHaveProperty('thread_ts');
  });

  it.each([
    ['drift-changed', 'high', true],
    ['drift-changed', 'medium', false],
    ['reverted', 'critical', false],
  ] as const)('puts an update into the thread of the first message: %s, %s', async (reason, severity, broadcast) => {
    const { slack, channel } = await aBot(done);
    await channel.send(anAlert({ reason, severity }), noAbort(), known('1.2'));
    expect(slack.requests[0]?.json()).toMatchObject({ thread_ts: '1.2', reply_broadcast: broadcast });
  });

  it('posts outside of a thread that is gone', async () => {
    const { slack, channel } = await aBot({ ok: false, error: 'thread_not_found' }, done);
    expect(await channel.send(anAlert(), noAbort(), known('1.2'))).toBe(done.ts);
    expect(slack.requests[1]?.json()).not.toHaveProperty('thread_ts');
  });

  it.each(['invalid_blocks', 'msg_blocks_too_long'])('posts a shorter message after %s', async (error) => {
    const { slack, channel } = await aBot({ ok: false, error }, done);
    await channel.send(anAlert(), noAbort());
    expect(slack.requests[1]?.json()).toMatchObject({ text: expect.stringContaining('Slack refused the rest of it') });
    expect(slack.requests[1]?.json()).not.toHaveProperty('blocks');
  });

  it.each([
    ['invalid_auth', false, 'Slack answered invalid_auth: the token is not valid'],
    ['channel_not_found', false, 'there is no such channel'],
    ['not_in_channel', false, 'not a member of the channel'],
    ['missing_scope', false, 'chat:write'],
    ['ratelimited', true, 'ratelimited'],
    ['fatal_error', true, 'fatal_error'],
    ['a_new_word', false, 'Slack answered a_new_word'],
    ['<!channel>\u001B[31m', false, 'Slack answered an unknown error'],
  ])('tells passing from lasting errors: %s', async (error, retryable, message) => {
    const { channel } = await aBot({ ok: false, error });
    const failure = await failureOf(channel.send(anAlert(), noAbort()));
    expectFailure(failure, retryable, message);
    expect(failure.message).not.toContain(token);
  });

  it('does not take a page of a proxy for an answer of Slack', async () => {
    const { slack, channel } = await aBot();
    slack.respondWith({ status: 200, body: '<html>welcome</html>' });
    expectFailure(await failureOf(channel.send(anAlert(), noAbort())), true, 'Slack answered service_unavailable');
  });

  it('keeps nothing as a thread that is no message of Slack', async () => {
    const { channel } = await aBot({ ok: true, ts: '"><script>' });
    expect(await channel.send(anAlert(), noAbort())).toBeNull();
  });
});
