import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { definitionKinds } from '../../src/core/definition.ts';
import { explanations } from '../../src/core/explain.ts';
import { rules } from '../../src/core/rules.ts';

const core = fileURLToPath(new URL('../../src/core/', import.meta.url));

/** Names of rules as they stand in the source: `name: '…'` before a severity. */
function namesInSource(): readonly string[] {
  const files = readdirSync(core, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  return files.flatMap((file) => {
    const matches = readFileSync(core + file, 'utf8').matchAll(/\bname: '([a-z-]+)',\s*severity\b/g);
    return [...matches].map(([, name = '']) => name);
  });
}

const whole = definitionKinds.flatMap((kind) => ['added', 'removed', 'returned'].map((fate) => `${kind}-${fate}`));

describe('an explanation', () => {
  it('is there for every rule', () => {
    const names = [...rules.map(({ name }) => name), ...namesInSource(), ...whole];
    expect(names).toContain('invalid-definition');
    expect(names).toContain('scattered-codes');
    expect([...new Set(names)].filter((name) => !explanations.has(name))).toEqual([]);
  });

  it.each([...explanations])('says why and what to do in sentences: %s', (_name, { why, whatToDo }) => {
    expect(why).toMatch(/^[A-Z].{20,}[.]$/);
    expect(whatToDo).toMatch(/^[A-Z].+[.]$/);
  });
});
