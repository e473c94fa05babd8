import type pc from 'picocolors';
import { guardLine } from '../core/visible.ts';
import type { Backlog, ChannelRecord } from '../monitor/ports-delivery.ts';
import { describeTime } from './describe.ts';

type Colors = ReturnType<typeof pc.createColors>;

/** What has not been delivered, and which channels fail since when and why. Empty when all is well. */
export function describeOutbox(outbox: Backlog, channels: readonly ChannelRecord[], colors: Colors): string {
  const failing = channels.flatMap((channel) => describeFailing(channel)).map((line) => `${colors.red(line)}\n`);
  const due =
    outbox.due === 0
      ? []
      : [`${messages(outbox.due)} to deliver, the oldest due since ${describeTime(outbox.oldestDueAt)}\n`];
  const givenUp =
    outbox.failed === 0
      ? []
      : [
          `${colors.red(`${messages(outbox.failed)} could not be delivered`)}: see \`tooldrift history\`, then \`tooldrift alerts retry\`\n`,
        ];
  const lines = [...failing, ...due, ...givenUp];
  return lines.length === 0 ? '' : `\n${lines.join('')}`;
}

function describeFailing({ channel, failingSince, reason, due, failed }: ChannelRecord): readonly string[] {
  if (failingSince === null) return [];
  const cause = guardLine(reason ?? 'unknown').slice(0, 300);
  return [`${channel} fails since ${describeTime(failingSince)}: ${cause} (${due} waiting, ${failed} given up)`];
}

function messages(count: number): string {
  return `${count} message${count === 1 ? '' : 's'}`;
}

/** A channel as `status --json` shows it. */
export function channelToJson({ channel, failures, failingSince, reason, pausedUntil, due, failed }: ChannelRecord) {
  return { channel, failures, failingSince, reason, pausedUntil, due, failed };
}
