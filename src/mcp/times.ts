/** How long this adapter waits for what, in milliseconds. */
export interface Times {
  /** A server that says nothing to `server/discover` for this long speaks 2025. */
  readonly probeMs: number;
  /** How long a server gets to open the notification stream that it was asked for. */
  readonly acknowledgeMs: number;
  /** A server that refuses to notify, or honours nothing, is asked again at this pace: it may have been full. */
  readonly retryRefusedMs: number;
  /** The first and the longest step of the backoff between two notification streams. */
  readonly firstReopenMs: number;
  readonly maxReopenMs: number;
  /** A stream that lasted this long was no accident of its opening: the next attempt waits the first step again. */
  readonly stableStreamMs: number;
  /** Hosts that end all streams at the same age, this one or a greater one, are got ahead of: see `stream-life.ts`. */
  readonly shortestHabitMs: number;
  /** The watchdog: no stream is trusted for longer. One that died without a word in some proxy looks like a quiet one. */
  readonly streamLifeMs: number;
  /** How long a server gets to take note that its session ends. */
  readonly farewellMs: number;
  /** How long to look for the package that a process runs. */
  readonly packageMs: number;
}

export const defaultTimes: Times = {
  probeMs: 10_000,
  acknowledgeMs: 10_000,
  retryRefusedMs: 15 * 60_000,
  firstReopenMs: 1_000,
  maxReopenMs: 60_000,
  stableStreamMs: 60_000,
  shortestHabitMs: 30_000,
  streamLifeMs: 30 * 60_000,
  farewellMs: 2_000,
  packageMs: 1_000,
};
