import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { EmailConfig } from '../../src/config/config.ts';
import type { Channel } from '../../src/monitor/ports-delivery.ts';
import { emailChannel } from '../../src/notify/email.ts';
import { aFinding, anAlert, anEdit } from '../support/alerts.ts';
import { alertWith, hostileTexts } from '../support/hostile-texts.ts';
import { startSmtpReceiver } from '../support/smtp-receiver.ts';
import type { SmtpReceiver, SmtpReceiverOptions } from '../support/smtp-receiver.ts';
import { expectFailure, failureOf, noAbort } from './delivery.ts';

async function aReceiver(options?: SmtpReceiverOptions): Promise<SmtpReceiver> {
  const receiver = await startSmtpReceiver(options);
  onTestFinished(() => receiver.close());
  return receiver;
}

function aChannel(smtp: string, config: Partial<EmailConfig> = {}): Channel {
  const channel = emailChannel({ smtp, from: 'tooldrift <alerts@example.com>', to: ['ann@example.com'], ...config });
  onTestFinished(() => channel.close());
  return channel;
}

describe('emailChannel', () => {
  it('sends an alert as text and HTML to every recipient', async () => {
    const receiver = await aReceiver();
    await aChannel(receiver.url, { to: ['ann@example.com', 'bob@example.com'] }).send(anAlert(), noAbort());
    const mail = await receiver.waitForMail();
    expect(mail.recipients).toEqual(['ann@example.com', 'bob@example.com']);
    expect(mail.subject).toBe('[tooldrift] HIGH: billing: the model reads another description of delete_file');
    expect(mail.from?.text).toBe('"tooldrift" <alerts@example.com>');
    expect(mail.text).toContain('billing: 1 definition is not what was approved');
    expect(mail.text).toContain('  | Deletes [-a-]{+any+} file.');
    expect(mail.text).toContain('tooldrift approve billing delete_file --expect v1:bbbbbbbbbbbbbbbb');
    expect(mail.html).toContain('<h1 ');
    expect(mail.attachments).toEqual([]);
  });

  it('has a Message-ID of the alert, so that a repeat is known as one', async () => {
    const receiver = await aReceiver();
    const channel = aChannel(receiver.url);
    await channel.send(anAlert({ id: 'one' }), noAbort());
    await channel.send(anAlert({ id: 'one' }), noAbort());
    await channel.send(anAlert({ id: 'two>\r\nBcc: x@example.com' }), noAbort());
    expect(receiver.mails.map((mail) => mail.messageId)).toEqual([
      '<one@tooldrift>',
      '<one@tooldrift>',
      '<two---Bcc--x-example.com@tooldrift>',
    ]);
  });

  it('marks itself as automatic, and names server and severity for filters', async () => {
    const receiver = await aReceiver();
    const channel = aChannel(receiver.url);
    await channel.send(anAlert(), noAbort());
    await channel.send(anAlert({ server: 'bill\r\nBcc: x@example.com' }), noAbort());
    const [plain, odd] = receiver.mails;
    expect(plain?.headers.get('auto-submitted')).toBe('auto-generated');
    expect(plain?.headers.get('x-tooldrift-server')).toBe('billing');
    expect(plain?.headers.get('x-tooldrift-severity')).toBe('high');
    expect(odd?.headers.has('x-tooldrift-server')).toBe(false);
    expect(odd?.headers.has('bcc')).toBe(false);
  });

  it('keeps its connection for the next mail', async () => {
    const receiver = await aReceiver();
    const channel = aChannel(receiver.url);
    for (let index = 0; index < 5; index += 1) await channel.send(anAlert({ id: `${index}` }), noAbort());
    expect(receiver.mails).toHaveLength(5);
    expect(receiver.connections()).toBe(1);
  });

  it.each(['starttls', 'smtps'] as const)('uses TLS and the password: %s', async (tls) => {
    const receiver = await aReceiver({ tls, auth: { user: 'ann', pass: 'p@ss/w:rd' } });
    await aChannel(receiver.url).send(anAlert(), noAbort());
    expect((await receiver.waitForMail()).secure).toBe(true);
  });

  it('refuses a certificate that nobody signed, and may try again later', async () => {
    const receiver = await aReceiver({ tls: 'starttls' });
    const failure = await failureOf(aChannel(receiver.url.replace(/\?.*/, '')).send(anAlert(), noAbort()));
    expectFailure(failure, true, 'TLS');
    expect(receiver.mails).toEqual([]);
  });

  it('does not repeat what a wrong password made fail, and keeps the password to itself', async () => {
    const receiver = await aReceiver({ auth: { user: 'ann', pass: 'right' } });
    const failure = await failureOf(
      aChannel(receiver.url.replace(':right@', ':wrong-secret@')).send(anAlert(), noAbort()),
    );
    expect(failure).toMatchObject({
      retryable: false,
      message: 'mail server 127.0.0.1: the user name or password was refused (535)',
    });
    expect(JSON.stringify([failure, failure.message, failure.cause, failure.stack])).not.toContain('wrong-secret');
  });

  it.each([
    [{ code: 451 }, true, 'the message was refused (451)'],
    [{ code: 421, at: 'mail' }, true, '(421)'],
    [{ code: 450, at: 'rcpt' }, true, 'the sender or a recipient was refused (450)'],
    [{ code: 554 }, false, 'the message was refused (554)'],
    [{ code: 550, at: 'rcpt' }, false, 'the sender or a recipient was refused (550)'],
    [{ code: 550, at: 'mail' }, false, 'the sender or a recipient was refused (550)'],
  ] as const)('tells passing from lasting refusals: %o', async (reply, retryable, message) => {
    const receiver = await aReceiver();
    const channel = aChannel(receiver.url);
    receiver.failNext(reply);
    const failure = await failureOf(channel.send(anAlert(), noAbort()));
    expectFailure(failure, retryable, message);
    await channel.send(anAlert(), noAbort());
    expect(receiver.mails).toHaveLength(1);
  });

  it.each([
    [550, false],
    [450, true],
  ])(
    'gives a mail that some recipients were refused (%i) to the others once, and to those again alone',
    async (code, retryable) => {
      const receiver = await aReceiver();
      receiver.failNext({ code, at: 'rcpt' });
      const to = ['Late <late@example.com>', 'ann@example.com'];
      const channel = aChannel(receiver.url, { to });
      const failure = await failureOf(channel.send(anAlert(), noAbort()));
      expectFailure(failure, retryable, 'refused 1 of 2 recipients');
      expect(failure).toMatchObject({ receipt: '["late@example.com"]', isPartlySent: true });
      const earlier = { receipt: failure.receipt, threadReceipt: null };
      await channel.send(anAlert(), noAbort(), earlier);
      expect(receiver.mails.map((mail) => mail.recipients)).toEqual([['ann@example.com'], ['late@example.com']]);
      // Whoever was taken out of the config in the meantime gets nothing.
      await aChannel(receiver.url).send(anAlert(), noAbort(), earlier);
      expect(receiver.mails).toHaveLength(2);
    },
  );

  it('puts what is about the same trouble into one thread', async () => {
    const receiver = await aReceiver();
    const channel = aChannel(receiver.url);
    await channel.send(anAlert({ id: 'one', thread: 'one' }), noAbort());
    await channel.send(anAlert({ id: 'two', thread: 'one' }), noAbort());
    await channel.send(anAlert({ id: 'three', thread: 'x>\r\nBcc: y@example.com' }), noAbort());
    expect(receiver.mails.map(({ messageId, inReplyTo, references }) => [messageId, inReplyTo, references])).toEqual([
      ['<one@tooldrift>', undefined, undefined],
      ['<two@tooldrift>', '<one@tooldrift>', '<one@tooldrift>'],
      ['<three@tooldrift>', '<x---Bcc--y-example.com@tooldrift>', '<x---Bcc--y-example.com@tooldrift>'],
    ]);
  });

  it('gives up at once when it is told to, and can send again', async () => {
    const receiver = await aReceiver();
    const channel = aChannel(receiver.url);
    const controller = new AbortController();
    receiver.failNext('hang');
    const delivery = failureOf(channel.send(anAlert(), controller.signal));
    await receiver.waitForHang();
    controller.abort();
    expectFailure(await delivery, true, 'in time');
    await channel.send(anAlert(), noAbort());
    expect(receiver.mails).toHaveLength(1);
  });

  it('does not start when it is too late already', async () => {
    const receiver = await aReceiver();
    const failure = await failureOf(aChannel(receiver.url).send(anAlert(), AbortSignal.abort()));
    expect(failure.retryable).toBe(true);
    expect(receiver.connections()).toBe(0);
  });

  it('may try again after a refused connection', async () => {
    const failure = await failureOf(aChannel(await closedPort()).send(anAlert(), noAbort()));
    expectFailure(failure, true, 'mail server 127.0.0.1: the connection was refused');
  });

  it.each(['not a url', 'https://mail.example.com', 'smtp://', 'smtp://user:%E0%A4%A@host'])(
    'says that this is no SMTP URL, without showing it: %s',
    async (smtp) => {
      const failure = await failureOf(aChannel(smtp).send(anAlert(), noAbort()));
      expect(failure).toMatchObject({ retryable: false, message: 'the SMTP URL in the configuration is not valid' });
    },
  );

  it('ends what is under way when it is closed', async () => {
    const receiver = await aReceiver();
    const channel = aChannel(receiver.url);
    receiver.failNext('hang');
    const delivery = failureOf(channel.send(anAlert(), noAbort()));
    await receiver.waitForHang();
    await channel.close();
    expect((await delivery).retryable).toBe(true);
  });

  it('stays near 200 kB whatever an alert holds', async () => {
    const receiver = await aReceiver();
    const channel = aChannel(receiver.url);
    const texts = ['&"<', '漢字', '\u200B', 'a b '].map((unit) => unit.repeat(1_000_000 / unit.length));
    for (const after of texts) {
      const edits = Array.from({ length: 30 }, (_, index) => anEdit({ pointer: `/p${index}`, before: 'x', after }));
      const findings = Array.from({ length: 30 }, (_, index) => aFinding({ name: `tool ${index} ${after}`, edits }));
      await channel.send(anAlert({ findings }), noAbort());
    }
    for (const mail of receiver.mails) expect(mail.raw.length).toBeLessThan(220_000);
    expect(receiver.mails).toHaveLength(texts.length);
    expect(receiver.mails[0]?.text).toMatch(/more findings are not shown here/);
  });
});

describe('mail headers', () => {
  it.each(Object.entries(hostileTexts))('stay ours for the hostile text: %s', async (_name, text) => {
    const receiver = await aReceiver();
    const server = text.slice(0, 1000);
    await aChannel(receiver.url).send(
      alertWith(text, { server, id: server, thread: text, by: text, note: text }),
      noAbort(),
    );
    const { headerLines, subject } = await receiver.waitForMail();
    const allowed =
      /^(?:from|to|subject|message-id|in-reply-to|references|date|mime-version|content-type|auto-submitted|x-tooldrift-(?:server|severity))$/;
    expect(headerLines.map(({ key }) => key).filter((key) => !allowed.test(key))).toEqual([]);
    expect(new Set(headerLines.map(({ key }) => key)).size).toBe(headerLines.length);
    expect(subject).toMatch(/^\[tooldrift\] HIGH: /);
    expect(subject).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
  });
});

async function closedPort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a TCP server that listens has one
  await new Promise((resolve) => server.close(resolve));
  return `smtp://127.0.0.1:${port}`;
}
