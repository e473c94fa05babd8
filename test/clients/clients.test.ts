import { describe, expect, test } from 'vitest';
import type { System } from '../../src/clients/client.ts';
import { aMachine, find, lineOf, type Files } from './machine.ts';

interface Row {
  readonly client: string;
  readonly title: string;
  readonly files: Files;
  readonly expected: readonly string[];
  readonly system?: System;
  readonly env?: NodeJS.ProcessEnv;
}

const notes = { command: 'npx', args: ['-y', 'notes-mcp@2.1.0'] };
const notesLine = 'npx -y notes-mcp@2.1.0';
const remote = { url: 'https://mcp.acme.example/mcp' };
const odd = { fine: notes, empty: {}, list: [1], both: { command: 7 } };
const oddLines = (scope: string): readonly string[] => [
  `${scope} fine = ${notesLine}`,
  `${scope} empty | no: has neither a command nor an address`,
  `${scope} list | no: is not an object`,
  `${scope} both | no: "command" must be text`,
];

const rows: readonly Row[] = [
  {
    client: 'claude-code',
    title: 'its own file: for the user, and for one project',
    files: {
      'home/.claude.json': {
        mcpServers: {
          ...odd,
          crm: remote,
          log: { type: 'ws', url: 'wss://x.example' },
          api: { type: 'http', ...remote },
        },
        projects: {
          '@/code/shop': { mcpServers: { db: { command: './db', env: { LEVEL: '${LEVEL:-info}' } } } },
          '/gone': { mcpServers: { db: notes, old: notes }, disabledMcpServers: ['old'] },
        },
      },
    },
    expected: [
      ...oddLines('user'),
      'user crm | no: has an address and no "type": Claude Code takes that for a program and does not start it',
      'user log | no: is reached over WebSocket, which tooldrift does not speak',
      'user api = http https://mcp.acme.example/mcp',
      'local db = LEVEL=${LEVEL:-info} ./db (in @/code/shop)',
      `local db = ${notesLine} (in /gone) | ask: is for a folder that is no longer there`,
      `local old = ${notesLine} (in /gone) | off | ask: is for a folder that is no longer there`,
    ],
  },
  {
    client: 'claude-code',
    title: 'servers of a repository run once a person agreed',
    files: {
      'code/shop/.mcp.json': { mcpServers: { yes: notes, no: notes, open: notes } },
      'home/.claude/settings.json': { permissions: { allow: ['mcp__yes__list', 'mcp__no', 'Bash(ls)'] } },
      'code/shop/.claude/settings.local.json': { enabledMcpjsonServers: ['yes', 'no'], disabledMcpjsonServers: ['no'] },
    },
    expected: [
      `project yes = ${notesLine} (in @/code/shop) | approves list`,
      `project no = ${notesLine} (in @/code/shop) | off | approves *`,
      `project open = ${notesLine} (in @/code/shop) | off`,
    ],
  },
  {
    client: 'claude-code',
    title: 'servers of an administrator replace the others',
    files: {
      'etc/claude-code/managed-mcp.json': { mcpServers: { corp: notes } },
      'home/.claude.json': { mcpServers: { own: notes } },
    },
    expected: [`user own = ${notesLine} | off`, `managed corp = ${notesLine}`],
  },
  {
    client: 'claude-code',
    title: 'rules of an administrator by name, command and address',
    files: {
      'Library/Application Support/ClaudeCode/managed-settings.json': {
        deniedMcpServers: [{ serverName: 'bad' }, { serverUrl: 'https://*.evil.example/*' }],
        allowedMcpServers: [{ serverCommand: ['npx', '-y', 'notes-mcp@2.1.0'] }, { serverUrl: 'https://*' }],
      },
      'home/.claude.json': {
        mcpServers: {
          ...{ bad: notes, good: notes, other: { command: 'npx' } },
          ...{ evil: { type: 'sse', url: 'https://a.evil.example/x' }, api: { type: 'sse', ...remote } },
        },
      },
    },
    system: 'darwin',
    expected: [
      `user bad = ${notesLine} | off`,
      `user good = ${notesLine}`,
      'user other = npx | off',
      'user evil = sse https://a.evil.example/x | off',
      'user api = sse https://mcp.acme.example/mcp',
    ],
  },
  {
    client: 'claude-code',
    title: 'plugins and agents, with the folder moved',
    files: {
      'home/cc/plugins/cache/market/tool/1.0/.mcp.json': {
        flat: { command: '${CLAUDE_PLUGIN_ROOT}/run', args: ['${CLAUDE_PLUGIN_DATA}', '${user_config.region}'] },
      },
      'home/cc/plugins/cache/market/two/.claude-plugin/plugin.json': {
        mcpServers: ['./.mcp.json', { inline: { command: '${CLAUDE_PLUGIN_ROOT}/go' } }, './other.json'],
      },
      'home/cc/plugins/marketplaces/market/tool/.mcp.json': { catalogue: notes },
      'home/cc/agents/helper.md':
        '---\nname: helper\nmcpServers:\n  - github\n  - inner:\n      command: inner-mcp\n---\nText',
      'home/.claude.json': { mcpServers: { elsewhere: notes } },
      'home/cc/.claude.json': '\uFEFF{ /* moved */ "mcpServers": { "moved": { "command": "moved-mcp", }, } }',
    },
    env: { CLAUDE_CONFIG_DIR: '@/home/cc' },
    expected: [
      'user moved = moved-mcp',
      'plugin flat = @/home/cc/plugins/cache/market/tool/1.0/run ${CLAUDE_PLUGIN_DATA} ${FLAT_VALUE} | ask: holds a "${...}" that only the client, or its server, understands',
      'plugin inline = @/home/cc/plugins/cache/market/two/go',
      'user inner = inner-mcp',
      'problem @/home/cc/plugins/cache/market/two/.claude-plugin/plugin.json: keeps its servers in a file of its own, which is not read',
    ],
  },
  {
    client: 'claude-code',
    title: 'Windows',
    files: { 'pf/ClaudeCode/managed-mcp.json': { mcpServers: { corp: notes } } },
    system: 'win32',
    env: { PROGRAMFILES: '/pf' },
    expected: [`managed corp = ${notesLine}`],
  },
  ...(
    [
      ['linux', 'home/.config/Claude/claude_desktop_config.json', {}],
      ['linux', 'home/xdg/Claude/claude_desktop_config.json', { XDG_CONFIG_HOME: '@/home/xdg' }],
      ['darwin', 'home/Library/Application Support/Claude/claude_desktop_config.json', {}],
      ['win32', 'home/AppData/Roaming/Claude/claude_desktop_config.json', {}],
      ['win32', 'home/ad/Claude/claude_desktop_config.json', { APPDATA: '@\\home\\ad' }],
      ['win32', 'home/AppData/Local/Packages/Claude_pzs8/LocalCache/Roaming/Claude/claude_desktop_config.json', {}],
    ] as const
  ).map(([system, path, env]): Row => ({
    client: 'claude-desktop',
    title: `${system} ${path}`,
    files: {
      [path]: { theme: 'dark', mcpServers: { ...odd, web: remote, lit: { command: 'x', args: ['${HOME}/a'] } } },
    },
    ...{ system, env },
    expected: [
      ...oddLines('user'),
      'user web | no: has an address: Claude Desktop only starts programs from this file',
      'user lit = x ${HOME}/a | ask: holds a "${...}" that only the client, or its server, understands',
    ],
  })),
  {
    client: 'cursor',
    title: 'files of the user, a repository and a plugin',
    files: {
      'home/.cursor/mcp.json': {
        mcpServers: {
          ...odd,
          web: { ...remote, headers: { Authorization: 'Bearer ${env:ACME}' } },
          own: { command: '${userHome}${/}bin', args: ['${workspaceFolder}'], envFile: '.env' },
        },
      },
      'code/shop/.cursor/mcp.json': { mcpServers: { here: { command: 'x', args: ['${workspaceFolder}/y'] } } },
      'home/.cursor/plugins/cache/a/b/mcp.json': { plug: notes },
    },
    expected: [
      ...oddLines('user'),
      'user web = any https://mcp.acme.example/mcp {Authorization: Bearer ${ACME}}',
      'user own = @/home/bin ${WORKSPACEFOLDER} | ask: takes variables from a file ("envFile"); names a folder that only the client knows',
      'project here = x @/code/shop/y (in @/code/shop)',
      `plugin plug = ${notesLine}`,
    ],
  },
  {
    client: 'vscode',
    title: 'all its files on Linux',
    files: {
      'home/.config/Code/User/mcp.json': {
        servers: {
          ...odd,
          ask: { command: 'x', env: { TOKEN: '${input:acme-token}', GONE: null, N: 5 } },
          web: { type: 'http', url: 'https://${env:HOST_NAME}/mcp', headers: { 'x-a': '${env:A}' } },
          pipe: { type: 'http', url: 'unix:///run/x.sock' },
          box: { ...notes, sandboxEnabled: true },
        },
        inputs: [{ id: 'acme-token' }],
      },
      'home/.config/Code - Insiders/User/profiles/7f/mcp.json': { servers: { profile: notes } },
      'home/.config/Code/User/settings.json': { mcp: { servers: { older: notes } }, 'mcp.servers': { dotted: notes } },
      'home/.copilot/mcp-config.json': {
        mcpServers: { shared: { command: 'x', args: ['${A:-1}', '$B', '${env:C}'] } },
      },
      'home/.vscode-server/data/User/mcp.json': { servers: { far: notes } },
      'code/shop/.vscode/mcp.json': { servers: { here: notes } },
      'code/shop/.mcp.json': { mcpServers: { root: notes } },
      'code/shop/.devcontainer/devcontainer.json': { customizations: { vscode: { mcp: { servers: { box: notes } } } } },
      'code/shop/shop.code-workspace': { settings: { mcp: { servers: { space: notes } } } },
      'home/port/user-data/User/mcp.json': { servers: { portable: notes } },
    },
    env: { VSCODE_PORTABLE: '@/home/port' },
    expected: [
      ...oddLines('user'),
      'user ask = TOKEN=${ACME_TOKEN} N=5 x | ask: takes a value that the client asks for and keeps to itself',
      'user web = any https://${HOST_NAME}/mcp {x-a: ${A}}',
      'user pipe = any unix:///run/x.sock',
      `user box = ${notesLine} | approves *`,
      `user profile = ${notesLine}`,
      `user older = ${notesLine}`,
      `user dotted = ${notesLine}`,
      `user far = ${notesLine}`,
      `user portable = ${notesLine}`,
      'user shared = x ${A:-1} $B ${C} | ask: holds a "${...}" that only the client, or its server, understands',
      `project here = ${notesLine} (in @/code/shop)`,
      `project root = ${notesLine} (in @/code/shop)`,
      `project space = ${notesLine} (in @/code/shop)`,
      `project box = ${notesLine} (in @/code/shop)`,
    ],
  },
  {
    client: 'vscode',
    title: 'macOS',
    files: { 'home/Library/Application Support/Code/User/mcp.json': { servers: { mac: notes } } },
    system: 'darwin',
    expected: [`user mac = ${notesLine}`],
  },
  {
    client: 'vscode',
    title: 'Windows',
    files: { 'home/AppData/Roaming/Code/User/mcp.json': { servers: { win: notes } } },
    system: 'win32',
    expected: [`user win = ${notesLine}`],
  },
  {
    client: 'copilot-cli',
    title: 'files of the user and of a repository',
    files: {
      'home/.copilot/mcp-config.json': {
        mcpServers: { ...odd, loc: { type: 'local', ...notes, tools: ['*'] }, web: remote },
      },
      'code/shop/.github/mcp.json': { mcpServers: { hub: { command: 'x', args: ['${A}'] } } },
      'home/.copilot/installed-plugins/acme/tool/.mcp.json': { mcpServers: { plug: notes } },
      'code/shop/.vscode/mcp.json': { servers: { unread: notes } },
    },
    expected: [
      ...oddLines('user'),
      `user loc = ${notesLine}`,
      'user web = http https://mcp.acme.example/mcp',
      'project hub = x ${A} (in @/code/shop)',
      `plugin plug = ${notesLine}`,
    ],
  },
  {
    client: 'windsurf',
    title: 'its addresses have a name of their own',
    files: {
      'home/.codeium/windsurf/mcp_config.json': {
        mcpServers: {
          ...odd,
          web: { serverUrl: 'https://mcp.acme.example/${env:TEAM}', alwaysAllow: ['list', '*'], disabled: true },
          file: { command: 'x', args: ['${file:~/token}'] },
        },
      },
      'code/shop/.devin/mcp_config.json': { mcpServers: { here: notes } },
      'home/.config/devin/config.json': { mcpServers: { before: notes } },
    },
    expected: [
      ...oddLines('user'),
      'user web = any https://mcp.acme.example/${TEAM} | off | approves * list',
      'user file = x ${TOKEN} | ask: takes a value from a file',
      `user before = ${notesLine}`,
      `project here = ${notesLine} (in @/code/shop)`,
    ],
  },
  ...(
    [
      ['linux', 'home/.config/zed/settings.json'],
      ['darwin', 'home/.config/zed/settings.json'],
      ['win32', 'home/AppData/Roaming/Zed/settings.json'],
    ] as const
  ).map(([system, path]): Row => ({
    client: 'zed',
    title: system,
    files: {
      [path]: `{ // Zed
          "context_servers": {
            "new": { "command": "npx", "args": ["-y", "notes-mcp@2.1.0"] },
            "old": { "source": "custom", "command": { "path": "old-mcp", "args": ["a"], "env": { "B": "true" } } },
            "ext": { "settings": { "x": 1 } }, "web": { "url": "https://mcp.acme.example/mcp" }, "off": { "enabled": false, "command": "x" },
          }, }`,
    },
    system,
    expected: [
      `user new = ${notesLine}`,
      'user old = B=true old-mcp a',
      'user ext | no: belongs to an extension of the editor, which brings the command',
      'user web = http https://mcp.acme.example/mcp',
      'user off = x | off',
    ],
  })),
  {
    client: 'codex',
    title: 'TOML, with variables by name',
    files: {
      'home/.codex/config.toml': `
[mcp_servers.fine]
command = "npx"
args = ["-y", "notes-mcp@2.1.0"]
default_tools_approval_mode = "approve"
[mcp_servers.std]
command = "x"
args = ["\${HOME}/y"]
env_vars = ["A", { name = "B", source = "local" }]
default_tools_approval_mode = "writes"
[mcp_servers.std.tools.drop]
approval_mode = "approve"
[mcp_servers.web]
url = "https://mcp.acme.example/mcp"
bearer_token_env_var = "ACME"
env_http_headers = { "x-team" = "TEAM" }
[mcp_servers.ignored]
url = "https://mcp.acme.example/mcp"
headers = { "x-team" = "TEAM" }
[mcp_servers.inline]
url = "https://mcp.acme.example/mcp"
bearer_token = "hunter2hunter2"
[mcp_servers.two]
command = "x"
url = "https://mcp.acme.example/mcp"
[mcp_servers.off]
command = "x"
enabled = false
[projects."@/code/shop"]
trust_level = "trusted"
`,
      'code/shop/.codex/config.toml': '[mcp_servers.here]\ncommand = "x"\n',
      'home/.codex/plugins/p/1/.mcp.json': { mcp_servers: { plug: notes } },
    },
    expected: [
      `user fine = ${notesLine} | approves *`,
      'user std = A=${A} B=${B} x ${HOME}/y | approves hints drop | ask: holds a "${...}" that only the client, or its server, understands',
      'user web = http https://mcp.acme.example/mcp {x-team: ${TEAM}} {Authorization: Bearer ${ACME}}',
      'user ignored = http https://mcp.acme.example/mcp | ask: has "headers", which Codex ignores; it reads "http_headers"',
      'user inline | no: has a "bearer_token", which Codex refuses',
      'user two | no: has both a command and an address; the client refuses that',
      'user off = x | off',
      'project here = x (in @/code/shop)',
      `plugin plug = ${notesLine}`,
    ],
  },
  {
    client: 'codex',
    title: 'a repository that nobody trusts; folders of Windows',
    files: {
      'home/c/config.toml': 'model = "x"\n',
      'pd/OpenAI/Codex/config.toml': '[mcp_servers.corp]\ncommand = "x"\n',
      'code/shop/.codex/config.toml': '[mcp_servers.here]\ncommand = "x"\n',
    },
    system: 'win32',
    env: { CODEX_HOME: '@/home/c', PROGRAMDATA: '/pd' },
    expected: ['managed corp = x', 'project here = x (in @/code/shop) | off'],
  },
  {
    client: 'codex',
    title: 'what an administrator sets, and requires',
    files: {
      'etc/codex/managed_config.toml': '[mcp_servers.corp]\ncommand = "corp-mcp"\n',
      'etc/codex/requirements.toml': `
mcp_servers.corp.identity = { command = "corp-mcp" }
mcp_servers.exact.identity.command = { executable = "x", args = [] }
mcp_servers.web.identity = { url = "https://mcp.acme.example/mcp" }
mcp_servers.moved.identity = { url = "https://mcp.acme.example/mcp" }
`,
      'home/.codex/config.toml': `
mcp_servers.exact = { command = "x" }
mcp_servers.web = { url = "https://mcp.acme.example/mcp" }
mcp_servers.moved = { url = "https://evil.example/mcp" }
mcp_servers.own = { command = "own-mcp" }
`,
    },
    expected: [
      'user exact = x',
      'user web = http https://mcp.acme.example/mcp',
      'user moved = http https://evil.example/mcp | off',
      'user own = own-mcp | off',
      'managed corp = corp-mcp',
    ],
  },
  {
    client: 'gemini-cli',
    title: 'three notations, trust, lists of what is allowed',
    files: {
      'home/.gemini/settings.json': {
        mcp: { excluded: ['out'] },
        mcpServers: {
          ...odd,
          vars: { command: '$BIN', args: ['${A}', '${B:-2}', '$5', '%C%'], trust: true },
          web: { httpUrl: 'https://mcp.acme.example/mcp', url: 'https://old.example', command: 'x' },
          untyped: { ...remote, command: 'x' },
          out: notes,
        },
      },
      'home/.gemini/extensions/ext/gemini-extension.json': {
        name: 'ext',
        mcpServers: { e: { command: '${extensionPath}/e' } },
      },
      'etc/gemini-cli/settings.json': { mcpServers: { corp: notes } },
    },
    expected: [
      ...oddLines('user'),
      'user vars = ${BIN} ${A} ${B:-2} $5 %C% | approves *',
      'user web = http https://mcp.acme.example/mcp',
      'user untyped = any https://mcp.acme.example/mcp',
      `user out = ${notesLine} | off`,
      `managed corp = ${notesLine}`,
      'plugin e = @/home/.gemini/extensions/ext/e',
    ],
  },
  {
    client: 'gemini-cli',
    title: 'Windows',
    files: { 'home/.gemini/settings.json': { mcpServers: { w: { command: 'x', env: { P: '%USERPROFILE%' } } } } },
    system: 'win32',
    expected: ['user w = P=${USERPROFILE} x'],
  },
  {
    client: 'cline',
    title: 'flat and nested, an untyped address is HTTP+SSE',
    files: {
      'home/.cline/data/settings/cline_mcp_settings.json': {
        mcpServers: {
          ...odd,
          sse: { ...remote, autoApprove: ['list'] },
          nested: { transport: { type: 'streamableHttp', ...remote }, disabled: true },
          old: { transportType: 'stdio', command: '${env:BIN}' },
          loose: { type: 'carrier-pigeon', ...remote },
        },
      },
      'home/.config/Cursor/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json': {
        mcpServers: { legacy: notes },
      },
    },
    expected: [
      ...oddLines('user'),
      'user sse = sse https://mcp.acme.example/mcp | approves list',
      'user nested = http https://mcp.acme.example/mcp | off',
      'user old = ${BIN}',
      'user loose | no: has a "type" that this client does not know',
      `user legacy = ${notesLine}`,
    ],
  },
  {
    client: 'roo',
    title: 'an address needs a type',
    files: {
      'home/Library/Application Support/Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json':
        {
          mcpServers: { ...odd, web: remote, typed: { type: 'streamable-http', ...remote, alwaysAllow: ['*'] } },
        },
      'code/shop/.roo/mcp.json': { mcpServers: { here: notes } },
    },
    system: 'darwin',
    expected: [
      ...oddLines('user'),
      'user web | no: has an address and no "type", which Roo Code refuses',
      'user typed = http https://mcp.acme.example/mcp | approves *',
      `project here = ${notesLine} (in @/code/shop)`,
    ],
  },
  {
    client: 'kilo',
    title: 'the new shape and the old',
    files: {
      'home/.config/kilo/kilo.jsonc':
        '{ "mcp": { "n": { "type": "local", "command": ["x", "{env:A}"] }, "t": { "enabled": false } } }',
      'code/shop/.kilocode/mcp.json': { mcpServers: { old: { command: '${env:B}', alwaysAllow: ['a'] } } },
    },
    expected: [
      'user n = x ${A}',
      'user t | off | no: only switches a server of another file on or off',
      'project old = ${B} (in @/code/shop) | approves a',
    ],
  },
  {
    client: 'continue',
    title: 'YAML lists, and files of other clients',
    files: {
      'home/.continue/config.yaml': `
mcpServers:
  - name: fine
    command: npx
    args: [-y, notes-mcp@2.1.0]
  - name: web
    type: streamable-http
    url: https://mcp.acme.example/mcp
    apiKey: \${{ secrets.ACME }}
    requestOptions: { headers: { x-team: "7" } }
  - command: nameless
`,
      'code/shop/.continue/mcpServers/a.json': { mcpServers: { cl: notes } },
    },
    expected: [
      `user fine = ${notesLine}`,
      'user web = http https://mcp.acme.example/mcp {x-team: 7} {Authorization: Bearer ${ACME}} | ask: takes a value from a store of the client',
      `project cl = ${notesLine} (in @/code/shop)`,
      'problem @/home/.continue/config.yaml: item 3 of "mcpServers" has no name',
    ],
  },
  ...(
    [
      ['linux', 'home/.config/goose/config.yaml'],
      ['darwin', 'home/.config/goose/config.yaml'],
      ['win32', 'home/AppData/Roaming/Block/goose/config/config.yaml'],
    ] as const
  ).map(([system, path]): Row => ({
    client: 'goose',
    title: system,
    files: {
      [path]: `
GOOSE_MODE: smart_approve
extensions:
  developer: { type: builtin, enabled: true }
  fine: { type: stdio, cmd: npx, args: [-y, notes-mcp@2.1.0], enabled: true, timeout: 300 }
  keys: { type: stdio, cmd: x, envs: { PORT: 8080 }, env_keys: [ACME_KEY], enabled: false }
  web: { type: streamable_http, uri: "https://mcp.acme.example/mcp" }
  old: { type: sse, uri: "https://mcp.acme.example/sse" }
`,
    },
    system,
    expected: [
      `user fine = ${notesLine} | approves hints`,
      'user keys = PORT=8080 ACME_KEY=${ACME_KEY} x | off | approves hints | ask: has values in a store of the client',
      'user web = http https://mcp.acme.example/mcp | approves hints',
      'user old | approves hints | no: is of type "sse", which Goose no longer starts',
    ],
  })),
  {
    client: 'goose',
    title: 'asks nothing unless it is told to',
    files: { 'home/.config/goose/config.yaml': 'extensions:\n  a: { type: stdio, cmd: x }\n' },
    expected: ['user a = x | approves *'],
  },
  ...(
    [
      ['lm-studio', 'home/.lmstudio/mcp.json', null],
      ['jetbrains', 'home/.junie/mcp/mcp.json', 'code/shop/.ai/mcp/mcp.json'],
      ['warp', 'home/.warp/.mcp.json', 'code/shop/.warp/.mcp.json'],
      ['antigravity', 'home/.gemini/config/mcp_config.json', 'code/shop/.agents/mcp_config.json'],
      ['factory', 'home/.factory/mcp.json', 'code/shop/.factory/mcp.json'],
      ['amazon-q', 'home/.aws/amazonq/mcp.json', 'code/shop/.amazonq/mcp.json'],
      ['kiro', 'home/.kiro/settings/mcp.json', 'code/shop/.kiro/settings/mcp.json'],
    ] as const
  ).map(([client, own, shared]): Row => ({
    client,
    title: 'its own file, and that of a repository',
    files: {
      [own]: { mcpServers: { ...odd, web: remote, off: { ...notes, disabled: true } } },
      ...(shared === null ? {} : { [shared]: { mcpServers: { here: notes } } }),
    },
    expected: [
      ...oddLines('user'),
      'user web = any https://mcp.acme.example/mcp',
      `user off = ${notesLine} | off`,
      ...(shared === null ? [] : [`project here = ${notesLine} (in @/code/shop)`]),
    ],
  })),
  {
    client: 'warp',
    title: 'its working folder has a name of its own',
    files: {
      'home/.warp/.mcp.json': {
        mcpServers: { a: { command: 'x', working_directory: '~/a' }, b: { command: 'x', cwd: 'b' } },
      },
    },
    expected: [
      'user a = x (in @/home/a)',
      'user b = x (in b) | ask: has a relative folder, and the client does not say to what',
    ],
  },
  {
    client: 'antigravity',
    title: 'its addresses have a name of their own',
    files: {
      'home/.gemini/antigravity/mcp_config.json': { mcpServers: { a: { serverUrl: 'https://mcp.acme.example/mcp' } } },
    },
    expected: ['user a = any https://mcp.acme.example/mcp'],
  },
  {
    client: 'factory',
    title: 'variables with defaults, in the folders above as well',
    files: {
      'home/.factory/mcp.json': { mcpServers: { a: { command: '${A:-x}', args: ['${B}', '$C'] } } },
      'code/shop/.factory/mcp.json': { mcpServers: { b: notes } },
      'code/.factory/mcp.json': { mcpServers: { outside: notes } },
    },
    expected: ['user a = ${A:-x} ${B} $C', `project b = ${notesLine} (in @/code/shop)`],
  },
  {
    client: 'amazon-q',
    title: 'agents say which tools need no question',
    files: {
      'home/.aws/amazonq/cli-agents/dev.json': {
        mcpServers: { git: notes, web: notes },
        allowedTools: ['@git/status', '@web', 'fs_read', '@github'],
      },
    },
    expected: [`user git = ${notesLine} | approves status`, `user web = ${notesLine} | approves *`],
  },
  {
    client: 'kiro',
    title: 'powers, agents and tools that need no question',
    files: {
      'home/.kiro/settings/mcp.json': {
        mcpServers: { a: { command: '${A}', args: ['${B:-1}'], autoApprove: ['read'] } },
        powers: { mcpServers: { p: notes } },
      },
      'home/.kiro/powers/installed/x/mcp.json': { mcpServers: { q: notes } },
    },
    expected: [
      'user a = ${A} ${A_VALUE} | approves read | ask: holds a "${...}" that only the client, or its server, understands',
      `user p = ${notesLine}`,
      `plugin q = ${notesLine}`,
    ],
  },
  {
    client: 'opencode',
    title: 'commands are lists, permissions are patterns',
    files: {
      'home/.config/opencode/opencode.jsonc': {
        mcp: {
          fine: { type: 'local', command: ['npx', '-y', 'notes-mcp@2.1.0'], environment: { A: '{env:A}' } },
          web: { type: 'remote', ...remote, headers: { 'x-a': '{file:./a}' }, oauth: false, enabled: false },
          t: { enabled: false },
        },
        permission: { 'fine_*': 'allow', web_list: 'allow', web_drop: 'ask' },
      },
      'code/shop/opencode.json': { mcp: { here: { type: 'local', command: ['x'] } } },
      'etc/opencode/opencode.json': { mcp: { corp: { type: 'local', command: [] } } },
    },
    expected: [
      'project here = x (in @/code/shop) | approves *',
      'managed corp | approves * | no: has neither a command nor an address',
      `user fine = A=\${A} ${notesLine} | approves *`,
      'user web = any https://mcp.acme.example/mcp {x-a: ${A}} | off | approves * list | ask: takes a value from a file',
      'user t | off | approves * | no: only switches a server of another file on or off',
    ],
  },
  {
    client: 'crush',
    title: 'a script is never read',
    files: {
      'home/.config/crush/crushrc': 'touch @/home/ran\nmcp add x',
      'code/shop/crush.json': {
        mcp: { a: { type: 'stdio', command: 'x', env: { T: '$(cat ~/t)', U: '$U' } }, b: remote },
      },
    },
    expected: [
      'project a = T=${A_VALUE} U=${U} x (in @/code/shop) | ask: runs a command for a value',
      'project b | no: has an address and no "type"',
      'problem @/home/.config/crush/crushrc: is a shell script: only running it would show its servers, so it cannot be imported',
    ],
  },
  {
    client: 'amp',
    title: 'one key with a dot in it',
    files: {
      'home/.config/amp/settings.json': { 'amp.mcpServers': { ...odd, web: remote } },
      'code/shop/.amp/settings.jsonc': '{ "amp.mcpServers": { "here": { "command": "x" }, }, }',
    },
    expected: [...oddLines('user'), 'user web = any https://mcp.acme.example/mcp', 'project here = x (in @/code/shop)'],
  },
  {
    client: 'amp',
    title: 'servers that are not let in',
    files: {
      'home/.config/amp/settings.json': {
        'amp.mcpServers': { fine: notes, web: remote },
        'amp.mcpPermissions': [
          { matches: { command: 'npx', args: '*notes-mcp@*' }, action: 'allow' },
          { matches: { command: '*' }, action: 'reject' },
        ],
      },
      'etc/ampcode/managed-settings.json': {
        'amp.mcpServers': { corp: { command: 'corp-mcp' } },
        'amp.mcpPermissions': [{ matches: { url: '*acme.example*' }, action: 'reject' }],
      },
    },
    expected: [
      `user fine = ${notesLine}`,
      'user web = any https://mcp.acme.example/mcp | off',
      'managed corp = corp-mcp | off',
    ],
  },
  {
    client: 'amp',
    title: 'Windows',
    files: { 'home/AppData/Roaming/amp/settings.json': { 'amp.mcpServers': { w: notes } } },
    system: 'win32',
    expected: [`user w = ${notesLine}`],
  },
];

describe('the servers of each client', () => {
  test.each(rows)('$client: $title', async ({ client, files, expected, system, env }) => {
    const machine = await aMachine(files, system, env);
    const { entries, problems } = await find(machine, client);
    const lines = entries.map((entry) => lineOf(entry, machine));
    const broken = problems.map(({ path, reason }) => machine.short(`problem ${path}: ${reason}`));
    expect([...lines, ...broken]).toEqual(expected);
  });
});
