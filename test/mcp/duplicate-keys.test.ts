import { describe, expect } from 'vitest';
import { buildSurface } from '../../src/core/surface.ts';
import { result } from '../support/servers/script.ts';
import { page, scriptOf } from '../support/servers/skeletons.ts';
import { complete } from './observation.ts';
import { http, it, neverAborted } from './scope.ts';

const both = ['modern', 'legacy'] as const;
const remark = 'an object holds the same key twice, parsers differ in which value they see';

describe('a reading', () => {
  it.for(both)('remarks upon a key that came twice, each time (%s)', async (era, { scope }) => {
    const twofold = scriptOf(era, [result(page(era, ['{"name":"a","description":"x","description":"y"}']))]);
    const clean = scriptOf(era, [result(page(era, ['{"name":"a","description":"y"}']))]);
    const server = await scope.raw(twofold);
    const session = await scope.session(scope.source(), http(server.url));
    const remarks = [];
    for (const script of [twofold, twofold, clean, twofold]) {
      server.setScript(script);
      remarks.push(complete(await session.read(neverAborted())).remarks);
    }
    expect(remarks).toEqual([[remark], [remark], [], [remark]]);
  });

  it.for(both)('tells apart what only some parsers can tell apart (%s)', async (era, { scope }) => {
    const surfaceOf = async (tool: string): Promise<string> => {
      const server = await scope.raw(scriptOf(era, [result(page(era, [tool, '{"name":"b"}']))]));
      const session = await scope.session(scope.source(), http(server.url));
      return buildSurface(complete(await session.read(neverAborted())).items).fingerprint;
    };
    const shown = await surfaceOf('{"name":"a","description":"good","description":"x"}');
    expect(await surfaceOf('{"name":"a","description":"evil","description":"x"}')).not.toBe(shown);
    expect(await surfaceOf('{ "description":"good", "name":"a", "description":"x" }')).toBe(shown);
    const number = await surfaceOf('{"name":"a","inputSchema":{"maximum":9007199254740993}}');
    expect(await surfaceOf('{"name":"a","inputSchema":{"maximum":9007199254740992}}')).not.toBe(number);
  });

  it.for(both)('is refused when parsers differ in which list they see (%s)', async (era, { scope }) => {
    const twice = page(era, ['{"name":"a"}']).replace('"tools":', '"tools":[{"name":"hidden"}],"tools":');
    const server = await scope.raw(scriptOf(era, [result(twice)]));
    const session = await scope.session(scope.source(), http(server.url));
    const reason: unknown = expect.stringContaining('twice');
    expect(await session.read(neverAborted())).toMatchObject({ outcome: 'invalid', reason });
  });
});
