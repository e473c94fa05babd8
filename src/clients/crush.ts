import { approvalOf, inEach } from './approvals.ts';
import type { Client } from './client.ts';
import { under } from './collect.ts';
import { braces, command, dollar } from './syntaxes.ts';
import { project, user } from './places.ts';
import { rulesOf } from './tool-rules.ts';
import { at, texts } from './values.ts';

const script = { format: 'script' } as const;

/** Crush: its config is a shell script, which nothing here may run. Older files are JSON. */
export const crush: Client = {
  id: 'crush',
  name: 'Crush',
  places: [
    user('{XDG_CONFIG_HOME:-~/.config}/crush/crushrc', script),
    project('.crushrc', script),
    project('crushrc', script),
    user('{XDG_CONFIG_HOME:-~/.config}/crush/crush.json'),
    user('{LOCALAPPDATA:-~/AppData/Local}/crush/crush.json', { system: 'win32' }),
    project('.crush.json'),
    project('crush.json'),
  ],
  collect: under(['mcp']),
  rules: {
    types: { stdio: 'stdio', http: 'http', sse: 'sse' },
    untypedUrl: { unsupported: 'has an address and no "type"' },
    both: 'command',
    expansion: [command, braces, dollar],
  },
  // `mcp_server_tool` (charmbracelet/crush, README). The script could allow more.
  approvedIn: inEach((value, name) => {
    const tools = texts(at(value, 'permissions', 'allowed_tools'));
    return approvalOf(
      rulesOf(tools, `mcp_${name}_`, true).map(({ tool }) => tool),
      'permissions.allowed_tools',
    );
  }),
};
