import { noApproval, type AutoApproval } from '../core/found-entry.ts';
import { approvalOf } from './approvals.ts';

/** A rule of a client about tools of one server: a name, a pattern, or `*` for all of them. */
export interface ToolRule {
  readonly tool: string;
  readonly isAllowed: boolean;
}

/**
 * What rules approve of which the first that fits a tool counts. A rule about all tools ends the list. That some tools are
 * excepted from all is not told: clients would be said to ask more often than they do.
 */
export function firstCounts(rules: readonly ToolRule[], by: string): AutoApproval {
  const tools = new Set<string>();
  const asked = new Set<string>();
  for (const { tool, isAllowed } of rules) {
    if (tool === '*') return isAllowed ? { ...noApproval, all: true, tools: [...tools], by: [by] } : named(tools, by);
    if (!isAllowed) asked.add(tool);
    else if (!asked.has(tool)) tools.add(tool);
  }
  return named(tools, by);
}

/** The same where the last that fits counts. */
export function lastCounts(rules: readonly ToolRule[], by: string): AutoApproval {
  return firstCounts([...rules].reverse(), by);
}

function named(tools: ReadonlySet<string>, by: string): AutoApproval {
  return approvalOf([...tools], by);
}

/**
 * What `pattern` says of the server whose tools are called `prefix` and their name: a name, a pattern, `*` for all of them, or
 * null if it is about others.
 */
function toolIn(pattern: string, prefix: string): string | null {
  const star = pattern.indexOf('*');
  if (star === -1 || star > prefix.length) {
    const tool = pattern.startsWith(prefix) ? pattern.slice(prefix.length) : '';
    return tool === '' ? null : tool;
  }
  // The star begins within the prefix, and may stand for the rest of it.
  if (!prefix.startsWith(pattern.slice(0, star))) return null;
  return `*${pattern.slice(star).replace(/^\*+/, '')}`;
}

/** `patterns` as rules about the server with this prefix. */
export function rulesOf(patterns: readonly string[], prefix: string, isAllowed: boolean): readonly ToolRule[] {
  return patterns.flatMap((pattern) => {
    const tool = toolIn(pattern, prefix);
    return tool === null ? [] : [{ tool, isAllowed }];
  });
}
