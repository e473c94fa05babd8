import { linked } from '../linked-signal.ts';
import { Backoff } from '../core/backoff.ts';
import type { Clock, SessionEvents } from '../monitor/ports.ts';
import type { ConnectionDeps } from './connection.ts';
import type { Opened } from './opened.ts';

/** This many short streams in a row are flapping. */
const flappingAfter = 3;

/**
 * Holds a notification stream open until `signal` aborts, and opens it again after every end, also a graceful one: nothing
 * that happens before the next stream opens will be told.
 */
export async function keepListening(
  open: (signal: AbortSignal) => Promise<Opened>,
  events: SessionEvents,
  { clock, random, times }: Pick<ConnectionDeps, 'clock' | 'random' | 'times'>,
  signal: AbortSignal,
): Promise<void> {
  const backoff = new Backoff(times.firstReopenMs, times.maxReopenMs, random);
  const report = onChange(events.listen);
  let shortStreams = 0;
  while (!signal.aborted) {
    const opened = await open(signal);
    if (signal.aborted) return;
    if (opened.kind === 'gone') {
      events.ended(opened.reason);
      return;
    }
    if (opened.kind === 'closed') {
      report(opened.state, opened.detail);
      if (opened.retry === 'never') return;
      await clock.sleep(opened.retry === 'seldom' ? times.retryRefusedMs : backoff.next(), signal);
      continue;
    }
    const { doubt, ended } = opened;
    const flapping = shortStreams >= flappingAfter;
    if (doubt !== null) report('unsupported', doubt);
    else report(flapping ? 'flapping' : 'honoured', flapping ? 'the notification stream keeps breaking off' : null);
    events.listening();
    if (await lasts(ended, times.stableStreamMs, clock, signal)) {
      shortStreams = 0;
      backoff.reset();
      if (doubt === null && !signal.aborted) report('honoured', null);
      if (await lasts(ended, times.streamLifeMs, clock, signal)) {
        await opened.close();
        continue;
      }
    } else shortStreams += 1;
    const pauseMs = Math.max(backoff.next(), Math.min(await ended, times.maxReopenMs));
    if (!signal.aborted) await clock.sleep(pauseMs, signal);
  }
}

/** True if `ended` does not resolve within `ms`. */
async function lasts(ended: Promise<unknown>, ms: number, clock: Clock, signal: AbortSignal): Promise<boolean> {
  const over = new AbortController();
  const either = linked(signal, over.signal);
  const isLasting = clock.sleep(ms, either.signal).then(() => true);
  try {
    return await Promise.race([ended.then(() => false), isLasting]);
  } finally {
    over.abort();
    either.done();
  }
}

function onChange(listen: SessionEvents['listen']): SessionEvents['listen'] {
  let last = '';
  return (state, detail) => {
    const now = `${state} ${detail ?? ''}`;
    if (now !== last) listen(state, detail);
    last = now;
  };
}
