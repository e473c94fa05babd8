import { randomUUID } from 'node:crypto';
import { emptyAlert, type Alert } from '../../src/core/alert.ts';
import type { RawItem, Surface } from '../../src/core/definition.ts';
import type { Finding } from '../../src/core/finding.ts';
import type { Json } from '../../src/core/json.ts';
import type { Telling } from '../../src/core/situation.ts';
import { buildSurface } from '../../src/core/surface.ts';
import type { ApprovalBatch, ApprovalEntry } from '../../src/monitor/ports-decision.ts';

/** What bringing a new database up to date takes. */
export const everyMigration = [
  '0001-main',
  '0002-circumstances',
  '0003-login',
  '0004-volatile',
  '0005-attention',
  '0006-channels',
  '0007-audit',
  '0008-import',
  '0009-unasked',
] as const;

/** `minutes` after a fixed moment, as ISO 8601 UTC text. */
export function time(minutes: number): string {
  return new Date(Date.UTC(2026, 11, 1, 10, minutes)).toISOString();
}

export function aTool(name: string, description: Json = 'does something'): RawItem {
  return { kind: 'tool', name, value: { name, description } };
}

/** A surface with these tools; a text makes a tool of that name. */
export function aSurface(...tools: readonly (string | RawItem)[]): Surface {
  return buildSurface(tools.map((tool) => (typeof tool === 'string' ? aTool(tool) : tool)));
}

/** The approval of everything in `surface`. */
export function approvalOf(surface: Surface, batch: Partial<ApprovalBatch> = {}): ApprovalBatch {
  const entries = surface.definitions.map(({ kind, name, fingerprint, copies }) => ({
    kind,
    name,
    fingerprint,
    copies,
  }));
  return { ...anApproval(entries), surfaceFingerprint: surface.fingerprint, ...batch };
}

export function anApproval(entries: readonly ApprovalEntry[], batch: Partial<ApprovalBatch> = {}): ApprovalBatch {
  return { entries, surfaceFingerprint: null, at: time(0), by: 'ann@host', note: null, source: 'approve', ...batch };
}

export function aFinding(name: string, finding: Partial<Finding> = {}): Finding {
  return {
    ...{ kind: 'tool', name, change: 'changed', severity: 'high', fingerprint: 'v1:aa', approvedFingerprint: 'v1:bb' },
    edits: [],
    ...finding,
  };
}

export function anAlert(alert: Partial<Alert> = {}): Alert {
  return {
    ...emptyAlert('first-drift', 'files', time(0)),
    ...{ id: randomUUID(), severity: 'high' },
    ...alert,
  };
}

/** What is kept of a drift that was found at `at`, and told or not. */
export function telling(at: string, isTold: boolean, parts: Partial<Telling> = {}): Telling {
  const told = isTold ? ({ told: 'high', toldAt: at } as const) : { told: null, toldAt: null };
  return { since: at, lastGoodAt: null, ...told, isOwed: false, ...parts };
}
