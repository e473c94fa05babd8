/** This many readings in a row that a notification asked for, and that showed nothing new, are noise. */
const noisyAfter = 3;
/** So many in a row are noise whatever they showed: no server changes its list every second. */
const tirelessAfter = 30;
/** The longest pause that noise brings about. */
export const maxNoisePauseMs = 60_000;
/** Lists that were seen lately are nothing new: a server may go back and forth between a few. */
const remembered = 6;

/**
 * Recognises a server that notifies after every reading, or without end: some do so whenever they are asked for their list.
 * What it notifies of is read all the same, only later: a real change may be among it.
 */
export class NotificationNoise {
  #digests: readonly string[] = [];
  #isNotified = false;
  #isPrompted = false;
  #prompted = 0;
  #futile = 0;

  get isNoisy(): boolean {
    return this.#excess >= 0;
  }

  /** How long after the start of a reading the next one may start that a notification asks for. At most `capMs`. */
  pauseMs(capMs: number): number {
    return this.isNoisy ? Math.min(2_000 * 2 ** Math.min(this.#excess, 30), capMs, maxNoisePauseMs) : 0;
  }

  /** A notification arrived. */
  notified(): void {
    this.#isNotified = true;
  }

  /** A reading begins. What is notified from now on may be of something that it does not show. */
  begin(): void {
    this.#isPrompted = this.#isNotified;
    this.#isNotified = false;
  }

  /** The reading that began was complete and showed this. */
  end(digest: string): void {
    const isKnown = this.#digests.includes(digest);
    this.#digests = [...this.#digests.filter((each) => each !== digest), digest].slice(-remembered);
    this.#prompted = this.#isPrompted ? this.#prompted + 1 : 0;
    this.#futile = this.#isPrompted && isKnown ? this.#futile + 1 : 0;
  }

  /** How many readings ago this became noise, negative while it is none. */
  get #excess(): number {
    return Math.max(this.#futile - noisyAfter, this.#prompted - tirelessAfter);
  }
}
