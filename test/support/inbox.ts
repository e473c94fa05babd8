const patienceMs = 15_000;

/** Things that arrive, and a way to wait for one of them without sleeping. */
export class Inbox<T> {
  readonly items: T[] = [];
  readonly #waiting = new Set<(item: T) => void>();

  put(item: T): void {
    this.items.push(item);
    for (const look of this.#waiting) look(item);
  }

  /** The first item, arrived or yet to arrive, that `predicate` accepts. */
  waitFor(predicate: (item: T) => boolean = () => true): Promise<T> {
    const found = this.items.find(predicate);
    if (found !== undefined) return Promise.resolve(found);
    return new Promise((resolve, reject) => {
      const look = (item: T): void => {
        if (!predicate(item)) return;
        settle();
        resolve(item);
      };
      const timer = setTimeout(() => {
        settle();
        reject(new Error(`nothing of the kind arrived in ${patienceMs} ms; ${this.items.length} others did`));
      }, patienceMs);
      const settle = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(look);
      };
      this.#waiting.add(look);
    });
  }
}
