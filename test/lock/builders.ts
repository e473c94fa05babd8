import type { RawItem } from '../../src/core/definition.ts';
import { buildSurface } from '../../src/core/surface.ts';
import type { Lock, LockedServer } from '../../src/lock/lock.ts';
import type { Approved } from '../../src/monitor/ports-decision.ts';
import { time } from '../store/builders.ts';

/** What is kept once ann approved all of `items`. */
export function baselineOf(items: readonly RawItem[], approved: Partial<Approved> = {}): readonly Approved[] {
  return buildSurface(items).definitions.map(({ kind, name, fingerprint, text, copies }) => ({
    ...{ kind, name, fingerprint, lastFingerprint: fingerprint, lastText: text, copies },
    ...{ approvedAt: time(0), by: 'ann@host', note: null },
    ...approved,
  }));
}

/** The lock of one server. */
export function aLock(baseline: readonly Approved[], server: Partial<LockedServer> = {}): Lock {
  return { servers: [{ server: 'files', baseline, volatile: [], ...server }] };
}

export function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
