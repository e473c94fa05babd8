import { allIf, inEach, joinApprovals } from './approvals.ts';
import type { Client, ClientFile, JudgedServer, System } from './client.ts';
import { under } from './collect.ts';
import { matchesWildcard } from '../core/wildcard.ts';
import { managed, project, user } from './places.ts';
import { firstCounts, rulesOf, type ToolRule } from './tool-rules.ts';
import { usualRules } from './usual-rules.ts';
import { at, isObject, list, texts } from './values.ts';

const files = ['settings.json', 'settings.jsonc'];
const folders: readonly (readonly [System, string])[] = [
  ['linux', '/etc/ampcode'],
  ['darwin', '/Library/Application Support/ampcode'],
  ['win32', '{PROGRAMDATA:-C:/ProgramData}/ampcode'],
];

export const amp: Client = {
  id: 'amp',
  name: 'Amp',
  places: [
    ...files.flatMap((name) => [
      user(`{XDG_CONFIG_HOME:-~/.config}/amp/${name}`),
      user(`{APPDATA:-~/AppData/Roaming}/amp/${name}`, { system: 'win32' }),
      project(`.amp/${name}`),
    ]),
    ...folders.map(([system, folder]) => managed(system, `${folder}/managed-settings.json`)),
  ],
  // One key with a dot in it.
  collect: under(['amp.mcpServers']),
  rules: usualRules,
  approvedIn: inEach((value, name) => {
    const rules = list(at(value, 'amp.permissions')).flatMap((rule) => ruleOf(rule, name));
    const isOpen = at(value, 'amp.dangerouslyAllowAll') === true;
    return joinApprovals([firstCounts(rules, 'amp.permissions'), allIf(isOpen, 'amp.dangerouslyAllowAll')]);
  }),
  judge,
};

/** The first rule that fits counts; one about arguments decides nothing about the tool (ampcode.com/manual/appendix). */
function ruleOf(rule: unknown, name: string): readonly ToolRule[] {
  const [tool, matches] = [at(rule, 'tool'), at(rule, 'matches')];
  const isAboutAll = matches === undefined || (isObject(matches) && Object.keys(matches).length === 0);
  if (typeof tool !== 'string' || !isAboutAll) return [];
  return rulesOf([tool], `mcp__${name.replaceAll(/[^\w-]/g, '_')}__`, at(rule, 'action') === 'allow');
}

/** `amp.mcpPermissions` of a file: the first rule that fits the command, with its arguments, or the address. */
function judge({ raw }: JudgedServer, all: readonly ClientFile[]): boolean {
  return all.every(({ value }) => {
    const first = list(at(value, 'amp.mcpPermissions')).find((rule) => fits(at(rule, 'matches'), raw));
    return at(first, 'action') !== 'reject';
  });
}

function fits(matches: unknown, raw: unknown): boolean {
  const own = { command: at(raw, 'command'), args: texts(at(raw, 'args')).join(' '), url: at(raw, 'url') };
  if (!isObject(matches)) return false;
  return Object.entries(matches).every(([key, pattern]) => {
    const text = at(own, key);
    return typeof text === 'string' && typeof pattern === 'string' && matchesWildcard(pattern, text);
  });
}
