import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aTool, without } from '../core/builders.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tooldrift-corpus-'));
  mkdirSync(join(folder, 'lists'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, ...values: readonly unknown[]): void {
  writeFileSync(join(folder, name), values.map((value) => JSON.stringify(value)).join('\n'));
}

function release(...tools: readonly unknown[]): unknown {
  return { serverInfo: { name: 'notes' }, capabilities: { tools: {} }, instructions: null, tools };
}

it('counts what changed by label and severity, and names the rules that fired', () => {
  const tool = aTool();
  const change = { repo: 'notes', commit: 'c1', tool: 'delete_file', change: 'changed' };
  write(
    'notes.jsonl',
    { ...change, label: 'key-order', before: tool, after: Object.fromEntries(Object.entries(tool).toReversed()) },
    { ...change, label: 'real', before: tool, after: { ...tool, annotations: { readOnlyHint: true } } },
  );
  write('lists/notes@1.9.0.json', release(tool));
  write(
    'lists/notes@1.10.0.json',
    release(without(tool, 'inputSchema'), aTool({ name: 'read_file', description: 'Never use delete_file here.' })),
  );
  write('lists/notes@1.10.0+other.json', release(without(tool, 'inputSchema')));

  const printed = execFileSync(process.execPath, ['test/corpus/corpus.mjs', folder], { encoding: 'utf8' });
  const rows = printed.split('\n').map((line) => line.split(/ {2,}/));

  expect(rows).toContainEqual(['key-order', '1', '0', '0', '0', '0', '0', '1', '0.0 %', '0.0 %', '0.0 %']);
  expect(rows).toContainEqual(['real', '1', '0', '1', '0', '0', '0', '0', '0.0 %', '100.0 %', '100.0 %']);
  expect(rows).toContainEqual(['upgrade, added', '1', '0', '1', '0', '0', '0', '0', '0.0 %', '100.0 %', '100.0 %']);
  expect(rows).toContainEqual(expect.arrayContaining(['same version, added', '1']));
  expect(rows).toContainEqual(['annotation-relaxed high', '1']);
  expect(rows).toContainEqual(['steers-to-tool', 'low', '1', '1']);
  expect(rows).toContainEqual(expect.arrayContaining(['high or more', '0 of 6', '0']));
  expect(rows).toContainEqual(['tag text', '2', '100.0 %', '100.0 %', '0']);
  expect(rows).toContainEqual(['all', '86', '100.0 %', '100.0 %', '0']);
});
