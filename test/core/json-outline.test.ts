import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elementStarts, outlineOf } from '../../src/core/json-outline.ts';
import { itemTexts } from '../../src/core/raw-json.ts';

const anyJson = fc.jsonValue({ maxDepth: 4 });

/** JSON text with white space wherever it may stand. */
function spaced(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', ' \t\r\n');
}

/** The texts of the elements of the array under `key`, null where there is not exactly one. */
function elements(text: string, key: string): readonly string[] | null {
  const bytes = Buffer.from(text);
  const { members, values } = outlineOf(bytes, key);
  const [member] = members;
  const starts = member === undefined || members.length > 1 ? null : elementStarts(bytes, member, values);
  if (starts === null) return null;
  return Array.from(starts.slice(1), (next, index) => bytes.toString('utf8', starts[index], next - 1));
}

describe('the outline of a JSON text', () => {
  it('finds what JSON.parse finds under a key', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('a', 'b', 'tools', 'ab"c\\', ''), anyJson), (object) => {
        const bytes = Buffer.from(spaced(object));
        const [member, ...more] = outlineOf(bytes, 'tools').members;
        expect(more).toEqual([]);
        const found = member && (JSON.parse(bytes.toString('utf8', member.start, member.end)) as unknown);
        expect(found).toEqual(JSON.parse(JSON.stringify(object)).tools); // oxlint-disable-line typescript/no-unsafe-member-access
      }),
    );
  });

  it('cuts an array into the texts of its elements', () => {
    fc.assert(
      fc.property(fc.array(anyJson), (items) => {
        const text = spaced({ x: { tools: [1] }, tools: items, y: 'tools' });
        const found = elements(text, 'tools');
        expect(found?.map((element) => JSON.parse(element) as unknown)).toEqual(JSON.parse(JSON.stringify(items)));
        expect(found?.map((element) => element.trim())).toEqual(itemTexts(text, 'tools'));
      }),
    );
  });

  it.each([
    ['{"tools":[]}', []],
    ['{"tools": [ \n ] }', []],
    ['{"\\u0074ools":[1]}', ['1']],
    ['{"x":"\\"tools\\":[7]","tools":["]",",","\\\\"]}', ['"]"', '","', '"\\\\"']],
    ['{"tools":[1],"tools":[2]}', null],
    ['{"tools":[1],"\\u0074ools":[2]}', null],
    ['{"tools":{"0":1}}', null],
    ['{"tools":"[1]"}', null],
    ['{"tools":7}', null],
    ['{"a":{"tools":[1]}}', null],
    ['[{"tools":[1]}]', null],
    ['{}', null],
    ['"tools"', null],
    ['', null],
  ])('takes %s for what it is', (text, found) => {
    expect(elements(text, 'tools')).toEqual(found);
  });

  it('cuts what is not JSON into parts of which one is not JSON either', () => {
    const marks = fc.array(fc.constantFrom('{', '}', '[', ']', ',', ':', '"', '\\', ' ', '1', '"tools":', 'null'), {
      maxLength: 14,
    });
    const anyText = marks.map((parts) => `{"tools":[${parts.join('')}`);
    const isJson = (text: string): boolean => {
      try {
        JSON.parse(text);
        return true;
      } catch {
        return false;
      }
    };
    fc.assert(
      fc.property(anyText, (text) => {
        let parts: readonly string[] | null;
        const bytes = Buffer.from(text);
        try {
          parts = elements(text, 'tools');
        } catch {
          expect(isJson(text)).toBe(false);
          return;
        }
        if (parts === null) return;
        const [member] = outlineOf(bytes, 'tools').members;
        const around = `${text.slice(0, member?.start)}[]${text.slice(member?.end)}`;
        expect([around, ...parts].every(isJson)).toBe(isJson(text));
      }),
      { numRuns: 20_000 },
    );
  });

  it('counts values and levels', () => {
    const of = (text: string) => outlineOf(Buffer.from(text), 'x');
    expect(of('[1,"a,[",{"b":[null]}]')).toMatchObject({ values: 6, depth: 3 });
    expect(of('7')).toMatchObject({ values: 1, depth: 0 });
    expect(of(`[${'{},'.repeat(1_000)}0]`)).toMatchObject({ values: 2_002, depth: 2 });
  });

  it('takes 2,000,000 levels', () => {
    const text = Buffer.from(`{"tools":[${'['.repeat(2_000_000)}${']'.repeat(2_000_000)}]}`);
    expect(outlineOf(text, 'tools').depth).toBe(2_000_002);
  });
});
