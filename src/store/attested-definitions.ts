import type { AuditFault } from '../core/audit-walk.ts';
import { fingerprintText } from '../core/fingerprint.ts';
import type { Db } from './engine.ts';

/** A definition may be as long as a whole answer of a server, so few are held at once. */
const batchRows = 10;

/** Whether each definition still is what its fingerprint says: approvals name fingerprints, people read texts. */
export async function compareTexts(db: Db): Promise<AuditFault | null> {
  for (let after = ''; ;) {
    const rows = await db
      .selectFrom('definition')
      .select(['fingerprint', 'text'])
      .where('fingerprint', '>', after)
      .orderBy('fingerprint')
      .limit(batchRows)
      .execute();
    const changed = rows.find(({ fingerprint, text }) => fingerprintText(text) !== fingerprint);
    if (changed !== undefined) return { id: null, detail: `the text of definition ${changed.fingerprint} was changed` };
    after = rows.at(-1)?.fingerprint ?? after;
    if (rows.length < batchRows) return null;
  }
}
