import { linked } from '../linked-signal.ts';
import { Backoff } from '../core/backoff.ts';
import type { StreamLife } from '../core/stream-life.ts';
import type { ListenState, SessionEvents } from '../monitor/ports-reading.ts';
import type { Clock } from '../monitor/ports-world.ts';
import type { ConnectionDeps } from './connection.ts';
import type { Opened } from './opened.ts';

/** This many short streams in a row are flapping. */
const flappingAfter = 3;

interface ListenerDeps extends Pick<ConnectionDeps, 'clock' | 'random' | 'times'> {
  readonly life: StreamLife;
}

/**
 * Holds a notification stream open until `signal` aborts, and opens it again after every end, also a graceful one: nothing
 * that happens before the next stream opens will be told. Where the host is known to cut streams at some age, each is
 * replaced a little before: a gap of our own is short.
 */
export async function keepListening(
  open: (signal: AbortSignal) => Promise<Opened>,
  events: SessionEvents,
  { clock, random, times, life }: ListenerDeps,
  signal: AbortSignal,
): Promise<void> {
  const backoff = new Backoff(times.firstReopenMs, times.maxReopenMs, random);
  const report = onChange(events.listen);
  const now = (): number => clock.now().getTime();
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
    const openedAt = now();
    const { doubt, ended, lists } = opened;
    const tell = (): void => {
      if (doubt !== null) report('unsupported', doubt);
      else report(...stateOf(life, shortStreams >= flappingAfter));
    };
    tell();
    events.announces(lists);
    void ended.then(() => events.announces([]));
    events.listening();
    const keepMs = life.keepMs(openedAt, random()) ?? times.stableStreamMs + times.streamLifeMs;
    const stableMs = Math.min(times.stableStreamMs, keepMs);
    if (await lasts(ended, stableMs, clock, signal)) {
      shortStreams = 0;
      backoff.reset();
      if (!signal.aborted) tell();
      if (await lasts(ended, keepMs - stableMs, clock, signal)) {
        life.lasted(now() - openedAt);
        // A server that is gone takes no note of it.
        await lasts(opened.close(), times.farewellMs, clock, signal);
        continue;
      }
    } else shortStreams += 1;
    const leftAloneMs = Math.min(await ended, times.maxReopenMs);
    if (!signal.aborted) life.cut(now() - openedAt, now());
    await clock.sleep(Math.max(backoff.next(), leftAloneMs), signal);
  }
}

function stateOf({ knownMs }: StreamLife, isFlapping: boolean): [ListenState, string | null] {
  if (knownMs !== null)
    return ['honoured', `streams of this host end after about ${roughly(knownMs)}; opened again before that`];
  return isFlapping ? ['flapping', 'the notification stream keeps breaking off'] : ['honoured', null];
}

/** `60 s`, `5 min`. */
function roughly(ms: number): string {
  return ms < 120_000 ? `${Math.round(ms / 1_000)} s` : `${Math.round(ms / 60_000)} min`;
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
