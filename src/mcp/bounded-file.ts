import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';

/** The first `maxBytes` of a regular file as text, or null. A pipe or device that would keep us waiting is left alone. */
export async function readBounded(path: string, maxBytes: number): Promise<string | null> {
  let file: FileHandle | null = null;
  try {
    file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    if (!(await file.stat()).isFile()) return null;
    const { buffer, bytesRead } = await file.read(Buffer.alloc(maxBytes), 0, maxBytes, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } catch {
    return null; // not there, or not ours to read
  } finally {
    await file?.close().catch(() => undefined);
  }
}
