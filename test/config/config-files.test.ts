import { access, readdir, readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, type ParseError } from 'jsonc-parser';
import { format } from 'prettier';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { configJsonSchema } from '../../src/config/json-schema.ts';
import { loadConfig } from '../../src/config/load-config.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const names = await readdir(resolve(root, 'config/examples'));
const examples = names.filter((name) => name.endsWith('.jsonc')).map((name) => `config/examples/${name}`);
const files = ['config/tooldrift.jsonc', ...examples];

/** Every variable is set to its own name, which is an address where one is needed. */
const env = Object.fromEntries(
  ['POSTGRES_PASSWORD', 'BILLING_TOKEN', 'SLACK_WEBHOOK_URL', 'SMTP_PASSWORD'].map((name) => [
    name,
    name.endsWith('_URL') ? `https://hooks.example.com/${name}` : name,
  ]),
);

async function valueOf(file: string): Promise<unknown> {
  const errors: ParseError[] = [];
  const value: unknown = parse(await readFile(resolve(root, file), 'utf8'), errors, { allowTrailingComma: true });
  expect(errors).toEqual([]);
  return value;
}

/** zod cannot read back our `oneOf`, whose branches hold nothing but `required`. */
function withoutOneOf(): Parameters<typeof z.fromJSONSchema>[0] {
  const text = JSON.stringify(configJsonSchema(), (key, value: unknown) => (key === 'oneOf' ? undefined : value));
  // It is a schema that zod has just written, less one keyword.
  return JSON.parse(text) as Parameters<typeof z.fromJSONSchema>[0];
}

describe.each(files)('%s', (file) => {
  test('loads', async () => {
    const { servers } = await loadConfig({ path: file, cwd: root, env });
    expect(servers.length).toBeGreaterThan(0);
  });

  test('is valid for an editor', async () => {
    const value = await valueOf(file);
    expect(z.fromJSONSchema(withoutOneOf()).safeParse(value).error).toBeUndefined();
  });

  test('names the JSON Schema beside it', async () => {
    const { $schema } = z.object({ $schema: z.string() }).parse(await valueOf(file));
    expect(resolve(root, dirname(file), $schema)).toBe(resolve(root, 'config/tooldrift.schema.json'));
  });
});

test('config/tooldrift.jsonc starts programs that npm ci installed', async () => {
  const { servers } = await loadConfig({ path: 'config/tooldrift.jsonc', cwd: root, env: {} });
  for (const { launch } of servers) {
    if (launch.kind !== 'stdio') throw new Error('it needs the network');
    expect(launch.command).toBe('node');
    await access(resolve(launch.cwd, launch.args[0] ?? ''));
  }
});

describe('config/tooldrift.schema.json', () => {
  // After a change of the schema: npx vitest run test/config --config test/vitest.config.ts --update
  test('is what the schema in src/config says', async () => {
    const text = await format(JSON.stringify(configJsonSchema()), { parser: 'json', printWidth: 120 });
    await expect(text).toMatchFileSnapshot(resolve(root, 'config/tooldrift.schema.json'));
  });

  test('describes every key', () => {
    expect(undescribed(configJsonSchema(), '')).toEqual([]);
  });
});

/** The paths of the properties in `schema` that have no description. */
function undescribed(schema: unknown, path: string): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const inner = 'additionalProperties' in schema ? undescribed(schema.additionalProperties, `${path}.*`) : [];
  const properties = 'properties' in schema ? Object.entries(schema.properties ?? {}) : [];
  const own = properties.flatMap(([key, value]: [string, unknown]) => {
    const hasText = typeof value === 'object' && value !== null && 'description' in value;
    return [...(hasText ? [] : [`${path}.${key}`]), ...undescribed(value, `${path}.${key}`)];
  });
  return [...inner, ...own];
}
