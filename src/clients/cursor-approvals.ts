import type { AutoApproval } from '../core/found-entry.ts';
import { allIf, joinApprovals } from './approvals.ts';
import type { ClientFile, JudgedServer } from './client.ts';
import { matchesWildcard } from '../core/wildcard.ts';
import { firstCounts, type ToolRule } from './tool-rules.ts';
import { at, texts } from './values.ts';

/**
 * Tools that Cursor runs without asking: `mcpAllowlist` of `permissions.json` for the editor (cursor.com/docs/reference/permissions),
 * and `permissions` of `cli-config.json` and `cli.json` for its command line (cursor.com/docs/cli/reference/permissions).
 */
export function approvedInCursor({ name }: JudgedServer, files: readonly ClientFile[]): AutoApproval {
  const values = files.map(({ value }) => value);
  const rules = (key: string, isAllowed: boolean): readonly ToolRule[] =>
    values
      .flatMap((value) => texts(at(value, 'permissions', key)))
      .flatMap((rule) => /^Mcp\(\s*([^)]*?)\s*\)$/.exec(rule)?.[1] ?? [])
      .flatMap((pattern) => ruleOf(pattern.replace(/\s*,\s*/, ':'), name, isAllowed));
  const listed = values.flatMap((value) => texts(at(value, 'mcpAllowlist')));
  return joinApprovals([
    firstCounts(
      listed.flatMap((pattern) => ruleOf(pattern, name, true)),
      'mcpAllowlist',
    ),
    firstCounts([...rules('deny', false), ...rules('allow', true)], 'permissions.allow'),
    allIf(
      values.some((value) => at(value, 'approvalMode') === 'unrestricted'),
      'approvalMode',
    ),
  ]);
}

/** `server:tool`, with `*` in both. */
function ruleOf(pattern: string, name: string, isAllowed: boolean): readonly ToolRule[] {
  const [, server = '', tool = '*'] = /^([^:]*)(?::(.*))?$/s.exec(pattern) ?? [];
  return server !== '' && tool !== '' && matchesWildcard(server, name) ? [{ tool, isAllowed }] : [];
}
