import { describe, expect } from 'vitest';
import type { Era, Session } from '../../src/monitor/ports-reading.ts';
import { startLegacyHttpServer } from '../support/servers/legacy-http.ts';
import { startModernHttpServer } from '../support/servers/modern-http.ts';
import { result, type Reply } from '../support/servers/script.ts';
import { page, scriptOf } from '../support/servers/skeletons.ts';
import { aTool } from '../support/servers/tools.ts';
import { complete, instructionsOf, toolNames, toolsOf } from './observation.ts';
import { http, it, neverAborted, realStdio, survivors, watched, type Scope, type Served } from './scope.ts';

const both = ['modern', 'legacy'] as const;
const transports = ['http', 'stdio'] as const;
const everywhere = both.flatMap((era) => transports.map((transport) => ({ era, transport })));
const other = { modern: 'legacy', legacy: 'modern' } as const;
const version = { modern: '2026-07-28', legacy: '2025-11-25' } as const;
const silence: Reply = { kind: 'silence' };
/** A child needs longer than this to start, so that none is taken for silent by mistake where that is not the point. */
const quick = { times: { probeMs: 400 } };

const list = (era: Era) => result(page(era, [JSON.stringify(aTool())]));

/** What the server was asked, in order, but for the stream beside it, which comes when it comes; children also say when they start. */
function asked(served: Served): readonly string[] {
  if (served.kind === 'stdio') return served.file.trace().map(({ event }) => event);
  const all = served.server.received.map(({ message, httpMethod }) => message?.method ?? httpMethod);
  return all.filter((method) => method !== 'GET');
}

const legacyTalk = ['initialize', 'notifications/initialized', 'tools/list'];
const modernTalk = ['server/discover', 'tools/list'];

describe.concurrent.each(everywhere)('a real $era server over $transport', ({ era, transport }) => {
  async function session(scope: Scope, remembered: Era | null): Promise<Session> {
    const tools = [aTool()];
    if (transport === 'stdio') {
      return scope.session(scope.source(), realStdio(era, scope.state({ tools })), remembered);
    }
    const start = era === 'modern' ? startModernHttpServer : startLegacyHttpServer;
    const server = scope.closeAfter(await start({ tools }), (real) => real.close());
    return scope.session(scope.source(), { kind: 'http', url: server.url, headers: {} }, remembered);
  }

  it.for([null, era, other[era]])('is recognised when %s is remembered', async (remembered, { scope, expect }) => {
    const opened = await session(scope, remembered);
    expect([opened.era, opened.protocolVersion]).toEqual([era, version[era]]);
    expect(toolNames(await opened.read(neverAborted()))).toEqual(['delete_file']);
  });
});

describe.concurrent.each(transports)('a handshake over %s', (transport) => {
  const start = transport === 'stdio' ? ['started'] : [];
  const end = transport === 'stdio' ? [] : ['DELETE'];

  it('asks a remembered legacy server for nothing else', async ({ scope, expect }) => {
    const served = await scope.serve(scriptOf('legacy', [list('legacy')]), transport);
    await scope.read(served.launch, {}, 'legacy');
    expect(asked(served)).toEqual([...start, ...legacyTalk, ...end]);
  });

  it('asks a remembered modern server for nothing else', async ({ scope, expect }) => {
    const served = await scope.serve(scriptOf('modern', [list('modern')]), transport);
    await scope.read(served.launch, {}, 'modern');
    expect(asked(served)).toEqual([...start, ...modernTalk]);
  });

  it('probes an unknown modern server once', async ({ scope, expect }) => {
    const served = await scope.serve(scriptOf('modern', [list('modern')]), transport);
    await scope.read(served.launch);
    expect(asked(served)).toEqual([...start, ...modernTalk]);
  });

  it('probes an unknown legacy server and greets it on the same connection', async ({ scope, expect }) => {
    const served = await scope.serve(scriptOf('legacy', [list('legacy')]), transport);
    await scope.read(served.launch);
    expect(asked(served)).toEqual([...start, 'server/discover', ...legacyTalk, ...end]);
  });

  it('takes silence at the probe for a legacy server', async ({ scope, expect }) => {
    const script = scriptOf('legacy', [list('legacy')], { answers: { 'server/discover': { replies: [silence] } } });
    const served = await scope.serve(script, transport);
    expect(toolNames(await scope.read(served.launch, quick))).toEqual(['delete_file']);
    expect(asked(served)).toEqual([...start, 'server/discover', ...legacyTalk, ...end]);
  });
});

describe.concurrent('a legacy child that exits on server/discover', () => {
  const script = scriptOf('legacy', [list('legacy')], {
    answers: { 'server/discover': { replies: [{ kind: 'death', exitCode: 1 }] } },
  });

  it.for([null, 'modern'] as const)('is greeted on a fresh process (%s remembered)', async (era, { scope, expect }) => {
    const served = await scope.serve(script, 'stdio');
    expect(toolNames(await scope.read(served.launch, {}, era))).toEqual(['delete_file']);
    expect(asked(served)).toEqual(['started', 'server/discover', 'started', ...legacyTalk]);
    expect(served.kind === 'stdio' && survivors(served.file)).toEqual([]);
  });

  it('never meets the probe once it is known', async ({ scope, expect }) => {
    const served = await scope.serve(script, 'stdio');
    await scope.read(served.launch, {}, 'legacy');
    expect(asked(served)).toEqual(['started', ...legacyTalk]);
  });
});

