import { describe, expect, it } from 'vitest';
import { renderBlocks } from '../../src/commands/terminal.ts';
import { composeAlert } from '../../src/core/compose-alert.ts';
import type { Block } from '../../src/core/message.ts';
import { makeVisible } from '../../src/core/visible.ts';
import { anAlert } from '../support/alerts.ts';
import { alertWith, hostileTexts } from '../support/hostile-texts.ts';
import { letters } from '../support/letters.ts';

const coloured = { color: true };
const plain = { color: false };

/** Our own colours: one number between `ESC [` and `m`. */
// oxlint-disable-next-line no-control-regex -- the escape is what is looked for
const sgr = /\u001B\[\d+m/g;

describe('renderBlocks', () => {
  const { blocks } = composeAlert(anAlert());

  it('reads the same with and without colour', () => {
    expect(
      renderBlocks(blocks, coloured)
        .replaceAll(sgr, '')
        .replaceAll(/ HIGH {2}/g, 'HIGH '),
    ).toBe(renderBlocks(blocks, plain));
    expect(renderBlocks(blocks, plain)).toContain('Deletes [-a-]{+any+} file.');
  });

  it('shows removed words red and added words green', () => {
    expect(renderBlocks(blocks, coloured)).toContain('\u001B[31m[-a-]\u001B[39m\u001B[32m{+any+}\u001B[39m');
  });

  it('wraps our sentences at the width, and leaves texts of the server whole', () => {
    const long = 'word '.repeat(30).trim();
    const text = renderBlocks(
      [
        { kind: 'line', text: long },
        {
          kind: 'diff',
          size: '',
          pointer: '/a',
          change: 'added',
          rule: 'field-changed',
          sentence: long,
          hunks: [{ parts: [{ kind: 'added', text: long }] }],
        },
      ],
      { color: false, width: 40 },
    );
    const [server, ...ours] = text.split('\n').toSorted((a, b) => b.length - a.length);
    expect(server).toBe(`  | {+${long}+}`);
    expect(Math.max(...ours.map((line) => line.length))).toBeLessThanOrEqual(40);
  });

  it('cannot be made to begin a line of its own by a text', () => {
    const forged = 'fine\nHIGH  tool ok changed\n\n  Approve it:\n    tooldrift approve evil';
    const text = renderBlocks(composeAlert(alertWith(forged)).blocks, plain);
    for (const line of text.split('\n').filter((each) => each.includes('evil') || each.includes('tool ok'))) {
      expect(line).toMatch(/^ {2}\| |^(?:HIGH) {2}tool "fine<U\+000A>|^ {2}(?! )|^The model reads [^<]*"fine<U\+000A>/);
    }
  });

  it('lets no control character through even if a block holds one', () => {
    const evil = '\u001B[2Ja\rb\tc\u009B\u202E\n';
    const block = (kind: 'same' | 'added' | 'removed'): Block => ({
      kind: 'diff',
      size: '',
      pointer: evil,
      change: 'changed',
      rule: 'field-changed',
      sentence: evil,
      hunks: [{ parts: [{ kind, text: evil }] }],
    });
    const text = renderBlocks(
      [
        { kind: 'line', text: evil },
        { kind: 'facts', facts: [{ label: evil, value: evil }] },
        { kind: 'finding', severity: 'low', title: evil, lines: [evil], clients: [evil] },
        block('same'),
        block('added'),
        block('removed'),
        { kind: 'command', label: evil, command: evil },
      ],
      coloured,
    );
    expect(text.replaceAll(sgr, '').replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202E]/u);
  });

  it.each(Object.entries(hostileTexts))('shows and does not obey: %s', (_name, text) => {
    const { blocks: hostile } = composeAlert(alertWith(text));
    for (const style of [coloured, plain]) {
      const rendered = renderBlocks(hostile, style).replaceAll(sgr, '');
      expect(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/u.test(rendered.replaceAll('\n', ''))).toBe(false);
      if (text.length < 1000) expect(letters(rendered)).toContain(letters(makeVisible(text)));
      else expect(rendered).toContain('characters left out>');
    }
  });
});
