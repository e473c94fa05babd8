import { randomUUID } from 'node:crypto';
import type { Alert } from '../../src/core/alert.ts';
import { deliverDue, type OutboxDeps } from '../../src/monitor/outbox.ts';
import type { Channel, DeliveryStatus } from '../../src/monitor/ports-delivery.ts';
import type { Store } from '../../src/monitor/ports-store.ts';
import type { Log } from '../../src/monitor/ports-world.ts';
import { openStore } from '../../src/store/open-store.ts';
import { aFinding, anAlert } from '../support/alerts.ts';
import { createTestDatabase, type TestEngine } from '../support/database.ts';
import { FakeClock } from '../support/fake-clock.ts';

const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const never = new AbortController().signal;

/** A database, a clock that stands still, and channels to deliver on. */
export class OutboxStage {
  readonly clock = new FakeClock();
  readonly store: Store;
  readonly openAnother: () => Promise<Store>;
  readonly #channels: Channel[] = [];
  readonly #closers: (() => Promise<unknown>)[];

  private constructor(store: Store, openAnother: () => Promise<Store>, closers: (() => Promise<unknown>)[]) {
    this.store = store;
    this.openAnother = openAnother;
    this.#closers = closers;
  }

  static async open(engine: TestEngine): Promise<OutboxStage> {
    const database = await createTestDatabase(engine);
    const store = await openStore(database.config);
    return new OutboxStage(store, () => openStore(database.config), [() => database.drop(), () => store.close()]);
  }

  /** Closes this at the end, before what was there before. */
  later<T extends { close(): Promise<unknown> }>(thing: T): T {
    this.#closers.push(() => thing.close());
    return thing;
  }

  add(channel: Channel): void {
    this.#channels.push(this.later(channel));
  }

  deps(changes: Partial<OutboxDeps> = {}): OutboxDeps {
    const { store, clock } = this;
    const fixed = { random: () => 0.5, log: silent, newId: randomUUID, maxPerHour: () => 30, sendTimeoutMs: 10_000 };
    return { store, clock, timer: clock, channels: this.#channels, ...fixed, ...changes };
  }

  deliver(changes: Partial<OutboxDeps> = {}): Promise<number> {
    return deliverDue(this.deps(changes), never);
  }

  /** An alert of now, due on all channels. */
  async decide(alert: Partial<Alert> = {}): Promise<Alert> {
    const whole = anAlert({ findings: [aFinding()], ...alert, id: randomUUID(), at: this.clock.now().toISOString() });
    const names = this.#channels.map(({ name }) => name);
    await this.store.withServer(whole.server, (tx) => tx.enqueue(whole, names));
    return whole;
  }

  /** Lets `minutes` pass, delivering every minute as the daemon does more often. */
  async pass(minutes: number, every = 1): Promise<void> {
    for (let minute = 0; minute < minutes; minute += every) {
      await this.clock.advance(every * 60_000);
      await this.deliver();
    }
  }

  /** What became of every alert, by its reason. */
  async deliveries(): Promise<readonly (DeliveryStatus & { readonly alert: string; readonly reason: string })[]> {
    const entries = await this.store.history({ limit: 10_000 });
    return entries.flatMap((entry) =>
      entry.type === 'alert'
        ? entry.deliveries.map((delivery) => ({ ...delivery, alert: entry.id, reason: entry.reason }))
        : [],
    );
  }

  async close(): Promise<void> {
    for (const close of this.#closers.splice(0).reverse()) await close();
  }
}
