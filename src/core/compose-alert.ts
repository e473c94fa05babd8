import { awaitsDecision, type Alert } from './alert.ts';
import { commandLine, fingerprintPrefix } from './approve-command.ts';
import { composeChannel } from './compose-channel.ts';
import { composeDigest } from './compose-digest.ts';
import { isOfClient } from './definition.ts';
import { exposureFacts, lastGood, revertedFacts, time } from './compose-exposure.ts';
import type { Finding } from './finding.ts';
import { composeFindings, composeTitles } from './compose-findings.ts';
import type { FindingsOptions } from './compose-findings.ts';
import { composeNewcomer, composeNewcomers } from './compose-newcomers.ts';
import { composeSummary } from './compose-summary.ts';
import { headlineOf, subjectOf, titleOf } from './headline.ts';
import type { Block, Fact, Message } from './message.ts';
import type { Summary } from './summary.ts';
import { visibleLine } from './visible-line.ts';
import { serverOf } from './views.ts';
import { guardLine } from './visible.ts';

/** An alert as a message for any channel. Pure: the same alert makes the same message, whenever it is delivered. */
export function composeAlert(alert: Alert, options: FindingsOptions = {}): Message {
  return {
    subject: subjectOf(alert),
    title: titleOf(alert),
    headline: awaitsDecision(alert) ? headlineFor(alert) : null,
    severity: alert.severity,
    blocks: blocksOf(alert, options),
  };
}

function blocksOf(alert: Alert, options: FindingsOptions): readonly Block[] {
  switch (alert.reason) {
    case 'first-drift':
    case 'config-drift':
    case 'worse':
    case 'drift-changed':
    case 'reminder-due':
      return [
        line(driftSentence(alert, alert.reason)),
        facts([...exposureFacts(alert), ...surfaces(alert)]),
        ...composeFindings(alert, { ...options, commands: true }),
        ...composeReverted(alert, alert.reverted, options),
        ...waysToLive(alert),
      ];
    case 'reverted':
      return [facts([...revertedFacts(alert), ...surfaces(alert)]), ...composeReverted(alert, alert.findings, options)];
    case 'first-seen':
      return composeNewcomer(alert);
    case 'digest':
      return composeDigest(alert.digest);
    case 'approved':
    case 'rejected':
      return [facts([...decision(alert), at(alert), ...surfaces(alert)]), ...composeDecided(alert, options)];
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
    case 'channel-failing':
    case 'channel-back':
      return composeChannel(alert, [...failingSince(alert), at(alert)]);
    case 'summary':
      return alert.summary === undefined ? [] : composeTogether(alert.summary, options.maxCharacters);
    case 'test':
      return [line('This is a test. As you can read it, alerts of tooldrift reach you on this channel.')];
  }
}

/** What the change lets somebody do now. A name at its beginning stays as it is. */
function headlineFor({ findings }: Alert): string | null {
  const headline = headlineOf(findings);
  return headline === null ? null : `${headline.replace(/^the /, 'The ')}.`;
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

function driftSentence({ findings }: Alert, reason: keyof typeof driftSentences): string {
  return findings.some(isOfClient) ? clientSentences[reason] : driftSentences[reason];
}

const clientSentences = {
  'first-drift': 'The files of this client say something that nobody approved.',
  'config-drift': 'The files of this client say something that nobody approved. tooldrift runs nothing that they name.',
  worse: 'What already differed in the files of this client has changed once more, and is more severe now.',
  'drift-changed': 'What already differed in the files of this client has changed once more.',
  'reminder-due': 'This was told before, and nobody has decided on it yet.',
} as const;

const driftSentences = {
  'first-drift': 'A reading of this server found something that nobody approved.',
  'config-drift':
    'The config says to start or reach this server in another way than was approved. It is not read until then.',
  worse: 'What already differed from the approval has changed once more, and is more severe now.',
  'drift-changed': 'What already differed from the approval has changed once more.',
  'reminder-due': 'This was told before, and nobody has decided on it yet.',
} as const;

/** What came and went before its message is told in full: nobody was shown it. */
function composeReverted(alert: Alert, reverted: readonly Finding[], options: FindingsOptions): readonly Block[] {
  const untold = reverted.filter(({ edits }) => edits.length > 0);
  const told = reverted.filter(({ edits }) => edits.length === 0);
  return [
    ...(told.length === 0 ? [] : [line('These are again what was approved:')]),
    ...composeTitles({ ...alert, findings: told }, options),
    ...(untold.length === 0 ? [] : [line('This was served before anybody was told of it, and is no more:')]),
    ...composeFindings({ ...alert, findings: untold }, options),
  ];
}

/** What was held back is shown in full. */
function composeDecided(alert: Alert, options: FindingsOptions): readonly Block[] {
  const untold = alert.findings.filter(({ edits }) => edits.length > 0);
  const told = alert.findings.filter(({ edits }) => edits.length === 0);
  return [
    ...composeFindings({ ...alert, findings: told }, options),
    ...(untold.length === 0 ? [] : [line('Nobody was told of this before it was decided:')]),
    ...composeFindings({ ...alert, findings: untold }, options),
  ];
}

function waysToLive({ server, reason }: Alert): readonly Block[] {
  if (reason !== 'reminder-due') return [];
  return [
    { kind: 'command', label: 'Seen: no more reminders of this', command: commandLine('ack', [serverOf(server)], []) },
  ];
}

function decision(alert: Alert): readonly Fact[] {
  const label = alert.reason === 'approved' ? 'Approved by' : 'Rejected by';
  const note = alert.note === null ? [] : [{ label: 'Note', value: visibleLine(alert.note, 500) }];
  return [{ label, value: visibleLine(alert.by ?? 'unknown', 100) }, ...note];
}

function composeTogether(summary: Summary, maxCharacters = 20_000): readonly Block[] {
  return summary.cause === 'first-seen'
    ? composeNewcomers(summary, maxCharacters)
    : composeSummary(summary, summed(summary), maxCharacters);
}

function summed({ alerts, from, to }: Summary): readonly Fact[] {
  return [
    { label: 'Alerts', value: String(alerts) },
    { label: 'Decided', value: `${time(from)} to ${time(to)}` },
  ];
}

function failingSince({ channel }: Alert): readonly Fact[] {
  return channel === undefined ? [] : [{ label: 'First failure', value: time(channel.failingSince) }];
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
