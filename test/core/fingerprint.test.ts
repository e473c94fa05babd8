import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fingerprintText, isFingerprintPrefix, recipe, shortFingerprint } from '../../src/core/fingerprint.ts';

describe('a fingerprint', () => {
  it('is the version of the recipe and the SHA-256 of the UTF-8 text', () => {
    expect(recipe).toBe('v1');
    // The SHA-256 of the empty text is in FIPS 180's own examples.
    expect(fingerprintText('')).toBe('v1:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    const bytes = Buffer.from('{"name":"größe 😀"}', 'utf8');
    expect(fingerprintText('{"name":"größe 😀"}')).toBe(`v1:${createHash('sha256').update(bytes).digest('hex')}`);
  });

  it('is short for people: 16 hex digits, and long enough to approve with', () => {
    const short = shortFingerprint(fingerprintText(''));
    expect(short).toBe('v1:e3b0c44298fc1c14');
    expect(isFingerprintPrefix(short)).toBe(true);
  });
});

describe('a prefix that names a fingerprint', () => {
  it.each([12, 13, 16, 63, 64])('may have %i hex digits', (digits) => {
    expect(isFingerprintPrefix(fingerprintText('').slice(0, 3 + digits))).toBe(true);
  });

  it.each([
    ['too short', 'v1:e3b0c44298f'],
    ['too long', `${fingerprintText('')}0`],
    ['without the recipe', 'e3b0c44298fc1c14'],
    ['of another recipe', 'v2:e3b0c44298fc1c14'],
    ['in capitals', 'v1:E3B0C44298FC1C14'],
    ['with other letters', 'v1:g3b0c44298fc1c14'],
    ['with a line feed after it', 'v1:e3b0c44298fc1c14\n'],
    ['with a wildcard of SQL', 'v1:e3b0c44298fc%'],
    ['empty', ''],
  ])('is refused when it is %s', (_name, prefix) => {
    expect(isFingerprintPrefix(prefix)).toBe(false);
  });
});
