import type { Digest } from './digest.ts';
import { atLeast } from './finding.ts';
import type { ChannelFilter } from './route.ts';

/** `digest`, which is of the right servers already, without drift that is less severe than `filter` wants to hear of. */
export function filterDigest(digest: Digest, filter: ChannelFilter | null): Digest {
  if (filter === null) return digest;
  const { minSeverity } = filter;
  if (minSeverity === null) return { ...digest, filter };
  const open = digest.open.filter(({ severity }) => atLeast(severity, minSeverity));
  const quiet = digest.quiet.filter(({ severity }) => atLeast(severity, minSeverity));
  const lesser = digest.open.length - open.length;
  return { ...digest, open, quiet, filter, ...(lesser > 0 && { lesser }) };
}
