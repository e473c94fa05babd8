import { describe, expect, it, onTestFinished } from 'vitest';
import type { AlertConfig } from '../../src/config/config.ts';
import type { ChannelProbe } from '../../src/monitor/ports-delivery.ts';
import { createProbes } from '../../src/notify/create-probes.ts';
import { startHttpReceiver } from '../support/http-receiver.ts';
import { startSmtpReceiver, type SmtpReceiverOptions } from '../support/smtp-receiver.ts';
import { noAbort } from './delivery.ts';

const none = { email: null, slack: null, webhook: null };
const policy = { sendTimeoutMs: 5_000 } as const;

function aProbe(config: Partial<AlertConfig>): ChannelProbe {
  const [probe] = createProbes({ ...policy, ...none, ...config });
  if (probe === undefined) throw new Error('there is no channel');
  onTestFinished(() => probe.close());
  return probe;
}

async function mailServer(options?: SmtpReceiverOptions) {
  const receiver = await startSmtpReceiver(options);
  onTestFinished(() => receiver.close());
  return receiver;
}

function byMail(smtp: string): ChannelProbe {
  return aProbe({ email: { smtp, from: 'a@example.com', to: ['b@example.com'] } });
}

describe('a mail server is tried', () => {
  it.each<[string, SmtpReceiverOptions, string]>([
    ['without a login', {}, 'takes connections without a login'],
    ['with a login', { auth: { user: 'ann', pass: 's3cret!' } }, 'takes the login'],
    ['over TLS', { auth: { user: 'ann', pass: 's3cret!' }, tls: 'starttls' }, 'takes the login'],
  ])('%s, and gets no mail', async (_, options, seen) => {
    const receiver = await mailServer(options);
    expect((await byMail(receiver.url).probe(noAbort())).seen).toBe(`mail server 127.0.0.1 ${seen}`);
    expect(receiver.connections()).toBe(1);
    expect(receiver.mails).toEqual([]);
  });

  it('with a wrong password, which is not told', async () => {
    const receiver = await mailServer({ auth: { user: 'ann', pass: 's3cret!' } });
    const wrong = byMail(receiver.url.replace(encodeURIComponent('s3cret!'), 'wr0ng'));
    await expect(wrong.probe(noAbort())).rejects.toThrow(
      'mail server 127.0.0.1: the user name or password was refused (535)',
    );
  });
});

describe('a place that takes alerts over HTTP is tried', () => {
  it('without its path, which may be a secret', async () => {
    const receiver = await startHttpReceiver();
    onTestFinished(() => receiver.close());
    receiver.respondWith({ status: 404 });
    const { seen, date } = await aProbe({ slack: { webhookUrl: `${receiver.url}/services/T0/s3cret` } }).probe(
      noAbort(),
    );
    expect(seen).toMatch(/^Slack \(127\.0\.0\.1:\d+\) answers; only a message/);
    expect(Number.isNaN(Date.parse(date ?? ''))).toBe(false);
    expect(receiver.requests).toMatchObject([{ method: 'HEAD', path: '/', body: '' }]);
  });

  it('where nobody listens', async () => {
    const receiver = await startHttpReceiver();
    await receiver.close();
    const probe = aProbe({ webhook: { url: `${receiver.url}/hook?key=s3cret`, secret: null } });
    await expect(probe.probe(noAbort())).rejects.toThrow(/^webhook \(127\.0\.0\.1:\d+\): the connection was refused$/);
  });
});
