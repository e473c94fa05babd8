import { compareSurface, type Gravity } from '../core/compare.ts';
import { itemKey } from '../core/definition.ts';
import type { OtherTool } from '../core/name-index.ts';
import { visibleLabel } from '../core/visible-label.ts';
import { makeVisible } from '../core/visible.ts';
import type { LockedServer } from '../lock/lock.ts';
import { approvedSurface } from '../monitor/approved-surface.ts';
import { isEmpty, type ImportPlan, type Newer } from '../monitor/plan-import.ts';
import type { Approved, VolatileRule } from '../monitor/ports-decision.ts';
import type { ServerState } from '../monitor/ports-record.ts';
import { describeTime } from './describe.ts';
import type { Io } from './io.ts';
import { showFindings, showFirstSight } from './show-recorded.ts';

interface Showing {
  readonly replacesNewer: boolean;
  readonly gravity: Gravity | undefined;
  /** The tools of other servers, which its texts may speak of. */
  readonly elsewhere: readonly OtherTool[];
  /** Somebody has read it already: without the words. */
  readonly isBrief: boolean;
}

/** Prints what taking a server of a lock in would change, by whom it was approved, and what stays as it is. */
export function showImport(
  { server }: LockedServer,
  plan: ImportPlan,
  state: ServerState,
  { replacesNewer, isBrief, ...showing }: Showing,
  io: Io,
): void {
  if (isEmpty(plan) && plan.newer.length === 0) io.out(`${server}: all of it is approved already\n`);
  if (!isBrief) showWords(server, plan, state, showing, io);
  for (const line of attributions(plan.entries)) io.out(`${server}: ${line}\n`);
  for (const rule of plan.volatile) io.out(`${server}: ${describeRule(rule)}\n`);
  for (const one of plan.newer) io.err(`${server}: ${describeNewer(one, replacesNewer)}\n`);
}

function showWords(
  server: string,
  { entries }: ImportPlan,
  { hasBaseline, baseline }: ServerState,
  { gravity, elsewhere }: Pick<Showing, 'gravity' | 'elsewhere'>,
  io: Io,
): void {
  const surface = approvedSurface(entries);
  if (!hasBaseline) {
    const stored = { ...surface, firstSeenAt: '', lastSeenAt: '' };
    showFirstSight(server, stored, elsewhere, io, 'is approved like this in the lock, and not at all here');
    return;
  }
  const keys = new Set(entries.map(itemKey));
  const here = baseline.filter((item) => keys.has(itemKey(item)));
  showFindings(server, compareSurface(here, surface, gravity, elsewhere), io);
}

/** `2 definitions approved by ann@host 2026-12-01 10:00:00 UTC: read it`. */
function attributions(entries: readonly Approved[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const entry of entries) counts.set(attribution(entry), (counts.get(attribution(entry)) ?? 0) + 1);
  return [...counts].map(([text, count]) => `${count} definition${count === 1 ? '' : 's'} approved ${text}`);
}

function attribution({ by, note, approvedAt: at }: Pick<Approved, 'by' | 'note' | 'approvedAt'>): string {
  return `by ${makeVisible(by)} ${describeTime(at)}${note === null ? '' : `: ${makeVisible(note)}`}`;
}

function describeRule(rule: VolatileRule): string {
  const label = `${visibleLabel(rule)} ${makeVisible(rule.pointer)}`;
  return `${label} may vary: ${makeVisible(rule.pattern)} ${attribution({ ...rule, approvedAt: rule.at })}`;
}

function describeNewer({ here }: Newer, replacesNewer: boolean): string {
  const what = here.fingerprint === null ? 'its absence was approved' : 'something else was approved';
  const end = replacesNewer
    ? 'replaced by what the lock says'
    : 'left as it is (--replace-newer takes what the lock says)';
  return `${visibleLabel(here)}: ${what} here later, ${attribution(here)}; ${end}`;
}
