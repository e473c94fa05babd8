import { constants } from 'node:fs';
import { access, open, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Npmrc } from '../core/npmrc.ts';

const maxBytes = 100_000;

/**
 * The settings of npm that a program obeys which is started in `folder`: those of the project there, then those of the user. What
 * cannot be read is left out. `config`: the file of the user, where it is not `.npmrc` in `home`.
 */
export async function npmrcFiles(
  folder: string,
  home: string,
  config = join(home, '.npmrc'),
): Promise<readonly Npmrc[]> {
  const own = join(await projectOf(folder), '.npmrc');
  const paths = own === config ? [config] : [own, config];
  const files = await Promise.all(
    paths.map(async (path) => ({ label: labelOf(path, home), text: await readHead(path) })),
  );
  return files.flatMap(({ label, text }) => (text === null ? [] : [{ label, text }]));
}

/** The nearest folder at or above `folder` that is a project to npm (`npm prefix`). */
async function projectOf(folder: string): Promise<string> {
  for (let at = folder; dirname(at) !== at; at = dirname(at))
    for (const sign of ['package.json', 'node_modules']) if (await isThere(join(at, sign))) return at;
  return folder;
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function labelOf(path: string, home: string): string {
  const short = relative(home, path);
  return short.startsWith('..') || short === path ? path : `~/${short.replaceAll('\\', '/')}`;
}

/** Null: it is not there, no regular file, or not for this user to read. */
async function readHead(path: string): Promise<string | null> {
  const isFile = await stat(path).then(
    (stats) => stats.isFile(),
    () => false,
  );
  if (!isFile) return null;
  // Should it have become a pipe since, nobody waits for it.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(() => null);
  try {
    const read = await file?.read(Buffer.alloc(maxBytes), 0, maxBytes, 0);
    return read?.buffer.toString('utf8', 0, read.bytesRead) ?? null;
  } finally {
    await file?.close();
  }
}
