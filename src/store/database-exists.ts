import { stat } from 'node:fs/promises';
import type { DatabaseConfig } from '../config/config.ts';

/** False where opening the database would create it: nothing can be recorded then. */
export async function databaseExists(database: DatabaseConfig): Promise<boolean> {
  if (database.kind === 'postgres') return true;
  return stat(database.path).then(
    () => true,
    () => false,
  );
}
