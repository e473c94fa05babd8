import process from 'node:process';
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, describe, expect, it } from 'vitest';
import type { Era } from '../../src/monitor/ports-reading.ts';
import type { HostileCase } from '../support/servers/hostile/hostile-case.ts';
import { hostileCases, oddDefinitions, oddResults } from '../support/servers/hostile/index.ts';
import { startLegacyHttpServer } from '../support/servers/legacy-http.ts';
import { honoured } from '../support/servers/listening.ts';
import { startModernHttpServer } from '../support/servers/modern-http.ts';
import { isRunning } from '../support/servers/processes.ts';
import { post, requestText, spawnRawChild, type RawChild } from '../support/servers/raw-client.ts';
import { startRawHttpServer, type RawHttpServer } from '../support/servers/raw-http.ts';
import { failure, http, result, type Script } from '../support/servers/script.ts';
import { legacyScript, modernScript, page, scriptOf } from '../support/servers/skeletons.ts';
import { createStateFile, type StdioState } from '../support/servers/state-file.ts';
import { legacyStdioServer, modernStdioServer, rawStdioServer } from '../support/servers/stdio-servers.ts';
import { aTool, chargeInvoiceTool, searchNotesTool, type ToolDefinition } from '../support/servers/tools.ts';

/** Run last-in first-out after each test, whatever became of it. */
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});
function closeAfter<T>(value: T, close: (value: T) => unknown): T {
  closers.push(() => close(value));
  return value;
}

async function connect(era: Era, transport: Transport): Promise<Client> {
  const client = new Client(
    { name: 'selftest', version: '1.0.0' },
    { versionNegotiation: { mode: era === 'modern' ? { pin: '2026-07-28' } : 'legacy' } },
  );
  closeAfter(client, () => client.close());
  await client.connect(transport);
  return client;
}

function nextChange(client: Client): Promise<void> {
  return new Promise((resolve) => {
    client.setNotificationHandler('notifications/tools/list_changed', () => {
      resolve();
    });
  });
}

async function descriptions(client: Client): Promise<(string | undefined)[]> {
  const { tools } = await client.listTools(undefined, { cacheMode: 'refresh' });
  return tools.map((tool) => tool.description);
}

interface Real {
  readonly transport: Transport;
  /** Resolves once an unasked notification would be heard. */
  readonly ready: () => Promise<void>;
  readonly setTools: (tools: readonly ToolDefinition[]) => void;
}

async function realHttp(era: Era, tools: readonly ToolDefinition[]): Promise<Real> {
  const start = era === 'modern' ? startModernHttpServer : startLegacyHttpServer;
  const server = closeAfter(await start({ tools }), (s) => s.close());
  return {
    transport: new StreamableHTTPClientTransport(new URL(server.url)),
    ready: () => server.whenListening(),
    setTools: server.setTools.bind(server),
  };
}

function realStdio(era: Era, tools: readonly ToolDefinition[]): Promise<Real> {
  const state = closeAfter(createStateFile<StdioState>({ tools }), (file) => file.remove());
  const command = era === 'modern' ? modernStdioServer(state) : legacyStdioServer(state);
  return Promise.resolve({
    transport: new StdioClientTransport(command),
    ready: () => Promise.resolve(),
    setTools: (next) => {
      state.set({ tools: next });
    },
  });
}

describe.each([
  { name: 'the modern HTTP server', era: 'modern', start: realHttp },
  { name: 'the legacy HTTP server', era: 'legacy', start: realHttp },
  { name: 'the modern stdio server', era: 'modern', start: realStdio },
  { name: 'the legacy stdio server', era: 'legacy', start: realStdio },
] as const)('$name', ({ era, start }) => {
  it('lists its tools, notifies of a change, and lists the new ones', async () => {
    const real = await start(era, [aTool({ description: 'old' }), chargeInvoiceTool]);
    const client = await connect(era, real.transport);
    expect(client.getProtocolEra()).toBe(era);
    expect(await descriptions(client)).toEqual(['old', chargeInvoiceTool['description']]);

    const changed = nextChange(client);
    if (era === 'modern') {
      const { honoredFilter } = await client.listen({ toolsListChanged: true });
      expect(honoredFilter).toEqual({ toolsListChanged: true });
    }
    await real.ready();
    real.setTools([aTool({ description: 'new' })]);
    await changed;
    expect(await descriptions(client)).toEqual(['new']);
  });
});

