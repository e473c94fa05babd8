import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/core/finding.ts';
import type { JsonObject } from '../../src/core/json.ts';
import { cpuMsOf } from '../support/cpu.ts';
import { aTool, compareTools } from './builders.ts';

const names = ['read_file', 'write_file', 'move_file', 'delete_file'];

/** What is found when each tool gains `parts`, and `added` tools come with that. */
function whenGained(
  partsOf: (index: number) => JsonObject,
  added: readonly string[] = ['restore'],
): readonly Finding[] {
  const before = names.map((name) => aTool({ name }));
  const after = names.map((name, index) => aTool({ name, ...partsOf(index) }));
  return compareTools(before, [...after, ...added.map((name) => aTool({ name }))]);
}

function raisedTools(findings: readonly Finding[]): readonly string[] {
  return findings
    .filter(({ edits }) => edits.some(({ rule }) => rule === 'scattered-codes'))
    .map(({ name, severity }) => `${name} ${severity}`);
}

const shares = [8_234_771, 1_093_842, 7_731_204, 5_500_127];
const everyTool = ['delete_file high', 'move_file high', 'read_file high', 'write_file high'];

describe('a number or code of its own on several tools, together with a new tool', () => {
  it.each<readonly [string, (share: number, index: number) => JsonObject]>([
    ['a number in _meta', (share) => ({ _meta: { checksum: share } })],
    ['a text in _meta', (share) => ({ _meta: { build: `b-${share}` } })],
    ['a hexadecimal one', (share) => ({ _meta: { build: (share * 977).toString(16) } })],
    ['a key', (share) => ({ _meta: { [`k${share}`]: true } })],
    ['an unknown field', (share) => ({ revision: share })],
    ['an annotation', (share) => ({ annotations: { weight: share } })],
    ['a description', (share) => ({ description: `Deletes a file. (${share})` })],
    ['a default', (share) => ({ inputSchema: { type: 'object', properties: { seed: { default: share } } } })],
  ])('is high: %s', (_name, parts) => {
    const findings = whenGained((index) => parts(shares[index] ?? 0, index));
    expect(raisedTools(findings)).toEqual(everyTool);
    expect(raisedTools(whenGained((index) => parts(shares[index] ?? 0, index), []))).toEqual([]);
  });

  it.each<readonly [string, (index: number) => JsonObject]>([
    ['the same number on all', () => ({ _meta: { build: 20_260_801 } })],
    ['small numbers', (index) => ({ _meta: { order: index } })],
    ['limits of arguments', (index) => ({ inputSchema: { properties: { text: { maxLength: 1000 * (index + 1) } } } })],
    ['two tools only', (index) => (index < 2 ? { _meta: { checksum: shares[index] ?? 0 } } : { title: 'File' })],
  ])('is not what this is: %s', (_name, parts) => {
    expect(raisedTools(whenGained(parts))).toEqual([]);
  });

  it('counts only what was not there before', () => {
    const before = names.map((name, index) => aTool({ name, _meta: { checksum: shares[index] ?? 0 } }));
    const after = before.map((tool) => ({ ...tool, _meta: { ...(tool['_meta'] as JsonObject), seen: 'now' } }));
    expect(raisedTools(compareTools(before, [...after, aTool({ name: 'restore' })]))).toEqual([]);
  });

  it('is looked for in linear time', () => {
    for (const unit of ['a', '1', 'f0', 'abcdef', '1234 ', 'a1b2 '])
      expect(
        cpuMsOf(() => whenGained((index) => ({ description: index + unit.repeat(1_000_000 / unit.length) }))),
      ).toBeLessThan(3000);
  });
});
