import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { emailChannel } from '../../src/notify/email.ts';
import { slackChannel } from '../../src/notify/slack.ts';
import { webhookChannel } from '../../src/notify/webhook.ts';
import { aFinding } from '../support/alerts.ts';
import { engines } from '../support/database.ts';
import { startHttpReceiver, type HttpReceiver, type Reaction } from '../support/http-receiver.ts';
import { startSmtpReceiver, type SmtpReceiver } from '../support/smtp-receiver.ts';
import { OutboxStage } from './outbox-stage.ts';

/** The subject of each message that a Slack receiver took. */
function notificationsOf(receiver: HttpReceiver): readonly string[] {
  return receiver.requests.map((request) => (request.json() as { text: string }).text); // `slackPayload` made it
}

describe('channels that fail', () => {
  let stage: OutboxStage;
  let slack: HttpReceiver;
  let mail: SmtpReceiver;

  beforeEach(async () => {
    stage = await OutboxStage.open('sqlite');
    slack = stage.later(await startHttpReceiver());
    mail = stage.later(await startSmtpReceiver());
    stage.add(slackChannel({ webhookUrl: `${slack.url}/services/x` }));
    stage.add(emailChannel({ smtp: mail.url, from: 'tooldrift@example.com', to: ['ann@example.com'] }));
  });

  afterEach(() => stage.close());

  const refuse = (reaction: Reaction, times = 1): void =>
    slack.respondWith(...Array.from({ length: times }, () => reaction));

  it('are told of on the others, once, and again when they work', async () => {
    refuse({ status: 404 }, 2);
    await stage.decide({ server: 'one' });
    await stage.deliver();
    await stage.decide({ server: 'two' });
    await stage.pass(2);
    expect(mail.mails.map(({ subject }) => subject)).toEqual([
      '[tooldrift] HIGH: one: the model reads another description of delete_file',
      '[tooldrift] CHANNEL: slack does not take messages',
      '[tooldrift] HIGH: two: the model reads another description of delete_file',
    ]);
    expect(mail.mails[1]?.text?.replaceAll(/\s+/g, ' ')).toContain('there is no such webhook; was it deleted?');
    const [record] = await stage.store.channels(['slack']);
    expect(record).toMatchObject({ failures: 2, failed: 2, due: 0, failingSince: '2026-12-01T10:00:00.000Z' });
    await stage.store.retryDeliveries('slack', stage.clock.now().toISOString());
    await stage.pass(2);
    expect(notificationsOf(slack).slice(2)).toEqual([
      '🔴 [tooldrift] HIGH: one: the model reads another description of delete_file',
      '🔴 [tooldrift] HIGH: two: the model reads another description of delete_file',
    ]);
    expect(mail.mails.map(({ subject }) => subject).slice(3)).toEqual([
      '[tooldrift] CHANNEL: slack takes messages again',
    ]);
    expect(await stage.store.backlog()).toMatchObject({ due: 0, failed: 0 });
  });

  it('are told of when it lasts, and not before', async () => {
    let isDown = true;
    slack.respondBy(() => (isDown ? { status: 500 } : null));
    await stage.decide();
    await stage.pass(14);
    expect(mail.mails).toHaveLength(1);
    await stage.pass(20);
    isDown = false;
    await stage.pass(30);
    expect(mail.mails.map(({ subject }) => subject).slice(1)).toEqual([
      '[tooldrift] CHANNEL: slack does not take messages',
      '[tooldrift] CHANNEL: slack takes messages again',
    ]);
  });

  it.each<[string, Reaction]>([
    ['429', { status: 429, headers: { 'retry-after': '600' } }],
    ['500', { status: 500 }],
    ['a connection that is cut', 'reset'],
  ])('are left alone as a whole after %s', async (_name, reaction) => {
    refuse(reaction);
    for (const server of ['a', 'b', 'c']) await stage.decide({ server });
    await stage.deliver();
    expect(await stage.deliver()).toBe(0);
    expect(slack.requests).toHaveLength(1);
    await stage.pass(11);
    expect(new Set(slack.requests.map(({ body }) => body)).size).toBe(3);
    expect(slack.requests).toHaveLength(4);
  });

  it('get a shorter message in place of one that they refuse for its form', async () => {
    refuse({ status: 400, body: 'invalid_blocks' });
    await stage.decide();
    await stage.deliver();
    expect(slack.requests[1]?.json()).toEqual({
      text: '🔴 [tooldrift] HIGH: billing: the model reads another description of delete_file. Slack refused the rest of it, tooldrift history and tooldrift diff show it',
      unfurl_links: false,
      unfurl_media: false,
    });
    expect(await stage.deliveries()).toMatchObject([{ state: 'sent' }, { state: 'sent' }]);
  });

  it('are given up for the time being when they do not answer, and get the same message again', async () => {
    refuse('hang');
    mail.failNext('hang');
    const alert = await stage.decide();
    const attempt = stage.deliver();
    await Promise.all([slack.waitForRequest(), mail.waitForHang()]);
    await stage.clock.advance(10_000);
    await attempt;
    await stage.pass(1);
    expect(slack.requests.map(({ body }) => body)).toEqual([slack.requests[0]?.body, slack.requests[0]?.body]);
    expect(slack.requests[0]?.body).toContain(`alert ${alert.id}`);
    expect(mail.mails.map(({ messageId }) => messageId)).toEqual([`<${alert.id}@tooldrift>`]);
    expect(await stage.deliveries()).toMatchObject([
      { state: 'sent', attempts: 2 },
      { state: 'sent', attempts: 2 },
    ]);
  });

  it.each([
    ['greylists', [{ code: 451, at: 'rcpt' } as const, { code: 451 }]],
    ['accepts and drops the connection', ['drop', 'drop'] as const],
  ])('a mail server that %s gets it later', async (_name, failures) => {
    mail.failNext(...failures);
    await stage.decide();
    await stage.deliver();
    expect(mail.mails).toEqual([]);
    await stage.pass(2);
    expect(mail.mails).toHaveLength(1);
  });
});

