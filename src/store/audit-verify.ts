import type { AuditEntry, AuditRow } from '../core/audit.ts';
import { AuditWalk, isFault, type AuditFault } from '../core/audit-walk.ts';
import type { AuditReport } from '../monitor/ports-store.ts';
import { compareBefore, lastBefore } from './attested-before.ts';
import { compareTexts } from './attested-definitions.ts';
import { AttestedRejections } from './attested-rejections.ts';
import { AttestedRows, attestedTables } from './attested-table.ts';
import { walkAudit } from './audit-rows.ts';
import type { Db } from './engine.ts';

/** `Store.verifyAudit`. Runs in one transaction, so that what is written meanwhile is not half seen. */
export async function verifyAudit(db: Db, expect: string | null): Promise<AuditReport> {
  const check = new AuditCheck(db, expect);
  const fault = await check.run();
  return { head: check.walk.head, expectedAt: check.expectedAt, fault };
}

class AuditCheck {
  readonly walk = new AuditWalk();
  expectedAt: number | null = null;
  readonly #db: Db;
  readonly #expect: string | null;
  readonly #rejections = new AttestedRejections();
  #tables: readonly AttestedRows[] = [];

  constructor(db: Db, expect: string | null) {
    this.#db = db;
    this.#expect = expect;
  }

  /** The first fault, or null. */
  async run(): Promise<AuditFault | null> {
    for await (const rows of walkAudit(this.#db)) {
      const entries = new Map<number, AuditEntry>();
      const broken = this.#follow(rows, entries);
      // What was still followed comes first.
      const fault = (await this.#compare(entries)) ?? broken;
      if (fault !== null) return fault;
    }
    if (this.walk.head.id === 0) return { id: 1, detail: 'is missing: the log is empty' };
    for (const table of this.#tables) {
      const fault = await table.end(this.#db);
      if (fault !== null) return fault;
    }
    return (await this.#rejections.compare(this.#db)) ?? (await compareTexts(this.#db)) ?? this.#lacking();
  }

  /** Adds to `entries` those of `rows` that follow each other. */
  #follow(rows: readonly AuditRow[], entries: Map<number, AuditEntry>): AuditFault | null {
    for (const row of rows) {
      const found = this.walk.next(row);
      if (isFault(found)) return found;
      entries.set(row.id, found);
      this.#rejections.note(row.id, found);
      if (this.#expect !== null && row.hash.startsWith(this.#expect)) this.expectedAt ??= row.id;
    }
    return null;
  }

  async #compare(entries: ReadonlyMap<number, AuditEntry>): Promise<AuditFault | null> {
    const first = entries.get(1);
    if (first !== undefined) {
      const fault = await this.#begin(first);
      if (fault !== null) return fault;
    }
    for (const table of this.#tables) {
      const fault = await table.compare(this.#db, entries);
      if (fault !== null) return fault;
    }
    return null;
  }

  async #begin({ action, row }: AuditEntry): Promise<AuditFault | null> {
    if (action !== 'start') return { id: 1, detail: 'is not the one that begins a log' };
    this.#tables = attestedTables.map((table) => new AttestedRows(table, lastBefore(table.before, row)));
    for (const { before } of attestedTables) {
      const fault = before === null ? null : await compareBefore(this.#db, before, row);
      if (fault !== null) return fault;
    }
    return null;
  }

  #lacking(): AuditFault | null {
    if (this.#expect === null || this.expectedAt !== null) return null;
    return {
      id: null,
      detail: `no row has the hash ${this.#expect}: rows were taken from the end, or the log is another`,
    };
  }
}
