import type { TestProject } from 'vitest/node';
import { startPostgres } from './support/postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of a PostgreSQL database in which other databases may be created. */
    readonly postgresUrl: string;
  }
}

/** Starts the databases of a test run. A missing engine fails the run. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres();
  project.provide('postgresUrl', postgres.url);
  return () => postgres.stop();
}
