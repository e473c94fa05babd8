import { noApproval, type AutoApproval } from '../core/found-entry.ts';
import type { ApprovedIn, RawEntry } from './client.ts';
import { texts } from './values.ts';

/** Lists of names in an entry, where `*` stands for all tools. */
export function fromLists(...keys: readonly string[]): (raw: RawEntry) => AutoApproval {
  return (raw) => joinApprovals(keys.map((key) => approvalOf(texts(raw[key]), key)));
}

/** A switch in an entry that lets all its tools run. */
export function fromSwitch(key: string): (raw: RawEntry) => AutoApproval {
  return (raw) => allIf(raw[key] === true, key);
}

/** All tools, if it is so; `by` is the setting that says it. */
export function allIf(isSo: boolean, by: string): AutoApproval {
  return approvalOf(isSo ? ['*'] : [], by);
}

/** What each file lets run by itself, together. */
export function inEach(read: (value: unknown, name: string) => AutoApproval): ApprovedIn {
  return ({ name }, files) => joinApprovals(files.map(({ value }) => read(value, name)));
}

/** Tools, or all of them, that the setting `by` approves. */
export function approvalOf(tools: readonly string[], by: string): AutoApproval {
  if (tools.length === 0) return noApproval;
  return { all: tools.includes('*'), byHints: false, tools: tools.filter((tool) => tool !== '*'), by: [by] };
}

export function joinApprovals(approvals: readonly AutoApproval[]): AutoApproval {
  return {
    all: approvals.some(({ all }) => all),
    byHints: approvals.some(({ byHints }) => byHints),
    tools: [...new Set(approvals.flatMap(({ tools }) => tools))],
    by: [...new Set(approvals.flatMap(({ by }) => by))],
  };
}