describe.each([
  { era: 'modern', start: startModernHttpServer },
  { era: 'legacy', start: startLegacyHttpServer },
] as const)('a real $era HTTP server', ({ era, start }) => {
  it('counts requests and streams, and cuts the streams', async () => {
    const server = closeAfter(await start({ tools: [aTool()] }), (s) => s.close());
    expect([server.requests, server.listeners()]).toEqual([0, 0]);
    const client = await connect(era, new StreamableHTTPClientTransport(new URL(server.url)));
    const subscription = era === 'modern' ? await client.listen({ toolsListChanged: true }) : null;
    await server.whenListening();
    await client.listTools();
    expect([server.requests, server.listeners()]).toEqual([1, 1]);

    await server.cutStreams();
    expect(server.listeners()).toBe(0);
    if (subscription !== null) expect(await subscription.closed).toBe('remote');
  });

  it('sends definitions as they are, with instructions and the ttlMs it was given', async () => {
    const tool = aTool({ 'x-odd': { deep: [1] }, annotations: { trusted: true } });
    const server = closeAfter(await start({ tools: [tool], instructions: 'be kind', ttlMs: 60_000 }), (s) => s.close());
    const hello = era === 'modern' ? requestText(era, 1, 'server/discover') : initializeText;
    const greeting = await post(server.url, hello);
    expect(await greeting.text()).toContain('"instructions":"be kind"');
    const session = greeting.headers.get('mcp-session-id');
    const list = await post(
      server.url,
      requestText(era, 2, 'tools/list'),
      session === null ? {} : { 'mcp-session-id': session },
    );
    const text = await list.text();
    expect(text).toContain(JSON.stringify(tool));
    expect(text).toContain('"ttlMs":60000');
    expect(list.headers.get('content-type')).toBe(era === 'modern' ? 'application/json' : 'text/event-stream');
  });

  it('changes in silence when told to', async () => {
    const server = closeAfter(await start({ tools: [aTool({ description: 'old' })], notify: false }), (s) => s.close());
    const client = await connect(era, new StreamableHTTPClientTransport(new URL(server.url)));
    let changes = 0;
    client.setNotificationHandler('notifications/tools/list_changed', () => {
      changes += 1;
    });
    if (era === 'modern') await client.listen({ toolsListChanged: true });
    await server.whenListening();
    server.setTools([aTool({ description: 'new' })]);
    expect(await descriptions(client)).toEqual(['new']);
    // Notifications on the stream keep their order: after the one that was asked for, the silent one cannot come any more.
    const heard = nextChange(client);
    server.setTools([], { notify: true });
    await heard;
    expect(changes).toBe(0);
  });

  it('can be started again at the same port', async () => {
    const first = await start({ tools: [] });
    await first.close();
    const port = Number(new URL(first.url).port);
    const second = closeAfter(await start({ tools: [], port }), (s) => s.close());
    expect(second.url).toBe(first.url);
  });
});

const initializeText = requestText('legacy', 1, 'initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'raw', version: '1.0.0' },
});

