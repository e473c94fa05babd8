import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { explain, explained } from '../../src/commands/explain.ts';
import type { Io } from '../../src/commands/io.ts';
import { definitionKinds } from '../../src/core/definition.ts';
import { lintRules } from '../../src/lint/rules.ts';
import { reportCheck } from '../../src/report/report-check.ts';
import { verdictRules } from '../../src/report/verdict-rules.ts';
import { aFinding } from '../support/alerts.ts';
import { aResult, drifted } from '../report/results.ts';

function run(rule: string | undefined, json = false): { readonly code: number; readonly out: string } {
  let out = '';
  const io = { out: (text: string) => void (out += text), color: false, width: 60 } as Io; // all that it uses
  return { code: explain(rule, { json }, io), out };
}

const source = fileURLToPath(new URL('../../src/', import.meta.url));

/** Names of rules as they stand in the source: `name: '…'` before a severity, `rule: '…'`, and the keys of tables. */
function namesInSource(): readonly string[] {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const text = files.map((file) => readFileSync(source + file, 'utf8')).join('\n');
  const patterns = [
    /\bname: '([a-z-]+)',\s*severity\b/g,
    /\brule: '([a-z-]+)'/g,
    /^ {2}'([a-z]+-[a-z-]+)': \{\s*(?:sentence|why):/gm,
  ];
  return [...new Set(patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = '']) => name)))];
}

describe('tooldrift explain', () => {
  it('says of a rule why it matters and what to do', () => {
    const { code, out } = run('external-reference');
    expect(code).toBe(0);
    expect(out).toMatch(/^external-reference\n\nWhat stands behind the reference/);
    expect(out).toContain('\n\nWhat to do: Ask the vendor');
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(60);
  });

  it('lists all rules', () => {
    expect(run(undefined).out.trim().split('\n')).toEqual([...explained.keys()]);
    expect((JSON.parse(run(undefined, true).out) as { rules: unknown[] }).rules).toHaveLength(explained.size);
  });

  it('knows the rules of lint', () => {
    for (const { name } of lintRules) expect(run(name).out).toContain('What to do: ');
  });

  it('knows every name of a rule in the source', () => {
    const names = namesInSource();
    for (const known of ['tool-renamed', 'unpinned-launch', 'scattered-codes', 'server-unapproved'])
      expect(names).toContain(known);
    expect(names.filter((name) => !explained.has(name))).toEqual([]);
  });

  it('knows what a report calls a definition that came or went, and a server without findings', () => {
    const findings = definitionKinds.flatMap((kind) =>
      (['added', 'removed', 'returned'] as const).map((change) => aFinding({ kind, change, edits: [] })),
    );
    const results = [
      drifted(...findings),
      aResult({ verdict: 'unapproved' }),
      aResult({ verdict: 'unverified', outcome: 'incomplete', reason: 'x' }),
    ];
    const rules = reportCheck(results).map(({ rule }) => rule);
    expect(new Set(rules).size).toBe(definitionKinds.length * 3 + Object.keys(verdictRules).length);
    expect(rules.filter((rule) => !explained.has(rule))).toEqual([]);
  });

  it.each(['clean', 'unverified', 'no-tools', 'auth-required', 'refused', 'flapping', 'pinned-version'])(
    'knows the words of reports as well: %s',
    (word) => {
      expect(run(word).out).toMatch(/What to do: \S/);
    },
  );

  it('prints one as JSON', () => {
    expect(JSON.parse(run('tool-added', true).out)).toEqual({
      schemaVersion: 1,
      rules: [{ rule: 'tool-added', ...explained.get('tool-added') }],
    });
  });

  it('names the nearest rule to one that it does not know', () => {
    expect(() => run('descripton-changed')).toThrow(
      'there is no rule "descripton-changed"; did you mean "description-changed"?',
    );
  });
});
