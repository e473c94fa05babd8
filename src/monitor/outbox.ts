import { attemptDelivery, type AttemptDeps } from './attempt-delivery.ts';
import { noteAttempt, prepareChannel, type ChannelStateDeps } from './channel-state.ts';
import { Trigger } from './trigger.ts';
import type { Channel } from './ports-delivery.ts';

export interface OutboxDeps extends AttemptDeps, ChannelStateDeps {
  readonly channels: readonly Channel[];
}

/** A lease outlives the attempt by this much: the time to write down how it went. */
const leaseMarginMs = 5_000;

/**
 * Delivers what is due, each channel on its own, until nothing is. A delivery is leased before it is sent and marked
 * after the channel accepted it: a crash in between sends it again, under the same id. Returns how many were sent.
 */
export async function deliverDue(deps: OutboxDeps, signal: AbortSignal): Promise<number> {
  const turns = await Promise.all(deps.channels.map((channel) => drain(channel, deps, signal)));
  const sent = turns.reduce((sum, turn) => sum + turn.sent, 0);
  // News of one channel is for the others, which may have come to their end before.
  return turns.some(({ hasNews }) => hasNews) ? sent + (await deliverDue(deps, signal)) : sent;
}

interface Turn {
  readonly sent: number;
  /** Something was told to the other channels. */
  readonly hasNews: boolean;
}

async function drain(channel: Channel, deps: OutboxDeps, signal: AbortSignal): Promise<Turn> {
  const { store, clock, channels } = deps;
  const others = channels.filter((other) => other !== channel).map(({ name }) => name);
  let hasNews = false;
  for (let sent = 0; ; sent += 1) {
    if (signal.aborted || !(await prepareChannel(channel.name, deps))) return { sent, hasNews };
    const now = clock.now();
    const leaseUntil = new Date(now.getTime() + deps.sendTimeoutMs + leaseMarginMs);
    const [delivery] = await store.claimDeliveries(now.toISOString(), leaseUntil.toISOString(), [channel.name], 1);
    if (delivery === undefined) return { sent, hasNews };
    const result = await attemptDelivery(channel, delivery, deps, signal);
    // In this order: what ends between the two is tried again, and what it says of the channel is known already.
    if (!signal.aborted && (await noteAttempt(channel.name, result, others, deps))) hasNews = true;
    await store.settleDelivery(delivery.id, result);
    // A channel that is down is not asked again for the next message at once.
    if (result.kind !== 'sent') return { sent, hasNews };
  }
}

/** Other processes (an approval on the command line) put alerts into the outbox as well: it is looked at this often. */
const pollMs = 2_000;

/** Delivers for as long as the daemon runs. */
export class Outbox {
  readonly #deps: OutboxDeps;
  readonly #signal: AbortSignal;
  readonly #trigger = new Trigger();

  constructor(deps: OutboxDeps, signal: AbortSignal) {
    this.#deps = deps;
    this.#signal = signal;
  }

  /** Something may be due. */
  kick(): void {
    this.#trigger.ask();
  }

  async run(): Promise<void> {
    const { clock, log } = this.#deps;
    while (!this.#signal.aborted) {
      try {
        await deliverDue(this.#deps, this.#signal);
      } catch (error) {
        log.error({ err: error }, 'the outbox could not be read');
      }
      await this.#trigger.wait(clock.now().getTime() + pollMs, clock, this.#signal);
    }
  }
}
