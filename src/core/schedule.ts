/** All that the time of the next reading depends on. Times in milliseconds. */
export interface ScheduleInput {
  readonly now: number;
  /** The list's own hint, null when absent or malformed. */
  readonly ttlMs: number | null;
  readonly policy: { readonly intervalMs: number; readonly minIntervalMs: number; readonly maxIntervalMs: number };
  /** The server told us that it will announce changes, and the stream is open. */
  readonly isListening: boolean;
  /** Failed readings in a row. */
  readonly failures: number;
  /** A number in [0, 1). */
  readonly random: number;
}

/** The first retry after a failure waits up to this long, each further one twice as long. */
const firstBackoffMs = 5_000;

/**
 * When to read a server again, as a time (DESIGN 6). A `ttlMs` is a hint: it is clamped to the policy's bounds and never
 * used as a bare poll timer (MCP 2026-07-28 caching: pollers MUST add jitter and backoff).
 */
export function nextReadingAt(input: ScheduleInput): number {
  return input.now + (input.failures > 0 ? backoffMs(input) : freshMs(input));
}

function freshMs(input: ScheduleInput): number {
  return Math.round(paceMs(input) * (1 + 0.2 * input.random));
}

/** How far apart readings are that do not fail, before jitter. Milliseconds. */
export function paceMs({
  ttlMs,
  policy,
  isListening,
}: Pick<ScheduleInput, 'ttlMs' | 'policy' | 'isListening'>): number {
  // A list that is stale at once (0) gives no hint when to come back: it is paced like one without `ttlMs`.
  const hasHint = ttlMs !== null && ttlMs > 0;
  return hasHint
    ? clamp(ttlMs, policy.minIntervalMs, policy.maxIntervalMs)
    : // Changes are announced: stretch to the longest interval, never beyond. A quiet server is still read.
      isListening
      ? policy.maxIntervalMs
      : Math.max(policy.intervalMs, policy.minIntervalMs);
}

/** Exponential backoff with full jitter, at least a tenth of the step so that it never spins. */
function backoffMs({ policy, failures, random }: ScheduleInput): number {
  const step = Math.min(firstBackoffMs * 2 ** Math.min(failures - 1, 30), policy.maxIntervalMs);
  return Math.round(step * (0.1 + 0.9 * random));
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
