/**
 * Why a channel did not take a message, and what a person can do about it (null: nothing is known). `retryAfterMs` is the channel's
 * own wish, `receipt` what the next attempt has to know.
 */
export class DeliveryError extends Error {
  readonly retryable: boolean;
  readonly retryAfterMs: number | null;
  readonly receipt: string | null;
  /** Some of the receivers got the message. */
  readonly isPartlySent: boolean;
  readonly remedy: string | null;

  constructor(
    message: string,
    options: {
      readonly retryable: boolean;
      readonly retryAfterMs?: number;
      readonly receipt?: string;
      readonly isPartlySent?: boolean;
      readonly remedy?: string | null;
      readonly cause?: unknown;
    },
  ) {
    super(message, { cause: options.cause });
    this.name = 'DeliveryError';
    this.retryable = options.retryable;
    this.retryAfterMs = options.retryAfterMs ?? null;
    this.receipt = options.receipt ?? null;
    this.isPartlySent = options.isPartlySent ?? false;
    this.remedy = options.remedy ?? null;
  }
}
