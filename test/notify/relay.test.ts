import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import type { Alert } from '../../src/core/alert.ts';
import { webhookChannel } from '../../src/notify/webhook.ts';
import { aFingerprint, anAlert } from '../support/alerts.ts';
import { startHttpReceiver, type HttpReceiver } from '../support/http-receiver.ts';
import { failureOf, noAbort } from './delivery.ts';

const program = fileURLToPath(new URL('../../config/examples/relay.mjs', import.meta.url));

describe('the example of a relay', () => {
  let pagerDuty: HttpReceiver;
  let teams: HttpReceiver;
  let relay: ReturnType<typeof spawn>;
  let url = '';
  let ids = 0;
  const seen = { pagerDuty: 0, teams: 0 };

  beforeAll(async () => {
    pagerDuty = await startHttpReceiver();
    teams = await startHttpReceiver();
    const secrets = { HOOK_SECRET: 'hush', PAGERDUTY_ROUTING_KEY: 'key' };
    const env = { ...secrets, PAGERDUTY_URL: `${pagerDuty.url}/v2/enqueue`, TEAMS_URL: `${teams.url}/flow`, PORT: '0' };
    relay = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    if (relay.stdout === null) throw new Error('it has no output');
    const [line] = (await once(relay.stdout, 'data')) as [Buffer]; // its first line
    url = line.toString().trim();
  });

  beforeEach(() => {
    seen.pagerDuty = pagerDuty.requests.length;
    seen.teams = teams.requests.length;
  });

  afterAll(async () => {
    relay.kill();
    await once(relay, 'exit');
    await pagerDuty.close();
    await teams.close();
  });

  const send = async (alert: Alert, secret = 'hush'): Promise<unknown> => {
    const channel = webhookChannel({ url, secret }, systemClock);
    try {
      return await channel.send(alert, noAbort());
    } finally {
      await channel.close();
    }
  };
  const aNewAlert = (alert: Partial<Alert> = {}): Alert => anAlert({ ...alert, id: `alert-${(ids += 1)}` });
  const events = (): readonly unknown[] => pagerDuty.requests.slice(seen.pagerDuty).map((request) => request.json());

  it('opens an incident in PagerDuty and posts a card in Teams, once', async () => {
    const alert = aNewAlert();
    await send(alert);
    await send(alert);
    const subject = '[tooldrift] HIGH: billing: the model reads another description of delete_file';
    const approveCommand = 'tooldrift approve billing delete_file --expect v1:bbbbbbbbbbbbbbbb';
    expect(events()).toEqual([
      {
        ...{ routing_key: 'key', event_action: 'trigger', dedup_key: 'tooldrift/billing/drift' },
        payload: {
          ...{ summary: subject, source: 'billing', severity: 'error' },
          custom_details: { id: alert.id, reason: 'first-drift', findings: 1, approveCommand },
        },
      },
    ]);
    expect(teams.requests).toHaveLength(seen.teams + 1);
    expect(teams.requests.at(-1)?.json()).toMatchObject({
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          content: { type: 'AdaptiveCard', body: [{ inlines: [{ type: 'TextRun', text: subject }] }, {}, {}] },
        },
      ],
    });
  });

  it.each<[string, Partial<Alert>, readonly object[]]>([
    [
      'all is as approved again',
      { reason: 'reverted', fingerprint: aFingerprint('c') },
      [{ event_action: 'resolve', dedup_key: 'tooldrift/billing/drift' }],
    ],
    ['part of it is', { reason: 'reverted' }, []],
    [
      'a server is blind',
      { reason: 'server-blind', findings: [] },
      [{ event_action: 'trigger', dedup_key: 'tooldrift/billing/blind' }],
    ],
    [
      'a server is back',
      { reason: 'server-back', findings: [] },
      [{ event_action: 'resolve', dedup_key: 'tooldrift/billing/blind' }],
    ],
    ['a test', { reason: 'test', findings: [] }, []],
    ['a server is new', { reason: 'first-seen', findings: [], severity: 'info' }, []],
    [
      'a server is new and says something grave',
      { reason: 'first-seen', findings: [], severity: 'critical' },
      [{ event_action: 'trigger', dedup_key: 'tooldrift/billing/drift' }],
    ],
  ])('opens and closes no more than is true: %s', async (_name, alert, expected) => {
    await send(aNewAlert(alert));
    expect(events()).toMatchObject(expected);
  });

  it('has the alert sent again when one of the two did not take it, and tells the other nothing twice', async () => {
    pagerDuty.respondWith({ status: 500 });
    const alert = aNewAlert();
    expect((await failureOf(send(alert))).retryable).toBe(true);
    await send(alert);
    expect(events()).toHaveLength(2);
    expect(teams.requests).toHaveLength(seen.teams + 1);
  });

  it('takes nothing that is not signed by the secret', async () => {
    expect((await failureOf(send(aNewAlert(), 'another'))).message).toContain('401');
    expect(events()).toEqual([]);
  });
});
