import { parseEntry } from '../core/audit.ts';
import { configChanges, type ConfiguredServer } from '../core/config-changes.ts';
import { isObject, type JsonObject } from '../core/json.ts';
import type { AuditLog } from './audit-log.ts';
import type { Db } from './engine.ts';

/** The servers of the config at `path` on this machine, as the log knows them. People change configs rarely. */
async function loadKnown(db: Db, from: string | null, path: string): Promise<ReadonlyMap<string, JsonObject>> {
  const rows = await db
    .selectFrom('audit')
    .where('action', '=', 'config')
    .where('from', 'is not distinct from', from)
    .orderBy('id')
    .select('entry')
    .execute();
  const known = new Map<string, JsonObject>();
  for (const { server, row } of rows.map(parseEntry)) {
    if (server === null || row['config'] !== path) continue;
    const { launch } = row;
    if (isObject(launch)) known.set(server, launch);
    else known.delete(server);
  }
  return known;
}

/** `Store.recordConfig`. Runs in a transaction. */
export async function recordConfig(
  db: Db,
  audit: AuditLog,
  path: string,
  servers: readonly ConfiguredServer[],
  at: string,
): Promise<void> {
  await audit.lock(db);
  const changes = configChanges(await loadKnown(db, audit.from, path), servers);
  const said = { at, action: 'config', by: 'tooldrift', note: null } as const;
  await audit.append(
    db,
    changes.map(({ server, change, launch }) => ({ ...said, server, row: { config: path, change, launch } })),
  );
}
