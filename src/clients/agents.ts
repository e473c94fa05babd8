import { approvalOf, fromLists, joinApprovals } from './approvals.ts';
import type { Client } from './client.ts';
import { matchesWildcard } from '../core/wildcard.ts';
import { at, texts } from './values.ts';

const listed = fromLists('autoApprove');

/** Agents of Amazon Q and Kiro name tools that need no question as `@server` or `@server/tool`, with `*` in both. */
export const approvalOfAgents: NonNullable<Client['approval']> = (raw, name, file) => {
  const tools = texts(at(file, 'allowedTools')).flatMap((pattern) => {
    if (pattern === '*') return ['*'];
    const [, server, tool = '*'] = /^@([^/]+)(?:\/(.+))?$/s.exec(pattern) ?? [];
    return server !== undefined && matchesWildcard(server, name) ? [tool] : [];
  });
  return joinApprovals([listed(raw), approvalOf(tools, 'allowedTools')]);
};
