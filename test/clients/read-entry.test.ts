import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allClients } from '../../src/clients/all-clients.ts';
import type { Client, Machine } from '../../src/clients/client.ts';
import { readEntry, type EntryPlace } from '../../src/clients/read-entry.ts';
import { checkLaunch } from '../../src/config/check-launch.ts';
import { referencesIn } from '../../src/config/rename-references.ts';
import type { FoundEntry } from '../../src/core/found-entry.ts';

const machine: Machine = { system: 'linux', home: '/home/ann', env: {}, root: '' };

function read(client: Client, raw: unknown, file: unknown = null): FoundEntry {
  const place: EntryPlace = {
    ...{ path: '/f', scope: 'user', project: null, plugin: null, isGone: false, file },
    expansion: client.rules.expansion,
  };
  return readEntry(client, { name: 'acme', raw }, place, machine, { isEnabled: true, approved: null });
}

/** Keys that some client reads, with values of all sorts. */
const anyEntry = fc.oneof(
  fc.jsonValue(),
  fc.dictionary(
    fc.constantFrom(
      ...['type', 'command', 'cmd', 'args', 'env', 'envs', 'environment', 'env_vars', 'env_keys', 'cwd', 'url', 'uri'],
      ...['serverUrl', 'httpUrl', 'headers', 'http_headers', 'env_http_headers', 'bearer_token_env_var', 'transport'],
      ...[
        'disabled',
        'enabled',
        'trust',
        'alwaysAllow',
        'autoApprove',
        'tools',
        'apiKey',
        'requestOptions',
        'settings',
      ],
      ...['headerVariables', 'bearerVariable', 'passedVariables', 'keptElsewhere', 'remarks', 'refusal'],
    ),
    fc.oneof(
      ...[fc.jsonValue(), fc.string(), fc.array(fc.string()), fc.dictionary(fc.string(), fc.string()), fc.boolean()],
      fc.constantFrom(
        'stdio',
        'http',
        'sse',
        'local',
        'remote',
        'x',
        '${A}',
        '${A:-b}',
        '${env:A}',
        '{env:A}',
        '$A',
        '${',
        '${{ a.b }}',
      ),
      fc.dictionary(
        fc.constantFrom('A', 'B'),
        fc.constantFrom('${A}', '${env:A} x', '${A:-hunter2}', '${A', '{env:A}x'),
      ),
      fc.constantFrom('https://x.example/mcp', 'https://${A}/', 'npx', '-y', './x'),
    ),
  ),
);
/** Texts in all notations, in entries that most clients can launch. */
const anyText = fc
  .array(
    fc.constantFrom(
      ...[
        '${A}',
        '${B:-c}',
        '${B:-hunter2 x}',
        '${env:A}',
        '{env:A}',
        '$A',
        '${input:a-b}',
        '${{ secrets.D }}',
        '${',
        '${x',
        '$(y)',
      ],
      ...[
        'hunter2',
        ' ',
        'Bearer ',
        '--token',
        '-e',
        'K=',
        'https://',
        'ann:pw@',
        '/',
        '?k=',
        '"key": "',
        'sk-0123456789ab',
      ],
    ),
    { maxLength: 5 },
  )
  .map((parts) => parts.join(''));
const aLaunch = fc.oneof(
  fc.record({
    command: anyText.map((text) => `x${text}`),
    args: fc.array(anyText),
    env: fc.dictionary(fc.constantFrom('E', 'TOKEN'), anyText),
  }),
  fc.record({
    type: fc.constant('http'),
    url: anyText.map((text) => `https://x/${text}`),
    headers: fc.dictionary(fc.constantFrom('A', 'B'), anyText),
  }),
);
const anyClient = fc.constantFrom(...allClients).map((client) => ({ client, [fc.toStringMethod]: () => client.id }));

test('whatever stands in an entry, it becomes a launch or a reason', () => {
  fc.assert(
    fc.property(anyClient, anyEntry, fc.jsonValue(), ({ client }, raw, file) => {
      const { launch, reason, expansion } = read(client, raw, file);
      if (launch === null) expect(reason).not.toBe('');
      expect(expansion === 'needs-input').toBe(launch !== null && reason !== null);
    }),
    { numRuns: 1000 },
  );
});

test('a launch names all variables that it refers to, and holds no reference that a config does not know', () => {
  fc.assert(
    fc.property(anyClient, fc.oneof(anyEntry, aLaunch, aLaunch), ({ client }, raw) => {
      const { launch, variables, secrets } = read(client, raw);
      if (launch === null) return;
      const text = JSON.stringify(launch);
      expect(text.replaceAll(/\$\{[A-Za-z_]\w*(?::-[^}]*)?\}/g, ' ')).not.toContain('${');
      const withoutDefault = [...text.matchAll(/\$\{([A-Za-z_]\w*)\}/g)].map(([, name]) => name);
      expect(new Set(withoutDefault)).toEqual(new Set(variables));
      expect(referencesIn(launch)).toEqual(expect.arrayContaining([...secrets]));
      // Whether a config takes it is decided without an error.
      checkLaunch(launch);
    }),
    { numRuns: 1000 },
  );
});

test('every client has files, a name of its own, and none of another', () => {
  expect(new Set(allClients.map(({ id }) => id)).size).toBe(allClients.length);
  for (const { id, places } of allClients) {
    expect(id).toMatch(/^[a-z-]+$/);
    expect(places.map(({ path, system }) => `${path} ${system}`)).toEqual([
      ...new Set(places.map(({ path, system }) => `${path} ${system}`)),
    ]);
    for (const { path, system } of places) if (/APPDATA|PROGRAM/.test(path)) expect(system).toBe('win32');
  }
});
