import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold } from '../../../src/core/signals/fold.ts';
import { skeleton } from '../../../src/core/signals/look-alike.ts';
import { concealing, concealingPhrases, overriding, overridingPhrases } from '../../../src/core/signals/phrases.ts';
import { assertLaw } from '../builders.ts';

describe('fold', () => {
  it.each([
    ['readSecretKey', 'read secret key'],
    ['READ  secret_key', 'read secret key'],
    ['read **secret**\u200B `key`', 'read secret key'],
    ['rеаd ѕecret-kеy', 'read secret key'],
    ['Réàd\u00A0secret\n\tkey', 'read secret key'],
    ['𝗋𝖾𝖺𝖽 ｓｅｃｒｅｔ key', 'read secret key'],
    ["don't, don’t", 'dont, dont'],
    ['a \u200B b', 'a b'],
    ['~/.ssh/id_rsa', '~/.ssh/id rsa'],
    ['', ''],
  ])('%j is %j', (text, folded) => {
    expect(fold(text).text).toBe(folded);
  });

  it('leads back to the place of each word', () => {
    const word = fc.constantFrom('needle', 'NEEDLE', 'nееdle', 'né\u0065dle', 'nee\u200Bdle', 'nee**dle', '𝗇𝖾𝖾𝖽𝗅𝖾');
    const around = fc.string({
      unit: fc.constantFrom(
        'a',
        'B',
        ' ',
        '\n',
        '_',
        '-',
        '*',
        '\u200B',
        'é',
        'ß',
        '漢',
        'が',
        '한',
        'ﬃ',
        '👩‍💻',
        'İ',
        '\uFFFF',
      ),
      maxLength: 12,
    });
    assertLaw(
      fc.property(around, word, around, (before, found, after) => {
        const text = `${before} ${found} ${after}`;
        const folded = fold(text);
        const at = folded.text.indexOf(' needle ');
        if (at === -1) return folded.text.includes('needle');
        const [start, end] = [folded.origin(at + 1), folded.origin(at + 1 + 'needle'.length)];
        return fold(text.slice(start, end)).text.trim() === 'needle';
      }),
      2_000,
    );
  });
});

describe('phrases', () => {
  it.each([
    [concealing, concealingPhrases],
    [overriding, overridingPhrases],
  ])('are each found in a text of theirs', (phrases, [needed, pattern]) => {
    const missed = phrases.filter((phrase) => {
      const { text } = fold(`... ${phrase.toUpperCase()} ...`);
      return !needed.test(text) || text.search(pattern) === -1;
    });
    expect(missed).toEqual([]);
  });
});

describe('skeleton', () => {
  it.each([
    ['a letter of another alphabet', 'pаy', 'pay'],
    ['what does not show', 'p\u200Bay\u00AD', 'pay'],
    ['a joiner that counts as a mark', 'pay\u034F', 'pay'],
    ['a letter and its mark', 'cafe\u0301', 'café'],
    ['fullwidth letters', 'ｐａｙ', 'pay'],
  ])('takes %s for what it looks like', (_name, text, other) => {
    expect(skeleton(text)).toBe(skeleton(other));
  });

  it.each([
    ['case', 'Pay', 'pay'],
    ['white space', 'pay  it', 'pay it'],
    ['a typographic mark', 'don’t', "don't"],
    ['an ellipsis', 'pay…', 'pay...'],
    ['how an emoji is drawn', '❤', '❤\uFE0F'],
    ['an accent', 'pâté', 'pate'],
  ])('tells %s apart', (_name, text, other) => {
    expect(skeleton(text)).not.toBe(skeleton(other));
  });
});
