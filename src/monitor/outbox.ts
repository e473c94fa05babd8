import { deadline } from '../linked-signal.ts';
import { DeliveryError } from './delivery-error.ts';
import { Trigger } from './trigger.ts';
import type { Channel, ClaimedDelivery, Clock, DeliveryResult, Log, Random, Store } from './ports.ts';

export interface OutboxDeps {
  readonly store: Store;
  readonly channels: readonly Channel[];
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** How long one attempt may take. */
  readonly sendTimeoutMs: number;
}

const firstRetryMs = 10_000;
const maxRetryMs = 60 * 60_000;
/** A lease outlives the attempt by this much: the time to write down how it went. */
const leaseMarginMs = 5_000;

/**
 * Delivers what is due, each channel on its own, until nothing is. A delivery is leased before it is sent and marked
 * after the channel accepted it: a crash in between sends it again, under the same id. Returns how many were sent.
 */
export async function deliverDue(deps: OutboxDeps, signal: AbortSignal): Promise<number> {
  const sent = await Promise.all(deps.channels.map((channel) => drain(channel, deps, signal)));
  return sent.reduce((sum, count) => sum + count, 0);
}

async function drain(channel: Channel, deps: OutboxDeps, signal: AbortSignal): Promise<number> {
  for (let sent = 0; !signal.aborted; sent += 1) {
    const now = deps.clock.now();
    const leaseUntil = new Date(now.getTime() + deps.sendTimeoutMs + leaseMarginMs);
    const [delivery] = await deps.store.claimDeliveries(now.toISOString(), leaseUntil.toISOString(), [channel.name], 1);
    if (delivery === undefined) return sent;
    const result = await attempt(channel, delivery, deps, signal);
    await deps.store.settleDelivery(delivery.id, result);
    // A channel that is down is not asked again for the next message at once.
    if (result.kind !== 'sent') return sent;
  }
  return 0;
}

async function attempt(
  channel: Channel,
  delivery: ClaimedDelivery,
  deps: OutboxDeps,
  signal: AbortSignal,
): Promise<DeliveryResult> {
  const { clock, log, sendTimeoutMs } = deps;
  const fields = {
    channel: channel.name,
    alert: delivery.alert.id,
    server: delivery.alert.server,
    attempt: delivery.attempt,
  };
  const inTime = deadline(signal, sendTimeoutMs);
  try {
    await channel.send(delivery.alert, inTime.signal);
    log.info(fields, 'alert delivered');
    return { kind: 'sent', at: clock.now().toISOString() };
  } catch (error) {
    const reason = error instanceof DeliveryError ? error.message : 'the channel failed unexpectedly';
    log.warn({ ...fields, err: error }, `alert not delivered: ${reason}`);
    if (error instanceof DeliveryError && !error.retryable)
      return { kind: 'failed', at: clock.now().toISOString(), error: reason };
    return { kind: 'retry', nextAttemptAt: retryAt(error, delivery.attempt, deps), error: reason };
  } finally {
    inTime.done();
  }
}

/** Exponential backoff with jitter; the channel's own wish is a lower bound. */
function retryAt(error: unknown, attempts: number, { clock, random }: OutboxDeps): string {
  const step = Math.min(firstRetryMs * 2 ** Math.min(attempts - 1, 30), maxRetryMs);
  const wished = error instanceof DeliveryError ? (error.retryAfterMs ?? 0) : 0;
  const delay = Math.max(step * (0.5 + 0.5 * random()), Math.min(wished, maxRetryMs));
  return new Date(clock.now().getTime() + delay).toISOString();
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
