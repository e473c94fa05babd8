import { describe, expect, it } from 'vitest';
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
