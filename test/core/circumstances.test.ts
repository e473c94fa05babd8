import { describe, expect, it } from 'vitest';
import { goesWith, sameCircumstances, type Circumstances } from '../../src/core/circumstances.ts';
import { hasHidden } from '../../src/core/visible.ts';
import { hostileTexts } from '../support/hostile-texts.ts';

const at = '2026-12-01T10:00:00.000Z';

function under(parts: Partial<Circumstances> = {}): Circumstances {
  return { protocolVersion: '2025-11-25', auth: 'none', package: { name: 'files', version: '2026.1.14' }, ...parts };
}

const unknown = { protocolVersion: null, auth: null, package: null };

describe('what a difference goes with', () => {
  it.each<[string, Partial<Circumstances>, Partial<Circumstances>, readonly string[]]>([
    ['nothing, when all is as before', {}, {}, []],
    [
      'another protocol version',
      {},
      { protocolVersion: '2026-07-28' },
      ['read over protocol 2026-07-28, before over 2025-11-25: the difference may go with it'],
    ],
    [
      'another scope',
      { auth: 'oauth scope a' },
      { auth: 'oauth scope a b' },
      ['read with "oauth scope a b", before with "oauth scope a": the difference may go with it'],
    ],
    [
      'credentials that were not there before',
      {},
      { auth: 'header authorization' },
      ['read with "header authorization", before without credentials: the difference may go with it'],
    ],
    [
      'another version of the package',
      {},
      { package: { name: 'files', version: '2026.7.10' } },
      ['served by files 2026.7.10 since 2026-12-01, 2026.1.14 before'],
    ],
    [
      'another package',
      {},
      { package: { name: '@evil/files', version: '1.0.0' } },
      ['served by @evil/files 1.0.0 since 2026-12-01, files 2026.1.14 before'],
    ],
    ['nothing, where nothing was known before', unknown, {}, []],
    ['nothing, where nothing is known now', {}, unknown, []],
  ])('is %s', (_claim, before, now, sentences) => {
    expect(goesWith(under(before), under(now), at)).toEqual(sentences);
  });

  it.each(Object.entries(hostileTexts))('is one short visible line, whatever the server says: %s', (_name, text) => {
    const now = { protocolVersion: text, auth: text, package: { name: text, version: text } };
    const sentences = goesWith(under(), now, at);
    expect(sentences).toHaveLength(3);
    for (const sentence of sentences) {
      expect(hasHidden(sentence)).toBe(false);
      expect(sentence).not.toMatch(/[\r\n]/);
      expect(sentence.length).toBeLessThan(400);
    }
  });
});

describe('circumstances', () => {
  it.each<[Partial<Circumstances>, boolean]>([
    [{}, true],
    [{ protocolVersion: '2026-07-28' }, false],
    [{ auth: 'header a' }, false],
    [{ package: null }, false],
    [{ package: { name: 'files', version: '2' } }, false],
    [{ package: { name: 'other', version: '2026.1.14' } }, false],
  ])('with %j are the same: %s', (parts, isSame) => {
    expect(sameCircumstances(under(), under(parts))).toBe(isSame);
    expect(sameCircumstances(under(parts), under())).toBe(isSame);
  });
});
