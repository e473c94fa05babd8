/** What reads servers: `mcp` implements it. Types alone. */
import type { PackageVersion } from '../core/circumstances.ts';
import type { RawItem } from '../core/definition.ts';
import type { AnnouncedList } from '../core/silences.ts';
import type { WatchedServer } from './ports-watched.ts';

export type Era = 'legacy' | 'modern';

/** How change notifications reach us. `null` elsewhere means: not tried. */
export type ListenState = 'honoured' | 'empty' | 'refused' | 'flapping' | 'unsupported';

/** How a reading ended. `warming-up`: complete, but next to nothing of what it should show: it is not believed yet. */
export type Outcome =
  'listed' | 'no-tools' | 'warming-up' | 'unreachable' | 'auth-required' | 'refused' | 'incomplete' | 'invalid';

/** One complete walk over what the server serves. `digest` is a SHA-256 over the received text: equal digest, equal items. */
export interface CompleteObservation {
  readonly outcome: 'listed' | 'no-tools';
  readonly items: readonly RawItem[];
  readonly digest: string;
  /** The smallest `ttlMs` of all pages as received, null when absent or not a non-negative integer. */
  readonly ttlMs: number | null;
  /** What was odd about it (a key that stands twice, noise on stdout), in our own words. */
  readonly remarks: readonly string[];
}

export interface FailedObservation {
  readonly outcome: 'unreachable' | 'auth-required' | 'refused' | 'incomplete' | 'invalid';
  /** One sentence in our own words, no server text, no secret. */
  readonly reason: string;
  /** Where the server sends its clients instead of answering, without what may be a secret. Not followed. */
  readonly redirect?: string;
}

export type Observation = CompleteObservation | FailedObservation;

export interface SessionEvents {
  /** A `list_changed` notification arrived; null: something else says that there is something new. */
  readonly changed: (list: AnnouncedList | null) => void;
  /** From now on changes of these lists are announced to us, as long as this is not told again: empty when a stream ends. */
  readonly announces: (lists: readonly AnnouncedList[]) => void;
  /** Notifications began to flow (again): read now, events may have been lost before. */
  readonly listening: () => void;
  /** How notifications reach us changed. */
  readonly listen: (state: ListenState, detail: string | null) => void;
  /** The connection is gone, other than by `close`. */
  readonly ended: (reason: string) => void;
}

/** An open connection to one server. */
export interface Session {
  /** Both null where no protocol is spoken. */
  readonly era: Era | null;
  readonly protocolVersion: string | null;
  /** What its requests were sent with last, in words without secrets: `login, scope read`. Null or absent: without a token. */
  readonly access?: string | null;
  /** Walks all pages once. Never throws for what the server does. */
  read(signal: AbortSignal): Promise<Observation>;
  /**
   * The package that an npx-style launch runs, where that is cheap to know; null otherwise. Answers within a moment, never
   * throws.
   */
  servedBy(): Promise<PackageVersion | null>;
  /** Starts to hear notifications, if this server and transport can. */
  listen(events: SessionEvents): void;
  /** Ends the connection and every process behind it. Idempotent. */
  close(): Promise<void>;
}

export type Opening =
  | { readonly kind: 'open'; readonly session: Session }
  | { readonly kind: 'failed'; readonly observation: FailedObservation };

export interface Source {
  /** Connects. `era` is the remembered verdict; null probes. Never throws for what the server does. */
  open(server: WatchedServer, era: Era | null, signal: AbortSignal): Promise<Opening>;
  /** Kills every process behind its connections at once: for a program that has no time left to close them. */
  kill(): void;
  close(): Promise<void>;
}
