import { linked } from '../linked-signal.ts';
import { DeliveryError } from './delivery-error.ts';
import type { Channel, ClaimedDelivery, DeliveryResult } from './ports-delivery.ts';
import type { Clock, Log, Random } from './ports-world.ts';

export interface AttemptDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** How long one attempt may take, by `timer`: the network goes by real time, also where `clock` does not. */
  readonly sendTimeoutMs: number;
  readonly timer: Pick<Clock, 'sleep'>;
}

const firstRetryMs = 10_000;
const maxRetryMs = 60 * 60_000;

/** Delivers one message and says how it went. Throws nothing for what the channel does. */
export async function attemptDelivery(
  channel: Channel,
  delivery: ClaimedDelivery,
  deps: AttemptDeps,
  signal: AbortSignal,
): Promise<DeliveryResult> {
  const { clock, log, sendTimeoutMs, timer } = deps;
  const { id: alert, server } = delivery.alert;
  const fields = { channel: channel.name, alert, server, attempt: delivery.attempt };
  const end = new AbortController();
  const late = new AbortController();
  const inTime = linked(signal, late.signal);
  void timer.sleep(sendTimeoutMs, end.signal).then(() => late.abort());
  try {
    const receipt = await channel.send(delivery.alert, inTime.signal, delivery);
    log.info(fields, 'alert delivered');
    return { kind: 'sent', at: clock.now().toISOString(), receipt };
  } catch (error) {
    const known = error instanceof DeliveryError ? error : null;
    const reason = known?.message ?? 'the channel failed unexpectedly';
    const at = clock.now().toISOString();
    const rest = {
      error: reason,
      receipt: known?.receipt ?? null,
      partlySentAt: known?.isPartlySent === true ? at : null,
    };
    log.warn({ ...fields, err: error }, `alert not delivered: ${reason}`);
    if (known?.retryable === false) return { kind: 'failed', at, ...rest };
    const pauseMs = pauseAfter(delivery.attempt, deps.random, known?.retryAfterMs ?? 0);
    return { kind: 'retry', nextAttemptAt: after(clock, pauseMs), ...rest };
  } finally {
    end.abort();
    inTime.done();
  }
}

/** Exponential backoff with jitter; the channel's own wish is a lower bound. Milliseconds. */
export function pauseAfter(failures: number, random: Random, wishedMs: number): number {
  const step = Math.min(firstRetryMs * 2 ** Math.min(failures - 1, 30), maxRetryMs);
  return Math.max(step * (0.5 + 0.5 * random()), Math.min(wishedMs, maxRetryMs));
}

function after(clock: Clock, ms: number): string {
  return new Date(clock.now().getTime() + ms).toISOString();
}
