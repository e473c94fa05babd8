import { stat } from 'node:fs/promises';
import type { ConfigFile } from './config-files.ts';

/** A text that is another one once a file of these was written, replaced, deleted or made. Nothing is opened. */
export async function stampFiles(files: readonly ConfigFile[]): Promise<string> {
  const stamps = await Promise.all(files.map(({ path }) => stampFile(path)));
  return stamps.join('\n');
}

async function stampFile(path: string): Promise<string> {
  try {
    const { ino, size, mtimeMs, ctimeMs } = await stat(path);
    return JSON.stringify([path, ino, size, mtimeMs, ctimeMs]);
  } catch {
    return JSON.stringify([path]);
  }
}
