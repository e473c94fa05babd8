import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { techniques } from '../support/techniques/table.ts';

describe('the table of techniques', () => {
  it('names each once', () => {
    expect(techniques.map(({ id }) => id)).toEqual(Array.from({ length: 50 }, (_, index) => `T${index + 1}`));
  });

  it.each(techniques.map(({ id, trick, shownBy }) => [id, trick, shownBy] as const))(
    '%s (%s) has tests, and they are there',
    (_id, _trick, shownBy) => {
      expect(shownBy.length).toBeGreaterThan(0);
      for (const [file, title] of shownBy) {
        expect(readFileSync(fileURLToPath(new URL(`../${file}`, import.meta.url)), 'utf8')).toContain(title);
      }
    },
  );
});

describe('what is not caught', () => {
  it.each(techniques.flatMap(({ id, trick, gap }) => (gap === undefined ? [] : [[id, trick, gap] as const])))(
    '%s (%s): %s',
    (_id, _trick, gap) => {
      expect(gap).toMatch(/^[a-z].{20,}[^.]$/);
    },
  );
});
