import { commandLine } from './approve-command.ts';
import { composeSignals } from './compose-newcomers.ts';
import { itemName } from './item-name.ts';
import { sizeOf } from './message.ts';
import type { Block, Fact } from './message.ts';
import type { ServerSummary, Summary } from './summary.ts';
import { visibleName } from './visible-line.ts';

/** `billing, files and 3 more`. */
export function namesOfServers({ servers, moreServers }: Summary, max: number): string {
  const names = servers.slice(0, max).map(({ server }) => visibleName(server, 40));
  const left = servers.length + moreServers - names.length;
  if (left > 0) return `${names.join(', ')} and ${left} more`;
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

const whys = {
  late: 'These alerts could not be delivered when they were decided. This is what they come to:',
  limit: 'More alerts were decided than this channel is sent in an hour. This is what the rest comes to:',
  'first-seen': 'These servers were seen for the first time:',
} as const;

/** What several alerts come to; `facts` say how many there were, and when. Servers beyond about `maxCharacters` are counted. */
export function composeSummary(summary: Summary, facts: readonly Fact[], maxCharacters: number): readonly Block[] {
  const servers: (readonly Block[])[] = [];
  for (const server of summary.servers) {
    if (sizeOf(servers.flat()) > maxCharacters) break;
    servers.push(composeServer(server));
  }
  const left = summary.servers.length - servers.length + summary.moreServers;
  return [
    line(whys[summary.cause]),
    { kind: 'facts', facts },
    ...servers.flat(),
    ...(left === 0 ? [] : [line(`${left} more ${left === 1 ? 'server is' : 'servers are'} not shown here.`)]),
    { kind: 'command', label: 'See what is open now', command: commandLine('status', [], []) },
    { kind: 'command', label: 'See each of these alerts', command: commandLine('history', [], []) },
  ];
}

function composeServer(server: ServerSummary): readonly Block[] {
  const open = server.open.map((item) => `${item.severity.toUpperCase()}  ${itemName(item, 80)}`);
  const left = server.openCount - server.open.length;
  const alerts = `${server.alerts} alert${server.alerts === 1 ? '' : 's'}`;
  const { newcomer } = server;
  return [
    {
      kind: 'finding',
      severity: server.severity,
      title: `${visibleName(server.server, 60)}: ${stateOf(server)}; ${alerts}`,
      lines: [...open, ...(left > 0 ? [`and ${left} more`] : [])],
      clients: [],
    },
    ...(newcomer === undefined ? [] : composeSignals(server.server, newcomer)),
    ...(server.openCount === 0
      ? []
      : [{ kind: 'command', label: 'See it', command: commandLine('diff', [server.server], []) } as const]),
  ];
}

function stateOf({ openCount, settledCount, trouble, newcomer }: ServerSummary): string {
  const states = [
    ...(newcomer === undefined ? [] : ['waits for its first approval']),
    ...(trouble === 'server-blind' ? ['cannot be verified'] : []),
    ...(trouble === 'needs-login' ? ['needs a login or valid credentials'] : []),
    ...(openCount === 0
      ? []
      : [`${openCount} ${openCount === 1 ? 'definition is' : 'definitions are'} not what was approved`]),
    ...(settledCount === 0
      ? []
      : [`${settledCount} ${settledCount === 1 ? 'difference was' : 'differences were'} settled meanwhile`]),
  ];
  return states.length === 0 ? 'nothing is open' : states.join(', ');
}

function line(text: string): Block {
  return { kind: 'line', text };
}
