import { describe, expect } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import type { Reference } from '../../src/core/silences.ts';
import type { Era } from '../../src/monitor/ports-reading.ts';
import type { Launch } from '../../src/monitor/ports-watched.ts';
import type { Clock } from '../../src/monitor/ports-world.ts';
import { WatchedConnection } from '../../src/monitor/watched-connection.ts';
import { Inbox } from '../support/inbox.ts';
import { startLegacyHttpServer } from '../support/servers/legacy-http.ts';
import { refused } from '../support/servers/listening.ts';
import { startModernHttpServer } from '../support/servers/modern-http.ts';
import { failure, result } from '../support/servers/script.ts';
import { legacyScript, modernScript, page } from '../support/servers/skeletons.ts';
import { aTool } from '../support/servers/tools.ts';
import { ListenLog } from './listen-log.ts';
import { http, it, limits, neverAborted, realStdio, watched, type Scope } from './scope.ts';
import { surfaceScript } from './surface-script.ts';

const promise = 'the server promised to announce changes and did not';
const validUntil: unknown = expect.stringMatching(
  /^changed while the server said that the list stays valid until \d{4}-\d\d-\d\d [\d:]{8} UTC$/,
);
const honest = [aTool()];
const changed = [aTool({ description: 'Deletes everything.' })];

/** Nothing is on its way: a pause is over at once. */
const hurried: Clock = { ...systemClock, sleep: () => Promise.resolve() };
/** A pause ends when somebody has a reason to end it. */
const patient: Clock = {
  ...systemClock,
  sleep: (_ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted === true) resolve();
      signal?.addEventListener('abort', () => resolve());
    }),
};

interface Held {
  readonly connection: WatchedConnection;
  /** A reading that was recorded. */
  readonly read: () => Promise<void>;
  /** Why the change is silent that the next reading shows. */
  readonly silent: () => Promise<object>;
  readonly whenAsked: (count: number) => Promise<void>;
}

interface Options {
  readonly clock?: Clock;
  readonly keepAlive?: boolean;
  /** Not listening, as a one-shot check does. */
  readonly isDeaf?: boolean;
  readonly reference?: Reference;
}

function hold(scope: Scope, launch: Launch, options: Options = {}): Held {
  const { clock = hurried, keepAlive = true, isDeaf = false, reference } = options;
  const asked = new Inbox<string>();
  const ask = (): void => asked.put('ask');
  const events = isDeaf ? null : { changed: ask, ask, lost: ask, listen: () => {} };
  const deps = { source: scope.source({ times: { firstReopenMs: 20, maxReopenMs: 40 } }), clock, random: Math.random };
  const connection = new WatchedConnection(watched(launch, keepAlive), null, events, { ...deps, limits }, reference);
  scope.closeAfter(connection, (one) => one.close());
  return {
    connection,
    async read() {
      const reading = await connection.read(neverAborted());
      connection.settle();
      await connection.release(reading);
    },
    silent: async () => (await connection.read(neverAborted())).silent,
    whenAsked: async (count) => {
      if (count > 0) await asked.waitFor(() => asked.items.length >= count);
    },
  };
}

/** A connection whose stream is open, and a reading made since. */
async function listening(scope: Scope, launch: Launch, options: Options = {}): Promise<Held> {
  const held = hold(scope, launch, options);
  await held.read();
  await held.whenAsked(1);
  await held.read();
  return held;
}

const starts = { legacy: startLegacyHttpServer, modern: startModernHttpServer } as const;
const eras = ['legacy', 'modern'] as const;

async function realHttp(scope: Scope, era: Era, ttlMs?: number) {
  const options = { tools: honest, notify: false, ...(ttlMs !== undefined && { ttlMs }) };
  return scope.closeAfter(await starts[era](options), (server) => server.close());
}

describe.each(eras)('a change of a real %s server over HTTP', (era) => {
  it('is silent when the stream did not tell of it', async ({ scope }) => {
    const server = await realHttp(scope, era);
    const held = await listening(scope, http(server.url));
    server.setTools(changed, { notify: false });
    expect(await held.silent()).toEqual({ tool: promise });
    // Until it is recorded it is news.
    expect(await held.silent()).toEqual({ tool: promise });
    held.connection.settle();
    expect(await held.silent()).toEqual({});
  });

  it('is not silent when it was announced', async ({ scope }) => {
    const server = await realHttp(scope, era);
    const held = await listening(scope, http(server.url));
    server.setTools(changed, { notify: true });
    await held.whenAsked(2);
    expect(await held.silent()).toEqual({});
  });

  it('is not silent when it came before the stream was open', async ({ scope }) => {
    const server = await realHttp(scope, era);
    const held = hold(scope, http(server.url));
    await held.read();
    server.setTools(changed, { notify: false });
    await held.whenAsked(1);
    expect(await held.silent()).toEqual({});
  });

  it('is not silent when the stream was cut since', async ({ scope }) => {
    const server = await realHttp(scope, era);
    const held = await listening(scope, http(server.url));
    server.setTools(changed, { notify: false });
    await server.cutStreams();
    await held.whenAsked(2);
    expect(await held.silent()).toEqual({});
  });

  it('is not silent when the connection was made anew', async ({ scope }) => {
    const server = await realHttp(scope, era);
    const held = await listening(scope, http(server.url));
    server.setTools(changed, { notify: false });
    await held.connection.reset();
    expect(await held.silent()).toEqual({});
  });
});

