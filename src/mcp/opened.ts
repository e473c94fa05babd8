import type { AnnouncedList } from '../core/silences.ts';
import type { ListenState } from '../monitor/ports-reading.ts';

/** One attempt to open a notification stream. */
export type Opened =
  | {
      readonly kind: 'open';
      /** Null: notifications will come. Otherwise why none are promised. */
      readonly doubt: string | null;
      /** The lists whose changes are announced on it. */
      readonly lists: readonly AnnouncedList[];
      /** Resolves when the stream ends, however, with the least time that the server wants to be left alone. */
      readonly ended: Promise<number>;
      close(): Promise<void>;
    }
  | {
      readonly kind: 'closed';
      readonly state: ListenState;
      readonly detail: string;
      readonly retry: 'never' | 'seldom' | 'soon';
    }
  /** The connection itself is over. */
  | { readonly kind: 'gone'; readonly reason: string };

/** A server that was asked for notifications and gave none. */
export function refused(why: string, retry: 'seldom' | 'soon'): Opened {
  return {
    kind: 'closed',
    state: 'refused',
    detail: `the server did not open the notification stream (${why})`,
    retry,
  };
}
