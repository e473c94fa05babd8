/** Why a channel did not take a message. `retryAfterMs` is the channel's own wish. */
export class DeliveryError extends Error {
  readonly retryable: boolean;
  readonly retryAfterMs: number | null;

  constructor(
    message: string,
    options: { readonly retryable: boolean; readonly retryAfterMs?: number; readonly cause?: unknown },
  ) {
    super(message, { cause: options.cause });
    this.name = 'DeliveryError';
    this.retryable = options.retryable;
    this.retryAfterMs = options.retryAfterMs ?? null;
  }
}
