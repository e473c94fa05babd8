import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RawItem } from '../../src/core/definition.ts';
import type { Json } from '../../src/core/json.ts';
import { readLock } from '../../src/lock/read-lock.ts';
import { writeLock } from '../../src/lock/write-lock.ts';
import { aTool } from '../store/builders.ts';
import { hostileTexts } from '../support/hostile-texts.ts';
import { aLock, baselineOf, bytes } from './builders.ts';

const roundTrip = (items: readonly RawItem[]) => {
  const lock = aLock(baselineOf(items));
  const text = writeLock(lock);
  return { lock, text, again: readLock(bytes(text), 'a lock') };
};

/** What a server may send where a value is due. */
const odd: Readonly<Record<string, Json>> = {
  lines: { description: 'first\nsecond\r\n\n', list: ['\n', ''] },
  'our own mark for lines': { $lines: ['a', 'b'] },
  'our own mark, with more': { $lines: ['a'], other: 'x\ny' },
  'our own mark for something else': { $lines: 'a', deep: { $lines: [1] } },
  'a prototype': JSON.parse('{"__proto__": {"a": "x\\ny"}, "constructor": 1}') as Json,
  'keys that are numbers': { 2: 'b', 1: 'a', a: 1, B: 2 },
  'no number': [Number.POSITIVE_INFINITY, 1e21, -0, 5e-324],
  'a lone surrogate': 'a\uD800b',
  deep: Array.from({ length: 250 }).reduce<Json>((inner) => [inner], 'end'),
  null: null,
};

describe('a lock', () => {
  it.each(Object.entries(odd))('holds %s, and gives it back as it was', (_, value) => {
    const { lock, again } = roundTrip([
      { kind: 'tool', name: 'odd', value },
      { kind: 'instructions', name: '', value },
    ]);
    expect(again).toEqual(lock);
  });

  it('holds what parsers read differently as the text that it was', () => {
    const raw = '{"name":"twice","description":"one","description":"two"}';
    const { lock, text, again } = roundTrip([{ kind: 'tool', name: 'twice', value: JSON.parse(raw) as Json, raw }]);
    expect(again).toEqual(lock);
    expect(text).toContain('"canonicalText"');
  });

  it('holds several tools of one name, and the absence of another', () => {
    const [twice] = baselineOf([aTool('read', 'one'), aTool('read', 'two')]);
    const [gone] = baselineOf([aTool('write')], { fingerprint: null });
    if (twice === undefined || gone === undefined) throw new Error('there are two definitions');
    const lock = aLock([twice, gone]);
    expect(readLock(bytes(writeLock(lock)), 'a lock')).toEqual(lock);
  });

  it('gives back every definition, whatever it holds', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { maxLength: 4 }), (values) => {
        const items = values.map(
          (value, index) => ({ kind: 'tool', name: `t${index}`, value: value as Json }) as const,
        );
        const { lock, again } = roundTrip(items);
        expect(again).toEqual(lock);
      }),
      { numRuns: 200 },
    );
  });

  it.each(Object.entries(hostileTexts))('shows what a server wrote, and nothing acts: %s', (_, hostile) => {
    const name = hostile.slice(0, 50);
    const { lock, text, again } = roundTrip([aTool(name, hostile)]);
    expect(again).toEqual(lock);
    expect(text).not.toMatch(/[^\P{C}\n]|[\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u);
  });

  it('is the same text whatever the order of what it holds', () => {
    const items = [aTool('b'), aTool('a'), { kind: 'launch', name: '', value: { command: 'x', args: [] } } as const];
    const one = aLock(baselineOf(items));
    const other = aLock(baselineOf(items).toReversed());
    const second = { ...(one.servers[0] ?? { baseline: [], volatile: [] }), server: 'billing' };
    expect(writeLock({ servers: [...one.servers, second] })).toBe(writeLock({ servers: [second, ...other.servers] }));
  });

  it('is read by people: a line for each key and each line of a text', () => {
    const { text } = roundTrip([aTool('read_file', 'Reads a file.\nSays what is in it.')]);
    expect(text).toMatchInlineSnapshot(`
      "{
        "schemaVersion": 1,
        "servers": [
          {
            "server": "files",
            "fingerprint": "v1:be61502eea0ca9e6574713a81393ad09863f8c6adf203156d1445c08bae8a299",
            "definitions": [
              {
                "kind": "tool",
                "name": "read_file",
                "fingerprint": "v1:e52cbf32e2f78e223f821647d07e0844b123f3640276485b72afa010431d7119",
                "by": "ann@host",
                "note": null,
                "at": "2026-12-01T10:00:00.000Z",
                "definition": {
                  "description": {
                    "$lines": [
                      "Reads a file.",
                      "Says what is in it."
                    ]
                  },
                  "name": "read_file"
                }
              }
            ]
          }
        ]
      }
      "
    `);
  });

  it('keeps the rules that still fit what is approved', () => {
    const [tool] = baselineOf([aTool('read', 'Reads below /home/ann/notes, as you know it.')]);
    if (tool === undefined) throw new Error('there is a tool');
    const rule = {
      kind: 'tool',
      name: 'read',
      pointer: '/description',
      at: tool.approvedAt,
      by: 'ann@host',
      note: 'ours',
    } as const;
    const fits = { ...rule, pattern: 'below {path}, as you know' };
    const lock = aLock([tool], { volatile: [{ ...fits, pointer: '/elsewhere' }, fits, { ...fits, name: 'other' }] });
    expect(readLock(bytes(writeLock(lock)), 'a lock')).toEqual(aLock([tool], { volatile: [fits] }));
  });
});
