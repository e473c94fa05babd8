/** How long somebody may have used what nobody approved. ISO 8601 UTC times. */
export interface Exposure {
  /** First reading that showed it. */
  readonly firstBadAt: string;
  /** The reading that showed what is told now: the newest change, or that all is as approved again. */
  readonly changedAt: string;
  /** Clients may keep the list from before that reading until then, as the server's `ttlMs` lets them; null: unknown. */
  readonly heldUntil: string | null;
}

/** What an exposure is made of: since when each definition was bad, and when it was seen as it is now. */
export interface Exposed {
  readonly since: string;
  readonly changedAt: string;
}

/** @modelcontextprotocol/client keeps no list longer than a day, whatever `ttlMs` says. */
const maxTtlMs = 24 * 60 * 60_000;

/** The exposure of all of `exposed` together. `ttlMs` as the server gave it. Null for none. */
export function exposureOf(exposed: readonly Exposed[], ttlMs: number | null): Exposure | null {
  const [first] = exposed;
  if (first === undefined) return null;
  const firstBadAt = exposed.reduce((least, { since }) => (since < least ? since : least), first.since);
  const changedAt = exposed.reduce((most, one) => (one.changedAt > most ? one.changedAt : most), first.changedAt);
  const isKept = ttlMs !== null && ttlMs > 0;
  const heldUntil = isKept ? new Date(Date.parse(changedAt) + Math.min(ttlMs, maxTtlMs)).toISOString() : null;
  return { firstBadAt, changedAt, heldUntil };
}

/** `37 s`, `5 min`, `2 h 5 min`, `3 d 4 h`: the two largest units, rounded down. */
export function describeSpan(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return two(minutes, 'min', seconds % 60, 's');
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return two(hours, 'h', minutes % 60, 'min');
  return two(Math.floor(hours / 24), 'd', hours % 24, 'h');
}

function two(large: number, unit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${unit}` : `${large} ${unit} ${small} ${smallUnit}`;
}
