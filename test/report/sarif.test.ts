import { describe, expect, it } from 'vitest';
import { severities } from '../../src/core/finding.ts';
import { explainLint } from '../../src/lint/rules.ts';
import type { Reported } from '../../src/report/reported.ts';
import { toSarif, type LogOrigin } from '../../src/report/sarif.ts';
import { anOrigin, aRegion } from './results.ts';
import { sarifSchema } from './sarif-schema.ts';

function reported(parts: Partial<Reported> = {}): Reported {
  return {
    ...{ rule: 'unpinned-launch', severity: 'high', server: 'files', item: null, message: 'files: no version.' },
    ...{ region: aRegion(3), identity: 'files' },
    ...parts,
  };
}

const parse = (all: readonly Reported[], origin: Partial<LogOrigin> = {}) => {
  const [run] = sarifSchema.parse(toSarif(all, explainLint, { ...anOrigin, ...origin })).runs;
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
    const run = parse([reported(), reported({ rule: 'plain-http' }), reported({ region: aRegion(9) })]);
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
          artifactLocation: { uri: 'config/tooldrift.jsonc', uriBaseId: '%SRCROOT%' },
          region: { startLine: 3, startColumn: 7, endLine: 3, endColumn: 17 },
        },
        logicalLocations: [{ fullyQualifiedName: 'files/delete_file' }],
      },
    ]);
  });

  it('tells results apart by what they are about, and by number where that is the same', () => {
    const all = ['read', 'write', 'read'].map((identity) => reported({ identity }));
    const [read, write, again] = parse([...all, reported({ rule: 'plain-http', identity: 'read' })]).results.map(
      ({ partialFingerprints }) => partialFingerprints['primaryLocationLineHash'],
    );
    expect(read).toMatch(/^[0-9a-f]{16}:1$/);
    expect(write).not.toBe(read);
    expect(again).toBe(read?.replace(':1', ':2'));
    const moved = parse([reported({ identity: 'read', region: aRegion(90), message: 'else' })]).results[0];
    expect(moved?.partialFingerprints['primaryLocationLineHash']).toBe(read);
  });

  it('keeps the logs of commands apart, and names the root that its references are relative to', () => {
    const run = parse([reported()]);
    expect(run.automationDetails.id).toBe('tooldrift-lint/');
    expect(Object.keys(run.originalUriBaseIds ?? {})).toEqual(['%SRCROOT%']);
    expect(JSON.stringify(run)).not.toContain('file:');
  });

  it('says where it was made if the config file is elsewhere', () => {
    const run = parse([reported()], { uri: 'file:///etc/tooldrift.jsonc' });
    expect(run.results[0]?.locations[0]?.physicalLocation.artifactLocation).toEqual({
      uri: 'file:///etc/tooldrift.jsonc',
    });
    expect(run.invocations?.[0]?.workingDirectory.uri).toBe('file:///srv/');
  });

  it('ranks a rule by its gravest result, and one that only informs not at all', () => {
    const run = parse([
      reported({ severity: 'low' }),
      reported({ severity: 'critical' }),
      reported({ rule: 'remote-server', severity: 'info' }),
    ]);
    expect(run.tool.driver.rules.map(({ properties }) => properties?.['security-severity'])).toEqual([
      '9.5',
      undefined,
    ]);
  });

  it('holds no more results than are taken, the most severe of them', () => {
    const many = Array.from({ length: 25_000 }, (_, at) => reported({ severity: 'low', identity: String(at) }));
    const run = parse([...many, reported({ severity: 'high' })]);
    expect(run.results).toHaveLength(25_000);
    expect(run.results[0]?.level).toBe('error');
    expect(run.properties).toEqual({ omittedResults: 1 });
  });

  it('makes no link of what a server wrote', () => {
    const [result] = parse([reported({ message: 'says "[click](https://example.com)"' })]).results;
    expect(result?.message.text).toBe(String.raw`says "\[click\](https://example.com)"`);
  });
});