describe('the eras, seen from the other one', () => {
  it('refuses a 2025 client on the modern HTTP server', async () => {
    const server = closeAfter(await startModernHttpServer({ tools: [] }), (s) => s.close());
    const response = await post(server.url, initializeText);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('"code":-32022');
  });

  it('answers server/discover with 400 on the legacy HTTP server', async () => {
    const server = closeAfter(await startLegacyHttpServer({ tools: [] }), (s) => s.close());
    const response = await post(server.url, requestText('modern', 1, 'server/discover'));
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('Server not initialized');
  });

  it('answers server/discover with "method not found" on the legacy stdio server, and goes on', async () => {
    const state = closeAfter(createStateFile<StdioState>({ tools: [] }), (file) => file.remove());
    const child = spawnChild(legacyStdioServer(state));
    child.send(requestText('modern', 1, 'server/discover'));
    expect(await child.nextLine()).toContain('"code":-32601');
    child.send(initializeText);
    expect(await child.nextLine()).toContain('"protocolVersion":"2025-11-25"');
    child.endInput();
    expect(await child.exited).toBe(0);
  });

  it('grants nothing on a modern server that promises nothing', async () => {
    const server = closeAfter(await startModernHttpServer({ tools: [], listChanged: false }), (s) => s.close());
    const client = await connect('modern', new StreamableHTTPClientTransport(new URL(server.url)));
    const subscription = await client.listen({ toolsListChanged: true });
    expect(subscription.honoredFilter).toEqual({});
    expect(await subscription.closed).toBe('graceful');
  });

  it('answers 404 to a session that the legacy server forgot', async () => {
    const server = closeAfter(await startLegacyHttpServer({ tools: [] }), (s) => s.close());
    const client = await connect('legacy', new StreamableHTTPClientTransport(new URL(server.url)));
    await server.dropSessions();
    await expect(client.listTools()).rejects.toMatchObject({ status: 404 });
  });
});

describe('the stdio servers', () => {
  it('keep silent about a change when told to, and notify on SIGUSR2', async () => {
    const state = closeAfter(createStateFile<StdioState>({ tools: [], notify: false }), (file) => file.remove());
    const child = spawnChild(legacyStdioServer(state));
    child.send(initializeText);
    await child.nextLine();
    state.set({ tools: [aTool()], notify: false });
    child.send(requestText('legacy', 2, 'tools/list'));
    expect(await child.nextLine()).toContain('"delete_file"');
    process.kill(child.pid, 'SIGUSR2');
    expect(await child.nextLine()).toBe('{"method":"notifications/tools/list_changed","jsonrpc":"2.0"}');
    expect(state.trace()).toEqual([
      { event: 'started', pid: child.pid },
      { event: 'tools/list', pid: child.pid },
    ]);
  });
});

function spawnChild(command: Parameters<typeof spawnRawChild>[0]): RawChild {
  return closeAfter(spawnRawChild(command), (child) => child.kill());
}

function spawnScript(script: Script) {
  const file = closeAfter(createStateFile<Script>(script), (file) => file.remove());
  return { file, child: spawnChild(rawStdioServer(file)) };
}

async function startRaw(script: Script): Promise<RawHttpServer> {
  return closeAfter(await startRawHttpServer(script), (s) => s.close());
}

/** Text that must be on the wire in the answer to the first `tools/list`. */
const claims: Readonly<Record<string, string>> = {
  'adds keys to a tool that no specification knows': '"x-hidden":{"run":"first"}',
  'declares an x-mcp-header that is no header name': '"x-mcp-header":"not a token"',
  'lists null as a tool': '"tools":[null,',
  'lists a number as a tool': '"tools":[42,',
  'lists a string as a tool': '"tools":["delete_file",',
  'lists a tool without a name': '"tools":[{"description":',
  'lists a tool whose name is a number': '{"name":7,',
  'lists two different tools under one name': '{"name":"search_notes","description":"Sends notes away."',
  'writes the same key of a tool twice': '"description":"Pays nothing.","description":"Pays all."',
  'names a property __proto__': '"__proto__":{"polluted":true}',
  'puts half of a surrogate pair into a description': String.raw`"description":"\ud83d"`,
  'lists a number that is beyond a double': '"maxProperties":1e999',
  'nests a schema deeper than any stack': '{"not":{}}}',
  'sends a negative ttlMs': '"ttlMs":-1}',
  'sends a fractional ttlMs': '"ttlMs":1.5}',
  'leaves the resultType of the modern era out': '],"ttlMs":0,"cacheScope":"private"}',
};

