import { listOf } from './consequences.ts';
import { itemName } from './item-name.ts';
import { isGrave, type Newcomer } from './newcomer.ts';
import type { Summary } from './summary.ts';
import { serverOf } from './views.ts';
import { visibleLine, visibleName } from './visible-line.ts';
import { guardLine } from './visible.ts';

/** `seen for the first time: tool add tells the model to hide something from the person (+2 more)`. */
export function newcomerPredicate(newcomer: Newcomer | undefined): string {
  const grave = newcomer === undefined ? null : gravestOf(newcomer);
  return grave === null ? 'seen for the first time, awaiting approval' : `seen for the first time: ${grave}`;
}

/** `NEW: 20 servers seen for the first time, awaiting approval: files, git, notes and 17 more`, of grave ones what is worst. */
export function newcomersSubject(summary: Summary): string {
  const [worst] = summary.servers;
  const grave = worst?.newcomer === undefined ? null : gravestOf(worst.newcomer);
  const count = `${countOf(summary)} servers seen for the first time`;
  if (worst === undefined || grave === null) return `NEW: ${count}, awaiting approval: ${namesOf(summary)}`;
  return `${worst.severity.toUpperCase()}: ${count}: ${visibleName(serverOf(worst.server), 40)}: ${grave}`;
}

export function newcomersTitle(summary: Summary): string {
  return `${countOf(summary)} servers were seen for the first time and wait for approval`;
}

/** `files, git, notes and 17 more`. */
function namesOf({ servers, moreServers }: Summary): string {
  const shown = servers.slice(0, 3).map(({ server }) => visibleName(serverOf(server), 40));
  const left = servers.length + moreServers - shown.length;
  return left > 0 ? `${shown.join(', ')} and ${left} more` : listOf(shown, 3);
}

/** What is worst of what speaks for an attack; null if nothing grave does. */
function gravestOf(newcomer: Newcomer): string | null {
  const { signals, moreSignals } = newcomer;
  const [first] = signals;
  if (first === undefined || !isGrave(newcomer)) return null;
  const left = signals.length - 1 + moreSignals;
  const more = left > 0 ? ` (+${left} more)` : '';
  return visibleLine(`${itemName(first, 40)} ${first.message}`, 130, guardLine) + more;
}

function countOf({ servers, moreServers }: Summary): number {
  return servers.length + moreServers;
}