describe.each(engines)('a day without any channel, on %s', (engine) => {
  let stage: OutboxStage;

  beforeEach(async () => {
    stage = await OutboxStage.open(engine);
  });

  afterEach(() => stage.close());

  it('loses nothing, and floods nobody afterwards', async () => {
    const slack = stage.later(await startHttpReceiver());
    const hook = stage.later(await startHttpReceiver());
    stage.add(slackChannel({ webhookUrl: `${slack.url}/services/x` }));
    stage.add(webhookChannel({ url: `${hook.url}/hook`, secret: null }, stage.clock));
    let isDown = true;
    for (const receiver of [slack, hook]) receiver.respondBy(() => (isDown ? { status: 503 } : null));

    for (let hour = 0; hour < 24; hour += 1) {
      await stage.decide({ server: `flapping-${hour % 3}` });
      await stage.pass(30, 10);
      await stage.decide({ server: `flapping-${hour % 3}`, reason: 'reverted' });
      await stage.pass(30, 10);
    }
    await stage.decide({ server: 'billing', severity: 'critical' });
    // One attempt an hour at most, once it has lasted, and never one for each alert that waits.
    expect(slack.requests.length).toBeLessThan(50);
    const [tried, triedHook] = [slack.requests.length, hook.requests.length];
    isDown = false;
    await stage.pass(180, 2);

    const told = slack.requests.slice(tried).map(({ body }) => body);
    expect(told.length).toBeLessThanOrEqual(6);
    expect(hook.requests.length - triedHook).toBeLessThanOrEqual(6);
    expect(told.filter((body) => body.includes('could not be delivered when they were decided'))).toHaveLength(1);
    expect(told.join('')).toContain('flapping-0: 1 difference was settled meanwhile');

    const deliveries = await stage.deliveries();
    expect(new Set(deliveries.map(({ state }) => state))).toEqual(new Set(['sent', 'summarised']));
    const summaries = deliveries.filter(({ reason }) => reason === 'summary').map(({ alert }) => alert);
    for (const { state, summary } of deliveries) {
      if (state === 'summarised') expect(summaries).toContain(summary);
    }
  }, 60_000);

  it('tells a burst over the limit together, the gravest first, within minutes', async () => {
    const slack = stage.later(await startHttpReceiver());
    stage.add(slackChannel({ webhookUrl: `${slack.url}/services/x` }));
    for (let index = 0; index < 50; index += 1) await stage.decide({ server: `server-${index}` });
    expect(await stage.deliver({ maxPerHour: () => 10 })).toBe(10);
    await stage.decide({ server: 'billing', findings: [aFinding({ severity: 'critical' })] });
    await stage.clock.advance(5 * 60_000);
    expect(await stage.deliver({ maxPerHour: () => 10 })).toBe(1);
    expect(notificationsOf(slack).at(-1)).toMatch(/^🚨 \[tooldrift\] CRITICAL: 41 alerts in one: billing, server-/u);
    expect(slack.requests.at(-1)?.body).toContain('More alerts were decided than this channel is sent in an hour.');
    const states = (await stage.deliveries()).map(({ state }) => state);
    expect(states.filter((state) => state === 'summarised')).toHaveLength(41);
    expect(states.filter((state) => state === 'sent')).toHaveLength(11);
  });
});

describe('two daemons on one PostgreSQL, under load', () => {
  it('deliver each alert once, by itself or in one summary, and lose none', async () => {
    const stage = await OutboxStage.open('postgres');
    try {
      const hook = stage.later(await startHttpReceiver());
      stage.add(webhookChannel({ url: `${hook.url}/hook`, secret: null }, stage.clock));
      let asked = 0;
      hook.respondBy(() => ((asked += 1) % 7 === 0 ? { status: 503 } : null));
      const other = stage.later(await stage.openAnother());
      for (let round = 0; round < 15; round += 1) {
        for (let index = 0; index < 12; index += 1) await stage.decide({ server: `server-${index}` });
        await stage.clock.advance(4 * 60_000);
        await Promise.all([
          stage.deliver(),
          stage.deliver({ store: other }),
          stage.deliver(),
          stage.deliver({ store: other }),
        ]);
      }
      for (let round = 0; round < 40; round += 1) {
        await stage.clock.advance(4 * 60_000);
        await Promise.all([stage.deliver(), stage.deliver({ store: other })]);
      }
      const deliveries = await stage.deliveries();
      expect(deliveries.length).toBeGreaterThanOrEqual(180);
      expect(deliveries.filter(({ state }) => state !== 'sent' && state !== 'summarised')).toEqual([]);
      const taken = hook.requests
        .filter((_, index) => (index + 1) % 7 !== 0)
        .map((request) => request.headers['x-tooldrift-id']);
      expect(new Set(taken).size).toBe(taken.length);
      const sent = deliveries.filter(({ state }) => state === 'sent').map(({ alert }) => alert);
      expect(new Set(taken)).toEqual(new Set(sent));
    } finally {
      await stage.close();
    }
  }, 60_000);
});