describe.each(eras)('a change of a real %s child that is kept', (era) => {
  it.for([
    ['silent', false, { tool: promise }],
    ['not silent when it was announced', true, {}],
  ] as const)('is %s', async ([, notify, silent], { scope }) => {
    const state = scope.state({ tools: honest, notify });
    const held = hold(scope, realStdio(era, state));
    await held.read();
    // A 2025 child notifies on a pipe that needs no opening.
    const opened = era === 'modern' ? 1 : 0;
    await held.whenAsked(opened);
    await held.read();
    state.set({ tools: changed, notify });
    if (notify) await held.whenAsked(opened + 1);
    expect(await held.silent()).toEqual(silent);
  });

  it('is not silent in a child of its own', async ({ scope }) => {
    const state = scope.state({ tools: honest });
    const held = hold(scope, realStdio(era, state), { keepAlive: false });
    await held.read();
    state.set({ tools: changed });
    expect(await held.silent()).toEqual({});
  });
});

describe('a lost session', () => {
  it('may have told before it was lost', async ({ scope }) => {
    const server = scope.closeAfter(await startLegacyHttpServer({ tools: honest, notify: false }), (one) =>
      one.close(),
    );
    const held = await listening(scope, http(server.url));
    server.setTools(changed, { notify: false });
    await server.dropSessions();
    expect(await held.silent()).toEqual({});
  });
});

describe('an announcement', () => {
  const tools = (description: string) =>
    [result(page('legacy', [`{"name":"a","description":"${description}"}`]))] as const;

  it('may arrive a moment after the change shows', async ({ scope }) => {
    const server = await scope.raw(legacyScript(tools('old')));
    const held = await listening(scope, http(server.url), { clock: patient });
    server.setScript(legacyScript(tools('new')));
    const before = server.received.length;
    const silent = held.silent();
    await server.whenReceived(before + 1);
    server.notify();
    expect(await silent).toEqual({});
  });

  it('of another list says nothing of this one', async ({ scope }) => {
    const all = '{"toolsListChanged":true,"promptsListChanged":true}';
    const id = '"_meta":{"io.modelcontextprotocol/subscriptionId":{{id}}}';
    const parts = {
      capabilities: { tools: { listChanged: true }, prompts: { listChanged: true } },
      changed: `{"jsonrpc":"2.0","method":"notifications/prompts/list_changed","params":{${id}}}`,
      listen: {
        kind: 'stream',
        messages: [
          `{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"notifications":${all},${id}}}`,
        ],
      },
    } as const;
    const script = (description: string) =>
      surfaceScript(
        'modern',
        { 'tools/list': [result(page('modern', [`{"name":"a","description":"${description}"}`]))] },
        parts,
      );
    const server = await scope.raw(script('old'));
    const held = await listening(scope, http(server.url));
    server.setScript(script('new'));
    server.notify();
    await held.whenAsked(2);
    expect(await held.silent()).toEqual({ tool: promise });
  });
});

describe('a change within the time for which the list was to stay valid', () => {
  const hour = 3_600_000;
  const script = (description: string, ttlMs = hour) =>
    modernScript([result(page('modern', [`{"name":"a","description":"${description}"}`], `,"ttlMs":${ttlMs}`))], {
      listen: refused,
    });
  const every = { tool: validUntil, prompt: validUntil, resource: validUntil, 'resource-template': validUntil };

  it('is silent, though nobody listens, and nobody is waited for', async ({ scope }) => {
    const server = await scope.raw(script('old'));
    const held = hold(scope, http(server.url), { clock: patient });
    await held.read();
    server.setScript(script('new'));
    expect(await held.silent()).toEqual(every);
  });

  it('is not silent once that time is over', async ({ scope }) => {
    const server = await scope.raw(script('old', 0));
    const held = hold(scope, http(server.url));
    await held.read();
    server.setScript(script('new', 0));
    expect(await held.silent()).toEqual({});
  });

  it('is silent at an audit of a real server', async ({ scope }) => {
    const server = await realHttp(scope, 'modern', hour);
    const held = await listening(scope, http(server.url));
    server.setTools(changed, { notify: false });
    await held.connection.reset();
    expect(await held.silent()).toMatchObject({ tool: validUntil });
  });

  it('is not silent after a reading that failed', async ({ scope }) => {
    const server = await scope.raw(script('old'));
    const held = hold(scope, http(server.url));
    await held.read();
    server.setScript(modernScript([failure(-32603, 'no')], { listen: refused }));
    await held.read();
    server.setScript(script('new'));
    expect(await held.silent()).toEqual({});
  });

  it('is silent in a check that knows the last reading from the record', async ({ scope }) => {
    const server = await scope.raw(script('new'));
    const reference = { digest: 'another', startedAt: Date.now(), ttlMs: hour };
    const held = hold(scope, http(server.url), { isDeaf: true, reference, clock: patient });
    expect(await held.silent()).toEqual(every);
  });
});

describe('the lists that are announced', () => {
  const announced = { tools: { listChanged: true }, prompts: {}, resources: { listChanged: true } };

  it.for(['http', 'stdio'] as const)('are those that a 2025 server names (%s)', async (transport, { scope }) => {
    const served = await scope.serve(surfaceScript('legacy', {}, { capabilities: announced }), transport);
    const session = await scope.session(scope.source(), served.launch, 'legacy');
    const log = new ListenLog();
    session.listen(log);
    await log.whenState('honoured');
    await expect.poll(() => log.announced).toEqual(['tools', 'resources']);
    if (served.kind === 'stdio') return;
    await served.server.close();
    await expect.poll(() => log.announced).toEqual([]);
  });
});
