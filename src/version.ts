import { readFileSync } from 'node:fs';

/** The version in `package.json`, which lies two folders above the built file and one above the source. */
export function readVersion(): string {
  for (const path of ['../package.json', '../../package.json']) {
    try {
      const { version } = JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as {
        readonly version?: unknown;
      };
      if (typeof version === 'string') return version;
    } catch {
      // The other place has it.
    }
  }
  return 'unknown';
}
