import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { describe, expect, it, test } from 'vitest';
import type { Io } from '../../src/commands/io.ts';
import { createProgram } from '../../src/commands/program.ts';
import { configJsonSchema } from '../../src/config/json-schema.ts';
import { allExplanations } from '../../src/lint/rules.ts';
import { root } from './oxlint.ts';
import { callsIn, commandOf, optionsOf, programCommands } from './readme/commands.ts';
import { configRows, type KeySchema } from './readme/config-table.ts';
import { kindRows, ruleThemes } from './readme/rule-tables.ts';
import { generatedSections, withSections } from './readme/sections.ts';

const file = join(root, 'README.md');
const readme = await readFile(file, 'utf8');
const schema = configJsonSchema() as KeySchema; // the keywords that ours uses

const io = { out: () => undefined, err: () => undefined } as unknown as Io; // nothing else is used before a command runs
const commands = programCommands(createProgram(io, '1', () => undefined));

// After a change of the config or of a rule: npx vitest run test/house/readme.test.ts --config test/vitest.config.ts --update
test('the tables of the README are what config and rules say', async () => {
  const text = withSections(readme, generatedSections(schema));
  const formatted = await format(text, { ...(await resolveConfig(file)), filepath: file });
  await expect(formatted).toMatchFileSnapshot(file);
});

describe('the table of the config', () => {
  it('says something of every key', () => {
    expect(configRows(schema).filter(({ description }) => description === '')).toEqual([]);
  });
});

describe('the tables of rules', () => {
  const fates = ['added', 'returned', 'removed'];
  const ofKinds = kindRows.flatMap(({ kind }) => fates.map((fate) => `${kind}-${fate}`));
  const names = [...ofKinds, ...ruleThemes.flatMap(({ rows }) => rows.map(({ name }) => name))];

  it('hold each rule that `tooldrift explain` knows, once, and no other', () => {
    expect(names.toSorted()).toEqual([...allExplanations.keys()].toSorted());
  });

  it('say what each rule means', () => {
    expect(ruleThemes.flatMap(({ rows }) => rows.filter(({ sentence }) => sentence === ''))).toEqual([]);
  });
});

describe('the commands of the README', () => {
  const [, section = ''] = readme.split(/^## Commands$/m);
  const shown = [...(section.split(/^## /m)[0] ?? '').matchAll(/^\$ tooldrift (.+)$/gm)].map(([, call = '']) => call);

  it.each(commands.map(({ words }) => words))('show what `tooldrift %s` prints', (words) => {
    expect(shown.filter((call) => commandOf(call, commands)?.words === words)).not.toEqual([]);
  });

  it('are there, with the options that they are called with', () => {
    const calls = callsIn(readme);
    expect(calls.length).toBeGreaterThan(50);
    const wrong = calls.filter((call) => {
      const command = commandOf(call, commands);
      return command === null || optionsOf(call).some((option) => !command.options.has(option));
    });
    expect(wrong).toEqual([]);
  });
});

test('the picture is what the program prints', () => {
  const [, picture = ''] = /holds each of these lines[^]*?```\n([^]*?)```/.exec(readme) ?? [];
  const lines = picture.split('\n').filter((line) => line.trim() !== '' && line.trim() !== '...');
  expect(lines.length).toBeGreaterThan(8);
  const printed = execFileSync(process.execPath, [join(root, 'dist/bin/main.js'), 'demo'], { encoding: 'utf8' });
  const known = new Set(printed.split('\n'));
  expect(lines.filter((line) => !known.has(line))).toEqual([]);
});

describe('the links of the README', () => {
  const links = [...readme.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  const anchors = new Set([...readme.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading)));

  it('lead to its own sections', () => {
    const inside = links.filter((link) => link.startsWith('#'));
    expect(inside.length).toBeGreaterThan(10);
    expect(inside.filter((link) => !anchors.has(link.slice(1)))).toEqual([]);
  });

  it('lead to files that are there', () => {
    const files = links.filter((link) => !/^(?:#|https:)/.test(link));
    expect(files.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});

/** As GitHub makes it. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-');
}
