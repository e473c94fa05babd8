import { describe, expect, it, test } from 'vitest';
import { clientItems, readClientServer } from '../../src/core/client-items.ts';
import { compareSurface } from '../../src/core/compare.ts';
import type { Surface } from '../../src/core/definition.ts';
import { noApproval, type FoundEntry, type FoundProblem } from '../../src/core/found-entry.ts';
import { buildSurface } from '../../src/core/surface.ts';
import { trustingClients, unaskedIn } from '../../src/core/unasked.ts';
import { launchKey } from '../../src/core/launch-key.ts';
import { aFinding } from './builders.ts';

const home = '/home/ann';
const launch = { command: 'npx', args: ['-y', 'notes@1.2.0'], env: { NOTES_KEY: '${NOTES_KEY}' } };

function anEntry(parts: Partial<FoundEntry> = {}): FoundEntry {
  return {
    ...{ client: 'cursor', clientName: 'Cursor', scope: 'user', path: `${home}/.cursor/mcp.json`, project: null },
    ...{ name: 'notes', launch, fingerprint: null, reason: null, expansion: 'none', variables: [], secrets: [] },
    ...{ enabled: true, autoApproved: noApproval },
    ...parts,
  };
}

function surfaceOf(entries: readonly FoundEntry[], problems: readonly FoundProblem[] = []): Surface {
  return buildSurface(clientItems({ entries, problems }, home));
}

/** What is told of files that said `before` when they were approved. */
function told(before: Surface, after: Surface): readonly string[] {
  const approved = before.definitions.map(({ kind, name, fingerprint, text, copies }) => ({
    ...{ kind, name, fingerprint, copies },
    ...{ lastFingerprint: fingerprint, lastText: text },
  }));
  return compareSurface(approved, after).flatMap(({ name, edits }) =>
    edits.map(({ severity, rule, pointer }) => `${severity} ${rule} ${pointer || '-'} of ${name}`),
  );
}

const place = 'notes in ~/.cursor/mcp.json';
const everything = { ...noApproval, all: true, by: ['autoApprove'] };
const broken: FoundProblem = {
  ...{ client: 'cursor', scope: 'user', path: '/home/ann/.cursor/mcp.json', reason: 'is not valid JSON (line 1)' },
};

test.each<readonly [string, Partial<FoundEntry>, Partial<FoundEntry>, readonly string[]]>([
  ['nothing', {}, {}, []],
  [
    'another version',
    {},
    { launch: { ...launch, args: ['-y', 'notes@1.2.1'] } },
    [`critical client-launch-changed /launch/args of ${place}`],
  ],
  [
    'another address',
    { launch: { url: 'https://a.example/mcp' } },
    { launch: { url: 'https://b.example/mcp' } },
    [`critical client-launch-changed /launch/url of ${place}`],
  ],
  [
    'one more variable',
    {},
    { launch: { ...launch, env: { ...launch.env, NODE_OPTIONS: '${NODE_OPTIONS}' } } },
    [`critical client-launch-changed /launch/env/NODE_OPTIONS of ${place}`],
  ],
  [
    'what no launch can be made of',
    { launch: null, fingerprint: 'v1:aa' },
    { launch: null, fingerprint: 'v1:bb' },
    [`critical client-launch-changed /entry of ${place}`],
  ],
  ['switched on', { enabled: false }, {}, [`high client-server-enabled /enabled of ${place}`]],
  ['switched off', {}, { enabled: false }, [`low client-server-disabled /enabled of ${place}`]],
  [
    'all tools run',
    {},
    { autoApproved: everything },
    [
      `high auto-approval-widened /autoApproved/all of ${place}`,
      `low auto-approval-source-changed /autoApproved/by/autoApprove of ${place}`,
    ],
  ],
  [
    'one more tool runs',
    { autoApproved: { ...noApproval, tools: ['read', 'list'], by: ['alwaysAllow'] } },
    { autoApproved: { ...noApproval, tools: ['delete', 'list', 'read'], by: ['alwaysAllow'] } },
    [`high auto-approval-widened /autoApproved/tools/delete of ${place}`],
  ],
  [
    'what calls itself harmless runs',
    { autoApproved: { ...noApproval, by: ['mode'] } },
    { autoApproved: { ...noApproval, byHints: true, by: ['mode'] } },
    [`high auto-approval-widened /autoApproved/byHints of ${place}`],
  ],
  [
    'asks again',
    { autoApproved: everything },
    { autoApproved: { ...noApproval, by: ['autoApprove'] } },
    [`low auto-approval-narrowed /autoApproved/all of ${place}`],
  ],
  [
    'in another order',
    { autoApproved: { ...noApproval, tools: ['a', 'b'] } },
    { autoApproved: { ...noApproval, tools: ['b', 'a'] } },
    [],
  ],
  ['with another secret', { secrets: [] }, { secrets: ['NOTES_KEY'] }, []],
])('tells of %s', (_, before, after, expected) => {
  expect(told(surfaceOf([anEntry(before)]), surfaceOf([anEntry(after)]))).toEqual(expected);
});

