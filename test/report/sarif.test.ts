import { describe, expect, it } from 'vitest';
import { severities } from '../../src/core/finding.ts';
import { explainLint } from '../../src/lint/rules.ts';
import { toSarif, type Reported } from '../../src/report/sarif.ts';
import { sarifSchema } from './sarif-schema.ts';

function reported(parts: Partial<Reported> = {}): Reported {
  return {
    ...{ rule: 'unpinned-launch', severity: 'high', server: 'files', item: null, message: 'files: no version.' },
    ...{ line: 3, column: 7 },
    ...parts,
  };
}

const parse = (all: readonly Reported[]) => {
  const [run] = sarifSchema.parse(toSarif(all, explainLint, 'config/tooldrift.jsonc', '1.2.3')).runs;
  if (run === undefined) throw new Error('a log has one run');
  return run;
};

describe('a SARIF log', () => {
  it('fits the schema for every severity, and for nothing found', () => {
    const run = parse(severities.map((severity) => reported({ severity, rule: `rule-${severity}` })));
    expect(run.results.map(({ level }) => level)).toEqual(['error', 'error', 'warning', 'note', 'note']);
    expect(parse([]).results).toEqual([]);
  });

  it('names each rule once, with what to do, and each result by its rule', () => {
    const run = parse([reported(), reported({ rule: 'plain-http' }), reported({ line: 9 })]);
    const { rules } = run.tool.driver;
    expect(rules.map(({ id }) => id)).toEqual(['unpinned-launch', 'plain-http']);
    expect(rules[0]?.help?.text).toContain('What to do: Write the exact version');
    for (const { ruleId, ruleIndex } of run.results) expect(rules[ruleIndex]?.id).toBe(ruleId);
  });

  it('points at the line of the config file, and at the tool', () => {
    const [result] = parse([reported({ item: 'delete_file' })]).results;
    expect(result?.locations).toEqual([
      {
        physicalLocation: {
          artifactLocation: { uri: 'config/tooldrift.jsonc' },
          region: { startLine: 3, startColumn: 7 },
        },
        logicalLocations: [{ fullyQualifiedName: 'files/delete_file' }],
      },
    ]);
  });

  it('tells results on one line apart by what they are about', () => {
    const { results } = parse(['read', 'write'].map((identity) => reported({ identity })));
    const hashes = results.map(({ partialFingerprints }) => partialFingerprints?.['primaryLocationLineHash']);
    expect(new Set(hashes).size).toBe(2);
    for (const hash of hashes) expect(hash).toMatch(/^[0-9a-f]{16}:1$/);
  });

  it('makes no link of what a server wrote', () => {
    const [result] = parse([reported({ message: 'says "[click](https://example.com)"' })]).results;
    expect(result?.message.text).toBe(String.raw`says "\[click\](https://example.com)"`);
  });
});
