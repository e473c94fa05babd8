import type { Alert, AlertReason } from './alert.ts';
import { arrange } from './arrange.ts';
import { itemName, mostSevereFirst, whatHappened } from './compose-finding.ts';
import { groupTitle } from './compose-group.ts';
import type { ClassifiedEdit, Finding } from './finding.ts';
import { visibleName, visibleToolName } from './visible-line.ts';

/** `[tooldrift] HIGH: billing: description of delete_file changed (+2 more)`: one line, at most about 200 characters. */
export function subjectOf(alert: Alert): string {
  if (alert.reason === 'test') return '[tooldrift] test message';
  return `[tooldrift] ${tagOf(alert)}: ${visibleName(alert.server, 40)}: ${predicate(alert)}`;
}

function predicate(alert: Alert): string {
  if (alert.reason === 'needs-login') return 'needs a login or valid credentials';
  if (alert.reason === 'server-blind') return 'cannot be verified';
  if (alert.reason === 'server-back') return 'can be verified again';
  const [first] = arrange(alert.findings);
  if (first === undefined) return 'see the message';
  const left = alert.findings.length - (first.kind === 'group' ? first.group.names.length : 1);
  const said = first.kind === 'group' ? groupTitle(first.group, 30) : phrase(alert.reason, first.finding);
  return said + (left > 0 ? ` (+${left} more)` : '');
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

function phrase(reason: AlertReason, finding: Finding): string {
  const item = itemName(finding, 60);
  if (reason === 'reverted') return `${item} is as approved again`;
  if (reason === 'approved' || reason === 'rejected') return `${item} was ${reason}`;
  return change(finding);
}

function change(finding: Finding): string {
  const [edit] = mostSevereFirst(finding.edits);
  const part = edit === undefined || finding.change !== 'changed' ? '' : partOf(edit);
  if (edit === undefined || part === '') return whatHappened(finding, 60);
  if (finding.kind === 'identity-difference') return whatHappened(finding, 60);
  const whole = finding.kind === 'tool' ? visibleToolName(finding.name, 60) : itemName(finding, 60);
  return `${part} of ${whole} ${howOf(edit)}`;
}

/** The first step of the pointer (RFC 6901): the part of the definition that a person knows by name. */
function partOf(edit: ClassifiedEdit): string {
  const step = edit.pointer.split('/')[1] ?? '';
  return step === '' ? '' : visibleName(step.replaceAll('~1', '/').replaceAll('~0', '~'), 40);
}

function howOf(edit: ClassifiedEdit): string {
  if (edit.pointer.split('/').length > 2) return 'changed';
  if (edit.before === undefined) return 'added';
  return edit.after === undefined ? 'removed' : 'changed';
}
