import { describe, expect, it } from 'vitest';
import { holdsPassword, isWrittenOut, looksLikeToken, looksRandom } from '../../src/lint/tokens.ts';

describe('a text', () => {
  it.each([
    'Bearer abcdefghij',
    'Basic bWU6cGFzcw==',
    'abcdef',
    '${TOKEN:-abcdef}',
    'prefix-${TOKEN}',
    '0123456789abcdef',
  ])('is a secret that is written out: %s', (text) => {
    expect(isWrittenOut(text)).toBe(true);
  });

  it.each([
    '',
    '${TOKEN}',
    'Bearer ${TOKEN}',
    '$TOKEN',
    '%TOKEN%',
    '${TOKEN:-}',
    'true',
    '4096',
    '200000',
    '/run/token',
    '~/.token',
    'C:\\token',
    'https://auth.example.com',
  ])('is none: %s', (text) => {
    expect(isWrittenOut(text)).toBe(false);
  });

  it('may be a token by its looks', () => {
    expect(looksLikeToken(`ghp_${'a1'.repeat(18)}`)).toBe(true);
    expect(looksLikeToken(`eyJ${'a'.repeat(20)}.eyJ${'b'.repeat(20)}.c`)).toBe(true);
    expect(looksLikeToken('ghp_short')).toBe(false);
    expect(looksLikeToken('a-plain-word')).toBe(false);
  });

  it('may be too random for a path', () => {
    expect(looksRandom('aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF')).toBe(true);
    expect(looksRandom('0b9f6c1e-2d3a-4b5c-8d7e-6f5a4b3c2d1e')).toBe(false);
    expect(looksRandom('a-very-long-name-of-a-folder-that-people-wrote')).toBe(false);
  });

  it('may hold a password in an address', () => {
    expect(holdsPassword('postgres://me:hunter22@db/files')).toBe(true);
    expect(holdsPassword('redis://:hunter22@db')).toBe(true);
    expect(holdsPassword('postgres://me:${PASSWORD}@db/files')).toBe(false);
    expect(holdsPassword('postgres://me@db/files')).toBe(false);
    expect(holdsPassword('/srv/files:ro')).toBe(false);
  });
});
