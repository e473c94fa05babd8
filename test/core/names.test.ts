import { describe, expect, it } from 'vitest';
import { compareSurface } from '../../src/core/compare.ts';
import { foldName, lookOfName } from '../../src/core/fold-name.ts';
import type { Json, JsonObject } from '../../src/core/json.ts';
import type { OtherTool } from '../../src/core/name-index.ts';
import { nameRules } from '../../src/core/name-rules.ts';
import { cpuMsOf } from '../support/cpu.ts';
import { approvalOf, aSurface, aTool, compareTools, tombstonesOf } from './builders.ts';

describe('a name as clients fold it', () => {
  it.each([
    ['letter case', 'Delete_File', 'delete_file'],
    ['a hyphen', 'delete-file', 'delete_file'],
    ['a dot', 'delete.file', 'delete_file'],
    ['a space', 'delete file', 'delete_file'],
    ['wide letters', 'ｄｅｌｅｔｅ_file', 'delete_file'],
    ['what stands beyond 64 characters', `${'a'.repeat(64)}_one`, `${'a'.repeat(64)}_two`],
  ])('is the same but for %s', (_what, one, other) => {
    expect(foldName(one)).toBe(foldName(other));
  });

  it.each([
    ['another letter', 'delete_file', 'delete_fale'],
    ['one underscore more', 'delete__file', 'delete_file'],
    ['letters of another alphabet', 'delete_fil\u0435', 'delete_file'],
    ['words of scripts without letter case', '读取', '写入'],
  ])('is another one with %s', (_what, one, other) => {
    expect(foldName(one)).not.toBe(foldName(other));
  });

  it.each([
    ['a Cyrillic letter', 'delete_fil\u0435'],
    ['a Greek letter', 'delete_f\u03b9le'],
    ['a styled letter', '\u{1d5f1}elete_file'],
    ['a digit', 'de1ete_file'],
    ['something invisible', 'delete\u200b_file'],
  ])('looks the same with %s', (_what, name) => {
    expect(lookOfName(name)).toBe('delete_file');
  });
});

function about(
  served: readonly string[],
  approved: readonly string[] = ['delete_file'],
  elsewhere: readonly OtherTool[] = [],
) {
  const bodies = new Map(approved.map((name, index) => [name, aTool({ name, description: `Does thing ${index}.` })]));
  const odd = (name: string): Json => ({
    name,
    description: `Counts ${name.length} mice of many kinds.`,
    inputSchema: {},
  });
  const surface = aSurface(...served.map((name) => bodies.get(name) ?? odd(name)));
  const findings = compareSurface(approvalOf(aSurface(...bodies.values())), surface, undefined, elsewhere);
  return findings.flatMap(({ name, edits }) =>
    edits.filter(({ rule }) => rule.startsWith('name-')).map(({ rule, severity }) => `${name} ${rule} ${severity}`),
  );
}

describe('the name of a new tool', () => {
  it('says nothing when it is like no other', () => {
    expect(about(['delete_file', 'count_mice'], ['delete_file'], [{ server: 'mail', name: 'send_mail' }])).toEqual([]);
  });

  it('is told when clients fold it to that of another tool, approved or new', () => {
    expect(about(['delete_file', 'Delete-File'])).toEqual(['Delete-File name-collides high']);
    expect(about(['delete_file', 'a.b', 'a_b'])).toEqual(['a.b name-collides high', 'a_b name-collides high']);
  });

  it('is told when it looks like that of another tool, also of one that is gone', () => {
    const twin = 'd\u0435lete_file';
    const told = [
      `${twin} name-imitates critical`,
      `${twin} name-mixes-alphabets critical`,
      `${twin} name-not-ascii high`,
    ];
    expect(about(['delete_file', twin])).toEqual(told);
    expect(about([twin])).toEqual(told);
  });

  it('is told when it holds what is not ASCII; a whole word of another alphabet is no more than that', () => {
    expect(about(['delete_file', '検索_search'])).toEqual(['検索_search name-not-ascii high']);
    expect(about(['delete_file', 'поиск_api'])).toEqual(['поиск_api name-not-ascii high']);
    expect(about(['delete_file', 'count\u200bmice'])).toEqual(['count\u200bmice name-not-ascii high']);
  });

  it('is told when a tool of another server has it too, folded or not', () => {
    const elsewhere = [{ server: 'mail', name: 'send_mail' }];
    expect(about(['delete_file', 'send_mail'], ['delete_file'], elsewhere)).toEqual(['send_mail name-shadows high']);
    expect(about(['delete_file', 'Send-Mail'], ['delete_file'], elsewhere)).toEqual(['Send-Mail name-shadows high']);
  });

  it('is no news once it is approved', () => {
    const both = ['delete_file', 'Delete-File', 'send_mail'];
    expect(about(both, both, [{ server: 'mail', name: 'send_mail' }])).toEqual([]);
  });

  it('is told in our own words, with those of the server made visible', () => {
    const [finding] = compareTools([aTool({ name: 'a\u202eb' })], [aTool({ name: 'a\u202eb' }), { name: 'A\u202eb' }]);
    expect(finding?.edits.map(({ message }) => message)).toContain(
      'clients that fold names cannot tell it from "a<U+202E>b"',
    );
  });

  it('of 20,000 tools costs little', () => {
    const served = Array.from({ length: 20_000 }, (_, index) => ({ name: `x${index}` }));
    const surface = aSurface(...served);
    expect(cpuMsOf(() => compareSurface([], surface))).toBeLessThan(8_000);
  }, 20_000);
});

