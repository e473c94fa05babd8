import { allIf, joinApprovals } from './approvals.ts';
import type { Client, ClientFile, JudgedServer } from './client.ts';
import { under } from './collect.ts';
import { inUserData, project, user } from './places.ts';
import { firstCounts, rulesOf, type ToolRule } from './tool-rules.ts';
import { usualRules } from './usual-rules.ts';
import { at, texts } from './values.ts';

export const antigravity: Client = {
  id: 'antigravity',
  name: 'Antigravity',
  places: [
    user('~/.gemini/config/mcp_config.json'),
    user('~/.gemini/antigravity/mcp_config.json'),
    project('.agents/mcp_config.json'),
  ],
  settings: [
    user('~/.gemini/antigravity-cli/settings.json'),
    ...inUserData(['Antigravity'], 'User/settings.json'),
    project('.antigravity/settings.json'),
  ],
  collect: under(['mcpServers']),
  rules: usualRules,
  standardise: (raw) => ({ ...raw, url: raw['serverUrl'] ?? raw['url'] }),
  approvedIn,
};

/** `mcp(server/tool)` in `permissions`, where deny and ask stand over allow (antigravity.google/docs/permissions). */
function approvedIn({ name }: JudgedServer, files: readonly ClientFile[]) {
  const rules = (key: string, isAllowed: boolean): readonly ToolRule[] =>
    files
      .flatMap(({ value }) => texts(at(value, 'permissions', key)))
      .flatMap((rule) => (rule === 'mcp' ? '*' : (/^mcp\((.*)\)$/s.exec(rule)?.[1] ?? [])))
      .flatMap((pattern) => rulesOf([pattern === name ? `${name}/*` : pattern], `${name}/`, isAllowed));
  const isOpen = files.some(({ value }) => at(value, 'toolPermission') === 'always-proceed');
  return joinApprovals([
    firstCounts([...rules('deny', false), ...rules('ask', false), ...rules('allow', true)], 'permissions.allow'),
    allIf(isOpen, 'toolPermission'),
  ]);
}
