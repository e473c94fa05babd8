import { exitCodes, printJson, type CommonOptions, type Io } from './io.ts';
import { withWire } from './with-wire.ts';

/** Brings the database up to date, as every start does. */
export async function migrate(options: CommonOptions, io: Io): Promise<number> {
  return withWire(options, io, async (wire) => {
    const applied = await wire.migrate();
    if (options.json === true) printJson(io, { schemaVersion: 1, applied });
    else io.out(applied.length === 0 ? 'the database is up to date\n' : `applied ${applied.join(', ')}\n`);
    return exitCodes.clean;
  });
}
