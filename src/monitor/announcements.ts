import { linked } from '../linked-signal.ts';
import type { Silences } from '../core/finding-context.ts';
import { silencesOf, type AnnouncedList, type Reference } from '../core/silences.ts';
import type { Clock } from './ports-world.ts';

/** An announcement may arrive this much later than the change that it is about shows in a reading. */
const graceMs = 1_000;

/** Follows what one server announces, to tell which of its changes it kept to itself. */
export class Announcements {
  readonly #clock: Clock;
  readonly #announcedSince = new Map<AnnouncedList, number>();
  readonly #notifiedAt = new Map<AnnouncedList, number>();
  #nothingMissedSince = -Infinity;
  /** We closed the connection, and no reading was taken since: what little may be missed meanwhile is our own doing. */
  #isOwnGap = false;
  #reference: Reference | null;
  #latest: Reference | null = null;
  #onChanged: () => void = () => undefined;

  /** `reference`: the last complete reading, where an earlier one is as good as one of this process. */
  constructor(clock: Clock, reference: Reference | null = null) {
    this.#clock = clock;
    this.#reference = reference;
  }

  /** A list was announced to have changed. */
  changed(list: AnnouncedList): void {
    this.#notifiedAt.set(list, this.#now());
    this.#onChanged();
  }

  /** Changes of `lists` are announced from now on, of all others no more. */
  announces(lists: readonly AnnouncedList[]): void {
    // Until now we were deaf to a server that talks, or we are from now on.
    if (lists.length === 0 || !this.#isOwnGap) this.#nothingMissedSince = this.#now();
    this.#announcedSince.clear();
    for (const list of lists) this.#announcedSince.set(list, this.#now());
    this.#onChanged();
  }

  /** The connection was lost. */
  broke(): void {
    this.#announcedSince.clear();
    this.#nothingMissedSince = this.#now();
    this.#onChanged();
  }

  /** We closed the connection. */
  closed(): void {
    this.#announcedSince.clear();
    this.#isOwnGap = true;
  }

  /**
   * Of which kinds a change is silent that a complete reading shows, begun at `startedAt` and just over. Waits a moment for
   * an announcement that may be on its way, where there is one to wait for.
   */
  async judge(digest: string, startedAt: number, ttlMs: number | null, signal: AbortSignal): Promise<Silences> {
    this.#latest = { digest, startedAt, ttlMs };
    const reference = this.#reference;
    if (reference === null || reference.digest === digest) return {};
    const endedAt = this.#now();
    const judge = (): Silences => silencesOf(reference, this.#heard(), endedAt);
    if (this.#announcedSince.size > 0) await this.#waitWhile(() => Object.keys(judge()).length > 0, signal);
    return judge();
  }

  /** The latest complete reading was recorded: what comes next is compared with it. */
  settle(): void {
    this.#reference = this.#latest;
    this.#isOwnGap = false;
  }

  async #waitWhile(isSilent: () => boolean, signal: AbortSignal): Promise<void> {
    if (!isSilent()) return;
    const heard = new AbortController();
    const either = linked(signal, heard.signal);
    this.#onChanged = () => {
      if (!isSilent()) heard.abort();
    };
    await this.#clock.sleep(graceMs, either.signal);
    this.#onChanged = () => undefined;
    either.done();
  }

  #heard() {
    return {
      announcedSince: this.#announcedSince,
      notifiedAt: this.#notifiedAt,
      nothingMissedSince: this.#nothingMissedSince,
    };
  }

  #now(): number {
    return this.#clock.now().getTime();
  }
}
