import { beforeAll, follow, type AuditEntry, type AuditHead, type AuditRow } from '../core/audit.ts';
import { inBatches } from './batch.ts';
import type { Db, Engine } from './engine.ts';

/** A decision as the rest of the store tells it; who runs this program, the log knows. */
export type Decided = Omit<AuditEntry, 'from'>;

/** The log that no row ever leaves. Whatever decides appends to it, in the transaction of its decision. */
export interface AuditLog {
  /** `user@host` of this process; null: not known. */
  readonly from: string | null;
  /**
   * Lets no other transaction append until this one ends. Taken after the lock of a server, and before rows are written
   * whose ids the log holds: so their order is that of the log.
   */
  lock(transaction: Db): Promise<void>;
  append(transaction: Db, decisions: readonly Decided[]): Promise<void>;
}

async function loadHead(db: Db): Promise<AuditHead> {
  const newest = db.selectFrom('audit').select(['id', 'hash']).orderBy('id', 'desc').limit(1);
  return (await newest.executeTakeFirst()) ?? beforeAll;
}

export function createAuditLog(engine: Engine, from: string | null): AuditLog {
  const lock = (transaction: Db): Promise<void> => engine.lockAudit(transaction);
  return {
    from,
    lock,
    async append(transaction, decisions) {
      if (decisions.length === 0) return;
      await lock(transaction);
      let head = await loadHead(transaction);
      await inBatches(decisions, async (batch) => {
        const rows: AuditRow[] = [];
        for (const decision of batch) {
          const row = follow(head, { ...decision, from });
          rows.push(row);
          head = row;
        }
        await transaction.insertInto('audit').values(rows).execute();
      });
    },
  };
}
