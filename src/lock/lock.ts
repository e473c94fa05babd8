import type { Surface } from '../core/definition.ts';
import { buildSurface } from '../core/surface.ts';
import { restoreItems } from '../monitor/findings.ts';
import type { Approved, StoredDefinition, VolatileRule } from '../monitor/ports.ts';

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

/** What a server shows that shows just what is approved. */
export function approvedSurface(baseline: readonly Approved[]): Surface {
  return buildSurface(baseline.flatMap(storedDefinition).flatMap(restoreItems));
}

function storedDefinition({ kind, name, fingerprint, lastText, copies }: Approved): readonly StoredDefinition[] {
  return fingerprint === null || lastText === null ? [] : [{ kind, name, fingerprint, text: lastText, copies }];
}
