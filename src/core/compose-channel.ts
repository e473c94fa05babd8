import type { Alert } from './alert.ts';
import { commandLine } from './approve-command.ts';
import type { Block, Fact } from './message.ts';
import { visibleLine } from './visible-line.ts';
import { guardLine } from './visible.ts';

/** What is told of a channel that does not take messages, or takes them again; without the facts about time. */
export function composeChannel({ reason, channel, cause }: Alert, facts: readonly Fact[]): readonly Block[] {
  const name = channel?.name ?? 'channel';
  const undelivered = channel?.undelivered ?? 0;
  if (reason === 'channel-back') {
    return [
      { kind: 'line', text: `Alerts reach people by ${name} again. What waited is delivered now.` },
      { kind: 'facts', facts },
      ...(undelivered === 0
        ? []
        : [
            {
              kind: 'command',
              label: `Deliver the ${undelivered} that were given up`,
              command: commandLine('alerts', ['retry', name], []),
            } as const,
          ]),
    ];
  }
  return [
    {
      kind: 'line',
      text: `Alerts do not reach people by ${name}. They are kept, and this is told once until it is over.`,
    },
    { kind: 'facts', facts: [{ label: 'Cause', value: visibleLine(cause ?? 'unknown', 300, guardLine) }, ...facts] },
    { kind: 'command', label: 'Find out what is wrong', command: commandLine('alerts', ['test', name], []) },
    { kind: 'command', label: 'Then deliver what was given up', command: commandLine('alerts', ['retry', name], []) },
  ];
}
