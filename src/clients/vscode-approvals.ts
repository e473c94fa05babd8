import type { AutoApproval } from '../core/found-entry.ts';
import { allIf, inEach, joinApprovals } from './approvals.ts';
import { at, isObject } from './values.ts';

/** Levels that ask nothing. */
const open = new Set<unknown>(['autoApprove', 'autopilot']);

/**
 * Switches of VS Code that let all tools run (code.visualstudio.com/docs/agents/approvals). What a person approves tool by tool
 * stands in a database of the editor.
 */
export const approvedInVscode = inEach((value) => {
  // A workspace file has its settings in a key of their own.
  return joinApprovals([value, at(value, 'settings')].map(approvedBy));
});

function approvedBy(value: unknown): AutoApproval {
  const first = setting(value, 'chat.permissions.default');
  const both = setting(value, 'chat.defaultConfiguration');
  return joinApprovals([
    ...['chat.tools.global.autoApprove', 'chat.tools.autoApprove'].map((key) =>
      allIf(setting(value, key) === true, key),
    ),
    allIf(open.has(first), 'chat.permissions.default'),
    allIf(open.has(at(both, 'approvals')), 'chat.defaultConfiguration'),
  ]);
}

/** A setting under its whole name, or with objects in each other. */
function setting(value: unknown, name: string): unknown {
  const own = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return own ?? at(value, ...name.split('.'));
}
