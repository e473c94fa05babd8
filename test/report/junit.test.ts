import { describe, expect, it } from 'vitest';
import { toJunit } from '../../src/report/junit.ts';
import type { CheckResult } from '../../src/monitor/check-result.ts';
import { aFinding, anEdit } from '../support/alerts.ts';
import { hostileTexts } from '../support/hostile-texts.ts';
import { readXml, type Element } from './read-xml.ts';
import { aResult, drifted } from './results.ts';

const read = (results: readonly CheckResult[], failOn: Parameters<typeof toJunit>[1] = 'low'): Element =>
  readXml(toJunit(results, failOn, '2026-12-01T10:00:00.000Z'));

/** `reading`, `tool failure high`: each case of a suite. */
const casesOf = (suite: Element | undefined): readonly string[] =>
  (suite?.children ?? []).map(({ attributes, children: [inner] }) =>
    [attributes['name'], inner?.name, inner?.attributes['type']].filter((word) => word !== undefined).join(' '),
  );

describe('a JUnit report', () => {
  it('has a suite for each server and a case for each kind, and counts them', () => {
    const all = read([
      aResult({ items: { tool: 2, instructions: 1, prompt: 0 } }),
      drifted(aFinding({ severity: 'high' }), aFinding({ kind: 'instructions', name: '', severity: 'critical' })),
      aResult({ verdict: 'unapproved' }),
      aResult({ verdict: 'unverified', outcome: 'unreachable', reason: 'nobody answers', items: {} }),
    ]);
    expect(all.children.map(casesOf)).toEqual([
      ['reading', 'launch', 'instructions', 'tool'],
      ['reading', 'launch', 'instructions failure critical', 'tool failure high'],
      ['reading', 'approval failure unapproved', 'launch', 'tool'],
      ['reading error unreachable'],
    ]);
    expect(all.attributes).toMatchObject({ tests: '13', failures: '3', errors: '1' });
    expect(all.children[1]?.attributes).toEqual({
      ...{ name: 'files', tests: '4', failures: '2', errors: '0', skipped: '0', timestamp: '2026-12-01T10:00:00' },
    });
  });

  it('lets pass what is below the severity that counts, and tells it all the same', () => {
    const suite = read([drifted(aFinding({ severity: 'medium' }))], 'high').children[0];
    expect(casesOf(suite)).toEqual(['reading', 'launch', 'tool system-out']);
    expect(suite?.children[2]?.children[0]?.text).toContain('MEDIUM  tool');
  });

  it('tells what many have in common once, and of very many only how many', () => {
    const alike = ['a', 'b', 'c'].map((name) => aFinding({ name }));
    const text = read([drifted(...alike)]).children[0]?.children[2]?.children[0]?.text ?? '';
    expect(text.match(/\[description-changed\]/g)).toHaveLength(1);
    const names = Array.from({ length: 300 }, (_, index) => `tool-${index}`);
    const many = names.map((name) => aFinding({ name, edits: [anEdit({ after: `Deletes a file, ${name}.` })] }));
    expect(toJunit([drifted(...many)], 'low', '2026-12-01T10:00:00.000Z')).toMatch(/\nand 200 more<\/failure>/);
  });

  it.each(Object.entries(hostileTexts))('is XML that shows what a server wrote: %s', (_, hostile) => {
    const edit = anEdit({ before: 'Deletes a file.', after: `Deletes a file. ${hostile}` });
    const result = drifted(aFinding({ name: hostile, edits: [edit] }));
    const failed = aResult({ server: 'other', verdict: 'unverified', outcome: 'invalid', reason: hostile });
    const { children } = read([result, failed]);
    expect(children.map(casesOf)[0]).toEqual(['reading', 'launch', expect.stringMatching(/^tool failure/)]);
    // What stands in it is what a person sees in a terminal.
    expect(children[0]?.children[2]?.children[0]?.text).toMatch(/^[A-Z]+ {2}tool /);
  });
});
