import type { Client, EntryRules, RawEntry, StandardShape } from './client.ts';
import { under } from './collect.ts';
import { curlyEnv, curlyFile } from './syntaxes.ts';
import { approvedByPermission } from './opencode-approvals.ts';
import { managed, project, user } from './places.ts';
import { list } from './values.ts';

/** Kilo reads the same shape. */
export const opencodeRules: EntryRules = {
  types: { local: 'stdio', remote: 'any' },
  untypedUrl: 'any',
  both: 'command',
  expansion: [curlyEnv, curlyFile],
};

const names = ['opencode.json', 'opencode.jsonc'];

export const opencode: Client = {
  id: 'opencode',
  name: 'opencode',
  places: names.flatMap((name) => [
    user(`{XDG_CONFIG_HOME:-~/.config}/opencode/${name}`),
    user(`{OPENCODE_CONFIG_DIR}/${name}`),
    ...(name === 'opencode.json' ? [user('{OPENCODE_CONFIG}')] : []),
    project(name),
    project(`.opencode/${name}`),
    managed('linux', `/etc/opencode/${name}`),
    managed('darwin', `/Library/Application Support/opencode/${name}`),
    managed('win32', `{PROGRAMDATA:-C:/ProgramData}/opencode/${name}`),
  ]),
  collect: under(['mcp']),
  rules: opencodeRules,
  standardise: standardiseOpencode,
  // It asks nothing unless it is told to (opencode.ai/docs/permissions).
  approvedIn: approvedByPermission('allow'),
};

/** The command is a list with its arguments. */
export function standardiseOpencode(raw: RawEntry): StandardShape {
  const { command, environment } = raw;
  if (!Array.isArray(command)) return { ...raw, env: environment ?? raw['env'] };
  const [program, ...args] = list(command);
  return { ...raw, command: program, args, env: environment };
}
