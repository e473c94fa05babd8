import type { DatabaseConfig } from './config.ts';
import { hide } from './hide.ts';
import { resolvePath } from './resolve-path.ts';

const form = 'must be "sqlite:<file>" or "postgres://user:password@host/database"';

/** Takes `sqlite:<file>` or `postgres://...` apart; a phrase that says what is wrong when it is neither. */
export function resolveDatabase(text: string, folder: string): DatabaseConfig | { readonly problem: string } {
  if (/^postgres(ql)?:/i.test(text)) {
    return URL.canParse(text) ? hide({ kind: 'postgres', url: text }, { kind: 'postgres' }) : { problem: form };
  }
  if (!/^sqlite:/i.test(text)) return { problem: form };
  // sqlite:file, sqlite:/file, and as a URL: sqlite:///file, sqlite:///C:/file
  const path = text
    .slice('sqlite:'.length)
    .replace(/^\/\/(?=[./])/, '')
    .replace(/^\/(?=[A-Za-z]:[\\/])/, '');
  if (path === '' || path === ':memory:') {
    return { problem: 'needs a file, such as "sqlite:./tooldrift.db"; the daemon and the commands share it' };
  }
  return path.startsWith('~')
    ? { problem: 'begins with "~", which stays as it is; write "${HOME}"' }
    : { kind: 'sqlite', path: resolvePath(folder, path) };
}
