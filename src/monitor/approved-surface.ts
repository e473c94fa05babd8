import type { Surface } from '../core/definition.ts';
import { buildSurface } from '../core/surface.ts';
import { restoreItems } from './findings.ts';
import type { Approved } from './ports-decision.ts';
import type { StoredDefinition } from './ports-record.ts';

/** What a server shows that shows just what is approved. */
export function approvedSurface(baseline: readonly Approved[]): Surface {
  return buildSurface(baseline.flatMap(storedDefinition).flatMap(restoreItems));
}

function storedDefinition({ kind, name, fingerprint, lastText, copies }: Approved): readonly StoredDefinition[] {
  return fingerprint === null || lastText === null ? [] : [{ kind, name, fingerprint, text: lastText, copies }];
}
