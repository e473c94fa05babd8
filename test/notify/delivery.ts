import { expect } from 'vitest';
import { DeliveryError } from '../../src/monitor/delivery-error.ts';

/** The `DeliveryError` that a delivery ends with. */
export async function failureOf(delivery: Promise<unknown>): Promise<DeliveryError> {
  const error = await delivery.then(
    () => new Error('it was delivered'),
    (reason: unknown) => reason,
  );
  if (error instanceof DeliveryError) return error;
  throw error;
}

export function expectFailure(failure: DeliveryError, retryable: boolean, message: string): void {
  expect(failure.message).toContain(message);
  expect(failure.message).not.toMatch(/\p{Cc}/u);
  expect(failure.retryable).toBe(retryable);
}

/** A signal that nobody aborts. */
export function noAbort(): AbortSignal {
  return new AbortController().signal;
}
