import type { Client, RawEntry, StandardShape } from './client.ts';
import { under } from './collect.ts';
import { project, user } from './places.ts';
import { usualRules } from './usual-rules.ts';
import { isObject } from './values.ts';

export const zed: Client = {
  id: 'zed',
  name: 'Zed',
  places: [
    user('{XDG_CONFIG_HOME:-~/.config}/zed/settings.json', { system: 'linux' }),
    user('~/.config/zed/settings.json', { system: 'darwin' }),
    user('{APPDATA:-~/AppData/Roaming}/Zed/settings.json', { system: 'win32' }),
    project('.zed/settings.json'),
  ],
  collect: under(['context_servers']),
  rules: { ...usualRules, untypedUrl: 'http' },
  standardise,
};

/** The command was an object before; a server of an extension has none in the file. */
function standardise(raw: RawEntry): StandardShape {
  const { command, url, settings } = raw;
  if (isObject(command)) return { ...raw, command: command['path'], args: command['args'], env: command['env'] };
  const isExtension = command === undefined && url === undefined && settings !== undefined;
  return isExtension ? { refusal: 'belongs to an extension of the editor, which brings the command' } : raw;
}
