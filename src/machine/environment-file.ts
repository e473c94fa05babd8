import { readFile } from 'node:fs/promises';

/** The names that a file of variables for a service sets, a `NAME=value` a line. None where there is no such file. */
export async function namesIn(file: string): Promise<readonly string[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return [...text.matchAll(/^[ \t]*([A-Za-z_]\w*)=/gm)].flatMap(([, name]) => name ?? []);
}
