import type { Alert } from './alert.ts';
import { commandLine, fingerprintPrefix } from './approve-command.ts';
import { composeFindings, composeTitles } from './compose-findings.ts';
import type { FindingsOptions } from './compose-findings.ts';
import { headlineOf, subjectOf, titleOf } from './headline.ts';
import type { Block, Fact, Message } from './message.ts';
import { visibleLine } from './visible-line.ts';
import { guardLine } from './visible.ts';

/** An alert as a message for any channel. Pure: the same alert makes the same message, whenever it is delivered. */
export function composeAlert(alert: Alert, options: FindingsOptions = {}): Message {
  return {
    subject: subjectOf(alert),
    title: titleOf(alert),
    severity: alert.severity,
    blocks: blocksOf(alert, options),
  };
}

function blocksOf(alert: Alert, options: FindingsOptions): readonly Block[] {
  switch (alert.reason) {
    case 'first-drift':
      return [
        ...gist(alert),
        line('A reading of this server found something that nobody approved.'),
        exposure(alert, 'First bad reading'),
        ...composeFindings(alert, { ...options, commands: true }),
      ];
    case 'drift-changed':
      return [
        ...gist(alert),
        line('What already differed from the approval has changed once more.'),
        exposure(alert, 'First reading of this change'),
        ...composeFindings(alert, { ...options, commands: true }),
      ];
    case 'reverted':
      return [
        line('These are again what was approved:'),
        facts([at(alert), ...surfaces(alert)]),
        ...composeTitles(alert, options),
      ];
    case 'approved':
    case 'rejected':
      return [facts([...decision(alert), at(alert), ...surfaces(alert)]), ...composeFindings(alert, options)];
    case 'needs-login':
      return unreadable(
        alert,
        'The server shows its definitions to nobody without valid credentials. No change was seen.',
      );
    case 'server-blind':
      return unreadable(
        alert,
        'tooldrift cannot tell whether the definitions of this server are still what was approved.',
      );
    case 'server-back':
      return [
        line('A complete reading succeeded. Drift found in it, if any, is told in a message of its own.'),
        facts([at(alert), ...surfaces(alert)]),
      ];
    case 'test':
      return [line('This is a test. As you can read it, alerts of tooldrift reach you on this channel.')];
  }
}

/** What matters most comes first: what the change lets somebody do now. */
function gist({ findings }: Alert): readonly Block[] {
  const headline = headlineOf(findings);
  return headline === null ? [] : [line(`${headline.charAt(0).toUpperCase()}${headline.slice(1)}.`)];
}

function unreadable(alert: Alert, sentence: string): readonly Block[] {
  return [
    line(sentence),
    facts([
      { label: 'Cause', value: visibleLine(alert.cause ?? 'unknown', 300, guardLine) },
      { label: 'Last good reading', value: lastGood(alert) },
      at(alert),
    ]),
    { kind: 'command', label: 'Try a reading now', command: commandLine('check', [alert.server], []) },
  ];
}

/** Between these two times somebody may have used what nobody approved. */
function exposure(alert: Alert, label: string): Block {
  return facts([
    { label: 'Last good reading', value: lastGood(alert) },
    { label, value: time(alert.at) },
    ...surfaces(alert),
  ]);
}

function decision(alert: Alert): readonly Fact[] {
  const label = alert.reason === 'approved' ? 'Approved by' : 'Rejected by';
  const note = alert.note === null ? [] : [{ label: 'Note', value: visibleLine(alert.note, 500) }];
  return [{ label, value: visibleLine(alert.by ?? 'unknown', 100) }, ...note];
}

function surfaces(alert: Alert): readonly Fact[] {
  return [
    { label: 'Approved surface', value: fingerprintPrefix(alert.approvedFingerprint) ?? 'never approved as a whole' },
    { label: 'Served surface', value: fingerprintPrefix(alert.fingerprint) ?? 'not read' },
  ];
}

function line(text: string): Block {
  return { kind: 'line', text };
}

function facts(list: readonly Fact[]): Block {
  return { kind: 'facts', facts: list };
}

function at(alert: Alert): Fact {
  return { label: 'At', value: time(alert.at) };
}

function lastGood(alert: Alert): string {
  return alert.lastGoodAt === null ? 'none on record' : time(alert.lastGoodAt);
}

/** `2026-12-01T10:00:00.000Z` as `2026-12-01 10:00:00 UTC`. */
function time(iso: string): string {
  return visibleLine(iso.replace(/^([\d-]{10})T([\d:]{8})(?:\.\d+)?Z$/, '$1 $2 UTC'), 40);
}
