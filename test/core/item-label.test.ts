import { describe, expect, it } from 'vitest';
import type { ItemKey } from '../../src/core/definition.ts';
import { findItem, itemLabel } from '../../src/core/item-label.ts';

const instructions: ItemKey = { kind: 'instructions', name: '' };

function tool(name: string): ItemKey {
  return { kind: 'tool', name };
}

describe('the label of an item', () => {
  it.each([
    [tool('read_file'), 'read_file'],
    [tool(''), ''],
    [tool('instructions'), 'instructions'],
    [instructions, 'instructions'],
  ])('of %j is %j', (item, label) => {
    expect(itemLabel(item)).toBe(label);
  });
});

describe('the item of a label', () => {
  const items = [instructions, tool('a'), tool('A'), tool('')];

  it.each(['a', 'A', '', 'instructions'])('%j is the one that has it', (label) => {
    const found = findItem(label, items);
    expect(found === null ? null : itemLabel(found)).toBe(label);
  });

  it('is exact: no other case, no part, no pattern', () => {
    for (const label of ['b', 'a ', 'Instructions', '*', 'instruction']) expect(findItem(label, items)).toBeNull();
    expect(findItem('a', [])).toBeNull();
  });

  it('is a tool before it is the instructions, wherever it stands', () => {
    const rival = tool('instructions');
    expect(findItem('instructions', [instructions, rival])).toBe(rival);
    expect(findItem('instructions', [rival, instructions])).toBe(rival);
  });

  it('is never the instructions by their empty name', () => {
    expect(findItem('', [instructions])).toBeNull();
  });
});
