import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalise } from '../../src/core/canonical.ts';
import { compareSurface, missingFrom, parseCanonical } from '../../src/core/compare.ts';
import { severities } from '../../src/core/finding.ts';
import type { JsonObject } from '../../src/core/json.ts';
import { buildSurface } from '../../src/core/surface.ts';
import {
  anItem,
  anyJson,
  anyKey,
  approvalOf,
  assertLaw,
  aSurface,
  aTool,
  compareTools,
  instructions,
  objectOf,
  tombstonesOf,
} from './builders.ts';

const [a, b, c] = ['a', 'b', 'c'].map((name) => aTool({ name })) as [JsonObject, JsonObject, JsonObject]; // three in, three out

describe('a comparison', () => {
  it('finds nothing in what was approved', () => {
    const surface = buildSurface([instructions('Be kind.'), ...[a, b, c].map(anItem)]);
    expect(compareSurface(approvalOf(surface), surface)).toEqual([]);
  });

  it('finds nothing when only the order of tools and keys differs', () => {
    expect(compareTools([a, b, c], [c, a, b])).toEqual([]);
  });

  it('finds everything when nothing was ever approved', () => {
    expect(compareSurface([], aSurface(a, b)).map(({ change }) => change)).toEqual(['added', 'added']);
  });

  it('puts the most severe first, then goes by kind and name', () => {
    const approved = buildSurface([instructions('x'), ...[a, b, c, aTool({ name: 'd' })].map(anItem)]);
    const served = buildSurface([
      instructions('y'),
      anItem(aTool({ name: 'e' })),
      anItem(aTool({ name: 'd', description: 'Sends a file away.' })),
      anItem(aTool({ name: 'c', annotations: {} })),
      anItem(aTool({ name: 'b', _meta: {} })),
    ]);
    const findings = compareSurface(approvalOf(approved), served);
    expect(findings.map(({ severity, kind, name }) => `${severity} ${kind} ${name}`)).toEqual([
      'high instructions ',
      'high tool d',
      'high tool e',
      'medium tool b',
      'low tool a',
      'info tool c',
    ]);
  });

  it('is with what was approved, not with what was served last', () => {
    const approved = approvalOf(aSurface(a));
    for (const words of ['one word', 'one word more', 'one word more each week']) {
      expect(compareSurface(approved, aSurface(aTool({ name: 'a', description: words })))).toMatchObject([
        { edits: [{ before: 'Deletes a file.', after: words }] },
      ]);
    }
  });

  it('finds the same again and again until it is approved', () => {
    const approved = approvalOf(aSurface(a));
    const served = aSurface(aTool({ name: 'a', description: 'x' }));
    expect(compareSurface(approved, served)).toEqual(compareSurface(approved, served));
    expect(compareSurface(approvalOf(served), served)).toEqual([]);
  });

  it('takes names that objects inherit', () => {
    const tools = ['__proto__', 'constructor', 'toString'].map((name) => aTool({ name }));
    expect(compareTools(tools, tools)).toEqual([]);
    expect(compareTools([], tools)).toHaveLength(3);
    expect(compareTools(tools, [])).toHaveLength(3);
  });

  it('finds something exactly when the fingerprints differ', () => {
    const anyTool = fc.tuple(anyKey, objectOf(anyJson)).map(([name, parts]) => ({ ...parts, name }));
    const anyList = fc.array(anyTool, { maxLength: 3 });
    assertLaw(
      fc.property(anyList, anyList, fc.boolean(), (before, others, isSame) => {
        const [approved, served] = [aSurface(...before), aSurface(...(isSame ? before.toReversed() : others))];
        const findings = compareSurface(approvalOf(approved), served);
        expect(findings.length === 0).toBe(approved.fingerprint === served.fingerprint);
        for (const finding of findings) {
          expect(finding.edits.length).toBeGreaterThan(0);
          expect(severities).toContain(finding.severity);
          expect(finding.fingerprint).not.toBe(finding.approvedFingerprint);
        }
      }),
    );
  });

  it('reads a kept text back as the value that it was made of', () => {
    assertLaw(
      fc.property(anyJson, (value) => {
        const { text } = canonicalise(value);
        expect(canonicalise(parseCanonical(text)).text).toBe(text);
      }),
    );
    expect(parseCanonical('[1e999,-1e999]')).toEqual([Infinity, -Infinity]);
  });

  it('refuses a baseline whose text is lost, instead of taking it for empty', () => {
    const lost = approvalOf(aSurface(a)).map((item) => ({ ...item, lastText: null }));
    expect(() => compareSurface(lost, aSurface(aTool({ name: 'a', description: 'x' })))).toThrow(RangeError);
    expect(() => compareSurface(lost, aSurface())).toThrow(RangeError);
    const cut = approvalOf(aSurface(a)).map((item) => ({ ...item, lastText: '{"name":' }));
    expect(() => compareSurface(cut, aSurface())).toThrow(SyntaxError);
  });
});

describe('what is missing', () => {
  it('is what was approved and is not served', () => {
    const approved = approvalOf(buildSurface([instructions('x'), ...[a, b].map(anItem)]));
    expect(missingFrom(approved, aSurface(b, c)).map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'instructions ',
      'tool a',
    ]);
  });

  it('is nothing while a definition is served in whatever form', () => {
    expect(missingFrom(approvalOf(aSurface(a)), aSurface(aTool({ name: 'a', description: 'x' })))).toEqual([]);
  });

  it('is nothing whose absence was approved', () => {
    expect(missingFrom(tombstonesOf(aSurface(a, b)), aSurface())).toEqual([]);
  });
});
