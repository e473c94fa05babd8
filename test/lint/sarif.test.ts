import { describe, expect, it } from 'vitest';
import { severities } from '../../src/core/finding.ts';
import { toSarif, type PlacedFinding } from '../../src/lint/sarif.ts';
import { sarifSchema } from './sarif-schema.ts';

function aFinding(parts: Partial<PlacedFinding> = {}): PlacedFinding {
  return {
    ...{ rule: 'unpinned-launch', severity: 'high', server: 'files', item: null, message: 'files-mcp: no version' },
    ...{ paste: null, path: [], line: 3, column: 7 },
    ...parts,
  };
}

const parse = (findings: readonly PlacedFinding[]) => {
  const [run] = sarifSchema.parse(toSarif(findings, 'config/tooldrift.jsonc', '1.2.3')).runs;
  if (run === undefined) throw new Error('a log has one run');
  return run;
};

describe('a SARIF log', () => {
  it('fits the schema for every severity, and for nothing found', () => {
    const run = parse(severities.map((severity) => aFinding({ severity, rule: `rule-${severity}` })));
    expect(run.results.map(({ level }) => level)).toEqual(['error', 'error', 'warning', 'note', 'note']);
    expect(parse([]).results).toEqual([]);
  });

  it('names each rule once, with what to do, and each result by its rule', () => {
    const run = parse([aFinding(), aFinding({ rule: 'plain-http' }), aFinding({ line: 9 })]);
    const { rules } = run.tool.driver;
    expect(rules.map(({ id }) => id)).toEqual(['unpinned-launch', 'plain-http']);
    expect(rules[0]?.help?.text).toContain('What to do: Write the exact version');
    for (const { ruleId, ruleIndex } of run.results) expect(rules[ruleIndex]?.id).toBe(ruleId);
  });

  it('points at the line of the config file, and at the tool', () => {
    const [result] = parse([aFinding({ item: 'delete_file' })]).results;
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

  it('says what to write', () => {
    const paste = { instead: 'files-mcp', write: 'files-mcp@1.2.3' };
    expect(parse([aFinding({ paste })]).results[0]?.message.text).toBe(
      'files: files-mcp: no version. Write files-mcp@1.2.3 instead of files-mcp.',
    );
  });

  it('makes no link of what a server wrote', () => {
    const [result] = parse([aFinding({ message: 'says "[click](https://example.com)"' })]).results;
    expect(result?.message.text).toBe(String.raw`files: says "\[click\](https://example.com)".`);
  });
});
