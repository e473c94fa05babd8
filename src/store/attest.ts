import type { Selectable } from 'kysely';
import type { AuditEntry } from '../core/audit.ts';
import type { ApprovalTable, AttentionTable, DriftTable, VolatileTable } from './tables.ts';

/** A name may be as long as a whole answer of a server. The rest of it is attested by the hash of the item. */
const maxName = 1_000;

/** As much of a name as the log holds. */
export function beginOf(name: string): string {
  return name.length > maxName ? `${name.slice(0, maxName)}…` : name;
}

/** What the log says of one row of the approvals. */
export function attestApproval(row: Selectable<ApprovalTable>): AuditEntry {
  const { id, server, kind, name, item, fingerprint, copies, surfaceFingerprint, at, by, from, note, source } = row;
  const { importedBy, approvedAt } = row;
  return {
    ...{ at, server, action: source, by, from, note },
    row: {
      ...{ id, kind, name: beginOf(name), item, fingerprint, copies, surfaceFingerprint },
      ...(importedBy === null && approvedAt === null ? {} : { importedBy, approvedAt }),
    },
  };
}

/** What the log says of one decision on a volatile text. */
export function attestVolatile(row: Selectable<VolatileTable>): AuditEntry {
  const { id, server, kind, name, pointer, pattern, action, at, by, from, note } = row;
  return {
    ...{ at, server, action: `volatile-${action}`, by, from, note },
    row: { id, kind, name, pointer, pattern },
  };
}

/** What the log says of how somebody lives with drift. */
export function attestAttention(row: Selectable<AttentionTable>): Omit<AuditEntry, 'from'> {
  const { id, server, action, driftId, kind, name, fingerprint, until, at, by, note } = row;
  return {
    ...{ at, server, action, by, note },
    row: { id, driftId, kind, name: name === null ? null : beginOf(name), fingerprint, until },
  };
}

/** What the log says of drift that became rejected, or that was. */
export function attestRejection(
  drift: Selectable<DriftTable>,
  { by, note }: Pick<AuditEntry, 'by' | 'note'>,
): Omit<AuditEntry, 'from'> {
  const { id, server, kind, name, item, change, severity, fingerprint, approvedFingerprint, closedAt, state } = drift;
  return {
    ...{ at: closedAt ?? '', server, action: state === 'rejected' ? 'reject' : 'reject-ended', by, note },
    row: { id, kind, name: beginOf(name), item, change, severity, fingerprint, approvedFingerprint, closedAt, state },
  };
}