describe('a server', () => {
  it('is told when it comes and goes, and with less weight while it is off', () => {
    const [one, other] = [anEntry(), anEntry({ name: 'mail' })];
    const off = anEntry({ name: 'mail', enabled: false });
    expect(told(surfaceOf([one]), surfaceOf([one, other]))).toEqual([
      'high client-server-added - of mail in ~/.cursor/mcp.json',
    ]);
    expect(told(surfaceOf([one]), surfaceOf([one, off]))).toEqual([
      'medium client-server-added - of mail in ~/.cursor/mcp.json',
    ]);
    expect(told(surfaceOf([one, other]), surfaceOf([one]))).toEqual([
      'low client-server-removed - of mail in ~/.cursor/mcp.json',
    ]);
  });

  it('is known by its place: a file of another folder holds another one of the same name', () => {
    const local = anEntry({ scope: 'local', path: `${home}/.claude.json`, project: `${home}/shop` });
    const repository = anEntry({ scope: 'project', path: '/code/shop/.mcp.json', project: '/code/shop' });
    expect(surfaceOf([anEntry(), local, repository]).definitions.map(({ name }) => name)).toEqual([
      'notes in /code/shop/.mcp.json',
      'notes in ~/.claude.json for ~/shop',
      place,
    ]);
  });

  it('called like something of every object is one like any other', () => {
    const tools = ['__proto__', 'constructor'];
    const entry = anEntry({ name: '__proto__', autoApproved: { ...noApproval, tools, by: ['x'] } });
    const [{ value } = { value: null }] = clientItems({ entries: [entry], problems: [] }, home);
    expect(readClientServer(value)?.approval.tools).toEqual(tools);
  });
});

it('a file that cannot be read is told, and what it held seems to be gone', () => {
  expect(told(surfaceOf([anEntry()]), surfaceOf([], [broken]))).toEqual([
    'medium client-file-added - of ~/.cursor/mcp.json',
    `low client-server-removed - of ${place}`,
  ]);
  expect(told(surfaceOf([], [broken]), surfaceOf([]))).toEqual(['info client-file-removed - of ~/.cursor/mcp.json']);
});

describe('a tool runs without asking', () => {
  const tools = buildSurface([
    { kind: 'tool', name: 'read_note', value: { name: 'read_note', annotations: { readOnlyHint: true } } },
    { kind: 'tool', name: 'delete_note', value: { name: 'delete_note' } },
  ]);

  test.each<readonly [string, Partial<FoundEntry>, readonly string[]]>([
    ['where nothing is said', {}, []],
    ['where all do', { autoApproved: everything }, ['read_note', 'delete_note']],
    ['where it is named', { autoApproved: { ...noApproval, tools: ['delete_note', 'x'], by: ['b'] } }, ['delete_note']],
    [
      'where a pattern fits',
      { autoApproved: { ...noApproval, tools: ['*_note'], by: ['b'] } },
      ['read_note', 'delete_note'],
    ],
    ['where no pattern fits', { autoApproved: { ...noApproval, tools: ['read*x', 'ead_note'], by: ['b'] } }, []],
    ['where its hints say so', { autoApproved: { ...noApproval, byHints: true, by: ['b'] } }, ['read_note']],
    ['where the server is off', { enabled: false, autoApproved: everything }, []],
    ['where it is another server', { launch: { ...launch, command: 'uvx' }, autoApproved: everything }, []],
    ['where nothing can be launched', { launch: null, autoApproved: everything }, []],
  ])('%s', (_, entry, expected) => {
    const items = clientItems({ entries: [anEntry(entry)], problems: [] }, home);
    const clients = trustingClients(items, launchKey({ ...launch, env: { NOTES_KEY: 'x' } }));
    const finding = (name: string) => aFinding({ kind: 'tool', name });
    const unasked = ['read_note', 'delete_note'].filter((name) => unaskedIn(finding(name), clients, tools).length > 0);
    expect(unasked).toEqual(expected);
    expect(unaskedIn(aFinding({ kind: 'tool', name: 'gone' }), clients, tools)).toEqual([]);
    expect(unaskedIn(aFinding({ kind: 'prompt', name: 'read_note' }), clients, tools)).toEqual([]);
  });

  it('and it is said where: client, setting and file', () => {
    const items = clientItems({ entries: [anEntry({ autoApproved: everything })], problems: [] }, home);
    expect(trustingClients(items, launchKey(launch)).map(({ where }) => where)).toEqual([
      'Cursor (autoApprove; notes in ~/.cursor/mcp.json)',
    ]);
  });
});
