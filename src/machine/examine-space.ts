import { access, constants, statfs } from 'node:fs/promises';
import { fine, noteOf, problemOf, type Examined } from '../core/examined.ts';

const minFreeBytes = 100_000_000;

/** Room for a database to grow in `folder`, and the right to write there. A folder that is not there is made at the first start. */
export async function examineSpace(folder: string): Promise<Examined> {
  const patient = { subject: 'disk', name: folder } as const;
  try {
    const { bavail, bsize } = await statfs(folder);
    await access(folder, constants.W_OK);
    return judgeSpace(folder, bavail * bsize);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    if (code === 'ENOENT') return noteOf(patient, 'is not there yet: the first start makes it');
    const remedy = 'let this user write there, or name another file in "database"';
    return problemOf(patient, `this user cannot write to it (${code})`, remedy);
  }
}

export function judgeSpace(folder: string, freeBytes: number): Examined {
  const patient = { subject: 'disk', name: folder } as const;
  const free = freeBytes >= 10e9 ? `${Math.round(freeBytes / 1e9)} GB free` : `${Math.round(freeBytes / 1e6)} MB free`;
  if (freeBytes >= minFreeBytes) return fine(patient, free);
  return problemOf(patient, `only ${free}`, 'make room: a full disk stops the recording of drift');
}
