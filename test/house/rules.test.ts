import { describe, expect, test } from 'vitest';
import { lint } from './oxlint.ts';

const rows = [
  // A query of Kysely does nothing until it is awaited: a forgotten `await` loses a write.
  ['typescript(no-floating-promises)', 'declare const query: { execute(): Promise<void> }; query.execute();'],
  ['typescript(no-misused-promises)', 'declare function f(): Promise<boolean>; if (f()) throw new Error();'],
  ['typescript(no-explicit-any)', 'export const x: any = 1;'],
  ['typescript(no-unsafe-assignment)', 'export const x = JSON.parse("1");'],
  ['typescript(no-unsafe-member-access)', 'export const x: unknown = JSON.parse("{}").a;'],
  ['typescript(no-non-null-assertion)', 'declare const a: string | null; export const x = a!;'],
  ['typescript(switch-exhaustiveness-check)', 'declare const a: 1 | 2; switch (a) { case 1: break; }'],
  ['typescript(only-throw-error)', 'throw "text";'],
  ['eslint(no-console)', 'console.log(1);'],
  ['import(no-default-export)', 'export default 1;'],
  ['unicorn(prefer-node-protocol)', 'import "fs";'],
] as const;

const good = `declare const query: { execute(): Promise<void> };
export async function run(): Promise<void> {
  await query.execute();
}
`;

describe('the linter', async () => {
  const bad = rows.map(([, text], index) => [`src/store/bad-${index}.ts`, `${text}\nexport {};`] as const);
  const found = await lint({
    ...Object.fromEntries<string>(bad),
    'src/store/good.ts': good,
    'db/migrations/good.ts': good,
  });

  test.each(rows)('applies %s', (rule, text) => {
    const index = rows.findIndex(([, other]) => other === text);
    expect(found).toContain(`src/store/bad-${index}.ts:1 ${rule}`);
  });

  test('accepts what is fine', () => {
    expect([...found].filter((line) => line.includes('good.ts'))).toEqual([]);
  });
});
