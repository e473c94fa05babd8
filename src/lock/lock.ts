import type { Approved, VolatileRule } from '../monitor/ports-decision.ts';

/** The baseline of one server as a lock file holds it. */
export interface LockedServer {
  readonly server: string;
  /** In order of kind and name. Each has its last text. */
  readonly baseline: readonly Approved[];
  readonly volatile: readonly VolatileRule[];
}

/** What a lock file says: the baselines of servers, in order of name. */
export interface Lock {
  readonly servers: readonly LockedServer[];
}
