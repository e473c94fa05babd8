import type { RawResult } from './raw-result.ts';

/** The answers that one caller waits for: those to the next requests of some methods. */
export class Expectation {
  readonly methods: ReadonlySet<string>;
  /** Rejects when what should bring an answer breaks off or goes over a limit: the SDK would wait for its timeout. */
  readonly broken: Promise<never>;
  readonly results = new Map<string, RawResult>();
  #break!: (error: unknown) => void; // set by the promise at once

  constructor(methods: readonly string[]) {
    this.methods = new Set(methods);
    this.broken = new Promise((_resolve, reject) => {
      this.#break = reject;
    });
    this.broken.catch(() => undefined); // nobody has to look
  }

  break(error: unknown): void {
    this.#break(error);
  }
}
