import { inEach } from './approvals.ts';
import type { Client } from './client.ts';
import { under } from './collect.ts';
import { project, user } from './places.ts';
import { firstCounts, rulesOf, type ToolRule } from './tool-rules.ts';
import { usualRules } from './usual-rules.ts';
import { at, list } from './values.ts';

export const jetbrains: Client = {
  id: 'jetbrains',
  name: 'JetBrains / Junie',
  places: [user('~/.junie/mcp/mcp.json'), project('.junie/mcp/mcp.json'), project('.ai/mcp/mcp.json')],
  settings: [user('~/.junie/allowlist.json')],
  collect: under(['mcpServers']),
  rules: usualRules,
  // junie.jetbrains.com/docs/action-allowlist-junie-cli.html
  approvedIn: inEach((value, name) => {
    const own = at(value, 'rules', 'mcpTools');
    const usual = at(own, 'default') ?? at(value, 'defaultBehavior');
    const rules = list(Array.isArray(own) ? own : at(own, 'rules')).flatMap((rule) => ruleOf(rule, `${name}:`));
    return firstCounts([...rules, { tool: '*', isAllowed: usual === 'allow' }], 'allowlist.json');
  }),
};

/** A text that `server:tool` begins with, or a pattern of it. */
function ruleOf(rule: unknown, prefix: string): readonly ToolRule[] {
  const [begin, pattern] = [at(rule, 'prefix'), at(rule, 'pattern')];
  const whole = typeof begin === 'string' ? `${begin}*` : typeof pattern === 'string' ? pattern : '';
  return rulesOf([whole.replaceAll('**', '*')], prefix, at(rule, 'action') === 'allow');
}