describe('every rule about names', () => {
  it('has a name of its own', () => {
    expect(new Set(nameRules.map(({ name }) => name)).size).toBe(nameRules.length);
    for (const { name } of nameRules) expect(name).toMatch(/^name-[a-z-]+$/);
  });
});

const mail: JsonObject = {
  description: 'Sends a letter to the people on a list, one by one, and waits for each.',
  inputSchema: { type: 'object', properties: { list: { type: 'string', description: 'The name of the list.' } } },
};

function changes(approved: readonly Json[], served: readonly Json[]): readonly string[] {
  return compareTools(approved, served).map(({ name, change }) => `${name} ${change}`);
}

describe('a tool under another name', () => {
  it('is told as renamed, after what it was, and is approved by nobody', () => {
    const findings = compareTools([{ name: 'old', ...mail }], [{ name: 'new', ...mail }]);
    expect(findings).toMatchObject([
      { name: 'new', change: 'renamed', severity: 'high', approvedFingerprint: null },
      { name: 'old', change: 'removed', severity: 'low' },
    ]);
    expect(findings[0]?.edits).toMatchObject([
      { rule: 'tool-renamed', message: 'probably old under another name: nobody approved it under this one' },
      { pointer: '/name', before: 'old', after: 'new' },
    ]);
  });

  it('is told with all that changed beside the name', () => {
    const [finding] = compareTools(
      [{ name: 'old', ...mail }],
      [{ name: 'new', ...mail, annotations: { readOnlyHint: true } }],
    );
    expect(finding?.edits.map(({ rule }) => rule)).toEqual(['tool-renamed', 'annotation-relaxed', 'field-changed']);
  });

  it('is found by a body that is nearly equal', () => {
    const description = 'Sends a letter to the people on a list, one by one, and does not wait for each.';
    expect(changes([{ name: 'old', ...mail }], [{ name: 'new', ...mail, description }])).toEqual([
      'new renamed',
      'old removed',
    ]);
  });

  it.each<[string, JsonObject]>([
    ['another description', { ...mail, description: 'Counts mice.' }],
    ['another schema', { ...mail, inputSchema: { properties: { a: {}, b: {}, c: {}, d: {}, e: {}, f: {} } } }],
    ['nothing to compare', { inputSchema: {} }],
  ])('is not found by a body with %s', (_what, body) => {
    expect(changes([{ name: 'old', ...mail }], [{ name: 'new', ...body }])).toEqual(['new added', 'old removed']);
  });

  it('is not found by many parameters alike while the description is another one', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => `filter${index}`).map((name) => [
        name,
        { type: 'string', description: `The ${name} of the list.` },
      ]),
    );
    const lists = (name: string, description: string): Json => ({ name, description, inputSchema: { properties } });
    expect(changes([lists('a', 'Lists mice.')], [lists('b', 'Counts cats.')])).toEqual(['b added', 'a removed']);
  });

  it('needs more than an empty body', () => {
    expect(changes([{ name: 'old' }], [{ name: 'new' }])).toEqual(['new added', 'old removed']);
  });

  it('is one for one: the name that folds to the former first', () => {
    const findings = compareTools(
      [
        { name: 'a_x', ...mail },
        { name: 'b_x', ...mail },
      ],
      [
        { name: 'B-X', ...mail },
        { name: 'c', ...mail },
        { name: 'd', ...mail },
      ],
    );
    const told = findings.flatMap(({ name, edits }) =>
      edits.slice(0, 1).map(({ message }) => `${name}: ${message.slice(0, 12)}`),
    );
    expect(told.filter((line) => line.includes('probably'))).toEqual(['B-X: probably b_x', 'c: probably a_x']);
  });

  it('is no tool that is back after its removal was approved', () => {
    const approved = [
      ...tombstonesOf(aSurface({ name: 'new', ...mail })),
      ...approvalOf(aSurface({ name: 'old', ...mail })),
    ];
    const findings = compareSurface(approved, aSurface({ name: 'new', ...mail }));
    expect(findings.map(({ name, change }) => `${name} ${change}`)).toEqual(['new returned', 'old removed']);
  });

  it.each([
    ['the same body', () => mail],
    ['another body', (index: number) => ({ ...mail, description: `Sends letter ${index}.` })],
  ])(
    'is sought among 5,000 in bounded time when each has %s',
    (_what, body) => {
      const list = (prefix: string): readonly Json[] =>
        Array.from({ length: 5_000 }, (_, index) => ({ name: `${prefix}${index}`, ...body(index) }));
      const started = performance.now();
      const findings = compareTools(list('a'), list('b'));
      expect(findings.filter(({ change }) => change === 'renamed')).toHaveLength(5_000);
      expect(performance.now() - started).toBeLessThan(10_000);
    },
    30_000,
  );
});
