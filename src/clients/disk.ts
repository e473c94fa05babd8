import { constants, type Stats } from 'node:fs';
import { lstat, open, realpath, type FileHandle } from 'node:fs/promises';
import { isAbsolute, relative, sep } from 'node:path';

/** What became of a file. `absent` is normal. */
export type FileText =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'refused'; readonly reason: string };

const absent: FileText = { kind: 'absent' };

/**
 * Reads a regular file of at most `maxBytes`, also through links that end within one of the folders. A pipe or device is never
 * opened: it could keep us waiting, or do something.
 */
export async function readConfigFile(path: string, within: readonly string[], maxBytes: number): Promise<FileText> {
  const real = await realpath(path).catch(() => null);
  if (real === null) return (await statOf(path)) === null ? absent : refuse('is a link to nothing');
  if (!(await isWithin(real, within))) return refuse('is a link to a place outside of its folder');
  const stats = await statOf(real);
  if (stats === null) return absent;
  if (!stats.isFile()) return refuse('is no regular file');
  if (stats.size > maxBytes) return refuse(`is larger than ${maxBytes} bytes`);
  return readText(real, maxBytes);
}

/** `real` was looked at; should it have become something else since, O_NOFOLLOW and O_NONBLOCK keep us from it. */
async function readText(real: string, maxBytes: number): Promise<FileText> {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  let file: FileHandle | null = null;
  try {
    file = await open(real, flags);
    const stats = await file.stat();
    if (!stats.isFile() || stats.size > maxBytes) return refuse('changed while it was read');
    const { buffer, bytesRead } = await file.read(Buffer.alloc(stats.size), 0, stats.size, 0);
    return { kind: 'text', text: new TextDecoder('utf-8', { fatal: true }).decode(buffer.subarray(0, bytesRead)) };
  } catch (error) {
    return refuse(error instanceof TypeError ? 'is not UTF-8 text' : 'may not be read by this user');
  } finally {
    await file?.close();
  }
}

/** True if anything is there, whatever it is. */
export async function isThere(path: string): Promise<boolean> {
  return (await statOf(path)) !== null;
}

async function isWithin(real: string, folders: readonly string[]): Promise<boolean> {
  for (const folder of folders) {
    const base = await realpath(folder).catch(() => null);
    const rest = base === null ? '..' : relative(base, real);
    if (rest !== '..' && !rest.startsWith(`..${sep}`) && !isAbsolute(rest)) return true;
  }
  return false;
}

function statOf(path: string): Promise<Stats | null> {
  return lstat(path).catch(() => null);
}

function refuse(reason: string): FileText {
  return { kind: 'refused', reason };
}
