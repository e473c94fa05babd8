import { loadConfig } from '../config/load-config.ts';
import { migrateDatabase } from '../store/open-store.ts';
import { exitCodes, printJson, type CommonOptions, type Io } from './io.ts';

/** Brings the database up to date, as every start does. */
export async function migrate(options: CommonOptions, io: Io): Promise<number> {
  const place = { cwd: io.cwd, env: io.env };
  const config = await loadConfig(options.config === undefined ? place : { ...place, path: options.config });
  const { applied } = await migrateDatabase(config.database);
  if (options.json === true) printJson(io, { schemaVersion: 1, applied });
  else io.out(applied.length === 0 ? 'the database is up to date\n' : `applied ${applied.join(', ')}\n`);
  return exitCodes.clean;
}
