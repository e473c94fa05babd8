import { matchesWildcard } from '../core/wildcard.ts';
import type { ClientFile, JudgedServer } from './client.ts';
import { at, isObject, list, texts } from './values.ts';

/** False if the settings of Claude Code keep a server from running: switches, and rules of the administrator. */
export function isOnInClaude(server: JudgedServer, files: readonly ClientFile[]): boolean {
  // What a repository sets is for that repository.
  const own = files.filter(({ project }) => project === null || project === server.project).map(({ value }) => value);
  return !isReplaced(server, files) && !isDenied(server, own) && isAllowed(server, own) && isSwitchedOn(server, own);
}

/** Servers that an administrator sets replace all others. */
function isReplaced({ scope }: JudgedServer, files: readonly ClientFile[]): boolean {
  return (
    scope !== 'managed' && files.some((file) => file.scope === 'managed' && at(file.value, 'mcpServers') !== undefined)
  );
}

function isSwitchedOn({ name, scope, project }: JudgedServer, values: readonly unknown[]): boolean {
  const lists = (key: string): readonly string[] =>
    values.flatMap((value) => [
      ...texts(at(value, key)),
      ...(project === null ? [] : texts(at(value, 'projects', project, key))),
    ]);
  if (lists('disabledMcpServers').includes(name)) return false;
  if (scope !== 'project') return true;
  // Until a person agrees, a server of a repository does not run.
  if (lists('disabledMcpjsonServers').includes(name)) return false;
  const isAll = values.some((value) => at(value, 'enableAllProjectMcpServers') === true);
  return isAll || lists('enabledMcpjsonServers').includes(name);
}

function isDenied(server: JudgedServer, values: readonly unknown[]): boolean {
  return values.some((value) => rules(value, 'deniedMcpServers').some((rule) => matches(rule, server)));
}

function isAllowed(server: JudgedServer, values: readonly unknown[]): boolean {
  const lists = values.filter((value) => Array.isArray(at(value, 'allowedMcpServers')));
  return lists.every((value) => rules(value, 'allowedMcpServers').some((rule) => matches(rule, server)));
}

function rules(value: unknown, key: string): readonly unknown[] {
  return list(at(value, key));
}

/** By name, by the whole command, or by a pattern of the address. */
function matches(rule: unknown, { name, raw }: JudgedServer): boolean {
  if (!isObject(rule)) return false;
  const { serverName, serverCommand, serverUrl } = rule;
  if (typeof serverName === 'string') return serverName === name;
  const url = at(raw, 'url');
  if (typeof serverUrl === 'string') return typeof url === 'string' && matchesWildcard(serverUrl, url);
  const command = [at(raw, 'command'), ...texts(at(raw, 'args'))];
  return Array.isArray(serverCommand) && JSON.stringify(serverCommand) === JSON.stringify(command);
}
