import type { ListenState } from './ports-reading.ts';
import type { CheckStore } from './ports-store.ts';
import type { Log } from './ports-world.ts';

/** Keeps, in the record of one server, how we hear of its changes. Nothing is written twice in a row. */
export class CoverageRecord {
  readonly #server: string;
  readonly #deps: { readonly store: CheckStore; readonly log: Log };
  #state: ListenState | null = null;
  #detail: string | null = null;
  #noise: string | null = null;
  #written = '';
  #writing: Promise<void> = Promise.resolve();

  constructor(server: string, deps: { readonly store: CheckStore; readonly log: Log }) {
    this.#server = server;
    this.#deps = deps;
  }

  /** Null: nothing is listened to at the moment. */
  setListen(state: ListenState | null, detail: string | null): void {
    this.#state = state;
    this.#detail = detail;
    this.#write();
  }

  /** What is odd about the notifications themselves, null when nothing is. */
  setNoise(noise: string | null): void {
    this.#noise = noise;
    this.#write();
  }

  /** Resolves when everything is written. */
  settled(): Promise<void> {
    return this.#writing;
  }

  #write(): void {
    const listen = this.#state;
    const details = [this.#detail, this.#noise].filter((detail) => detail !== null);
    const listenDetail = details.length === 0 ? null : details.join('; ');
    const text = JSON.stringify([listen, listenDetail]);
    if (text === this.#written) return;
    this.#written = text;
    const { store, log } = this.#deps;
    this.#writing = this.#writing.then(async () => {
      try {
        await store.withServer(this.#server, (tx) => tx.patch({ listen, listenDetail }));
      } catch (error) {
        log.error({ server: this.#server, err: error }, 'the listen state was not recorded');
      }
    });
  }
}
