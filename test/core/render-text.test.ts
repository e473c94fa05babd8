import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffLines, plainPaint } from '../../src/core/render-text.ts';
import type { PartKind } from '../../src/core/word-diff.ts';

const marker = /\[-(?<removed>.*?)-\]|\{\+(?<added>.*?)\+\}/g;

/** Line by line, what a reader takes for unchanged, removed and added. */
function read(lines: readonly string[], kind: PartKind): readonly string[] {
  return lines.map((line) => {
    const found =
      kind === 'same'
        ? [line.replaceAll(marker, '')]
        : [...line.matchAll(marker)].map((match) => match.groups?.[kind] ?? '');
    return found
      .join('')
      .replaceAll(/<U\+([0-9A-F]{4})>/g, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  });
}

describe('diffLines', () => {
  it('cannot be misread, whatever brackets the texts hold', () => {
    const text = fc
      .array(fc.constantFrom('[', ']', '{', '}', '+', '-', '[-', '+}', 'a', ' ', '\n'), { maxLength: 8 })
      .map((all) => all.join(''));
    fc.assert(
      fc.property(text, text, text, text, (before, removed, added, after) => {
        const parts = (
          [
            ['same', before],
            ['removed', removed],
            ['added', added],
            ['same', after],
          ] as const
        ).map(([kind, content]) => ({ kind, text: content }));
        const block = {
          kind: 'diff',
          size: '',
          pointer: '',
          change: 'changed',
          rule: '',
          sentence: '',
          hunks: [{ parts }],
        } as const;
        const lines = diffLines(block, plainPaint);
        for (const [kind, whole] of [
          ['same', before + after],
          ['removed', removed],
          ['added', added],
        ] as const) {
          expect(read(lines, kind).join('')).toBe(whole.replaceAll('\n', ''));
        }
        expect(lines.length).toBe((before + removed + added + after).split('\n').length);
      }),
      { numRuns: 3000 },
    );
  });
});
