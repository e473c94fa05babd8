/** A number that goes up and down, and wakes whoever waits for it. */
export class Tally {
  readonly #waiting = new Set<() => void>();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  up(): void {
    this.#set(this.#count + 1);
  }

  down(): void {
    this.#set(this.#count - 1);
  }

  async whenAtLeast(count: number): Promise<void> {
    while (this.#count < count) await this.#change();
  }

  async whenZero(): Promise<void> {
    while (this.#count !== 0) await this.#change();
  }

  #change(): Promise<void> {
    return new Promise((resolve) => this.#waiting.add(resolve));
  }

  #set(count: number): void {
    this.#count = count;
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }
}
