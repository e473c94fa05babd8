import { awaitsDecision, type Alert, type AlertReason } from './alert.ts';
import { arrange, type Entry } from './arrange.ts';
import { namesOfServers } from './compose-summary.ts';
import { isOfClient } from './definition.ts';
import { itemName } from './item-name.ts';
import { groupTitle } from './compose-group.ts';
import { isAllClear } from './digest.ts';
import type { Finding } from './finding.ts';
import { gistOf } from './gist.ts';
import { newcomerPredicate, newcomersSubject, newcomersTitle } from './headline-newcomers.ts';
import { isGrave } from './newcomer.ts';
import { serverOf } from './views.ts';
import { visibleName } from './visible-line.ts';

/** `[tooldrift] HIGH: files: VS Code and Copilot CLI no longer ask before delete_file (+2 more)`: one line, at most about 200 characters. */
export function subjectOf(alert: Alert): string {
  if (alert.reason === 'test') return '[tooldrift] test message';
  if (alert.reason === 'digest') return `[tooldrift] DIGEST: ${digestTitle(alert)}`;
  if (alert.channel !== undefined) return `[tooldrift] ${tagOf(alert)}: ${titleOf(alert)}`;
  if (alert.summary?.cause === 'first-seen') return `[tooldrift] ${newcomersSubject(alert.summary)}`;
  if (alert.summary !== undefined)
    return `[tooldrift] ${tagOf(alert)}: ${alert.summary.alerts} alerts in one: ${namesOfServers(alert.summary, 3)}`;
  return `[tooldrift] ${tagOf(alert)}: ${visibleName(nameOf(alert), 40)}: ${predicate(alert)}`;
}

/** Under several identities a server is new once. */
function nameOf({ reason, server }: Alert): string {
  return reason === 'first-seen' ? serverOf(server) : server;
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
  if (alert.reason === 'first-seen') return newcomerPredicate(alert.newcomer);
  const { reason, findings } = alert;
  if (awaitsDecision(alert))
    return (reason === 'reminder-due' ? 'still open: ' : '') + (headlineOf(findings) ?? 'see the message');
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
  'first-seen': 'NEW',
  approved: 'APPROVED',
  rejected: 'REJECTED',
  'needs-login': 'LOGIN',
  'server-blind': 'BLIND',
  'server-back': 'BACK',
  'channel-failing': 'CHANNEL',
  'channel-back': 'CHANNEL',
  test: 'TEST',
};

/** The one word in capitals: the severity of drift, else what became of it. */
function tagOf(alert: Pick<Alert, 'reason' | 'severity' | 'newcomer'>): string {
  if (alert.newcomer !== undefined && isGrave(alert.newcomer)) return alert.severity.toUpperCase();
  return tags[alert.reason] ?? alert.severity.toUpperCase();
}

/** `billing: 2 definitions are not what was approved`: our own words, the server's name and a number. */
export function titleOf(alert: Alert): string {
  const server = visibleName(nameOf(alert), 60);
  const count = alert.findings.length;
  const [some, are, were] = count === 1 ? ['1 definition', 'is', 'was'] : [`${count} definitions`, 'are', 'were'];
  switch (alert.reason) {
    case 'first-drift':
    case 'worse':
    case 'drift-changed':
      return `${server}: ${some} ${are} not what was approved`;
    case 'config-drift':
      return alert.findings.some(isOfClient)
        ? `${server}: ${some} ${are} not what was approved`
        : `${server} is started or reached in another way than was approved`;
    case 'reminder-due':
      return `${server}: ${some} ${are} still not what was approved`;
    case 'first-seen':
      return `${server} was seen for the first time and waits for approval`;
    case 'digest':
      return digestTitle(alert);
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
    case 'channel-failing':
      return `${alert.channel?.name ?? 'a channel'} does not take messages`;
    case 'channel-back':
      return `${alert.channel?.name ?? 'a channel'} takes messages again`;
    case 'summary':
      return alert.summary?.cause === 'first-seen'
        ? newcomersTitle(alert.summary)
        : `${alert.summary?.alerts ?? 0} alerts in one message`;
    case 'test':
      return 'Test message';
  }
}

function digestTitle({ digest }: Alert): string {
  if (digest === null || isAllClear(digest)) return 'all clear';
  const { open, unverified, unapproved, lesser = 0 } = digest;
  const parts = [
    ...countOf(open.length, 'with open drift'),
    ...countOf(lesser, 'with less severe drift'),
    ...countOf(unverified.length, 'not verified'),
    ...countOf(unapproved.length, 'awaiting approval'),
  ];
  return parts.length === 0 ? 'see the message' : parts.join(', ');
}

function countOf(count: number, what: string): readonly string[] {
  return count === 0 ? [] : [`${count} server${count === 1 ? '' : 's'} ${what}`];
}
