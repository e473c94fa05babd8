import { rename, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { AppError } from '../errors.ts';
import type { Io } from './io.ts';

/**
 * Puts a document where it was asked for: `-` is standard output, anything else a file relative to the working folder, which is
 * whole at every moment. Throws an `AppError` for a place that cannot be written.
 */
export async function writeDocument(place: string, text: string, io: Io): Promise<void> {
  if (place === '-') {
    io.out(text);
    return;
  }
  const path = resolve(io.cwd, place);
  const unfinished = `${path}.${process.pid}.tmp`;
  try {
    await writeFile(unfinished, text);
    await rename(unfinished, path);
  } catch (cause) {
    await rm(unfinished, { force: true });
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error';
    throw new AppError('usage', `cannot write ${place}: ${code}: name a file in a folder that is there`, { cause });
  }
}
