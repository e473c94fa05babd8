/** A watched server, as far as it tells whether anybody watches. Times in milliseconds, since the epoch. */
export interface Pulse {
  /** When this process committed a check of it last, whatever that found; null: not yet. */
  readonly checkedAt: number | null;
  /** When it was to be read next, as the database says; null: unknown. */
  readonly nextReadingAt: number | null;
  /** The longest pause between two readings of it. */
  readonly maxPauseMs: number;
}

/** True if every server is read when it should be, give or take `graceMs`. */
export function isReading(servers: readonly Pulse[], now: number, graceMs: number): boolean {
  return servers.every(
    ({ checkedAt, nextReadingAt, maxPauseMs }) =>
      checkedAt !== null &&
      now - checkedAt <= maxPauseMs + graceMs &&
      (nextReadingAt === null || now - nextReadingAt <= graceMs),
  );
}
