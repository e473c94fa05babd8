import { resolve } from 'node:path';

/** `path` relative to `folder`. A Windows path with a drive or a share is absolute on every system. */
export function resolvePath(folder: string, path: string): string {
  return /^[A-Za-z]:[\\/]|^\\\\/.test(path) ? path : resolve(folder, path);
}
