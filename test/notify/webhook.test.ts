import { createHmac } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import type { Alert } from '../../src/core/alert.ts';
import { webhookBody } from '../../src/notify/webhook-body.ts';
import { webhookChannel } from '../../src/notify/webhook.ts';
import { aFinding, anAlert, anEdit } from '../support/alerts.ts';
import { alertWith, hostileTexts } from '../support/hostile-texts.ts';
import { startHttpReceiver } from '../support/http-receiver.ts';
import type { ReceivedRequest } from '../support/http-receiver.ts';
import { noAbort } from './delivery.ts';

async function delivered(alert: Alert, secret: string | null): Promise<ReceivedRequest> {
  const receiver = await startHttpReceiver();
  const clock = { ...systemClock, now: () => new Date('2026-12-01T10:00:00.900Z') };
  const channel = webhookChannel({ url: `${receiver.url}/hook`, secret }, clock);
  onTestFinished(async () => {
    await channel.close();
    await receiver.close();
  });
  await channel.send(alert, noAbort());
  return receiver.waitForRequest();
}

describe('webhookChannel', () => {
  it('posts the alert as it is, with a subject and what to type', async () => {
    const request = await delivered(anAlert(), null);
    expect(request.json()).toEqual({
      schemaVersion: 1,
      alert: anAlert(),
      groups: [],
      message: { subject: '[tooldrift] HIGH: billing: the model reads another description of delete_file' },
      approveCommand: 'tooldrift approve billing delete_file --expect v1:bbbbbbbbbbbbbbbb',
      truncated: false,
    });
    expect(request.headers['x-tooldrift-id']).toBe(anAlert().id);
    expect(request.headers['x-tooldrift-timestamp']).toBe('1796119200');
    expect(request.headers['x-tooldrift-signature']).toBeUndefined();
  });

  it('signs time and body when it has a secret', async () => {
    const { headers, body } = await delivered(anAlert(), 'hush');
    const expected = createHmac('sha256', 'hush').update(`1796119200.${body}`).digest('hex');
    expect(headers['x-tooldrift-signature']).toBe(`v1=${expected}`);
  });

  it.each(['approved', 'reverted', 'needs-login', 'server-blind', 'test'] as const)(
    'has nothing to approve when it tells of %s',
    (reason) => {
      expect(JSON.parse(webhookBody(anAlert({ reason })))).toMatchObject({ approveCommand: null });
    },
  );

  it.each(Object.entries(hostileTexts))(
    'carries exactly what the server said, in plain ASCII: %s',
    async (_name, text) => {
      const alert = alertWith(text);
      const { body, headers } = await delivered(alert, 'hush');
      expect(/^[ -~]*$/.test(body)).toBe(true);
      expect(Object.keys(headers).filter((name) => name.startsWith('x-'))).toHaveLength(3);
      if (text.length < 1000) expect(JSON.parse(body)).toMatchObject({ alert, truncated: false });
      else expect(JSON.parse(body)).toMatchObject({ truncated: true, alert: { id: alert.id } });
    },
  );

  it('drops long values, then the least severe findings, from an alert that is too large', () => {
    const long = 'x'.repeat(5000);
    const findings = Array.from({ length: 200 }, (_, index) =>
      aFinding({
        name: `t${index}`,
        severity: index === 150 ? 'critical' : 'low',
        edits: [anEdit({ after: long, before: 'short' })],
      }),
    );
    const body = JSON.parse(webhookBody(anAlert({ findings }))) as { alert: Alert; truncated: boolean }; // what is tested
    expect(body.truncated).toBe(true);
    expect(body.alert.findings).toHaveLength(200);
    expect(body.alert.findings[0]).toMatchObject({ name: 't150', edits: [{ before: 'short' }] });
    expect(body.alert.findings[0]?.edits[0]).not.toHaveProperty('after');
    const more = Array.from({ length: 50 }, () => findings).flat();
    const shorter = webhookBody(anAlert({ findings: more }));
    expect(shorter.length).toBeLessThanOrEqual(500_000);
    const { alert, truncated } = JSON.parse(shorter) as { alert: Alert; truncated: boolean }; // what is tested
    expect(truncated).toBe(true);
    expect(alert.findings.map(({ name }) => name)).toContain('t150');
  });
});
