import type { AnnouncedList } from '../../src/core/silences.ts';
import type { ListenState, SessionEvents } from '../../src/monitor/ports-reading.ts';
import { Inbox } from '../support/inbox.ts';

export type ListenEntry =
  | { readonly kind: 'changed' | 'listening' }
  | { readonly kind: 'listen'; readonly state: ListenState; readonly detail: string | null }
  | { readonly kind: 'ended'; readonly reason: string };

/** Keeps what a session tells, and waits for it. */
export class ListenLog implements SessionEvents {
  readonly #inbox = new Inbox<ListenEntry>();

  get entries(): readonly ListenEntry[] {
    return this.#inbox.items;
  }

  /** The states in the order told. */
  get states(): readonly ListenState[] {
    return this.entries.flatMap((entry) => (entry.kind === 'listen' ? [entry.state] : []));
  }

  readonly changed = (): void => this.#inbox.put({ kind: 'changed' });
  /** The lists that are announced now. */
  announced: readonly AnnouncedList[] = [];
  readonly announces = (lists: readonly AnnouncedList[]): void => {
    this.announced = lists;
  };
  readonly listening = (): void => this.#inbox.put({ kind: 'listening' });
  readonly listen = (state: ListenState, detail: string | null): void =>
    this.#inbox.put({ kind: 'listen', state, detail });
  readonly ended = (reason: string): void => this.#inbox.put({ kind: 'ended', reason });

  count(kind: ListenEntry['kind']): number {
    return this.entries.filter((entry) => entry.kind === kind).length;
  }

  /** Resolves once there are `count` entries of that kind. */
  async whenCounted(kind: ListenEntry['kind'], count = 1): Promise<void> {
    await this.#inbox.waitFor(() => this.count(kind) >= count);
  }

  async whenState(state: ListenState): Promise<ListenEntry> {
    return this.#inbox.waitFor((entry) => entry.kind === 'listen' && entry.state === state);
  }

  async whenEnded(): Promise<string> {
    const entry = await this.#inbox.waitFor(({ kind }) => kind === 'ended');
    return entry.kind === 'ended' ? entry.reason : '';
  }
}
