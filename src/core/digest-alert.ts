import { createHash } from 'node:crypto';
import { emptyAlert, type Alert } from './alert.ts';
import type { Digest } from './digest.ts';
import { worst } from './finding.ts';
import { filterKey } from './route.ts';

/** The name that alerts about no single server bear. */
const everything = 'tooldrift';

/**
 * One digest per minute for those who want to hear the same, whoever decides on it: two daemons on one database make the same, and it
 * is stored once.
 */
export function digestAlert(digest: Digest, now: Date): Alert {
  const at = now.toISOString();
  return {
    ...emptyAlert('digest', everything, at),
    id: uuidOf(`digest ${at.slice(0, 16)}${digest.filter === undefined ? '' : ` ${filterKey(digest.filter)}`}`),
    severity: worst(digest.open.map(({ severity }) => severity)),
    digest,
  };
}

/** A name-based UUID (RFC 9562 5.8, version 8). */
function uuidOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  const groups = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`];
  return [...groups, hex.slice(20, 32)].join('-');
}