const both = ['modern', 'legacy'] as const;
const perEra = (cases: readonly HostileCase[]) =>
  cases.flatMap((hostile) =>
    hostile.eras.map((era) => [`a ${era} HTTP server that ${hostile.name}`, hostile, era] as const),
  );
const claimed = [...oddDefinitions, ...oddResults];

it.each(perEra(claimed))('%s sends these bytes', async (_title, hostile, era) => {
  const server = await startRaw(hostile.script(era));
  const response = await post(server.url, requestText(era, 7, 'tools/list'));
  expect(response.headers.get('content-type')).toBe(era === 'modern' ? 'application/json' : 'text/event-stream');
  const text = await response.text();
  expect(text).toContain(claims[hostile.name]);
  expect(text).toContain('{"jsonrpc":"2.0","id":7,"result":');
});

it.each(both)('a %s child sends the bytes of every such case', async (era) => {
  const { file, child } = spawnScript(scriptOf(era, [{ kind: 'silence' }]));
  for (const { name, script } of claimed.filter((hostile) => hostile.eras.includes(era))) {
    file.set(script(era));
    child.send(requestText(era, 7, 'tools/list'));
    const line = await child.nextLine();
    expect(line, name).toContain(claims[name]);
    expect(line, name).toMatch(/^\{"jsonrpc":"2\.0","id":7,"result":.*\}\}$/);
  }
});

/** The interesting part of each page of a walk of four. */
const walks: Readonly<Record<string, readonly [string, string, string, string]>> = {
  'has a second page behind an empty cursor': ['"nextCursor":""', '"hidden"', '"hidden"', '"hidden"'],
  'gives every page the same cursor and new content': ['"tool_0"', '"tool_1"', '"tool_2"', '"tool_3"'],
  'gives the same page with the same cursor for ever': ['"same"', '"same"', '"same"', '"same"'],
  'answers the second page with an error': ['"nextCursor":"2"', '"code":-32603', '"code":-32603', '"code":-32603'],
  'has always another page': ['"nextCursor":"0"', '"nextCursor":"1"', '"nextCursor":"2"', '"nextCursor":"3"'],
};
const walked = hostileCases.filter(({ name }) => Object.hasOwn(walks, name));

/** Two walks, the second of which begins where a cursor is missing. */
const walk = (era: Era) =>
  [{}, { cursor: '' }, { cursor: 'x' }, { cursor: 'x' }, {}].map((params) => requestText(era, 1, 'tools/list', params));
const walkOf = (name: string) => [...(walks[name] ?? []), walks[name]?.[0]];

it.each(perEra(walked))('%s walks like this', async (_title, hostile, era) => {
  const server = await startRaw(hostile.script(era));
  for (const [index, request] of walk(era).entries()) {
    expect(await (await post(server.url, request)).text()).toContain(walkOf(hostile.name)[index]);
  }
});

it.each(both)('a %s child walks like this in every such case', async (era) => {
  const { file, child } = spawnScript(scriptOf(era, [{ kind: 'silence' }]));
  for (const { name, script } of walked) {
    file.set(script(era));
    for (const [index, request] of walk(era).entries()) {
      child.send(request);
      expect(await child.nextLine(), name).toContain(walkOf(name)[index]);
    }
  }
});

