import { describe, expect, test } from 'vitest';
import type { System } from '../../src/clients/client.ts';
import { aMachine, find, lineOf, type Files } from './machine.ts';

const mac = 'home/Library/Application Support/Claude';
const notes = {
  manifest_version: '0.3',
  name: 'notes',
  server: {
    type: 'node',
    entry_point: 'index.js',
    mcp_config: {
      command: 'node',
      args: ['${__dirname}/index.js', '--level=${user_config.level}', '${user_config.folders}'],
      env: { API_KEY: '${user_config.key}', MODE: '${user_config.mode}', DATA: '${HOME}${/}notes' },
    },
  },
  user_config: {
    key: { type: 'string', sensitive: true, required: true },
    level: { type: 'number', default: 3 },
    folders: { type: 'directory', multiple: true, default: ['${HOME}/Desktop'] },
    mode: { type: 'string' },
  },
};
const set = { isEnabled: true, userConfig: { key: '__encrypted__:djEwhunter2', mode: 'debug' } };

/** An extension in the folder of Claude's data, with what the person set. */
function installed(folder: string, manifest: unknown, settings?: unknown): Files {
  return {
    [`${folder}/Claude Extensions/ant.dir.notes/manifest.json`]: manifest,
    ...(settings === undefined ? {} : { [`${folder}/Claude Extensions Settings/ant.dir.notes.json`]: settings }),
  };
}

async function linesOf(files: Files, system: System = 'darwin'): Promise<readonly string[]> {
  const machine = await aMachine(files, system);
  const { entries, problems } = await find(machine, 'claude-desktop');
  return [
    ...entries.map((entry) => lineOf(entry, machine)),
    ...problems.map(({ path, reason }) => machine.short(`problem ${path}: ${reason}`)),
  ];
}

const kept = 'ask: takes a value that Claude Desktop keeps to itself';

test.each<readonly [System, string]>([
  ['darwin', mac],
  ['linux', 'home/.config/Claude'],
  ['win32', 'home/AppData/Roaming/Claude'],
  ['win32', 'home/AppData/Local/Packages/Claude_pzs8/LocalCache/Roaming/Claude'],
])('on %s an extension in %s is a server', async (system, folder) => {
  expect(await linesOf(installed(folder, notes, set), system)).toEqual([
    `plugin notes = API_KEY=\${NOTES_KEY} MODE=debug DATA=\${NOTES_DATA} node @/${folder}/Claude Extensions/ant.dir.notes/index.js --level=3 @/home/Desktop | secrets NOTES_DATA | ${kept}`,
  ]);
});

describe('what is set for an extension', () => {
  test.each<readonly [string, unknown, string]>([
    [
      'values of the person, each of a list as an argument',
      { isEnabled: true, userConfig: { ...set.userConfig, level: 5, folders: ['/a', '/b c'] } },
      '--level=5 /a /b c',
    ],
    ['switched off', { ...set, isEnabled: false }, ' | off | '],
    ['never switched on', { userConfig: set.userConfig }, ' | off | '],
    ['a value that it needs is missing', { isEnabled: true }, 'no: is not started before its "key" is set'],
    ['settings that are none', [], 'no: is not started before its "key" is set'],
  ])('%s', async (_, settings, part) => {
    const [line] = await linesOf(installed(mac, notes, settings));
    expect(line).toContain(part);
  });

  test('secrets and what is no text stay references', async () => {
    const server = { mcp_config: { command: 'x', args: ['a${user_config.list}', '${user_config.none}'], env: 7 } };
    const manifest = { name: 'n', server, user_config: { list: { default: ['1', '2'] }, none: {} } };
    expect(await linesOf(installed(mac, manifest, set))).toEqual(['plugin n | no: "env" must be an object']);
    const whole = { ...manifest, server: { mcp_config: { ...server.mcp_config, env: {} } } };
    expect(await linesOf(installed(mac, whole, set))).toEqual([`plugin n = x a\${N_LIST} \${N_NONE} | ${kept}`]);
  });
});

test.each<readonly [string, unknown, readonly string[]]>([
  [
    'a launch of its own for a system',
    {
      ...notes,
      user_config: {},
      server: {
        mcp_config: {
          command: 'node',
          args: ['a'],
          platform_overrides: { darwin: { command: '${__dirname}/bin/notes' } },
        },
      },
    },
    [`plugin notes = @/${mac}/Claude Extensions/ant.dir.notes/bin/notes a`],
  ],
  [
    'no launch',
    { name: 'notes', server: { type: 'uv' } },
    ['plugin notes | no: is started by Claude Desktop in a way of its own'],
  ],
  ['no name', { server: {} }, [`problem @/${mac}/Claude Extensions/ant.dir.notes/manifest.json: has no "name"`]],
  ['no object', '[7', [`problem @/${mac}/Claude Extensions/ant.dir.notes/manifest.json: is not valid JSON (line 1)`]],
  [
    'a folder that only the client knows',
    { name: 'notes', server: { mcp_config: { command: 'x', args: ['${DOCUMENTS}/a'] } } },
    ['plugin notes = x ${DOCUMENTS}/a | ask: holds a "${...}" that only the client, or its server, understands'],
  ],
])('an extension with %s', async (_, manifest, expected) => {
  expect(await linesOf(installed(mac, manifest, { isEnabled: true }))).toEqual(expected);
});
