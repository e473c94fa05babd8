import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lint, root } from './oxlint.ts';

const adapters = ['mcp', 'store', 'notify', 'clients'];
const packages = [
  '@modelcontextprotocol/client',
  '@modelcontextprotocol/sdk/client/index.js',
  'kysely',
  'pg',
  'libsql',
  'nodemailer',
];
const owner = new Map([
  ['@modelcontextprotocol/client', 'mcp'],
  ['@modelcontextprotocol/sdk/client/index.js', 'mcp'],
  ['kysely', 'store'],
  ['pg', 'store'],
  ['libsql', 'store'],
  ['nodemailer', 'notify'],
]);

/** What a file of each folder may and may not import. A file of src itself stands for its folder. */
const imports: Readonly<Record<string, { readonly good: readonly string[]; readonly bad: readonly string[] }>> = {
  'src/core/x.ts': {
    good: ['./json.ts', './signals/raise.ts', 'node:crypto', 'diff'],
    bad: [
      '../errors.ts',
      '../monitor/ports-store.ts',
      '../config/config.ts',
      './../errors.ts',
      '../../db/migrations/index.ts',
      ...['node:fs', 'node:process', 'process', 'zod', 'pino', 'undici', 'crypto', 'node:crypto/x', 'diff/lib/x.js'],
      ...adapters.map((adapter) => `../${adapter}/x.ts`),
    ],
  },
  'src/core/signals/x.ts': {
    good: ['./fold.ts', '../json.ts'],
    bad: [
      ...['../../errors.ts', '../../monitor/ports-store.ts', './../../errors.ts', '../signals/fold.ts'],
      ...['node:crypto', 'node:fs', 'diff', 'zod'],
    ],
  },
  'src/monitor/x.ts': {
    good: ['./ports-store.ts', '../core/json.ts', '../errors.ts', 'node:crypto'],
    bad: [
      ...[
        '../config/config.ts',
        '../config/load-config.ts',
        '../wire.ts',
        '../log.ts',
        '../commands/check.ts',
        '../main.ts',
      ],
      ...['./../store/store.ts', '../core/../store/x.ts', '../../test/support/x.ts', 'undici', 'node:process'],
      ...adapters.flatMap((adapter) => [`../${adapter}/x.ts`, `../${adapter}/deep/er/x.ts`]),
    ],
  },
  ...Object.fromEntries(adapters.map((adapter) => [`src/${adapter}/x.ts`, adapterImports(adapter)])),
  'src/config/x.ts': {
    good: ['./config.ts', '../core/finding.ts', '../errors.ts', '../origin.ts', '../monitor/ports-store.ts', 'zod'],
    bad: [
      ...['../monitor/check-server.ts', '../wire.ts', '../commands/check.ts', '../main.ts', 'node:process', 'undici'],
      ...adapters.map((adapter) => `../${adapter}/x.ts`),
    ],
  },
  'src/pins/x.ts': {
    good: ['./pin.ts', '../core/json.ts', 'npm-package-arg'],
    bad: [
      ...['../errors.ts', '../lint/x.ts', '../monitor/ports-store.ts', '../config/config.ts', './../errors.ts'],
      ...['node:fs', 'node:process', 'zod', 'undici'],
      ...adapters.map((adapter) => `../${adapter}/x.ts`),
    ],
  },
  'src/lint/x.ts': {
    good: ['./rules.ts', '../core/json.ts', '../core/signals/raise.ts', '../pins/pin.ts'],
    bad: [
      ...['../errors.ts', '../monitor/ports-store.ts', '../config/config.ts', '../commands/check.ts', './../errors.ts'],
      ...['node:fs', 'node:process', 'npm-package-arg', 'zod', 'undici'],
      ...adapters.map((adapter) => `../${adapter}/x.ts`),
    ],
  },
  'src/lock/x.ts': {
    good: [
      './lock.ts',
      '../core/json.ts',
      '../errors.ts',
      '../monitor/ports-store.ts',
      '../monitor/approved-surface.ts',
      'zod',
    ],
    bad: [
      ...['../monitor/approve.ts', '../lint/x.ts', '../config/config.ts', '../commands/check.ts', './../wire.ts'],
      ...['node:fs', 'node:process', 'npm-package-arg', 'undici'],
      ...adapters.map((adapter) => `../${adapter}/x.ts`),
    ],
  },
  'src/report/x.ts': {
    good: ['./sarif.ts', '../core/json.ts', '../monitor/check-result.ts'],
    bad: [
      ...['../monitor/check-server.ts', '../lint/x.ts', '../errors.ts', '../commands/check.ts', './../wire.ts'],
      ...['node:fs', 'node:process', 'zod', 'undici'],
      ...adapters.map((adapter) => `../${adapter}/x.ts`),
    ],
  },
  'src/machine/x.ts': {
    good: ['./x.ts', '../core/json.ts', '../errors.ts', 'node:fs/promises', 'node:child_process'],
    bad: [
      ...['../monitor/ports-store.ts', '../config/config.ts', '../commands/check.ts', '../wire.ts', './../wire.ts'],
      ...['node:process', 'undici'],
      ...adapters.map((adapter) => `../${adapter}/x.ts`),
    ],
  },
  'src/commands/x.ts': {
    good: [
      './check.ts',
      '../wire.ts',
      '../core/json.ts',
      '../config/load-config.ts',
      '../monitor/ports-store.ts',
      '../errors.ts',
    ],
    bad: [
      ...['../main.ts', '../../db/migrations/index.ts', '../../test/x.ts', './../store/x.ts', 'node:process', 'undici'],
      ...adapters.flatMap((adapter) => [`../${adapter}/x.ts`, `../${adapter}/deep/er/x.ts`]),
    ],
  },
  'src/log.ts': {
    good: ['./errors.ts', './monitor/ports-store.ts', './core/json.ts', 'pino', 'node:fs'],
    bad: [
      ...[
        './config/config.ts',
        './commands/check.ts',
        './monitor/check-server.ts',
        '../db/migrations/index.ts',
        'node:process',
      ],
      ...adapters.flatMap((adapter) => [`./${adapter}/x.ts`, `./${adapter}/deep/er/x.ts`]),
    ],
  },
  'src/wire.ts': {
    good: [
      './log.ts',
      './config/config.ts',
      './monitor/ports-store.ts',
      ...adapters.map((adapter) => `./${adapter}/x.ts`),
    ],
    bad: ['./commands/check.ts', './main.ts', '../db/migrations/index.ts', 'node:process', 'undici'],
  },
  'src/main.ts': {
    good: ['./commands/check.ts', './wire.ts', './errors.ts', 'commander', 'node:process'],
    bad: ['../test/x.ts', ...adapters.flatMap((adapter) => [`./${adapter}/x.ts`, `./${adapter}/deep/er/x.ts`])],
  },
  'db/migrations/0001-x.ts': {
    good: ['./column-types.ts', 'kysely'],
    bad: ['../../src/store/tables.ts', '../../src/errors.ts'],
  },
};

