import type { Alert, AlertReason } from './alert.ts';
import { arrange, type Entry } from './arrange.ts';
import { itemName } from './compose-finding.ts';
import { groupTitle } from './compose-group.ts';
import type { Finding } from './finding.ts';
import { gistOf } from './gist.ts';
import { visibleName } from './visible-line.ts';

/** `[tooldrift] HIGH: files: VS Code and Copilot CLI no longer ask before delete_file (+2 more)`: one line, at most about 200 characters. */
export function subjectOf(alert: Alert): string {
  if (alert.reason === 'test') return '[tooldrift] test message';
  return `[tooldrift] ${tagOf(alert)}: ${visibleName(alert.server, 40)}: ${predicate(alert)}`;
}

/** What the gravest of `findings` lets a server or a model do now, and to whom; the others are counted. Null without any. */
export function headlineOf(findings: readonly Finding[]): string | null {
  const gravest = gistOf(arrange(findings));
  return gravest && gravest.gist + moreThan(gravest.entry, findings.length);
}

function moreThan(entry: Entry, count: number): string {
  const left = count - (entry.kind === 'group' ? entry.group.names.length : 1);
  return left > 0 ? ` (+${left} more)` : '';
}

function predicate(alert: Alert): string {
  if (alert.reason === 'needs-login') return 'needs a login or valid credentials';
  if (alert.reason === 'server-blind') return 'cannot be verified';
  if (alert.reason === 'server-back') return 'can be verified again';
  const { reason, findings } = alert;
  if (reason === 'first-drift' || reason === 'drift-changed') return headlineOf(findings) ?? 'see the message';
  const [first] = arrange(findings);
  if (first === undefined) return 'see the message';
  const said = first.kind === 'group' ? groupTitle(first.group, 30) : ending(reason, first.finding);
  return said + moreThan(first, findings.length);
}

function ending(reason: AlertReason, finding: Finding): string {
  const item = itemName(finding, 60);
  return reason === 'reverted' ? `${item} is as approved again` : `${item} was ${reason}`;
}

const tags: Readonly<Partial<Record<AlertReason, string>>> = {
  reverted: 'REVERTED',
  approved: 'APPROVED',
  rejected: 'REJECTED',
  'needs-login': 'LOGIN',
  'server-blind': 'BLIND',
  'server-back': 'BACK',
  test: 'TEST',
};

/** The one word in capitals: the severity of drift, else what became of it. */
function tagOf(alert: Pick<Alert, 'reason' | 'severity'>): string {
  return tags[alert.reason] ?? alert.severity.toUpperCase();
}

/** `billing: 2 definitions are not what was approved`: our own words, the server's name and a number. */
export function titleOf(alert: Alert): string {
  const server = visibleName(alert.server, 60);
  const count = alert.findings.length;
  const [some, are, were] = count === 1 ? ['1 definition', 'is', 'was'] : [`${count} definitions`, 'are', 'were'];
  switch (alert.reason) {
    case 'first-drift':
    case 'drift-changed':
      return `${server}: ${some} ${are} not what was approved`;
    case 'reverted':
      return `${server}: ${some} ${are} as approved again`;
    case 'approved':
    case 'rejected':
      return `${server}: ${some} ${were} ${alert.reason}`;
    case 'needs-login':
      return `${server} needs a login or valid credentials`;
    case 'server-blind':
      return `${server} cannot be verified`;
    case 'server-back':
      return `${server} can be verified again`;
    case 'test':
      return 'Test message';
  }
}
