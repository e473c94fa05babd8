import { afterAttempt, type AttemptEnd, type ChannelHealth } from '../core/channel-health.ts';
import { emptyAlert } from '../core/alert.ts';
import { planDelivery } from '../core/plan-delivery.ts';
import { summarise, type SummaryCause } from '../core/summary.ts';
import { pauseAfter } from './attempt-delivery.ts';
import type { DeliveryResult } from './ports-delivery.ts';
import type { ChannelTx, Store } from './ports-store.ts';
import type { Clock, Random } from './ports-world.ts';

export interface ChannelStateDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly newId: () => string;
  /** Messages in an hour beyond which a channel gets summaries. */
  readonly maxPerHour: (channel: string) => number;
}

/** What alerts about tooldrift itself name as their server. */
const ourselves = 'tooldrift';

/** Makes ready what is to be delivered next on a channel. False: nothing is, for now. */
export async function prepareChannel(name: string, deps: ChannelStateDeps): Promise<boolean> {
  const now = deps.clock.now();
  const max = deps.maxPerHour(name);
  const first = planDelivery(await deps.store.channelQueue(name, now.toISOString()), max, now);
  if (first.kind !== 'summarise') return first.kind === 'send';
  await deps.store.withChannel(name, async (tx) => {
    // Another process may have done it in the meantime.
    const plan = planDelivery(await tx.queue(now.toISOString()), max, now);
    if (plan.kind === 'summarise') await tellTogether(tx, plan.ids, plan.cause, deps);
  });
  return true;
}

async function tellTogether(
  tx: ChannelTx,
  ids: readonly number[],
  cause: SummaryCause,
  { clock, newId }: ChannelStateDeps,
): Promise<void> {
  const at = clock.now().toISOString();
  const taken = await tx.take(ids, at);
  if (taken.length < 2) return;
  const summary = summarise(
    taken.map(({ digest }) => digest),
    cause,
  );
  const severity = summary.servers[0]?.severity ?? 'info';
  const alert = { ...emptyAlert('summary', ourselves, at), id: newId(), severity, summary };
  await tx.replace(
    taken.map(({ id }) => id),
    alert,
  );
}

/** Keeps how an attempt on a channel went, and tells the `others` what people have to know of it. True: something was told. */
export async function noteAttempt(
  name: string,
  result: DeliveryResult,
  others: readonly string[],
  deps: ChannelStateDeps,
): Promise<boolean> {
  return deps.store.withChannel(name, async (tx) => {
    const before = await tx.health();
    if (result.kind === 'sent' && before.failures === 0) return false;
    const { health, tell } = afterAttempt(before, endOf(result, before, deps), deps.clock.now());
    await tx.setHealth(health);
    if (tell === null) return false;
    const failing = tell === 'failing' ? health : before;
    const undelivered = (await tx.undelivered()) + (result.kind === 'failed' ? 1 : 0);
    await tx.enqueue(newsOf(name, tell, failing, undelivered, deps), others);
    return true;
  });
}

/** The channel's own wish is in the time that its message got. */
function endOf(result: DeliveryResult, { failures }: ChannelHealth, { clock, random }: ChannelStateDeps): AttemptEnd {
  if (result.kind !== 'retry') return result;
  const wishedMs = Date.parse(result.nextAttemptAt) - clock.now().getTime();
  return { kind: 'retry', error: result.error, pauseMs: pauseAfter(failures + 1, random, wishedMs) };
}

function newsOf(
  name: string,
  tell: 'failing' | 'back',
  { failingSince, reason }: ChannelHealth,
  undelivered: number,
  { clock, newId }: ChannelStateDeps,
) {
  const at = clock.now().toISOString();
  return {
    ...emptyAlert(tell === 'failing' ? 'channel-failing' : 'channel-back', ourselves, at),
    id: newId(),
    severity: tell === 'failing' ? 'high' : 'info',
    cause: reason,
    channel: { name, failingSince: failingSince ?? at, undelivered },
  } as const;
}
