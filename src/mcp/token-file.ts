import { createHash, randomBytes } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { mkdir, open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { AuthError } from './auth-error.ts';
import { storedTokensSchema, type StoredTokens } from './stored-tokens.ts';

const maxBytes = 256_000;

/** The tokens of one server on disk, for this user alone. Throws an `AuthError` where they are not safe or not readable. */
export class TokenFile {
  readonly folder: string;
  /** The file's name without its ending: the server's name, and a hash of its address. */
  readonly base: string;

  constructor(folder: string, server: string, url: URL) {
    this.folder = folder;
    this.base = `${server}-${createHash('sha256').update(url.href).digest('hex').slice(0, 16)}`;
  }

  get #path(): string {
    return join(this.folder, `${this.base}.json`);
  }

  /** Null if there are none. */
  async load(): Promise<StoredTokens | null> {
    const file = await openFile(this.#path, this.folder);
    if (file === null) return null;
    try {
      await assertPrivateFolder(this.folder);
      const stats = await file.stat();
      assertPrivate(stats, this.#path, '600');
      return parse(stats.isFile() && stats.size <= maxBytes ? await file.readFile('utf8') : '', this.#path);
    } finally {
      await file.close();
    }
  }

  /** Whoever reads at the same time sees the tokens before or these. Durable once it resolves. */
  async save(tokens: StoredTokens): Promise<void> {
    await this.prepare();
    const temporary = join(this.folder, `.${this.base}.${randomBytes(8).toString('hex')}.tmp`);
    try {
      const file = await open(temporary, 'wx', 0o600);
      try {
        await file.writeFile(`${JSON.stringify(tokens, null, 2)}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, this.#path);
    } catch (cause) {
      await rm(temporary, { force: true });
      throw new AuthError('auth-required', `the tokens cannot be kept in ${this.folder} (${codeOf(cause)})`, { cause });
    }
    await syncFolder(this.folder);
  }

  /** True if there were any. */
  async remove(): Promise<boolean> {
    const isKept = await isThere(this.#path);
    await rm(this.#path, { force: true });
    return isKept;
  }

  /** Makes the folder where there is none. */
  async prepare(): Promise<void> {
    try {
      await mkdir(this.folder, { recursive: true, mode: 0o700 });
    } catch (cause) {
      throw new AuthError('auth-required', `the folder ${this.folder} cannot be made (${codeOf(cause)})`, { cause });
    }
    await assertPrivateFolder(this.folder);
  }
}

/** Null if there is no such file, or no way to its folder: then this user never had any. A link is not followed. */
async function openFile(path: string, folder: string): Promise<FileHandle | null> {
  try {
    // Windows knows no O_NOFOLLOW. Without O_NONBLOCK a pipe would be waited for.
    return await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT' || !(await isThere(folder))) return null;
    throw new AuthError('auth-required', `the token file ${path} cannot be read (${codeOf(cause)})`, { cause });
  }
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

async function assertPrivateFolder(folder: string): Promise<void> {
  assertPrivate(await stat(folder), folder, '700');
}

/** Windows has no such modes; there the user's own folder keeps others out. */
function assertPrivate(stats: Stats, path: string, mode: '600' | '700'): void {
  if (process.platform === 'win32' || (stats.mode & 0o077) === 0) return;
  const reason = `others than you may use ${path}, so it is not used: run \`chmod ${mode}\` on it, and log in again if they may have`;
  throw new AuthError('auth-required', reason);
}

function parse(text: string, path: string): StoredTokens {
  try {
    return storedTokensSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new AuthError('auth-required', `the token file ${path} is damaged: log in again`, { cause });
  }
}

/** The new name is on disk as well, where the system can do that. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => null);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}
