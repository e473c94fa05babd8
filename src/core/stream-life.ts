/** This many cuts at about the same age are a habit, where the ages differ by less than this part of the longest. */
const cutsToLearn = 3;
const tolerance = 0.1;
/** After this long without a cut one stream is let live, to see whether the habit still is one. Milliseconds. */
const trustedMs = 6 * 60 * 60_000;

/**
 * Learns how long the streams of one host last: many proxies and hosts cut each of them at the same age, some 60 to 300
 * seconds. Ages and times in milliseconds.
 */
export class StreamLife {
  readonly #shortestMs: number;
  #ages: readonly number[] = [];
  #cutAt = -Infinity;

  /** Shorter lives than `shortestMs` are not learned: each new stream costs a reading. */
  constructor(shortestMs: number) {
    this.#shortestMs = shortestMs;
  }

  /** The age at which this host ends its streams, null while none is known. */
  get knownMs(): number | null {
    const shortest = Math.min(...this.#ages);
    const longest = Math.max(...this.#ages);
    const isHabit = this.#ages.length === cutsToLearn && longest - shortest <= tolerance * longest;
    return isHabit && shortest >= this.#shortestMs ? shortest : null;
  }

  /** How long to keep a stream that opens `now`: a little less than the host would, or null as long as it lives. */
  keepMs(now: number, random: number): number | null {
    const { knownMs } = this;
    return knownMs === null || now - this.#cutAt >= trustedMs ? null : Math.round(knownMs * (0.8 + 0.1 * random));
  }

  /** Notes that a stream of this age ended, and not by us. */
  cut(ageMs: number, now: number): void {
    // Streams that were opened together are cut together: that happened once.
    if (now - this.#cutAt < ageMs / 2) return;
    this.#cutAt = now;
    this.#ages = [...this.#ages, ageMs].slice(-cutsToLearn);
  }

  /** Notes that a stream of this age was still open. */
  lasted(ageMs: number): void {
    if (this.knownMs !== null && ageMs > this.knownMs * (1 + tolerance)) this.#ages = [];
  }
}

/** What is known of the streams of each host, for as long as this process lives. */
export class StreamLives {
  readonly #shortestMs: number;
  readonly #byHost = new Map<string, StreamLife>();

  constructor(shortestMs: number) {
    this.#shortestMs = shortestMs;
  }

  of(host: string): StreamLife {
    const life = this.#byHost.get(host) ?? new StreamLife(this.#shortestMs);
    this.#byHost.set(host, life);
    return life;
  }
}
