import { describe, expect } from 'vitest';
import type { Era, Observation } from '../../src/monitor/ports-reading.ts';
import { result, type Reply } from '../support/servers/script.ts';
import { scriptOf } from '../support/servers/skeletons.ts';
import { complete } from './observation.ts';
import { http, it, neverAborted } from './scope.ts';
import { listOf, surfaceScript } from './surface-script.ts';

const eras = ['modern', 'legacy'] as const;
const tooLong = 'tools/list: ttlMs is more than a day';
const malformed = 'tools/list: ttlMs is not a non-negative whole number';
const mixed = 'tools/list: cacheScope differs from page to page';
const unknown = 'tools/list: cacheScope is neither public nor private';

/** One page of tools with these hints. */
function hinted(hints: string, cursor?: string): Reply {
  return result(
    `{"tools":[],"resultType":"complete"${hints}${cursor === undefined ? '' : `,"nextCursor":"${cursor}"`}}`,
  );
}

function oddOf(observation: Observation): unknown {
  return complete(observation).items.find(({ kind }) => kind === 'cache-hints')?.value;
}

describe.each(eras)('the hints of a %s server', (era: Era) => {
  it.for([
    ['nothing', '', null, undefined],
    ['a minute', ',"ttlMs":60000,"cacheScope":"private"', 60_000, undefined],
    ['stale at once', ',"ttlMs":0,"cacheScope":"public"', 0, undefined],
    ['a day', ',"ttlMs":86400000', 86_400_000, undefined],
    ['more than a day', ',"ttlMs":86400001', 86_400_001, [tooLong]],
    ['months', ',"ttlMs":15552000000,"cacheScope":"public"', 15_552_000_000, [tooLong]],
    ['a negative number', ',"ttlMs":-1', null, [malformed]],
    ['a fraction', ',"ttlMs":1.5', null, [malformed]],
    ['a text', ',"ttlMs":"60"', null, [malformed]],
    ['beyond all numbers', ',"ttlMs":1e400', null, [malformed]],
    ['null', ',"ttlMs":null', null, [malformed]],
    ['a scope of its own', ',"ttlMs":0,"cacheScope":"shared"', 0, [unknown]],
    ['a scope that is no text', ',"ttlMs":0,"cacheScope":["private"]', 0, [unknown]],
    ['several at once', ',"ttlMs":-1,"cacheScope":7', null, [unknown, malformed]],
  ] as const)('are an item of their own where they are odd: %s', async ([, hints, ttlMs, odd], { scope }) => {
    const server = await scope.raw(scriptOf(era, [hinted(hints)]));
    const observation = complete(await scope.read(http(server.url), {}, era));
    expect([oddOf(observation), observation.ttlMs, observation.remarks]).toEqual([odd, ttlMs, []]);
  });

  it.for([
    ['that differ in scope', ['"public"', '"private"'], [mixed]],
    ['of which one names no scope', ['"public"', null], [mixed]],
    ['of one scope', ['"private"', '"private"'], undefined],
  ] as const)('are those of all pages: %s', async ([, scopes, odd], { scope }) => {
    const [first, second] = scopes.map((each) => (each === null ? '' : `,"cacheScope":${each}`));
    const pages = [hinted(`,"ttlMs":9000${first}`, '1'), hinted(`,"ttlMs":3000${second}`)] as const;
    const server = await scope.raw(scriptOf(era, pages));
    const observation = complete(await scope.read(http(server.url), {}, era));
    expect([oddOf(observation), observation.ttlMs]).toEqual([odd, 3_000]);
  });

  it('are seen when nothing else changed, also of pages that are known', async ({ scope }) => {
    const server = await scope.raw(scriptOf(era, [hinted(',"ttlMs":1000')]));
    const session = await scope.session(scope.source(), http(server.url), era);
    const digests = new Set<string>();
    const read = async (hints: string) => {
      server.setScript(scriptOf(era, [hinted(hints)]));
      const observation = complete(await session.read(neverAborted()));
      digests.add(observation.digest);
      return oddOf(observation);
    };
    expect(await read(',"ttlMs":1000')).toBeUndefined();
    expect(await read(',"ttlMs":1e12')).toEqual([tooLong]);
    expect(await read(',"ttlMs":1000')).toBeUndefined();
    expect(await read(',"ttlMs":1e12')).toEqual([tooLong]);
    expect(await read(',"ttlMs":2e12')).toEqual([tooLong]); // another number is the same oddity
    expect(digests.size).toBe(3);
  });

  it('are looked at wherever they may stand', async ({ scope }) => {
    const long = ',"ttlMs":1e12';
    const tool = '{"name":"a","_meta":{"ui":{"resourceUri":"ui://a"}}}';
    const plain = (key: string) => result(`{"${key}":[],"resultType":"complete"${long}}`);
    const script = surfaceScript(era, {
      'tools/list': [listOf(era, 'tools', [tool])],
      'prompts/list': [plain('prompts')],
      'resources/list': [plain('resources')],
      'resources/templates/list': [plain('resourceTemplates')],
      'resources/read': [plain('contents')],
    });
    const server = await scope.raw(script);
    expect(oddOf(await scope.read(http(server.url), {}, era))).toEqual(
      ['prompts/list', 'resources/list', 'resources/read', 'resources/templates/list'].map(
        (method) => `${method}: ttlMs is more than a day`,
      ),
    );
  });
});

describe('the hints of a handshake', () => {
  it('count where a client may keep it', async ({ scope }) => {
    const greeting = result(
      '{"supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"resultType":"complete","ttlMs":900000000,' +
        '"cacheScope":"public"}',
    );
    const answers = { 'server/discover': { replies: [greeting] } } as const;
    const server = await scope.raw(scriptOf('modern', [hinted(',"ttlMs":0')], { answers }));
    expect(oddOf(await scope.read(http(server.url), {}, 'modern'))).toEqual([
      'server/discover: ttlMs is more than a day',
    ]);
  });
});
