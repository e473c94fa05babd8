import { describe, expect, it } from 'vitest';
import { explain } from '../../src/commands/explain.ts';
import type { Io } from '../../src/commands/io.ts';
import { allExplanations as explanations, lintRules } from '../../src/lint/rules.ts';

function run(rule: string | undefined, json = false): { readonly code: number; readonly out: string } {
  let out = '';
  const io = { out: (text: string) => void (out += text), color: false, width: 60 } as Io; // all that it uses
  return { code: explain(rule, { json }, io), out };
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
    expect(run(undefined).out.trim().split('\n')).toEqual([...explanations.keys()]);
    expect((JSON.parse(run(undefined, true).out) as { rules: unknown[] }).rules).toHaveLength(explanations.size);
  });

  it('knows the rules of lint', () => {
    for (const { name } of lintRules) expect(run(name).out).toContain('What to do: ');
    expect(new Set(explanations.keys()).size).toBe(explanations.size);
  });

  it('prints one as JSON', () => {
    expect(JSON.parse(run('tool-added', true).out)).toEqual({
      schemaVersion: 1,
      rules: [{ rule: 'tool-added', ...explanations.get('tool-added') }],
    });
  });

  it('names the nearest rule to one that it does not know', () => {
    expect(() => run('descripton-changed')).toThrow(
      'there is no rule "descripton-changed"; did you mean "description-changed"?',
    );
  });
});
