import { randomBytes } from 'node:crypto';
import { link, lstat, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AppError } from '../errors.ts';
import { readConfigText } from './read-config-text.ts';

/** The text of a config file that may not be there; null then. Throws an `AppError` if it is there and cannot be read. */
export async function readExisting(path: string): Promise<string | null> {
  const stats = await lstat(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null;
    throw new AppError('config', `cannot look at ${path} (${codeOf(error)})`, { cause: error });
  });
  if (stats === null) return null;
  if (!(await stat(path).catch(() => null))?.isFile())
    throw new AppError('config', `${path} is no regular file; name another one with --output`);
  return readConfigText(path);
}

/**
 * Writes a config for this user alone, all of it or nothing. `before` is what was read: should another text, or a file where
 * there was none, be there by now, it stays. A file that was there keeps its mode.
 */
export async function writeConfigFile(path: string, text: string, before: string | null): Promise<void> {
  const target = before === null ? path : await realpath(path);
  const temporary = join(dirname(target), `.${basename(target)}.${randomBytes(8).toString('hex')}.tmp`);
  try {
    const mode = before === null ? 0o600 : (await stat(target)).mode & 0o777;
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await file.chmod(mode);
      await file.sync();
    } finally {
      await file.close();
    }
    if ((await readExisting(target)) !== before) throw movedOn(path);
    await (before === null ? create(temporary, target) : rename(temporary, target));
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('config', `cannot write ${path} (${codeOf(cause)})`, { cause });
  } finally {
    await rm(temporary, { force: true });
  }
}

/** A link, unlike a rename, never replaces what somebody else put there meanwhile. */
async function create(temporary: string, target: string): Promise<void> {
  try {
    await link(temporary, target);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw movedOn(target);
    // A file system without links.
    await rename(temporary, target);
  }
}

function movedOn(path: string): AppError {
  return new AppError('config', `${path} was changed by somebody else meanwhile; nothing was written, run init again`);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}
