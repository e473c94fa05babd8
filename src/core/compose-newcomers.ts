import type { Alert } from './alert.ts';
import { approveCommand, approveFirstSeen, commandLine, fingerprintPrefix } from './approve-command.ts';
import { time } from './compose-exposure.ts';
import { describeItems } from './describe-items.ts';
import { isFollowed } from './followed-name.ts';
import { itemName } from './item-name.ts';
import { sizeOf, type Block, type Fact } from './message.ts';
import { isGrave, severityOf, type Newcomer, type SeenSignal } from './newcomer.ts';
import type { ServerSummary, Summary } from './summary.ts';
import { serverOf } from './views.ts';
import { visibleLine, visibleName } from './visible-line.ts';
import { guardLine } from './visible.ts';

/** One server that nobody approved yet: what to look at first stands on top. */
export function composeNewcomer({ server, at, fingerprint, newcomer }: Alert): readonly Block[] {
  const signals = newcomer === undefined ? [] : composeSignals(serverOf(server), newcomer);
  const says = isFollowed(server) ? 'the files of this client say' : 'this server says its tools do';
  const shows = newcomer === undefined ? [] : [{ label: 'It shows', value: describeItems(newcomer.items, server) }];
  return [
    line(`Nobody approved what ${says}, so nothing can be compared yet. Read it before you approve it.`),
    ...(signals.length === 0 ? [] : [...signals, line('What was seen:')]),
    {
      kind: 'facts',
      facts: [
        ...shows,
        { label: 'At', value: time(at) },
        { label: 'Served surface', value: fingerprintPrefix(fingerprint) ?? 'not read' },
      ],
    },
    { kind: 'command', label: 'Read it', command: commandLine('show', [server], []) },
    {
      kind: 'command',
      label: 'Approve it, if it is right',
      command: approveCommand(server, [], { surfaceFingerprint: fingerprint }),
    },
  ];
}

/** Several of them in one message: those with something grave to look at by name and first, then what each shows. */
export function composeNewcomers(summary: Summary, maxCharacters: number): readonly Block[] {
  const { servers, moreServers } = summary;
  const grave = servers.filter(({ newcomer }) => newcomer !== undefined && isGrave(newcomer));
  const signals: Block[] = [];
  let named = 0;
  for (const { server, newcomer } of grave) {
    if (newcomer === undefined || sizeOf(signals) > maxCharacters / 2) break;
    signals.push(...composeSignals(serverOf(server), newcomer));
    named += 1;
  }
  const unnamed = grave.slice(named).map(({ server }) => visibleName(serverOf(server), 40));
  return [
    line(
      'Nobody approved what these servers say their tools do, so nothing can be compared yet. Read it before you approve it.',
    ),
    ...signals,
    ...(unnamed.length === 0 ? [] : [line(`There is something to look at first also in: ${unnamed.join(', ')}.`)]),
    line('What each of them shows:'),
    { kind: 'facts', facts: servers.map(describe) },
    ...(moreServers === 0 ? [] : [line(`and ${moreServers} more`)]),
    {
      kind: 'command',
      label: 'Read them, and approve those that are right: it shows each and asks',
      command: approveFirstSeen,
    },
  ];
}

/** What speaks for an attack in one server, under a heading; nothing if nothing does. */
export function composeSignals(name: string, newcomer: Newcomer): readonly Block[] {
  const { signals, moreSignals } = newcomer;
  if (signals.length === 0) return [];
  const count = signals.length + moreSignals;
  const title = `${visibleName(name, 60)}: ${count} ${count === 1 ? 'thing' : 'things'} to look at first`;
  const lines = [...signals.map(describeSignal), ...(moreSignals > 0 ? [`and ${moreSignals} more`] : [])];
  return [{ kind: 'finding', severity: severityOf(newcomer), title, lines, clients: [] }];
}

/** `HIGH  tool add: tells the model to hide something from the person, at character 12 of 90 (12 %) of /description: "..."` */
function describeSignal({ severity, message, where, excerpt, ...item }: SeenSignal): string {
  const words = excerpt === '' ? '' : `: "${excerpt.replace(/["\\]/g, String.raw`\$&`)}"`;
  const text = `${severity.toUpperCase()}  ${itemName(item, 80)}: ${message}, ${where}${words}`;
  return visibleLine(text, 600, guardLine);
}

function describe({ server, newcomer }: ServerSummary): Fact {
  const label = visibleName(serverOf(server), 60);
  if (newcomer === undefined || Object.keys(newcomer.items).length === 0) return { label, value: 'not known' };
  const seen = isGrave(newcomer) ? 0 : newcomer.signals.length + newcomer.moreSignals;
  const remark = seen === 0 ? '' : `; ${seen} ${seen === 1 ? 'thing' : 'things'} to look at`;
  return { label, value: describeItems(newcomer.items, server) + remark };
}

function line(text: string): Block {
  return { kind: 'line', text };
}
