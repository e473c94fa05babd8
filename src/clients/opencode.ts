import type { AutoApproval } from '../core/found-entry.ts';
import { approvalOf } from './approvals.ts';
import type { Client, EntryRules, RawEntry, StandardShape } from './client.ts';
import { under } from './collect.ts';
import { curlyEnv, curlyFile } from './syntaxes.ts';
import { managed, project, user } from './places.ts';
import { at, isObject, list } from './values.ts';

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
  approval: approvalByPermission,
};

/** The command is a list with its arguments. */
export function standardiseOpencode(raw: RawEntry): StandardShape {
  const { command, environment } = raw;
  if (!Array.isArray(command)) return { ...raw, env: environment ?? raw['env'] };
  const [program, ...args] = list(command);
  return { ...raw, command: program, args, env: environment };
}

/** `permission` of the file: patterns of `server_tool`, the last that fits counts. */
export function approvalByPermission(_raw: RawEntry, name: string, file: unknown): AutoApproval {
  const permission = at(file, 'permission');
  if (permission === 'allow') return approvalOf(['*'], 'permission');
  const allowed = Object.entries(isObject(permission) ? permission : {}).filter(([, answer]) => answer === 'allow');
  const tools = allowed.flatMap(([pattern]) => {
    if (pattern === '*') return ['*'];
    return pattern.startsWith(`${name}_`) ? [pattern.slice(name.length + 1)] : [];
  });
  return approvalOf(tools, 'permission');
}
