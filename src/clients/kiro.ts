import { approvalOfAgents } from './agents.ts';
import type { AutoApproval } from '../core/found-entry.ts';
import type { Client, ClientFile, JudgedServer } from './client.ts';
import { under } from './collect.ts';
import { plainBraces } from './syntaxes.ts';
import { plugin, project, user } from './places.ts';
import { firstCounts, rulesOf, type ToolRule } from './tool-rules.ts';
import { usualRules } from './usual-rules.ts';
import { at, list, texts } from './values.ts';

export const kiro: Client = {
  id: 'kiro',
  name: 'Kiro',
  places: [
    user('~/.kiro/settings/mcp.json'),
    user('~/.kiro/agents/*.json'),
    project('.kiro/settings/mcp.json'),
    project('.kiro/agents/*.json'),
    plugin('~/.kiro/powers/installed/*/mcp.json'),
  ],
  settings: [
    user('~/.kiro/settings/permissions.yaml'),
    // A folder for each project, whose name does not say which.
    user('~/.kiro/workspace-roots/*/permissions.yaml'),
  ],
  collect: under(['mcpServers'], ['powers', 'mcpServers']),
  rules: { ...usualRules, expansion: [plainBraces] },
  approval: approvalOfAgents,
  approvedIn,
};

/** Rules about `server/tool`, of which the most restrictive counts (kiro.dev/docs/permissions). */
function approvedIn({ name }: JudgedServer, files: readonly ClientFile[]): AutoApproval {
  const rules = files
    .flatMap(({ value }) => list(at(value, 'rules')))
    .filter((rule) => at(rule, 'capability') === 'mcp');
  // What is exempt from a question may be approved.
  const asked = rules.filter((rule) => at(rule, 'effect') !== 'allow' && at(rule, 'exclude') === undefined);
  const allowed = rules.filter((rule) => at(rule, 'effect') === 'allow');
  return firstCounts(
    [...asked.flatMap((rule) => rulesIn(rule, name, false)), ...allowed.flatMap((rule) => rulesIn(rule, name, true))],
    'permissions.yaml',
  );
}

function rulesIn(rule: unknown, name: string, isAllowed: boolean): readonly ToolRule[] {
  const match = at(rule, 'match');
  const patterns = match === undefined ? ['*'] : typeof match === 'string' ? [match] : texts(match);
  const own = rulesOf(
    patterns.map((pattern) => pattern.replaceAll('**', '*')),
    `${name}/`,
    isAllowed,
  );
  return [...rulesOf(texts(at(rule, 'exclude')), `${name}/`, false), ...own];
}
