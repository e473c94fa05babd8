import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exitCodeFrom } from '../../src/commands/exit-code.ts';
import { severities, type Severity } from '../../src/core/finding.ts';
import type { CheckResult } from '../../src/monitor/check-result.ts';
import { readXml } from '../report/read-xml.ts';
import { aResult, drifted } from '../report/results.ts';
import { sarifSchema } from '../report/sarif-schema.ts';
import { aFinding } from '../support/alerts.ts';
import { aTool, searchNotesTool } from '../support/servers/tools.ts';
import { aLockPlace } from './lock-place.ts';

describe('the reports of a check', () => {
  it('are written whatever it finds, beside what it prints', async () => {
    const place = await aLockPlace();
    await place.lock();
    const options = { sarif: 'drift.sarif', junit: 'drift.xml' };
    const log = async () => sarifSchema.parse(JSON.parse(await readFile(join(place.elsewhere, 'drift.sarif'), 'utf8')));
    const suites = async () => readXml(await readFile(join(place.elsewhere, 'drift.xml'), 'utf8'));
    expect(await place.checkLocked(options)).toMatchObject({ code: 0, results: [{ verdict: 'clean' }] });
    expect((await log()).runs[0]?.results).toEqual([]);
    expect((await suites()).attributes).toMatchObject({ failures: '0', errors: '0' });
    place.server.setTools([aTool({ description: 'Removes two files.' }), searchNotesTool]);
    expect((await place.checkLocked(options)).code).toBe(1);
    expect((await log()).runs[0]?.results).toMatchObject([
      {
        ruleId: 'description-changed',
        message: { text: expect.stringMatching(/^files: tool delete_file changed\n/) },
        locations: [
          {
            physicalLocation: { artifactLocation: { uri: 'tooldrift.jsonc' }, region: { startLine: 1 } },
            logicalLocations: [{ fullyQualifiedName: 'files/delete_file' }],
          },
        ],
      },
    ]);
    expect((await suites()).attributes).toMatchObject({ failures: '1', errors: '0' });
    expect(await place.checkLocked({ ...options, failOn: 'critical' })).toMatchObject({ code: 0 });
    expect((await suites()).attributes).toMatchObject({ failures: '0', errors: '0' });
  });

  it.each(['sarif', 'junit'])('stand alone on standard output, if that is where %s goes', async (name) => {
    const place = await aLockPlace();
    await place.lock();
    const { out, code } = await place.checkLocked({ json: false, [name]: '-' });
    expect(code).toBe(0);
    if (name === 'sarif') sarifSchema.parse(JSON.parse(out));
    else expect(readXml(out).name).toBe('testsuites');
  });

  it('are refused where two of them would stand there', async () => {
    const place = await aLockPlace();
    await place.lock();
    await expect(place.checkLocked({ sarif: '-' })).rejects.toMatchObject({ code: 'usage' });
    await expect(place.checkLocked({ json: false, sarif: '-', junit: '-' })).rejects.toMatchObject({ code: 'usage' });
    await expect(place.checkLocked({ sarif: 'no/folder/x' })).rejects.toThrow('cannot write no/folder/x: ENOENT');
  });
});

describe('the exit code of a check', () => {
  const medium = drifted(aFinding({ severity: 'medium' }));
  const info = aResult({ findings: [aFinding({ severity: 'info' })] });
  const blind = { outcome: 'unreachable' } as const;
  it.each<[string, readonly CheckResult[], readonly number[]]>([
    ['clean', [aResult()], [0, 0, 0, 0, 0]],
    ['drift', [aResult(), medium], [0, 0, 1, 1, 1]],
    ['nothing but info', [info], [0, 0, 0, 0, 1]],
    ['unapproved', [aResult({ verdict: 'unapproved' })], [1, 1, 1, 1, 1]],
    ['unverified', [aResult({ verdict: 'unverified', ...blind })], [3, 3, 3, 3, 3]],
    ['drift of a server that is not readable now', [{ ...medium, ...blind }], [3, 3, 1, 1, 1]],
    ['drift that no finding tells of', [aResult({ verdict: 'drift' })], [1, 1, 1, 1, 1]],
    ['unverified, and drift', [medium, aResult({ verdict: 'unverified', ...blind })], [3, 3, 1, 1, 1]],
  ])('is for %s, from each severity on', (_, results, codes) => {
    expect(severities.map((failOn: Severity) => exitCodeFrom(results, failOn))).toEqual(codes);
  });
});
