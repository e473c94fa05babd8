import type { AutoApproval } from '../core/found-entry.ts';
import { allIf, joinApprovals } from './approvals.ts';
import type { ClientFile, JudgedServer } from './client.ts';
import { firstCounts, rulesOf, type ToolRule } from './tool-rules.ts';
import { at, texts } from './values.ts';

/** Tools that Claude Code runs without asking: its lists of rules, and the mode that asks nothing. */
export function approvedInClaude(server: JudgedServer, files: readonly ClientFile[]): AutoApproval {
  const permissions = files.map(({ value }) => at(value, 'permissions'));
  const isOff = permissions.some((own) => at(own, 'disableBypassPermissionsMode') === 'disable');
  const isBypassed = permissions.some((own) => at(own, 'defaultMode') === 'bypassPermissions');
  return joinApprovals([approvedByLists(server, files), allIf(isBypassed && !isOff, 'permissions.defaultMode')]);
}

/** `permissions.deny`, `ask` and `allow`, in this order, with `mcp__server`, `mcp__server__*` and `mcp__server__tool`. */
export function approvedByLists({ name, scope }: JudgedServer, files: readonly ClientFile[]): AutoApproval {
  const server = name.replaceAll(/[^\w-]/g, '_');
  const rules = (key: string, isAllowed: boolean): readonly ToolRule[] =>
    files
      .flatMap(({ value }) => texts(at(value, 'permissions', key)))
      .flatMap((rule) => ruleOf(scope === 'plugin' ? withoutPlugin(rule, server) : rule, server, isAllowed));
  return firstCounts([...rules('deny', false), ...rules('ask', false), ...rules('allow', true)], 'permissions.allow');
}

function ruleOf(rule: string, server: string, isAllowed: boolean): readonly ToolRule[] {
  // A star within the name of the server is no rule that allows.
  if (isAllowed && !rule.startsWith(`mcp__${server}`)) return [];
  return rule === `mcp__${server}` ? [{ tool: '*', isAllowed }] : rulesOf([rule], `mcp__${server}__`, isAllowed);
}

/** The tools of a plugin's server are called `mcp__plugin_<plugin>_<server>__<tool>`. */
function withoutPlugin(rule: string, server: string): string {
  const begin = 'mcp__plugin_';
  const place = rule.startsWith(begin) ? rule.indexOf(`_${server}`, begin.length) : -1;
  return place === -1 ? rule : `mcp_${rule.slice(place)}`;
}
