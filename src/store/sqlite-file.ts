import { type FileHandle, mkdir, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from '../errors.ts';
import { foreignSqlite, unavailableSqlite } from './sqlite-error.ts';

/** "tdft" in ASCII: marks a file as ours (SQLite database file format, application ID). */
export const applicationId = 0x74_64_66_74;

const magic = Buffer.from('SQLite format 3\0', 'latin1');
/** The file header and the header of its first b-tree page, the schema (SQLite file format, 1.3 and 1.6). */
const headBytes = 108;
const emptyLeafPage = 0x0d;

async function exists(path: string): Promise<boolean> {
  const size = await stat(path).then(
    (file) => file.size,
    () => 0,
  );
  return size > 0;
}

async function readHead(file: FileHandle): Promise<Buffer> {
  const head = Buffer.alloc(headBytes);
  const { bytesRead } = await file.read(head, 0, headBytes, 0);
  return head.subarray(0, bytesRead);
}

async function refuseForeign(path: string, head: Buffer): Promise<void> {
  const begin = head.subarray(0, magic.length);
  if (!begin.equals(magic.subarray(0, begin.length))) throw foreignSqlite(path, 'is not a SQLite database');
  if (head.length < headBytes) throw unavailableSqlite(path, 'SQLITE_CORRUPT');
  const id = head.readUInt32BE(68);
  if (id === applicationId) return;
  const hasTables = head.readUInt8(100) !== emptyLeafPage || head.readUInt16BE(103) > 0;
  const hasMore = (await exists(`${path}-wal`)) || (await exists(`${path}-journal`));
  if (id !== 0 || hasTables || hasMore) throw foreignSqlite(path, 'holds the tables of another program');
}

/**
 * Makes sure that the file at `path` is ours or empty, and creates it (mode 0600) where there is none. Reads the file
 * header itself: opening a connection could already change a foreign file, by a recovery of its journal or a checkpoint
 * of its log.
 */
export async function prepareSqliteFile(path: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const file = await open(path, 'a+', 0o600);
    try {
      const head = await readHead(file);
      if (head.length > 0) await refuseForeign(path, head);
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw unavailableSqlite(path, errorCode(error), error);
  }
}

function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';
}
