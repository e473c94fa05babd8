/** This many readings in a row that show next to nothing have to agree before that counts. */
const bareReadings = 3;

/**
 * Tells of the definitions that the readings of one server lack which are not to be taken for gone yet. A single one is
 * gone when two readings in a row lack it. Where there is next to nothing left, the server may still be starting, and fill
 * its list: that takes three readings which lack the same, and at least `warmUpMs`.
 */
export class Settling {
  readonly #warmUpMs: number;
  #lacked: ReadonlySet<string> = new Set();
  #bareSince: number | null = null;
  #agreeing = 0;

  constructor(warmUpMs: number) {
    this.#warmUpMs = warmUpMs;
  }

  /**
   * Notes what a complete reading lacks, by item key, and whether next to nothing is left. `now` in milliseconds. Returns
   * what is not settled, and whether that is because the server warms up.
   */
  note(
    lacking: ReadonlySet<string>,
    isBare: boolean,
    now: number,
  ): { readonly unsettled: ReadonlySet<string>; readonly isWarmingUp: boolean } {
    const before = this.#lacked;
    this.#lacked = lacking;
    if (lacking.size === 0) this.#bareSince = null;
    else if (isBare) this.#bareSince ??= now;
    this.#agreeing = lacking.size === before.size && isSubset(lacking, before) ? this.#agreeing + 1 : 1;
    // A list that fills is not full when half of it is there.
    if (this.#bareSince !== null) {
      const isOver = this.#agreeing >= bareReadings && now - this.#bareSince >= this.#warmUpMs;
      if (!isOver) return { unsettled: lacking, isWarmingUp: true };
    }
    return { unsettled: new Set([...lacking].filter((key) => !before.has(key))), isWarmingUp: false };
  }
}

function isSubset(some: ReadonlySet<string>, all: ReadonlySet<string>): boolean {
  return [...some].every((key) => all.has(key));
}
