import { approvalOf, fromLists, joinApprovals } from './approvals.ts';
import type { Client } from './client.ts';
import { at, texts } from './values.ts';

const listed = fromLists('autoApprove');

/** Agents of Amazon Q and Kiro name tools that need no question as `@server` or `@server/tool`. */
export const approvalOfAgents: NonNullable<Client['approval']> = (raw, name, file) => {
  const tools = texts(at(file, 'allowedTools')).flatMap((pattern) => {
    if (pattern === '*' || pattern === `@${name}`) return ['*'];
    return pattern.startsWith(`@${name}/`) ? [pattern.slice(name.length + 2)] : [];
  });
  return joinApprovals([listed(raw), approvalOf(tools, 'allowedTools')]);
};
