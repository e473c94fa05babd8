/** Messages, and what carries them: `store` keeps the ones, `notify` implements the others. Types alone. */
import type { Alert } from '../core/alert.ts';
import type { ChannelHealth } from '../core/channel-health.ts';

export interface DeliveryStatus {
  readonly channel: string;
  /** `summarised`: told together with others, in the alert that `summary` names. */
  readonly state: 'due' | 'sent' | 'failed' | 'summarised';
  readonly attempts: number;
  readonly nextAttemptAt: string | null;
  readonly sentAt: string | null;
  readonly error: string | null;
  readonly summary: string | null;
}

/** A delivery that this process leased: no other one touches it until `leaseUntil`. */
export interface ClaimedDelivery {
  readonly id: number;
  readonly channel: string;
  /** 1 for the first attempt. */
  readonly attempt: number;
  readonly alert: Alert;
  /** What the channel gave back for an earlier attempt of this delivery. */
  readonly receipt: string | null;
  /** What it gave back for the alert which `thread` names. */
  readonly threadReceipt: string | null;
}

/** A `receipt` that is not null replaces the one before. `partlySentAt`: some of the receivers got it. */
export type DeliveryResult = (
  | { readonly kind: 'sent'; readonly at: string }
  | { readonly kind: 'retry'; readonly nextAttemptAt: string; readonly error: string }
  | { readonly kind: 'failed'; readonly at: string; readonly error: string }
) & { readonly receipt?: string | null; readonly partlySentAt?: string | null };

/** How a channel does, and what it has not delivered. */
export interface ChannelRecord extends ChannelHealth {
  readonly channel: string;
  readonly due: number;
  readonly failed: number;
}

export interface Backlog {
  readonly due: number;
  readonly failed: number;
  readonly oldestDueAt: string | null;
}

/** What a channel gave back for earlier attempts: text that it alone reads, without secrets. */
export type Receipts = Pick<ClaimedDelivery, 'receipt' | 'threadReceipt'>;

export interface Channel {
  readonly name: string;
  /**
   * Resolves once the other side accepted the message, to what it should be given as receipt for what follows (null: nothing).
   * Throws a `DeliveryError` (`monitor/delivery-error.ts`) whose message holds no secret.
   */
  send(alert: Alert, signal: AbortSignal, earlier?: Receipts): Promise<string | null>;
  close(): Promise<void>;
}

/** A sign of life. Resolves once the other side took it. */
export type Ping = (signal: AbortSignal) => Promise<void>;

/** Tries a channel as far as that goes without sending a message. */
export interface ChannelProbe {
  readonly name: string;
  /** Throws a `DeliveryError` whose message holds no secret. */
  probe(signal: AbortSignal): Promise<Probed>;
  close(): Promise<void>;
}

export interface Probed {
  /** What was seen to work, and what was not tried: a phrase. */
  readonly seen: string;
  /** The `Date` header of an answer over HTTP. */
  readonly date: string | null;
}
