import { noApproval, type AutoApproval } from '../core/found-entry.ts';
import { allIf, joinApprovals } from './approvals.ts';
import type { ClientFile, JudgedServer } from './client.ts';
import { firstCounts, rulesOf } from './tool-rules.ts';
import { at, texts } from './values.ts';

/**
 * Goose asks nothing unless `GOOSE_MODE` tells it to; then what a person approved stands in `permission.yaml`
 * (block/goose, crates/goose/src/config/permission.rs).
 */
export function approvedInGoose({ name }: JudgedServer, files: readonly ClientFile[]): AutoApproval {
  const values = files.map(({ value }) => value);
  const mode = values.map((value) => at(value, 'GOOSE_MODE')).find((own) => own !== undefined);
  if (mode === undefined) return allIf(true, 'GOOSE_MODE is not set');
  if (mode === 'auto') return allIf(true, 'GOOSE_MODE');
  if (mode === 'chat') return noApproval;
  const lists = (key: string): readonly string[] => values.flatMap((value) => texts(at(value, 'user', key)));
  const prefix = `${keyOf(name)}__`;
  const isAsked = [...lists('never_allow'), ...lists('ask_before')];
  return joinApprovals([
    firstCounts(
      [...rulesOf(isAsked, prefix, false), ...rulesOf(lists('always_allow'), prefix, true)],
      'permission.yaml',
    ),
    mode === 'smart_approve' ? { ...noApproval, byHints: true, by: ['GOOSE_MODE'] } : noApproval,
  ]);
}

/** How Goose calls an extension in the names of its tools. */
function keyOf(name: string): string {
  return name
    .replaceAll(/\s/g, '')
    .replaceAll(/[^\w-]/g, '_')
    .toLowerCase();
}
