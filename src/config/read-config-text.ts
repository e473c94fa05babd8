import { readFile } from 'node:fs/promises';
import { AppError } from '../errors.ts';

/** The text of a config file, without a byte order mark. */
export async function readConfigText(file: string): Promise<string> {
  const buffer = await readFile(file).catch((cause: unknown) => {
    throw new AppError('config', `cannot read the config file ${file}: ${reason(cause)}`, { cause });
  });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(buffer);
  } catch (cause) {
    throw new AppError('config', `the config file ${file} is not UTF-8 text; save it as UTF-8`, { cause });
  }
}

function reason(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error';
  const known = new Map([
    ['EACCES', 'this user may not read it'],
    ['EISDIR', 'it is a folder; name the file'],
    ['ENOENT', 'it is no longer there'],
  ]);
  return known.get(code) ?? code;
}
