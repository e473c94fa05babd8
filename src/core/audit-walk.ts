import {
  beforeAll,
  entryText,
  hashEntry,
  parseEntry,
  type AuditEntry,
  type AuditHead,
  type AuditRow,
} from './audit.ts';
import { isObject } from './json.ts';

/** Where the log, or a table that it attests, does not fit. */
export interface AuditFault {
  /** The first row of the log that does not fit; null: no row of the log speaks of it. */
  readonly id: number | null;
  /** One sentence in our own words that goes on from "row 12". */
  readonly detail: string;
}

/** Walks the rows of the log in order of id and sees whether each follows the one before. */
export class AuditWalk {
  #head: AuditHead = beforeAll;

  /** The last row that fitted. */
  get head(): AuditHead {
    return this.#head;
  }

  /** The decision in `row`, or why it does not fit. After a fault there is nothing to go on from. */
  next(row: AuditRow): AuditEntry | AuditFault {
    const due = this.#head.id + 1;
    if (row.id > due) return { id: due, detail: 'is missing' };
    if (row.id < due) return { id: row.id, detail: 'stands before the first row' };
    if (row.previous !== this.#head.hash)
      return {
        id: row.id,
        detail: `does not follow row ${this.#head.id}: one of the two was changed, put in or moved`,
      };
    if (row.hash !== hashEntry(row.previous, row.entry))
      return { id: row.id, detail: 'was changed after it was written' };
    const entry = tryParse(row);
    if (entry === null || !isRepeated(row, entry))
      return { id: row.id, detail: 'was changed: its columns do not say what its entry says' };
    this.#head = { id: row.id, hash: row.hash };
    return entry;
  }
}

export function isFault(found: AuditEntry | AuditFault): found is AuditFault {
  return 'detail' in found;
}

/** Whoever writes rows past us can hash anything. */
function tryParse(row: AuditRow): AuditEntry | null {
  try {
    const entry: AuditEntry | null = parseEntry(row);
    return isObject(entry?.row) ? entry : null;
  } catch {
    return null;
  }
}

/** The columns say what the entry says, and the entry says it in the one way in which we write. */
function isRepeated({ id, at, server, action, by, from, note, entry: text }: AuditRow, entry: AuditEntry): boolean {
  return entryText(id, { at, server, action, by, from, note, row: entry.row }) === text;
}
