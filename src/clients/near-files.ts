import type { ClientFile, JudgedServer } from './client.ts';

/** The files that hold where `server` runs: not those of other projects. A server for all projects runs in each. */
export function nearFiles({ project }: JudgedServer, files: readonly ClientFile[]): readonly ClientFile[] {
  return files.filter((file) => isNear(file.project, project));
}

/** True if one folder is the other, or in it. Null stands for all folders. */
export function isNear(one: string | null, other: string | null): boolean {
  return one === null || other === null || one === other || isIn(one, other) || isIn(other, one);
}

function isIn(inner: string, outer: string): boolean {
  return inner.startsWith(`${outer}/`) || inner.startsWith(`${outer}\\`);
}
