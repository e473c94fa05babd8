import { describe, expect } from 'vitest';
import { result } from '../support/servers/script.ts';
import { page, scriptOf } from '../support/servers/skeletons.ts';
import { ListenLog } from './listen-log.ts';
import { failed, toolNames, toolsOf } from './observation.ts';
import { setProxies, startBufferingProxy, startProxy } from './proxy.ts';
import { http, it, neverAborted } from './scope.ts';

const script = scriptOf('modern', [result(page('modern', ['{"name":"a"}']))]);

describe('a proxy of the environment', () => {
  it('is used', async ({ scope }) => {
    const server = await scope.raw(script);
    const proxy = await startProxy(scope);
    setProxies(scope, { HTTP_PROXY: proxy.url });
    expect(toolNames(await scope.read(http(server.url)))).toEqual(['a']);
    expect(proxy.asked.length).toBeGreaterThan(0);
    expect(new Set(proxy.asked)).toEqual(new Set([`POST ${server.url}`]));
  });

  it('carries a stream that listens beside the readings', async ({ scope }) => {
    const server = await scope.raw(script);
    const proxy = await startProxy(scope);
    setProxies(scope, { HTTP_PROXY: proxy.url });
    const session = await scope.session(scope.source(), http(server.url));
    const log = new ListenLog();
    session.listen(log);
    await log.whenState('honoured');
    expect(toolNames(await session.read(neverAborted()))).toEqual(['a']);
    server.notify();
    await log.whenCounted('changed');
  });

  it('is passed by for the hosts of NO_PROXY', async ({ scope }) => {
    const server = await scope.raw(script);
    const proxy = await startProxy(scope);
    setProxies(scope, { HTTP_PROXY: proxy.url, NO_PROXY: 'example.test,127.0.0.1' });
    expect(toolNames(await scope.read(http(server.url)))).toEqual(['a']);
    expect(proxy.asked).toEqual([]);
  });

  it('is asked for a tunnel to an https server', async ({ scope }) => {
    const proxy = await startProxy(scope, 403);
    setProxies(scope, { HTTPS_PROXY: proxy.url });
    expect(failed(await scope.read(http('https://mcp.example.test/mcp')))).toEqual({
      outcome: 'unreachable',
      reason: 'the proxy does not open a way to this address (HTTP 403)',
    });
    expect(proxy.asked).toEqual(['CONNECT mcp.example.test:443']);
  });

  it.for(['http', 'https'])('that wants credentials is told as such (%s)', async (protocol, { scope }) => {
    const proxy = await startProxy(scope, 407);
    setProxies(scope, { HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url });
    const { outcome, reason } = failed(await scope.read(http(`${protocol}://mcp.example.test/mcp`)));
    expect(outcome).toBe('unreachable');
    expect(reason).toBe('the proxy wants credentials (HTTP 407): put them into HTTP_PROXY or HTTPS_PROXY');
  });

  it('that is down is told as such, without its address', async ({ scope }) => {
    const server = await scope.raw(script);
    setProxies(scope, { HTTP_PROXY: 'http://user:0123456789@127.0.0.1:9' });
    const { outcome, reason } = failed(await scope.read(http(server.url)));
    expect(outcome).toBe('unreachable');
    expect(reason).not.toContain('0123456789');
  });

  it('with a malformed address stops the program with a config error', ({ scope }) => {
    setProxies(scope, { HTTP_PROXY: 'http://user:0123456789@:bad:' });
    expect(() => scope.source()).toThrow('the proxy address in HTTP_PROXY or HTTPS_PROXY is not a URL');
  });
});

describe.each(['modern', 'legacy'] as const)('a proxy between us and a %s server', (era) => {
  const served = (description: string, framing: 'json' | 'sse') =>
    scriptOf(era, [result(page(era, [`{"name":"a","description":"${description}"}`]))], { framing });

  it.for(['json', 'sse'] as const)(
    'that buffers hides the stream and no change: it is told, and every reading is whole (%s)',
    async (framing, { scope }) => {
      const server = await scope.raw(served('old', framing));
      const proxy = await startBufferingProxy(scope);
      setProxies(scope, { HTTP_PROXY: proxy.url });
      const session = await scope.session(scope.source({ times: { acknowledgeMs: 300 } }), http(server.url));
      const log = new ListenLog();
      session.listen(log);
      await log.whenState('refused');
      expect(toolsOf(await session.read(neverAborted()))).toMatchObject([{ description: 'old' }]);
      server.setScript(served('new', framing));
      server.notify();
      expect(toolsOf(await session.read(neverAborted()))).toMatchObject([{ description: 'new' }]);
      expect(log.count('changed')).toBe(0);
    },
  );

  it('that cuts the stream costs a gap: it is opened again, and a reading is asked for', async ({ scope }) => {
    const server = await scope.raw(served('old', 'sse'));
    const proxy = await startProxy(scope);
    setProxies(scope, { HTTP_PROXY: proxy.url });
    const times = { firstReopenMs: 20, maxReopenMs: 40 };
    const session = await scope.session(scope.source({ times }), http(server.url));
    const log = new ListenLog();
    session.listen(log);
    await log.whenCounted('listening');
    for (let cuts = 1; cuts <= 3; cuts += 1) {
      proxy.cut();
      await log.whenCounted('listening', cuts + 1);
    }
    server.setScript(served('new', 'sse'));
    server.notify();
    await log.whenCounted('changed');
    expect(toolsOf(await session.read(neverAborted()))).toMatchObject([{ description: 'new' }]);
  });

  it('that cuts a reading fails it: nothing is taken for gone', async ({ scope }) => {
    const server = await scope.raw(scriptOf(era, [{ kind: 'silence' }]));
    const proxy = await startProxy(scope);
    setProxies(scope, { HTTP_PROXY: proxy.url });
    const session = await scope.session(scope.source(), http(server.url));
    const before = server.received.length;
    const reading = session.read(neverAborted());
    await server.whenReceived(before + 1);
    proxy.cut();
    expect(failed(await reading).outcome).toBe('unreachable');
  });
});