describe.concurrent('a modern child that starts slowly', () => {
  const script = scriptOf('modern', [list('modern')], { child: { startDelayMs: 800 } });

  it('is asked again when its answer to the probe came too late', async ({ scope, expect }) => {
    const served = await scope.serve(script, 'stdio');
    const opened = await scope.session(scope.source(quick), served.launch);
    expect(opened.era).toBe('modern');
    expect(asked(served)).toEqual(['started', 'server/discover', 'initialize', 'server/discover']);
  });

  it('gets its time when it is known', async ({ scope, expect }) => {
    const served = await scope.serve(script, 'stdio');
    const opened = await scope.session(scope.source(quick), served.launch, 'modern');
    expect(opened.era).toBe('modern');
    expect(asked(served)).toEqual(['started', 'server/discover']);
  });
});

describe.concurrent('instructions', () => {
  it('of a modern server are read anew at each reading', async ({ scope, expect }) => {
    const server = scope.closeAfter(
      await startModernHttpServer({ tools: [aTool()], instructions: 'be kind' }),
      (real) => real.close(),
    );
    const opened = await scope.session(scope.source(), { kind: 'http', url: server.url, headers: {} });
    const first = await opened.read(neverAborted());
    server.setInstructions('be kind\u200b');
    const second = await opened.read(neverAborted());
    server.setInstructions(undefined);
    const third = await opened.read(neverAborted());
    expect([first, second, third].map(instructionsOf)).toEqual(['be kind', 'be kind\u200b', undefined]);
    expect(new Set([first, second, third].map((one) => 'digest' in one && one.digest)).size).toBe(3);
  });

  it('of a legacy server stay those of the handshake', async ({ scope, expect }) => {
    const server = scope.closeAfter(
      await startLegacyHttpServer({ tools: [aTool()], instructions: 'be kind' }),
      (real) => real.close(),
    );
    const launch = { kind: 'http', url: server.url, headers: {} } as const;
    const opened = await scope.session(scope.source(), launch);
    server.setInstructions('be evil');
    expect(instructionsOf(await opened.read(neverAborted()))).toBe('be kind');
    expect(instructionsOf(await scope.read(launch))).toBe('be evil');
  });

  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  it.for(everywhere)(
    'are kept as they came, whatever they are ($era, $transport)',
    async (where, { scope, expect }) => {
      const { era, transport } = where;
      for (const text of ['"\\ud83d"', '7', '["a"]', '{"__proto__":1}', 'false', deep]) {
        const served = await scope.serve(oddHandshake(era, `"instructions":${text}`), transport);
        const value = instructionsOf(await scope.read(served.launch));
        if (text === deep) expect(Array.isArray(value)).toBe(true);
        else expect(JSON.stringify(value)).toBe(text);
      }
    },
  );
});

describe.concurrent('a handshake that breaks the rules', () => {
  const odd = [
    '"serverInfo":null',
    '"serverInfo":{"name":5}',
    '"capabilities":{"tools":{"listChanged":"yes"}}',
    '"capabilities":{"tools":null}',
    '"capabilities":"all"',
    `"serverInfo":${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  ];
  it.for(both)('does not blind us (%s)', async (era, { scope, expect }) => {
    for (const part of odd) {
      const served = await scope.serve(oddHandshake(era, part), 'http');
      const observation = await scope.read(served.launch);
      expect(toolNames(observation), part.slice(0, 60)).toEqual(['delete_file']);
    }
  });

  it('does not blind us where clients fail at it', async ({ scope, expect }) => {
    const served = await scope.raw({ ...oddHandshake('legacy', '"_meta":"x"'), framing: 'json' });
    expect(toolNames(await scope.read(http(served.url)))).toEqual(['delete_file']);
  });
});

describe.concurrent.each(transports)('an opening that is stopped (%s)', (transport) => {
  it('ends at once, also in the middle of the probe', async ({ scope, expect }) => {
    const served = await scope.serve(scriptOf('modern', [silence], { everything: silence }), transport);
    const stop = new AbortController();
    const opening = scope.source().open(watched(served.launch), null, stop.signal);
    await (served.kind === 'stdio' ? served.file.whenTraced('server/discover') : served.server.whenReceived());
    stop.abort();
    expect((await opening).kind).toBe('failed');
    expect(asked(served).filter((method) => method === 'server/discover')).toHaveLength(1);
    if (served.kind === 'stdio') expect(survivors(served.file)).toEqual([]);
  });
});

describe('a server without tools', () => {
  it.for(everywhere)('is a complete reading ($era, $transport)', async ({ era, transport }, { scope }) => {
    const script = oddHandshake(era, '"capabilities":{"prompts":{}}');
    // What a script does not answer is "method not found".
    const { 'tools/list': _removed, ...answers } = script.answers;
    const served = await scope.serve({ ...script, answers }, transport);
    const observation = await scope.read(served.launch);
    expect([observation.outcome, toolsOf(observation)]).toEqual(['no-tools', []]);
    expect(complete(observation).remarks).toEqual([
      '`prompts` are announced, but the server does not know `prompts/list`',
    ]);
  });
});

/** A server that lists one tool and whose greeting holds `part` in place of what belongs there. */
function oddHandshake(era: Era, part: string) {
  const key = part.slice(0, part.indexOf(':'));
  const usual = [
    ...(era === 'modern'
      ? ['"supportedVersions":["2026-07-28"]', '"resultType":"complete"', '"ttlMs":0', '"cacheScope":"private"']
      : ['"protocolVersion":"2025-11-25"', '"serverInfo":{"name":"odd","version":"1"}']),
    '"capabilities":{"tools":{}}',
  ];
  const parts = [...usual.filter((one) => !one.startsWith(`${key}:`)), part];
  const greeting = { replies: [result(`{${parts.join(',')}}`)] } as const;
  return scriptOf(era, [list(era)], {
    answers: era === 'modern' ? { 'server/discover': greeting } : { initialize: greeting },
  });
}
