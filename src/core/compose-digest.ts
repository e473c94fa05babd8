import { time } from './compose-exposure.ts';
import { commandLine } from './approve-command.ts';
import { listOf } from './consequences.ts';
import { isAllClear, type Digest, type DigestChannel, type DigestDrift } from './digest.ts';
import type { Block, Fact } from './message.ts';
import { visibleName } from './visible-line.ts';

/** A team may watch thousands of servers; the rest is counted. */
const maxFacts = 50;

/** The state of all servers, a line each. */
export function composeDigest(digest: Digest | null): readonly Block[] {
  if (digest === null) return [];
  const { since, servers, open, quiet, unverified, unapproved, snoozed, channels } = digest;
  const watched = `${servers} server${servers === 1 ? ' is' : 's are'} watched`;
  const before = since === null ? 'This is the first digest.' : `The last digest was at ${time(since)}.`;
  return [
    line(isAllClear(digest) ? `All clear: ${watched}, nothing waits for you. ${before}` : `${watched}. ${before}`),
    ...composeFilter(digest),
    ...section('Open drift', open.map(describeDrift), command('See what differs', 'diff')),
    ...section(
      'Not verified',
      unverified.map(({ server, at }) => fact(server, at === null ? 'never read' : `since ${time(at)}`)),
      command('Try a reading now', 'check'),
    ),
    ...section(
      'Awaiting approval',
      unapproved.map((server) => fact(server, 'nothing of it is approved yet')),
      command('Read them, and approve those that are right: it shows each and asks', 'approve --first-seen'),
    ),
    ...section(
      'Snoozed',
      snoozed.map(({ server, at }) => fact(server, at === null ? '' : `no messages until ${time(at)}`)),
    ),
    ...section('Channels in trouble', channels.map(describeChannel), command('Find out what is wrong', 'alerts test')),
    ...section('Slight changes, told nobody', quiet.map(describeQuiet)),
  ];
}

/** What is not in it. */
function composeFilter({ filter, lesser = 0 }: Digest): readonly Block[] {
  if (filter === undefined) return [];
  const { servers, minSeverity } = filter;
  const names = (servers ?? []).map((pattern) => visibleName(pattern, 40));
  const parts = [
    ...(servers === null ? [] : [`of the servers ${listOf(names, 5)}`]),
    ...(minSeverity === null ? [] : [`of drift from ${minSeverity} on`]),
  ];
  const left = lesser === 1 ? '1 server has less severe drift.' : `${lesser} servers have less severe drift.`;
  return [line(`This channel is told only ${parts.join(', and ')}.${lesser === 0 ? '' : ` ${left}`}`)];
}

/** Nothing without `facts`. `next`: what to do about them. */
function section(title: string, facts: readonly Fact[], ...next: readonly Block[]): readonly Block[] {
  if (facts.length === 0) return [];
  const left = facts.length - maxFacts;
  const shown: Block = { kind: 'facts', facts: facts.slice(0, maxFacts) };
  return [line(`${title}:`), shown, ...(left > 0 ? [line(`and ${left} more`)] : []), ...next];
}

function command(label: string, words: string): Block {
  return { kind: 'command', label, command: commandLine(words, [], []) };
}

function describeDrift({ server, definitions, severity, since, known }: DigestDrift): Fact {
  const seen = known === 0 ? '' : `, ${known} of them seen or rejected`;
  return fact(server, `${count(definitions)} (${severity}), since ${time(since)}${seen}`);
}

function describeQuiet({ server, definitions, severity }: DigestDrift): Fact {
  return fact(server, `${count(definitions)} (${severity})`);
}

function describeChannel({ channel, waiting, failed }: DigestChannel): Fact {
  const parts = [
    ...(waiting === 0 ? [] : [`${waiting} message${waiting === 1 ? '' : 's'} tried again`]),
    ...(failed === 0 ? [] : [`${failed} not delivered`]),
  ];
  return fact(channel, parts.join(', '));
}

function count(definitions: number): string {
  return `${definitions} definition${definitions === 1 ? '' : 's'}`;
}

function fact(name: string, value: string): Fact {
  return { label: visibleName(name, 60), value };
}

function line(text: string): Block {
  return { kind: 'line', text };
}