describe.each(both)('a scripted %s server over HTTP', (era) => {
  const list = result(page(era, [JSON.stringify(searchNotesTool)]));

  it('satisfies the real client', async () => {
    const server = await startRaw(scriptOf(era, [list]));
    const client = await connect(era, new StreamableHTTPClientTransport(new URL(server.url)));
    const changed = nextChange(client);
    if (era === 'modern') await client.listen({ toolsListChanged: true });
    await server.whenListening();
    server.notify();
    await changed;
    expect(await descriptions(client)).toEqual([searchNotesTool['description']]);
  });

  it.each([401, 403, 404, 500])('answers everything with %i', async (status) => {
    const hostile = caseNamed(`answers everything with HTTP ${String(status)}`);
    const server = await startRaw(hostile.script(era));
    expect((await post(server.url, requestText(era, 1, 'anything'))).status).toBe(status);
    expect((await fetch(server.url)).status).toBe(status);
  });

  it('answers with a web page', async () => {
    const server = await startRaw(caseNamed('answers with a web page').script(era));
    const response = await post(server.url, requestText(era, 1, 'tools/list'));
    expect(response.headers.get('content-type')).toBe('text/html');
    expect(await response.text()).toContain('<!doctype html>');
  });

  it('takes a request and never answers it', async () => {
    const server = await startRaw(caseNamed('takes every request and never answers').script(era));
    const answer = post(server.url, requestText(era, 1, 'tools/list'));
    await server.whenReceived();
    await server.close();
    await expect(answer).rejects.toThrow('fetch failed');
  });

  it('begins an answer and never ends it', async () => {
    const server = await startRaw(caseNamed('begins the answer to tools/list and never ends it').script(era));
    const response = await post(server.url, requestText(era, 5, 'tools/list'));
    const reader = response.body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe(
      '{"jsonrpc":"2.0","id":5,"result":{"tools":[',
    );
    const rest = reader?.read();
    await server.close();
    await expect(rest).rejects.toThrow();
  });

  it('destroys the connection where a child would die', async () => {
    const server = await startRaw(scriptOf(era, [{ kind: 'death', exitCode: 1 }]));
    await expect(post(server.url, requestText(era, 1, 'tools/list'))).rejects.toThrow('fetch failed');
  });

  it('holds a request until the script is replaced', async () => {
    const server = await startRaw(scriptOf(era, [{ kind: 'held' }]));
    const answer = post(server.url, requestText(era, 1, 'tools/list'));
    await server.whenReceived();
    server.setScript(scriptOf(era, [list]));
    expect(await (await answer).text()).toContain('"search_notes"');
  });

  it('sends bytes that are no UTF-8, and lets a function answer', async () => {
    const reply = { ...http(200, '{"description":"café"}'), encoding: 'latin1' } as const;
    const intercept = ({ message }: { message: { method: string } | null }) =>
      message?.method === 'odd' ? reply : undefined;
    const server = closeAfter(await startRawHttpServer(scriptOf(era, [list]), { intercept }), (s) => s.close());
    const odd = await post(server.url, requestText(era, 1, 'odd'));
    expect(Buffer.from(await odd.arrayBuffer()).toString('latin1')).toBe('{"description":"café"}');
    expect(await (await post(server.url, requestText(era, 2, 'tools/list'))).text()).toContain('"search_notes"');
    expect(server.received.map(({ message }) => message?.method)).toEqual(['odd', 'tools/list']);
  });

  it('frames answers the other way as well', async () => {
    const framing = era === 'modern' ? 'sse' : 'json';
    const server = await startRaw(scriptOf(era, [list], { framing }));
    const response = await post(server.url, requestText(era, 1, 'tools/list'));
    expect(response.headers.get('content-type')).toBe(framing === 'sse' ? 'text/event-stream' : 'application/json');
    expect((await response.text()).startsWith('event: message\ndata: {')).toBe(framing === 'sse');
  });
});

describe('a scripted legacy server that lost its session', () => {
  it('answers 404 to the first tools/list only', async () => {
    const server = await startRaw(caseNamed('has lost the session once, at the first tools/list').script('legacy'));
    const greeting = await post(server.url, initializeText);
    expect(greeting.headers.get('mcp-session-id')).toBe('scripted-session');
    const statuses = [];
    for (const id of [2, 3, 4]) statuses.push((await post(server.url, requestText('legacy', id, 'tools/list'))).status);
    expect(statuses).toEqual([404, 200, 200]);
  });
});

