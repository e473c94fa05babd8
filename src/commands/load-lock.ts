import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { AppError } from '../errors.ts';
import { createLockStore } from '../lock/lock-store.ts';
import type { Lock } from '../lock/lock.ts';
import { readLock } from '../lock/read-lock.ts';
import type { CheckStore } from '../monitor/ports-store.ts';
import type { Io } from './io.ts';

/** As much as some thousand servers need. */
const maxBytes = 256_000_000;

/** What a check compares with. */
export interface LockBasis {
  readonly store: CheckStore;
  /** Of the servers in the lock. */
  readonly names: readonly string[];
}

/** `loadLock` for a check. */
export async function openLock(place: string, io: Io): Promise<LockBasis> {
  const lock = await loadLock(place, io);
  return { store: createLockStore(lock), names: lock.servers.map(({ server }) => server) };
}

/** The lock in a file, or on standard input for `-`. Throws an `AppError` of code `lock` unless it is there, whole and untouched. */
export async function loadLock(place: string, io: Io): Promise<Lock> {
  return place === '-'
    ? readLock(await collect(io.readInput(), 'on standard input'), 'on standard input')
    : readLock(await readBytes(resolve(io.cwd, place), place), place);
}

async function readBytes(path: string, place: string): Promise<Uint8Array> {
  try {
    const file = await open(path);
    return await collect(file.createReadStream(), place);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('lock', `cannot read the lock ${place}: ${reasonOf(cause)}`, { cause });
  }
}

async function collect(stream: AsyncIterable<Uint8Array>, place: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxBytes) throw new AppError('lock', `the lock ${place} is longer than ${maxBytes} bytes`);
  }
  return Buffer.concat(chunks);
}

function reasonOf(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error';
  const known = new Map([
    ['EACCES', 'this user may not read it'],
    ['EISDIR', 'it is a folder; name the file'],
    ['ENOENT', 'there is no such file; `tooldrift export --output <file>` writes it'],
  ]);
  return known.get(code) ?? code;
}
