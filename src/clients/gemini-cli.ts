import { fromSwitch } from './approvals.ts';
import type { Client, ClientFile, JudgedServer, RawEntry, StandardShape } from './client.ts';
import { under } from './collect.ts';
import { approvedInGemini } from './gemini-approvals.ts';
import { braces, dollar, percent, pluginFolder } from './syntaxes.ts';
import { managed, plugin, project, user } from './places.ts';
import { usualRules } from './usual-rules.ts';
import { at, texts } from './values.ts';

const folders: readonly (readonly ['linux' | 'darwin' | 'win32', string])[] = [
  ['linux', '/etc/gemini-cli'],
  ['darwin', '/Library/Application Support/GeminiCli'],
  ['win32', '{PROGRAMDATA:-C:/ProgramData}/gemini-cli'],
];

export const geminiCli: Client = {
  id: 'gemini-cli',
  name: 'Gemini CLI',
  places: [
    user('~/.gemini/settings.json', { system: 'linux' }),
    user('~/.gemini/settings.json', { system: 'darwin' }),
    user('~/.gemini/settings.json', { system: 'win32', expansion: [braces, dollar, percent] }),
    project('.gemini/settings.json'),
    ...folders.flatMap(([system, folder]) => [
      managed(system, `${folder}/settings.json`),
      managed(system, `${folder}/system-defaults.json`),
      managed(system, '{GEMINI_CLI_SYSTEM_SETTINGS_PATH}'),
      managed(system, '{GEMINI_CLI_SYSTEM_DEFAULTS_PATH}'),
    ]),
    plugin('~/.gemini/extensions/*/gemini-extension.json', {
      expansion: [pluginFolder('extensionPath'), braces, dollar],
    }),
  ],
  settings: [
    user('~/.gemini/policies/*.toml'),
    project('.gemini/policies/*.toml'),
    ...folders.map(([system, folder]) => managed(system, `${folder}/policies/*.toml`)),
  ],
  collect: under(['mcpServers']),
  rules: { ...usualRules, both: 'url', expansion: [braces, dollar] },
  standardise,
  approval: fromSwitch('trust'),
  approvedIn: approvedInGemini,
  judge,
};

/** `httpUrl` wins over `url`, and both over the command. */
function standardise(raw: RawEntry): StandardShape {
  const { httpUrl, type } = raw;
  const remarks = raw['authProviderType'] === undefined ? [] : ['logs in by "authProviderType"'];
  return httpUrl === undefined ? { ...raw, remarks } : { ...raw, remarks, url: httpUrl, type: type ?? 'http' };
}

/** Lists of servers that are allowed, or not. */
function judge({ name, project }: JudgedServer, files: readonly ClientFile[]): boolean {
  const values = files.filter((file) => file.project === null || file.project === project).map(({ value }) => value);
  const isAllowed = values.every((value) => {
    const allowed = at(value, 'mcp', 'allowed');
    return !Array.isArray(allowed) || texts(allowed).includes(name);
  });
  return isAllowed && !values.some((value) => texts(at(value, 'mcp', 'excluded')).includes(name));
}
