import type { AutoApproval } from '../core/found-entry.ts';
import { allIf, approvalOf, joinApprovals } from './approvals.ts';
import type { Client, ClientFile, JudgedServer } from './client.ts';
import { under } from './collect.ts';
import { ancestor, user } from './places.ts';
import { braces } from './syntaxes.ts';
import { usualRules } from './usual-rules.ts';
import { at, isObject } from './values.ts';

export const factory: Client = {
  id: 'factory',
  name: 'Factory',
  places: [user('~/.factory/mcp.json'), ancestor('.factory/mcp.json')],
  settings: ['settings.json', 'settings.local.json'].flatMap((name) => [
    user(`~/.factory/${name}`),
    ancestor(`.factory/${name}`),
  ]),
  collect: under(['mcpServers']),
  rules: { ...usualRules, expansion: [braces] },
  approvedIn,
};

const levels = ['off', 'low', 'medium', 'high'];

/**
 * A tool runs without a question if its risk is not above the level of autonomy; an unknown one is of high risk
 * (docs.factory.ai/autonomy-and-safety/auto-run). `mcpAutonomyOverrides` sets the risk of servers and tools.
 */
function approvedIn({ name }: JudgedServer, files: readonly ClientFile[]): AutoApproval {
  const values = files.map(({ value }) => value);
  const autonomy = Math.max(0, ...values.flatMap(autonomyIn).map(levelOf));
  const overrides = values.map((value) => at(value, 'mcpAutonomyOverrides', name));
  const isWithin = (risk: unknown): boolean => levelOf(risk) >= 1 && levelOf(risk) <= autonomy;
  const tools = overrides.flatMap((own) => {
    const risks = at(own, 'tools');
    return isObject(risks) ? Object.keys(risks).filter((tool) => isWithin(risks[tool])) : [];
  });
  const isServer = overrides.some((own) => isWithin(at(own, 'defaultLevel') ?? own));
  return joinApprovals([
    allIf(autonomy === levels.length - 1, 'autonomyLevel'),
    allIf(isServer, 'mcpAutonomyOverrides'),
    approvalOf(tools, 'mcpAutonomyOverrides'),
  ]);
}

/** Where it stood, and stands. */
function autonomyIn(value: unknown): readonly unknown[] {
  const session = at(value, 'sessionDefaultSettings');
  return [at(value, 'autonomyLevel'), at(session, 'autonomyLevel'), at(session, 'autonomyMode')];
}

/** `auto-high` is the older name of `high`. Anything else is below all of them. */
function levelOf(level: unknown): number {
  return typeof level === 'string' ? levels.indexOf(level.replace(/^auto-/, '')) : -1;
}
