import { expect, it } from 'vitest';
import { printJson, type Io } from '../../src/commands/io.ts';
import { hostileTexts } from '../support/hostile-texts.ts';

it('prints the document, and no character that a terminal obeys or hides', () => {
  const document = { texts: Object.values(hostileTexts), more: 'a\u009B31m\u202E\u{E0041}\u200Bb\uD800 é 😀' };
  let printed = '';
  const io = { out: (text: string) => (printed += text) } as unknown as Io; // all that is used of it
  printJson(io, document);
  expect(JSON.parse(printed)).toEqual(document);
  expect(printed).not.toMatch(/[^\P{C}\n]|\p{Default_Ignorable_Code_Point}/u);
  expect(printed).toContain('é 😀');
});