function adapterImports(adapter: string) {
  const others = adapters.filter((other) => other !== adapter);
  return {
    good: [
      './x.ts',
      '../core/json.ts',
      '../errors.ts',
      '../monitor/ports-store.ts',
      '../config/config.ts',
      'node:crypto',
    ],
    bad: [
      ...['../monitor/check-server.ts', '../config/load-config.ts', '../wire.ts', '../log.ts', '../commands/check.ts'],
      ...['../main.ts', './../wire.ts', '../../test/x.ts', 'node:process'],
      ...others.flatMap((other) => [`../${other}/x.ts`, `../${other}/deep/er/x.ts`]),
    ],
  };
}

/** `bad` and `good` with what follows from the owners of packages. */
function expectations(file: string): { readonly good: readonly string[]; readonly bad: readonly string[] } {
  const { good = [], bad = [] } = imports[file] ?? {};
  if (file.startsWith('db/')) return { good, bad };
  const own = packages.filter((name) => file.startsWith(`src/${owner.get(name) ?? ''}/`));
  return { good: [...good, ...own], bad: [...bad, ...packages.filter((name) => !own.includes(name))] };
}

/** One file of each folder, with an import on each line. */
function probe(specifiers: readonly string[]): string {
  return specifiers.map((specifier, index) => `export * as x${index} from '${specifier}';`).join('\n');
}

async function restrictedLines(files: Readonly<Record<string, string>>): Promise<ReadonlySet<string>> {
  const rule = ' eslint(no-restricted-imports)';
  const found = await lint(files);
  return new Set([...found].filter((line) => line.endsWith(rule)).map((line) => line.slice(0, -rule.length)));
}

describe('imports', async () => {
  const all = Object.keys(imports).map((file) => ({ file, ...expectations(file) }));
  const restricted = await restrictedLines(
    Object.fromEntries(all.map(({ file, good, bad }) => [file, probe([...good, ...bad])])),
  );

  describe.each(all)('of $file', ({ file, good, bad }) => {
    test.each(good)('may be %s', (specifier) => {
      expect(restricted).not.toContain(`${file}:${good.indexOf(specifier) + 1}`);
    });

    test.each(bad)('may not be %s', (specifier) => {
      expect(restricted).toContain(`${file}:${good.length + bad.indexOf(specifier) + 1}`);
    });
  });
});

test.each([
  ['a value', `import { x } from '../mcp/x.ts'; x();`],
  ['a type', `import type { X } from '../mcp/x.ts'; export type Y = X;`],
  ['a side effect', `import '../mcp/x.ts';`],
  ['a re-export', `export { x } from '../mcp/x.ts';`],
  ['a re-export of everything', `export * from '../mcp/x.ts';`],
  ['a late import', `export const x = () => import('../mcp/x.ts');`],
])('a ban catches %s', async (_, text) => {
  expect(await restrictedLines({ 'src/monitor/x.ts': text })).toContain('src/monitor/x.ts:1');
});

test('src has no folder within a folder, for which "../" would mean another thing, but the one with a ban of its own', async () => {
  const folders = (await readdir(join(root, 'src'), { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isDirectory(),
  );
  const nested = folders.filter(({ parentPath }) => relative(root, parentPath) !== 'src');
  expect(nested.map(({ parentPath, name }) => relative(root, join(parentPath, name)))).toEqual(['src/core/signals']);
});

test('every folder of src has its ban', async () => {
  const folders = (await readdir(join(root, 'src'), { withFileTypes: true })).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => `src/${name}/x.ts`).filter((file) => !(file in imports))).toEqual([]);
});
