import { describe, expect, test } from 'vitest';
import { planServers } from '../../src/config/plan-servers.ts';
import { noApproval, type FoundEntry, type FoundLaunch } from '../../src/core/found-entry.ts';

const notes = { command: 'npx', args: ['-y', 'notes-mcp'] };

function anEntry(name: string, launch: FoundLaunch | null, rest: Partial<FoundEntry> = {}): FoundEntry {
  return {
    ...{ client: 'cursor', clientName: 'Cursor', scope: 'user', path: '/f', project: null, name, launch },
    ...{
      reason: null,
      fingerprint: null,
      expansion: 'none',
      variables: [],
      secrets: [],
      enabled: true,
      autoApproved: noApproval,
    },
    ...rest,
  };
}

const inShop = { scope: 'project', project: '/code/shop' } as const;

/** The plan in short: `name state consent`. */
function plan(entries: readonly FoundEntry[], existing: Parameters<typeof planServers>[1] = {}): readonly string[] {
  return planServers(entries, existing).map(({ name, state, consent, reason, found }) => {
    const why = state === 'unusable' ? reason : consent;
    return [`${name} ${state} ${found.length}`, ...(why === null ? [] : [why])].join(': ');
  });
}

describe('one server', () => {
  test.each<readonly [string, readonly FoundEntry[], readonly string[]]>([
    ['in two clients', [anEntry('a', notes), anEntry('b', notes, { client: 'zed' })], ['a new 2']],
    [
      'whatever its variables are called',
      [
        anEntry('a', { ...notes, env: { T: '${A_T}' } }, { variables: ['A_T'], secrets: ['A_T'] }),
        anEntry('b', { ...notes, env: { T: '${T}' } }, { variables: ['T'] }),
      ],
      ['b new 2'],
    ],
    [
      'with one address and other headers',
      [
        anEntry('a', { url: 'https://x.example/' }),
        anEntry('b', { type: 'http', url: 'https://x.example/', headers: { A: '1' } }),
      ],
      ['a new 2'],
    ],
    [
      'as the user has it, not as a repository has it',
      [anEntry('b', { ...notes, cwd: '/code/shop' }, inShop), anEntry('a', notes)],
      ['a new 2'],
    ],
  ])('%s', (_, entries, expected) => {
    expect(plan(entries)).toEqual(expected);
  });
});

describe('two servers', () => {
  test.each<readonly [string, readonly FoundEntry[], readonly string[]]>([
    [
      'under one name',
      [anEntry('a', notes), anEntry('a', { command: 'x' }, { client: 'zed' })],
      ['a new 1', 'a-zed new 1'],
    ],
    [
      'with other names of variables',
      [anEntry('a', notes), anEntry('b', { ...notes, env: { T: '1' } })],
      ['a new 1', 'b new 1'],
    ],
    [
      'whose names differ in what a config does not take',
      [anEntry('a b', notes), anEntry('a/b', { command: 'x' }), anEntry('a  b', { command: 'y' })],
      ['a-b new 1', 'a-b-cursor new 1', 'a-b-cursor-2 new 1'],
    ],
    [
      'that would set a prototype',
      [anEntry('__proto__', notes), anEntry('constructor', { command: 'x' })],
      ['proto__ new 1', 'constructor new 1'],
    ],
    [
      'of repositories of one name',
      [
        anEntry('db', { command: './a' }, inShop),
        anEntry('db', { command: './b' }, { scope: 'project', project: '/other/shop' }),
      ],
      ['shop.db new 1: comes with a repository', 'shop.db-cursor new 1: comes with a repository'],
    ],
    [
      'that are files in two folders',
      [
        anEntry('a', { command: 'node', args: ['a.js'], cwd: '/1' }),
        anEntry('b', { command: 'node', args: ['a.js'], cwd: '/2' }),
      ],
      ['a new 1', 'b new 1'],
    ],
  ])('%s', (_, entries, expected) => {
    expect(plan(entries)).toEqual(expected);
  });
});

