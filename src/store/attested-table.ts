import { entryText, type AuditAction, type AuditEntry } from '../core/audit.ts';
import type { AuditFault } from '../core/audit-walk.ts';
import { attestApproval, attestAttention, attestVolatile } from './attest.ts';
import type { TableBefore } from './attested-before.ts';
import type { Decided } from './audit-log.ts';
import type { Db } from './engine.ts';
import { itemHash } from './item-hash.ts';

/** An append-only table of which the log attests each row, in order of id. */
export interface AttestedTable {
  readonly name: string;
  /** What the first row of the log sums up of it; null for a table that is younger than the log. */
  readonly before: TableBefore | null;
  readonly actions: readonly AuditAction[];
  /** What the log should say of the rows with ids above `after`, the oldest `limit` of them. */
  load(db: Db, after: number, limit: number): Promise<readonly Attested[]>;
}

interface Attested {
  readonly id: number;
  /** Without `from` where the table does not keep it. */
  readonly entry: Decided & Partial<AuditEntry>;
  /** Why the row contradicts itself, or null. */
  readonly odd: string | null;
}

export const attestedTables: readonly AttestedTable[] = [
  {
    name: 'approval',
    before: 'approval',
    actions: ['approve', 'first-seen', 'pin', 'import'],
    async load(db, after, limit) {
      const rows = await db
        .selectFrom('approval')
        .selectAll()
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map((row) => {
        const odd = row.item === itemHash(row.kind, row.name) ? null : 'stands under the key of another definition';
        return { id: row.id, entry: attestApproval(row), odd };
      });
    },
  },
  {
    name: 'volatile',
    before: 'volatile',
    actions: ['volatile-add', 'volatile-remove'],
    async load(db, after, limit) {
      const rows = await db
        .selectFrom('volatile')
        .selectAll()
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map((row) => ({ id: row.id, entry: attestVolatile(row), odd: null }));
    },
  },
  {
    name: 'attention',
    before: null,
    actions: ['ack', 'snooze', 'expect'],
    async load(db, after, limit) {
      const rows = await db
        .selectFrom('attention')
        .selectAll()
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map((row) => ({ id: row.id, entry: attestAttention(row), odd: null }));
    },
  },
];

/** Compares one table with what the log says of it, both in order of id, a batch at a time. */
export class AttestedRows {
  readonly #table: AttestedTable;
  #after: number;

  /** `after`: the last row that stood in the table before the log began. */
  constructor(table: AttestedTable, after: number) {
    this.#table = table;
    this.#after = after;
  }

  /** `entries` are the next ones of the log, with their ids; those about other tables are passed over. */
  async compare(db: Db, entries: ReadonlyMap<number, AuditEntry>): Promise<AuditFault | null> {
    const { name, actions, load } = this.#table;
    const own = [...entries].filter(([, { action }]) => actions.includes(action));
    const rows = await load(db, this.#after, own.length);
    for (const [index, [id, entry]] of own.entries()) {
      const row = rows[index];
      const rowId = Number(entry.row['id']);
      if (row === undefined || row.id > rowId) return { id, detail: `is about row ${rowId} of ${name}, which is gone` };
      if (row.id < rowId) return unattested(name, row.id);
      if (row.odd !== null) return { id, detail: `is about row ${rowId} of ${name}, which ${row.odd}` };
      if (entryText(id, { from: entry.from, ...row.entry }) !== entryText(id, entry))
        return { id, detail: `is about row ${rowId} of ${name}, which says something else now` };
      this.#after = rowId;
    }
    return null;
  }

  /** What stands in the table beyond the end of the log. */
  async end(db: Db): Promise<AuditFault | null> {
    const [row] = await this.#table.load(db, this.#after, 1);
    return row === undefined ? null : unattested(this.#table.name, row.id);
  }
}

function unattested(table: string, id: number): AuditFault {
  return { id: null, detail: `row ${id} of ${table} was put in, or its row of the log was taken away` };
}
