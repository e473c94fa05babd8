import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { hasDuplicateKeys } from '../../src/mcp/duplicate-keys.ts';
import { result } from '../support/servers/script.ts';
import { page, scriptOf } from '../support/servers/skeletons.ts';
import { complete } from './observation.ts';
import { http, it, neverAborted } from './scope.ts';

const both = ['modern', 'legacy'] as const;
const remark = 'an object of the list holds the same key twice: clients differ in which value they see';

describe('a key that an object holds twice', () => {
  it.for([
    '{"a":1,"a":2}',
    '{"a":1 , "b":[{}], "a" :2}',
    '{"a":{"b":[{"c":1,"c":1}]}}',
    String.raw`{"a":1,"\u0061":2}`,
    String.raw`{"\"":1,"\"":2}`,
    '{"__proto__":1,"__proto__":2}',
    '{"":1,"":2}',
    '[{},{"a":"{","a":"}"}]',
    '{"tools":[]},"result":{"tools":[]}', // what is left of an envelope with two results
  ])('is found in %s', (text) => {
    expect(hasDuplicateKeys(text)).toBe(true);
  });

  it.for([
    '{"a":{"a":{"a":1}}}',
    '[{"a":1},{"a":2}]',
    '{"a":"a","b":"a"}',
    String.raw`{"a":"\",\"a\":","b":"\\"}`,
    '{"a":["a","a"],"A":1}',
    '{"e\u0301":1,"\u00e9":2}',
    '"a"',
    '[]',
  ])('is not found in %s', (text) => {
    expect(hasDuplicateKeys(text)).toBe(false);
  });

  it('is never found in what JSON.stringify wrote, and always in an object that is doubled', () => {
    fc.assert(
      fc.property(fc.json(), fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), (text, object) => {
        const members = JSON.stringify(object).slice(1, -1);
        expect(hasDuplicateKeys(text)).toBe(false);
        expect(hasDuplicateKeys(`[${text},{${members},${members}}]`)).toBe(true);
      }),
    );
  });
});

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
});
