import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where variables for the daemon stand, a `NAME=value` a line: the service manager hands them to it. */
export function environmentFileOf(platform: string, home: string, configHome: string | null): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'tooldrift', 'environment');
  return join(configHome ?? join(home, '.config'), 'tooldrift', 'environment');
}

/** What that file sets; nothing where it is not there or may not be read. */
export function readEnvironment(file: string): Readonly<Record<string, string>> {
  try {
    return parseEnvironment(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}

/** As systemd.exec(5) reads `EnvironmentFile=` and a shell reads assignments, but for values over several lines. */
export function parseEnvironment(text: string): Readonly<Record<string, string>> {
  const lines = text.matchAll(/^[ \t]*([A-Za-z_]\w*)=(.*)$/gm);
  return Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, valueOf(value.trim())]));
}

function valueOf(text: string): string {
  if (/^'[^']*'$/.test(text)) return text.slice(1, -1);
  if (/^"(?:[^"\\]|\\.)*"$/.test(text)) return text.slice(1, -1).replaceAll(/\\(["\\`$])/g, '$1');
  return text.replaceAll(/\\(.)/g, '$1');
}
