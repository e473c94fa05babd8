/** What was opened, closed again in reverse order. */
export class Closers {
  readonly #closers: (() => Promise<void>)[] = [];

  push(close: () => Promise<void>): void {
    this.#closers.push(close);
  }

  /** Closes everything, whatever fails on the way; throws the first failure at the end. */
  async close(): Promise<void> {
    const failures: unknown[] = [];
    for (let close = this.#closers.pop(); close !== undefined; close = this.#closers.pop()) {
      await close().catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  }
}