test.each<readonly [string, FoundEntry, string]>([
  ['of a repository', anEntry('db', notes, inShop), 'shop.db new 1: comes with a repository'],
  ['of a plugin', anEntry('db', notes, { scope: 'plugin' }), 'db new 1: comes with a plugin'],
  ['that is switched off', anEntry('db', notes, { enabled: false }), 'db new 1: is switched off in Cursor'],
  ['that is not whole', anEntry('db', notes, { reason: 'runs a command' }), 'db new 1: runs a command'],
  ['of an administrator', anEntry('db', notes, { scope: 'managed' }), 'db new 1'],
  ['with an odd name', anEntry('../ My Döcs!', notes), 'My-D-cs- new 1'],
  ['with no name', anEntry('///', notes), 'server new 1'],
  ['with a long name', anEntry('x'.repeat(100), notes), `${'x'.repeat(64)} new 1`],
  ['that is none', anEntry('db', null, { reason: 'is not an object' }), 'db unusable 1: is not an object'],
  [
    'over a socket',
    anEntry('db', { url: 'unix:///run/x' }),
    'db unusable 1: url must be a URL that begins with https:// or http://',
  ],
  [
    'with a login in its address',
    anEntry('db', { url: 'https://${L}@x.example' }),
    'db unusable 1: url must not hold a user name or password; put credentials into "headers"',
  ],
  [
    'with a header twice',
    anEntry('db', { url: '${U}/x', headers: { A: '1', a: '2' } }),
    'db unusable 1: headers.a is a header that stands here already, in other letters',
  ],
  ['with an address of one reference', anEntry('db', { url: '${BASE}/x' }), 'db new 1'],
  ['with a port of its own', anEntry('db', { url: 'http://localhost:${PORT}/x' }), 'db new 1'],
])('a server %s', (_, entry, expected) => {
  expect(plan([entry])).toEqual([expected]);
});

describe('a config that is there', () => {
  test('has a server under another name', () => {
    expect(plan([anEntry('a', notes)], { mine: notes })).toEqual(['mine watched 1']);
  });

  test('has its own names of variables', () => {
    const found = anEntry('a', { ...notes, env: { T: '${A_T}' } }, { variables: ['A_T'], secrets: ['A_T'] });
    const [planned] = planServers([found], { mine: { ...notes, env: { T: '${MINE}' } } });
    expect(planned).toMatchObject({ name: 'mine', state: 'watched', variables: ['MINE'], secrets: [] });
  });

  test('has another launch under the name, as when a person pinned it', () => {
    expect(plan([anEntry('a', notes)], { a: { ...notes, args: ['-y', 'notes-mcp@1.0.0'] } })).toEqual(['a differs 1']);
  });

  test('has the name of another server that was found', () => {
    expect(plan([anEntry('a', { command: 'x' }), anEntry('b', notes)], { a: notes })).toEqual([
      'a-cursor new 1',
      'a watched 1',
    ]);
  });
});

test('no two servers share a variable that stands for a secret', () => {
  const secret = (name: string, client: string, command: string): FoundEntry =>
    anEntry(
      name,
      { command, env: { KEY: '${A_KEY}', B: '${OTHER:-1}' } },
      { client, variables: ['A_KEY'], secrets: ['A_KEY'] },
    );
  const plain = anEntry('p', { command: 'p', env: { K: '${A_KEY_2}' } }, { variables: ['A_KEY_2'] });
  const planned = planServers([secret('a', 'zed', 'x'), secret('a', 'cursor', 'y'), plain], {
    z: { command: 'z', args: ['${A_KEY}'] },
  });
  expect(planned.map(({ launch }) => launch)).toEqual([
    { command: 'p', env: { K: '${A_KEY_2}' } },
    { command: 'x', env: { KEY: '${A_KEY_3}', B: '${OTHER:-1}' } },
    { command: 'y', env: { KEY: '${A_KEY_4}', B: '${OTHER:-1}' } },
  ]);
  expect(planned.map(({ variables, secrets }) => [variables, secrets])).toEqual([
    [['A_KEY_2'], []],
    [['A_KEY_3'], ['A_KEY_3']],
    [['A_KEY_4'], ['A_KEY_4']],
  ]);
});
