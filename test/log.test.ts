import { describe, expect, it, test } from 'vitest';
import { createLog } from '../src/log.ts';
import { hostileTexts } from './support/hostile-texts.ts';

function logged(isPretty: boolean, text: string): string {
  let written = '';
  const log = createLog({ isPretty, isVerbose: true, write: (line) => (written += line) });
  log.warn({ server: text, [text.slice(0, 50)]: 1, err: new Error(text) }, text);
  return written;
}

describe.each([
  ['JSON', false],
  ['pretty', true],
])('a line of the %s log', (_name, isPretty) => {
  it.each(Object.entries(hostileTexts))(
    'is one, and holds nothing that a terminal obeys or hides: %s',
    (_name, text) => {
      const written = logged(isPretty, text);
      expect(written.endsWith('\n')).toBe(true);
      expect(written.slice(0, -1)).not.toMatch(/\p{C}|[\p{Zl}\p{Zp}]|\p{Default_Ignorable_Code_Point}/u);
    },
  );
});

it.each(Object.entries(hostileTexts))('the JSON log still says what was there: %s', (_name, text) => {
  expect(JSON.parse(logged(false, text))).toMatchObject({ level: 40, server: text, msg: text, err: { message: text } });
});

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