describe('scripted listening', () => {
  async function listenTo(name: string) {
    const server = await startRaw(caseNamed(name).script('modern'));
    const request = requestText('modern', 3, 'subscriptions/listen', { notifications: { toolsListChanged: true } });
    return { server, response: await post(server.url, request) };
  }
  const firstChunk = async (response: Response) =>
    Buffer.from((await response.body?.getReader().read())?.value ?? []).toString();

  it('refuses as an unknown method, in band and with 404', async () => {
    const inBand = (await listenTo('does not know subscriptions/listen')).response;
    expect([inBand.status, await inBand.text()]).toEqual([
      200,
      expect.stringContaining('"id":3,"error":{"code":-32601'),
    ]);
    const notFound = (await listenTo('answers subscriptions/listen with HTTP 404')).response;
    expect([notFound.status, await notFound.text()]).toEqual([
      404,
      expect.stringContaining('"id":3,"error":{"code":-32601'),
    ]);
  });

  it('refuses for too many listeners', async () => {
    const { response } = await listenTo('has too many listeners already');
    expect(await response.text()).toContain('"message":"Subscription limit reached"');
  });

  it('acknowledges nothing and ends', async () => {
    const { response } = await listenTo('acknowledges an empty subscription and ends it');
    const text = await response.text();
    expect(text).toContain('"params":{"notifications":{},"_meta":{"io.modelcontextprotocol/subscriptionId":3}}');
    expect(text).toContain('{"jsonrpc":"2.0","id":3,"result":{"resultType":"complete"');
  });

  it('opens a stream and never acknowledges it', async () => {
    const { server, response } = await listenTo('never acknowledges a subscription');
    expect([response.status, server.listeners()]).toEqual([200, 1]);
    server.send('{"first":{{id}}}');
    expect(await firstChunk(response)).toBe('event: message\ndata: {"first":3}\n\n');
  });

  it('cuts the stream by itself after a time', async () => {
    const { response } = await listenTo('cuts every subscription after 50 ms');
    await expect(response.text()).rejects.toThrow('terminated');
  });

  it('cuts the stream on command', async () => {
    const server = await startRaw(modernScript([failure(-32603, 'no')], { listen: honoured }));
    const client = await connect('modern', new StreamableHTTPClientTransport(new URL(server.url)));
    const subscription = await client.listen({ toolsListChanged: true });
    await server.cutStreams();
    expect([await subscription.closed, server.listeners()]).toEqual(['remote', 0]);
  });

  it('has no GET stream', async () => {
    const server = await startRaw(caseNamed('has no GET stream').script('legacy'));
    expect((await fetch(server.url)).status).toBe(405);
  });
});

