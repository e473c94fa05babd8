import { describe, expect, it } from 'vitest';
import { addContext, type KeptContext, type News } from '../../src/core/finding-context.ts';
import { severities, type Finding } from '../../src/core/finding.ts';
import { aFinding, aPrint } from './builders.ts';

const silent = 'the server promised to announce changes and did not';

function kept(finding: Finding, parts: Partial<KeptContext> = {}): KeptContext {
  const { kind, name, fingerprint } = finding;
  return { kind, name, fingerprint, goesWith: [], silent: null, unasked: [], expected: null, ...parts };
}

function one(finding: Finding, drift: readonly KeptContext[], news?: Partial<News>): Finding | undefined {
  return addContext([finding], drift, { goesWith: [], silent: {}, unasked: () => [], expected: null, ...news })[0];
}

describe('a finding', () => {
  it('stays as it is where nothing is known of how it came about', () => {
    expect(addContext([aFinding()], [])).toEqual([aFinding()]);
    expect(addContext([aFinding()], [kept(aFinding())])).toEqual([aFinding()]);
  });

  it('that is new tells what the reading tells, and is one step more severe where it was silent', () => {
    const finding = one(aFinding(), [], { goesWith: ['x'], silent: { tool: silent }, expected: null });
    expect(finding).toEqual(aFinding({ goesWith: ['x'], silent, severity: 'critical' }));
  });

  it('is silent only if its kind is', () => {
    expect(one(aFinding(), [], { silent: { prompt: silent } })).toEqual(aFinding());
  });

  it('that is known keeps what is kept, whatever a later reading tells', () => {
    const drift = [kept(aFinding(), { goesWith: ['x'], silent })];
    const told = aFinding({ goesWith: ['x'], silent, severity: 'critical' });
    expect(addContext([aFinding()], drift)).toEqual([told]);
    expect(one(aFinding(), drift, { goesWith: ['y'], silent: { tool: 'other' } })).toEqual(told);
    expect(one(aFinding(), [kept(aFinding())], { goesWith: ['y'], silent: { tool: silent }, expected: null })).toEqual(
      aFinding(),
    );
  });

  it('that changed again stays silent, and goes with both', () => {
    const drift = [kept(aFinding({ fingerprint: aPrint('e') }), { goesWith: ['x'], silent })];
    const finding = one(aFinding(), drift, { goesWith: ['x', 'y'] });
    expect(finding).toEqual(aFinding({ goesWith: ['x', 'y'], silent, severity: 'critical' }));
  });

  it('is one step more severe where nobody is asked, and one more where it was silent too', () => {
    const unasked = () => ['Cursor (autoApprove)'];
    expect(one(aFinding({ severity: 'medium' }), [], { unasked })).toEqual(
      aFinding({ severity: 'high', unasked: ['Cursor (autoApprove)'] }),
    );
    expect(one(aFinding({ severity: 'low' }), [], { unasked, silent: { tool: silent } })?.severity).toBe('high');
    expect(one(aFinding({ severity: 'info' }), [], { unasked })?.severity).toBe('info');
    // It stays as it was told, whatever the client's file says by now.
    const told = kept(aFinding(), { unasked: ['Zed (x)'] });
    expect(one(aFinding(), [told], { unasked })).toMatchObject({ unasked: ['Zed (x)'], severity: 'critical' });
  });

  it('of a removed definition is new once', () => {
    const gone = aFinding({ change: 'removed', fingerprint: null, severity: 'low' });
    expect(one(gone, [], { silent: { tool: silent }, expected: null })).toMatchObject({ severity: 'medium', silent });
    expect(one(gone, [kept(gone)], { silent: { tool: silent }, expected: null })).toEqual(gone);
  });

  it('keeps a few sentences at most', () => {
    const goesWith = Array.from({ length: 50 }, (_, index) => `${index}`);
    expect(one(aFinding(), [], { goesWith })?.goesWith).toEqual(['45', '46', '47', '48', '49']);
  });

  it.each([
    ['critical', 'critical'],
    ['high', 'critical'],
    ['medium', 'high'],
    ['low', 'medium'],
    ['info', 'info'],
  ] as const)('of %s that was silent is %s', (severity, raised) => {
    expect(one(aFinding({ severity }), [], { silent: { tool: silent }, expected: null })?.severity).toBe(raised);
  });
});

it('puts the most severe first, silence counted', () => {
  const findings = severities.map((severity) => aFinding({ name: severity, severity }));
  const told = addContext(findings, [], { goesWith: [], silent: { tool: silent }, unasked: () => [], expected: null });
  expect(told.map((finding) => finding.name)).toEqual(severities);
  const low = aFinding({ name: 'low', severity: 'low', kind: 'prompt' });
  const order = addContext([aFinding({ name: 'm', severity: 'medium' }), low], [], {
    goesWith: [],
    silent: { prompt: silent },
    unasked: () => [],
    expected: null,
  });
  expect(order.map(({ name, severity }) => `${name} ${severity}`)).toEqual(['m medium', 'low medium']);
});
