import type { FailedObservation } from '../monitor/ports-reading.ts';

/** Access to a server was not got. The message says why, in our own words and without secrets. */
export class AuthError extends Error {
  readonly outcome: FailedObservation['outcome'];

  constructor(outcome: FailedObservation['outcome'], reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'AuthError';
    this.outcome = outcome;
  }
}
