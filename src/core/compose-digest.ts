import { time } from './compose-exposure.ts';
import { isAllClear, type Digest, type DigestChannel, type DigestDrift } from './digest.ts';
import type { Block } from './message.ts';
import { visibleName } from './visible-line.ts';

/** A team may watch thousands of servers; the rest is counted. */
const maxLines = 50;

/** The state of all servers, a line each. */
export function composeDigest(digest: Digest | null): readonly Block[] {
  if (digest === null) return [];
  const { since, servers, open, quiet, unverified, unapproved, snoozed, channels } = digest;
  const watched = `${servers} server${servers === 1 ? '' : 's'} watched`;
  const from = since === null ? '' : `, since the last digest at ${time(since)}`;
  return [
    line(isAllClear(digest) ? `All clear: ${watched}${from}, nothing waits for you.` : `${watched}${from}:`),
    ...section('Open drift', open.map(describeDrift)),
    ...section(
      'Not verified',
      unverified.map(({ server, at }) => named(server, at === null ? '' : `since ${time(at)}`)),
    ),
    ...section(
      'Awaiting approval',
      unapproved.map((server) => visibleName(server, 60)),
    ),
    ...section(
      'Snoozed',
      snoozed.map(({ server, at }) => named(server, at === null ? '' : `until ${time(at)}`)),
    ),
    ...section('Channels in trouble', channels.map(describeChannel)),
    ...section('Slight changes, told nobody', quiet.map(describeQuiet)),
  ];
}

function section(title: string, lines: readonly string[]): readonly Block[] {
  if (lines.length === 0) return [];
  const shown = lines.slice(0, maxLines).map((text) => line(`- ${text}`));
  const left = lines.length - shown.length;
  return [line(`${title}:`), ...shown, ...(left > 0 ? [line(`- and ${left} more`)] : [])];
}

function describeDrift({ server, definitions, severity, since, known }: DigestDrift): string {
  const seen = known === 0 ? '' : `, ${known} of them seen or rejected`;
  return named(server, `${count(definitions)} (${severity}), since ${time(since)}${seen}`);
}

function describeQuiet({ server, definitions, severity }: DigestDrift): string {
  return named(server, `${count(definitions)} (${severity})`);
}

function describeChannel({ channel, waiting, failed }: DigestChannel): string {
  const parts = [
    ...(waiting === 0 ? [] : [`${waiting} message${waiting === 1 ? '' : 's'} tried again`]),
    ...(failed === 0 ? [] : [`${failed} not delivered`]),
  ];
  return named(channel, parts.join(', '));
}

function count(definitions: number): string {
  return `${definitions} definition${definitions === 1 ? '' : 's'}`;
}

function named(name: string, rest: string): string {
  return rest === '' ? visibleName(name, 60) : `${visibleName(name, 60)}: ${rest}`;
}

function line(text: string): Block {
  return { kind: 'line', text };
}
