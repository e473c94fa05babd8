import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import type { Channel } from '../../src/monitor/ports-delivery.ts';
import { slackChannel } from '../../src/notify/slack.ts';
import { webhookChannel } from '../../src/notify/webhook.ts';
import { anAlert } from '../support/alerts.ts';
import { startHttpReceiver } from '../support/http-receiver.ts';
import type { HttpReceiver, Reaction } from '../support/http-receiver.ts';
import { expectFailure, failureOf, noAbort } from './delivery.ts';

const secretPath = '/services/T000/B000/s3cr3t';

const channels: readonly (readonly [string, (url: string) => Channel])[] = [
  ['slack', (url) => slackChannel({ webhookUrl: `${url}${secretPath}` })],
  ['webhook', (url) => webhookChannel({ url: `${url}${secretPath}`, secret: null }, systemClock)],
];

async function aReceiver(...reactions: readonly Reaction[]): Promise<HttpReceiver> {
  const receiver = await startHttpReceiver();
  receiver.respondWith(...reactions);
  onTestFinished(() => receiver.close());
  return receiver;
}

function opened(channel: Channel): Channel {
  onTestFinished(() => channel.close());
  return channel;
}

describe.each(channels)('the %s channel', (name, create) => {
  it('posts JSON to the URL, path and all', async () => {
    const receiver = await aReceiver();
    const channel = opened(create(receiver.url));
    await channel.send(anAlert(), noAbort());
    expect(channel.name).toBe(name);
    expect(receiver.requests).toHaveLength(1);
    const [request] = receiver.requests;
    expect(request).toMatchObject({ method: 'POST', path: secretPath });
    expect(request?.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(request?.json()).toBeTypeOf('object');
  });

  it.each([
    [400, false, 'malformed'],
    [401, false, 'access was refused'],
    [403, false, 'revoked?'],
    [404, false, 'deleted?'],
    [410, false, 'gone'],
    [408, true, '408'],
    [429, true, 'too many messages'],
    [500, true, '500'],
    [503, true, '503'],
  ])('tells passing from lasting refusals: %i', async (status, retryable, message) => {
    // Slack gets a shorter message after a 400.
    const answer = { status, body: '\u001B[31mbody of the other side' };
    const receiver = await aReceiver(answer, answer);
    const failure = await failureOf(opened(create(receiver.url)).send(anAlert(), noAbort()));
    expectFailure(failure, retryable, message);
    expect(failure.message).not.toMatch(/s3cr3t|body of/);
    expect(failure.message).not.toContain('\n');
  });

  it.each([
    ['seconds', { 'retry-after': '7' }, 7000],
    ['a date', { 'retry-after': 'Tue, 01 Dec 2026 10:00:30 GMT', date: 'Tue, 01 Dec 2026 10:00:00 GMT' }, 30_000],
    [
      'a date in the past',
      { 'retry-after': 'Tue, 01 Dec 2026 09:00:00 GMT', date: 'Tue, 01 Dec 2026 10:00:00 GMT' },
      0,
    ],
    ['an age', { 'retry-after': '999999999' }, 24 * 3600 * 1000],
    ['nonsense', { 'retry-after': 'soon' }, null],
    ['nothing', {}, null],
  ])('heeds Retry-After: %s', async (_name, headers, retryAfterMs) => {
    const receiver = await aReceiver({ status: 429, headers });
    expect(await failureOf(opened(create(receiver.url)).send(anAlert(), noAbort()))).toMatchObject({ retryAfterMs });
  });

  it('does not follow a redirect', async () => {
    const elsewhere = await aReceiver();
    const receiver = await aReceiver({ status: 307, headers: { location: `${elsewhere.url}/stolen` } });
    const failure = await failureOf(opened(create(receiver.url)).send(anAlert(), noAbort()));
    expectFailure(failure, false, 'redirects are not followed');
    expect(elsewhere.requests).toEqual([]);
  });

  it('gives up at once when it is told to, and can send again', async () => {
    const receiver = await aReceiver('hang');
    const channel = opened(create(receiver.url));
    const controller = new AbortController();
    const delivery = failureOf(channel.send(anAlert(), controller.signal));
    await receiver.waitForRequest();
    controller.abort();
    expectFailure(await delivery, true, 'in time');
    await channel.send(anAlert(), noAbort());
    expect(receiver.requests).toHaveLength(2);
  });

  it('does not wait for the end of an endless answer', async () => {
    const receiver = await aReceiver('endless');
    await opened(create(receiver.url)).send(anAlert(), noAbort());
    expect(receiver.requests).toHaveLength(1);
  });

  it.each([
    ['a connection that is cut', async () => (await aReceiver('reset')).url, 'the connection was closed'],
    ['a refused connection', () => closedPort(), 'the connection was refused'],
    ['a port that speaks no TLS', async () => (await aReceiver()).url.replace('http:', 'https:'), 'TLS'],
  ])('may try again after %s', async (_name, url, message) => {
    const failure = await failureOf(opened(create(await url())).send(anAlert(), noAbort()));
    expectFailure(failure, true, message);
    expect(failure.message).not.toContain('s3cr3t');
  });

  it('says that a URL is not valid, without showing it', async () => {
    for (const url of ['hooks.example.com', 'ftp://hooks.example.com']) {
      const failure = await failureOf(opened(create(url)).send(anAlert(), noAbort()));
      expect(failure).toMatchObject({
        retryable: false,
        message: `the URL of the ${failure.message.includes('Slack') ? 'Slack' : 'webhook'} channel in the configuration is not valid`,
      });
    }
  });

  it('goes through the proxy of the environment, except to this machine', async () => {
    const asked: string[] = [];
    const proxy = createServer();
    proxy.on('connect', (request, socket) => {
      asked.push(request.url ?? '');
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      vi.unstubAllEnvs();
      proxy.close();
    });
    vi.stubEnv('https_proxy', `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`); // it listens on TCP
    vi.stubEnv('http_proxy', process.env['https_proxy']);
    vi.stubEnv('no_proxy', '');

    const failure = await failureOf(opened(create('https://hooks.invalid')).send(anAlert(), noAbort()));
    expect(failure.retryable).toBe(true);
    expect(asked).toEqual(['hooks.invalid:443']);
    const receiver = await aReceiver();
    await opened(create(receiver.url)).send(anAlert(), noAbort());
    expect(receiver.requests).toHaveLength(1);
    expect(asked).toHaveLength(1);
  });

  it('ends what is under way when it is closed', async () => {
    const receiver = await aReceiver('hang');
    const channel = create(receiver.url);
    const delivery = failureOf(channel.send(anAlert(), noAbort()));
    await receiver.waitForRequest();
    await channel.close();
    expect((await delivery).retryable).toBe(true);
  });
});

async function closedPort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a TCP server that listens has one
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}
