import { fine, noteOf, problemOf, type Examined } from '../core/examined.ts';
import { AppError, type ErrorCode } from '../errors.ts';
import type { Wire } from '../wire.ts';
import { typed, type CommonOptions, type Io } from './io.ts';

interface LookedAt {
  readonly examined: Examined;
  /** True if it may be opened without changing it. */
  readonly isCurrent: boolean;
}

const remedies: Readonly<Partial<Record<ErrorCode, string>>> = {
  'database-newer': 'update tooldrift, or name another database in "database"',
  'database-foreign': 'name another database in "database"',
};

/** Opens the database and asks whether it is up to date. Creates and changes none. */
export async function examineDatabase(wire: Wire, options: CommonOptions, io: Io): Promise<LookedAt> {
  const { database } = wire.config;
  const patient = { subject: 'database', name: database.kind === 'sqlite' ? database.path : 'PostgreSQL' } as const;
  if (!(await wire.hasDatabase()))
    return { examined: noteOf(patient, 'is not there yet: the first reading makes it'), isCurrent: false };
  try {
    const pending = await wire.pendingMigrations();
    if (pending.length === 0) return { examined: fine(patient, 'opens, and is up to date'), isCurrent: true };
    const remedy = `run ${typed('tooldrift migrate', io, options)}; every start of the daemon does it as well`;
    return {
      examined: problemOf(patient, `lacks ${pending.length} of the newest migrations`, remedy),
      isCurrent: false,
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const remedy = remedies[error.code] ?? 'see that it is there, that it runs, and that "database" names it rightly';
    return { examined: problemOf(patient, error.message, remedy), isCurrent: false };
  }
}
