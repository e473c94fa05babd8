import { describe, expect, it } from 'vitest';
import { explainRule, reportCheck } from '../../src/report/report-check.ts';
import { toSarif } from '../../src/report/sarif.ts';
import type { CheckResult } from '../../src/monitor/check-result.ts';
import { aFinding, anEdit } from '../support/alerts.ts';
import { hostileTexts } from '../support/hostile-texts.ts';
import { anOrigin, aRegion, aResult, drifted } from './results.ts';
import { sarifSchema } from './sarif-schema.ts';

const resultsOf = (results: readonly CheckResult[]) => {
  const placed = reportCheck(results).map((one) => ({ ...one, region: aRegion(1) }));
  return sarifSchema.parse(toSarif(placed, explainRule, anOrigin)).runs[0]?.results ?? [];
};

describe('what is reported of a check', () => {
  it('is one result for each finding, by the rule that made it so grave', () => {
    const edits = [
      anEdit({ rule: 'title-changed', severity: 'medium' }),
      anEdit({ rule: 'annotation-relaxed', severity: 'high', before: true, after: false }),
    ];
    const found = resultsOf([
      drifted(aFinding({ severity: 'high', edits }), aFinding({ change: 'removed', edits: [] })),
    ]);
    expect(found.map(({ ruleId }) => ruleId)).toEqual(['annotation-relaxed', 'tool-removed']);
    expect(found[0]?.message.text).toMatch(/^files: tool \S+ changed\n/);
    expect(explainRule('annotation-relaxed').whatToDo).not.toBe('');
  });

  it.each<[string, Partial<CheckResult>, readonly string[]]>([
    ['nothing of a clean server', {}, []],
    ['a server that nobody approved', { verdict: 'unapproved' }, ['server-unapproved']],
    [
      'a server that was not read',
      { verdict: 'unverified', outcome: 'unreachable', reason: 'x' },
      ['server-unverified'],
    ],
    ['a server that warms up and drifted before', { verdict: 'drift', outcome: 'warming-up' }, ['server-unverified']],
    ['a launch that is held, by its finding alone', { verdict: 'drift', outcome: 'refused' }, []],
  ])('tells %s', (_, result, rules) => {
    const found = resultsOf([aResult(result)]);
    expect(found.map(({ ruleId }) => ruleId)).toEqual(rules);
    for (const rule of rules) expect(explainRule(rule).whatToDo).not.toBe('');
  });

  it.each(Object.entries(hostileTexts))('is visible text: %s', (_, hostile) => {
    const edit = anEdit({ before: 'Deletes a file.', after: `Deletes a file. ${hostile}` });
    const results = [
      drifted(aFinding({ name: hostile, edits: [edit] })),
      aResult({ verdict: 'unverified', outcome: 'invalid', reason: hostile }),
    ];
    const found = resultsOf(results);
    expect(found).toHaveLength(2);
    expect(JSON.stringify(found)).not.toMatch(
      /(?<!\\)(?:\\\\)*\\u00[01]|[\u007F-\u009F\u200B-\u200F\u202A-\u202E\u2028\u2029\u2066-\u2069]/,
    );
    for (const { message } of found) expect(message.text.length).toBeLessThan(20_000);
  });
});
