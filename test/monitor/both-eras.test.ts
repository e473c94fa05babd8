import { describe, expect } from 'vitest';
import type { RawItem } from '../../src/core/definition.ts';
import { readBothEras } from '../../src/monitor/both-eras.ts';
import type { CompleteObservation } from '../../src/monitor/ports-reading.ts';
import type { ClientIdentity } from '../../src/monitor/ports-watched.ts';
import { sendJson, startOddServer } from '../mcp/odd-http.ts';
import { it, http, neverAborted, watched, type Scope } from '../mcp/scope.ts';
import { result } from '../support/servers/script.ts';
import { modernScript, page } from '../support/servers/skeletons.ts';
import { FakeClock } from '../support/fake-clock.ts';

const own: ClientIdentity = { name: 'tooldrift-test', version: '1', userAgent: null, capabilities: {} };
const hour = 3_600_000;

type Era = 'modern' | 'legacy';

const listOf = (id: string, description: string): string =>
  `{"jsonrpc":"2.0","id":${id},"result":{"resultType":"complete","ttlMs":0,"cacheScope":"private","tools":[` +
  `{"name":"a","description":"${description}","inputSchema":{"type":"object"}}]}}`;

/** A server that describes its tool to clients of each era as `show` says. */
async function stage(scope: Scope, show: (era: Era) => string, identity: ClientIdentity | null = null) {
  const server = await startOddServer(scope, 'modern', ({ method, id, headers, response }) => {
    if (method !== 'tools/list') return void response.writeHead(405).end();
    const era = headers['mcp-protocol-version'] === '2026-07-28' ? 'modern' : 'legacy';
    sendJson(response, listOf(id, show(era)));
  });
  return {
    ...(await reader(scope, server.url, identity)),
    greetings: () => server.calls.items.filter(({ method }) => method === 'initialize').length,
  };
}

async function reader(scope: Scope, url: string, identity: ClientIdentity | null = null, lookMs = 10_000) {
  const clock = new FakeClock();
  const source = readBothEras(scope.source(), { clock, own, lookMs });
  const opening = await source.open(watched(http(url), true, identity), null, neverAborted());
  if (opening.kind === 'failed') throw new Error(opening.observation.reason);
  scope.closeAfter(opening.session, (session) => session.close());
  const read = async (): Promise<CompleteObservation> => {
    const observation = await opening.session.read(neverAborted());
    if (!('items' in observation)) throw new Error(observation.reason);
    return observation;
  };
  return { clock, read };
}

function differences({ items }: CompleteObservation): readonly RawItem[] {
  return items.filter(({ kind }) => kind === 'era-difference');
}

describe('a server that speaks both protocols', () => {
  it('and shows the same is looked at once an hour, and when it shows something new', async ({ scope }) => {
    const shown = { modern: 'good', legacy: 'good' };
    const { read, clock, greetings } = await stage(scope, (era) => shown[era]);
    const first = await read();
    expect([differences(first), first.remarks, greetings()]).toEqual([[], [], 1]);
    expect((await read()).digest).toBe(first.digest);
    expect(greetings()).toBe(1);
    await clock.advance(hour);
    expect((await read()).digest).toBe(first.digest);
    expect(greetings()).toBe(2);
    shown.modern = 'better';
    shown.legacy = 'better';
    expect(differences(await read())).toEqual([]);
    expect(greetings()).toBe(3);
  });

  it('and shows clients of the older one something else is found out', async ({ scope }) => {
    const shown = { modern: 'good', legacy: 'evil' };
    const { read, clock } = await stage(scope, (era) => shown[era]);
    const first = await read();
    const [item] = differences(first);
    expect(item).toMatchObject({
      name: 'a',
      value: {
        item: { kind: 'tool', name: 'a' },
        groups: [
          { shownTo: ['clients of 2026-07-28'], differs: { '/description': 'good' } },
          { shownTo: ['clients of 2025-11-25'], differs: { '/description': 'evil' } },
        ],
      },
    });
    expect((await read()).digest).toBe(first.digest);
    shown.legacy = 'worse';
    await clock.advance(hour);
    const second = await read();
    expect(second.digest).not.toBe(first.digest);
    expect(JSON.stringify(differences(second))).toContain('worse');
    shown.legacy = 'good';
    await clock.advance(hour);
    expect(differences(await read())).toEqual([]);
  });

  it('and changes between two readings is not taken for one that tells them apart', async ({ scope }) => {
    let count = 0;
    const { read } = await stage(scope, () => ((count += 1) === 1 ? 'good' : 'new'));
    expect(differences(await read())).toEqual([]);
    expect(differences(await read())).toEqual([]);
  });

  it('and says something else each time is not one that tells them apart', async ({ scope }) => {
    let count = 0;
    const { read } = await stage(scope, () => `${(count += 1)}`);
    expect(differences(await read())).toEqual([]);
  });

  it('is read as the one client that an identity is', async ({ scope }) => {
    const { read, greetings } = await stage(scope, (era) => era, { ...own, protocol: '2025-06-18' });
    expect(differences(await read())).toEqual([]);
    expect(greetings()).toBe(1);
  });
});

it('a server that does not speak the older protocol has nothing to hide there', async ({ scope }) => {
  const server = await scope.raw(
    modernScript([result(page('modern', ['{"name":"a","inputSchema":{"type":"object"}}']))]),
  );
  const { read } = await reader(scope, server.url);
  expect(await read()).toMatchObject({ items: [{ kind: 'server-info' }, {}, { kind: 'tool' }], remarks: [] });
});

it('a server that never answers in the older protocol is read all the same, and it is said', async ({ scope }) => {
  const tools = [result(page('modern', ['{"name":"a","inputSchema":{"type":"object"}}']))] as const;
  const silent = { initialize: { replies: [{ kind: 'silence' }] } } as const;
  const server = await scope.raw(modernScript([...tools], { answers: silent }));
  const { read } = await reader(scope, server.url, null, 200);
  const { remarks, items } = await read();
  expect(items.filter(({ kind }) => kind === 'tool')).toHaveLength(1);
  expect(remarks).toEqual([expect.stringMatching(/^whether clients of 2025-11-25 are shown the same is not known: /)]);
});
