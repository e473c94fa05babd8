import { expect, test } from 'vitest';
import { allClients } from '../../src/clients/all-clients.ts';
import { editors } from './approval-rows/editors.ts';
import { others } from './approval-rows/others.ts';
import { homes, notes, type Row } from './approval-rows/rows.ts';
import { terminals } from './approval-rows/terminals.ts';
import { aMachine, find } from './machine.ts';

const all: readonly Row[] = [...editors, ...terminals, ...others];
const rows = all.map(([client, setting, files, approves, system]) => ({ client, setting, files, approves, system }));

test.each(rows)('$client: $setting', async ({ client, files, approves, system }) => {
  const { entries } = await find(await aMachine({ ...homes[client], ...files }, system), client);
  const own = entries.filter(({ name }) => name === 'notes').map(({ autoApproved }) => autoApproved);
  const [{ all, byHints, tools, by } = { all: false, byHints: false, tools: [], by: [] }] = own;
  const what = [...(all ? ['*'] : []), ...(byHints ? ['hints'] : []), ...(all ? [] : tools)];
  expect(own).toHaveLength(1);
  expect([...what, ...(by.length === 0 ? [] : ['by', ...by])].join(' ')).toBe(approves);
});

test('every client is in the table', () => {
  expect(new Set(rows.map(({ client }) => client))).toEqual(new Set(allClients.map(({ id }) => id)));
});

test('what stands for another project approves nothing here', async () => {
  const machine = await aMachine({
    'home/.claude.json': { mcpServers: { mine: notes } },
    'code/shop/.mcp.json': { mcpServers: { notes } },
    'code/other/.claude/settings.json': { permissions: { allow: ['mcp__notes', 'mcp__mine__list'] } },
  });
  const { entries } = await find(
    { ...machine, projects: [...machine.projects, `${machine.folder}/code/other`] },
    'claude-code',
  );
  const approved = entries.map(({ name, autoApproved }) => [name, autoApproved.all, autoApproved.tools]);
  expect(approved).toEqual([
    ['mine', false, ['list']],
    ['notes', false, []],
  ]);
});

test("a plugin's server has a longer name in the rules of Claude Code", async () => {
  const machine = await aMachine({
    'home/.claude/plugins/cache/m/tool/1/.mcp.json': { mcpServers: { notes } },
    'home/.claude/settings.json': { permissions: { allow: ['mcp__plugin_tool_notes__list'] } },
  });
  const { entries } = await find(machine, 'claude-code');
  expect(entries.map(({ autoApproved }) => autoApproved.tools)).toEqual([['list']]);
});