describe.each(both)('a scripted %s server over stdio', (era) => {
  const list = result(page(era, [JSON.stringify(searchNotesTool)]));
  const listText = requestText(era, 1, 'tools/list');

  it('satisfies the real client', async () => {
    const file = closeAfter(createStateFile<Script>(scriptOf(era, [list])), (state) => state.remove());
    const transport = new StdioClientTransport(rawStdioServer(file));
    const client = await connect(era, transport);
    const changed = nextChange(client);
    if (era === 'modern') await client.listen({ toolsListChanged: true });
    process.kill(transport.pid ?? 0, 'SIGUSR2');
    await changed;
    expect(await descriptions(client)).toEqual([searchNotesTool['description']]);
  });

  it('holds a request until the script is replaced', async () => {
    const { file, child } = spawnScript(scriptOf(era, [{ kind: 'held' }]));
    child.send(listText);
    await file.whenTraced('tools/list');
    file.set(scriptOf(era, [list]));
    expect(await child.nextLine()).toContain('"search_notes"');
  });

  it('exits before it reads anything', async () => {
    const { file, child } = spawnScript(caseNamed('exits before it reads anything').script(era));
    expect(await child.exited).toBe(3);
    expect(await child.stderr).toBe('missing environment variable\n');
    expect(file.trace()).toEqual([{ event: 'started', pid: child.pid }]);
  });

  it('prints noise around its answers', async () => {
    const { child } = spawnScript(caseNamed('prints lines on stdout that are no messages').script(era));
    child.send(listText);
    const lines = [];
    for (let count = 0; count < 9; count += 1) lines.push(await child.nextLine());
    const noise = ['starting …', '\u001b[31m{"half":', '', '[1,2]'];
    expect(lines).toEqual([...noise, ...noise, expect.stringContaining('"search_notes"')]);
  });

  it('never answers, and ends with its input', async () => {
    const { file, child } = spawnScript(caseNamed('takes every request and never answers').script(era));
    child.send(listText);
    await file.whenTraced('tools/list');
    child.endInput();
    expect([await child.nextLine(), await child.exited]).toEqual([null, 0]);
  });

  it('answers late when told to start late', async () => {
    const { child } = spawnScript(scriptOf(era, [list], { child: { startDelayMs: 30 } }));
    child.send(listText);
    expect(await child.nextLine()).toContain('"search_notes"');
  });

  it('leaves a grandchild behind, which keeps the pipe open', async () => {
    const { file, child } = spawnScript(caseNamed('starts a process that keeps the stdout pipe open').script(era));
    const trace = await file.whenTraced('started');
    const grandchild = trace.find(({ event }) => event === 'grandchild')?.pid ?? 0;
    closers.push(() => isRunning(grandchild) && process.kill(grandchild, 'SIGKILL'));
    child.endInput();
    expect(await child.exited).toBe(0);
    expect([isRunning(child.pid), isRunning(grandchild)]).toEqual([false, true]);
    process.kill(grandchild, 'SIGKILL');
    expect(await child.nextLine()).toBeNull();
  });

  it('leaves a grandchild behind that holds nothing', async () => {
    const { file, child } = spawnScript(caseNamed('starts a process of its own that would outlive it').script(era));
    const trace = await file.whenTraced('started');
    const grandchild = trace.find(({ event }) => event === 'grandchild')?.pid ?? 0;
    closers.push(() => process.kill(grandchild, 'SIGKILL'));
    child.endInput();
    expect([await child.nextLine(), await child.exited, isRunning(grandchild)]).toEqual([null, 0, true]);
  });

  it('ignores SIGTERM and the end of its input', async () => {
    const { file, child } = spawnScript(caseNamed('ignores SIGTERM and the end of its input').script(era));
    await file.whenTraced('started');
    child.endInput();
    process.kill(child.pid, 'SIGTERM');
    await file.whenTraced('SIGTERM');
    expect(isRunning(child.pid)).toBe(true);
  });

  it('dies at the second page', async () => {
    const { child } = spawnScript(caseNamed('dies at the second page').script(era));
    child.send(listText);
    expect(await child.nextLine()).toContain('"nextCursor":"2"');
    child.send(requestText(era, 2, 'tools/list', { cursor: '2' }));
    expect([await child.nextLine(), await child.exited]).toEqual([null, 1]);
  });
});

describe('a scripted legacy child that exits on server/discover', () => {
  it('dies at the probe, and the automatic client falls back to a fresh one', async () => {
    const script = caseNamed('exits on server/discover').script('legacy');
    const { child } = spawnScript(script);
    child.send(requestText('modern', 1, 'server/discover'));
    expect([await child.nextLine(), await child.exited]).toEqual([null, 1]);

    const file = closeAfter(createStateFile<Script>(script), (state) => state.remove());
    const client = new Client({ name: 'selftest', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
    closeAfter(client, () => client.close());
    await client.connect(new StdioClientTransport(rawStdioServer(file)));
    expect(client.getProtocolEra()).toBe('legacy');
    expect(file.trace().filter(({ event }) => event === 'started')).toHaveLength(2);
  });
});

describe('a child whose file is gone', () => {
  it('ends by itself', async () => {
    const { file, child } = spawnScript(legacyScript([{ kind: 'silence' }], { child: { stubborn: true } }));
    child.send(requestText('legacy', 1, 'tools/list'));
    await file.whenTraced('tools/list');
    file.remove();
    expect(await child.exited).toBe(0);
  });
});

describe('the hostile cases', () => {
  it('have names of their own', () => {
    expect(new Set(hostileCases.map(({ name }) => name)).size).toBe(hostileCases.length);
  });
});

function caseNamed(name: string): HostileCase {
  const found = hostileCases.find((hostile) => hostile.name === name);
  if (found === undefined) throw new Error(`no hostile case is named "${name}"`);
  return found;
}
