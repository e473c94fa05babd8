import { expect, test } from 'vitest';
import { createLog } from '../src/log.ts';

function linesOf(isPretty: boolean): readonly string[] {
  const lines: string[] = [];
  const log = createLog({ isPretty, isVerbose: false, write: (text) => void lines.push(text) });
  log.info({ server: 'files' }, 'read');
  log.error({ server: 'files', err: new Error('was\nrefused', { cause: new Error('secret') }) }, 'not read');
  return lines;
}

test('the log is one JSON document a line where no terminal is', () => {
  const lines = linesOf(false);
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { level: 30, server: 'files', msg: 'read', time: expect.stringMatching(/^\d{4}-.*Z$/) },
    { level: 50, server: 'files', msg: 'not read', err: { name: 'Error', message: 'was\nrefused' } },
  ]);
  expect(lines.join('')).toMatch(/^[^\n]+\n[^\n]+\n$/);
  expect(lines.join('')).not.toContain('secret');
});

test('on a terminal it says what needs a person, a line each', () => {
  expect(linesOf(true)).toEqual([expect.stringMatching(/^error: server=files not read \(was.*refused\)\n$/)]);
});
