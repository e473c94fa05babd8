import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { allClients } from '../../src/clients/all-clients.ts';
import { createClientSource } from '../../src/clients/client-source.ts';
import { clientIds } from '../../src/core/client-ids.ts';
import { launchKey } from '../../src/core/launch-key.ts';
import type { CompleteObservation, Session } from '../../src/monitor/ports-reading.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { aMachine, type Files } from './machine.ts';

const notes = { command: 'npx', args: ['-y', 'notes@1.2.0'] };
const policy = { intervalMs: 9e5, minIntervalMs: 6e4, maxIntervalMs: 9e5, keepAlive: true, resources: 'info' } as const;
const never = new AbortController().signal;

/** The files of one client, and what is told of them. */
async function follow(client: string, files: Files, watched: readonly string[] = []) {
  const machine = await aMachine(files);
  const clock = new FakeClock();
  const source = createClientSource({ machine, clock, watched: new Set(watched) });
  const name = `client:${client}`;
  const server = { name, launch: { kind: 'files', client }, launchDefinition: {}, policy, identity: null } as const;
  const opening = await source.open(server, null, never);
  if (opening.kind === 'failed') throw new Error(opening.observation.reason);
  const { session } = opening;
  onTestFinished(() => source.close());
  const heard: string[] = [];
  session.listen({
    changed: (list) => heard.push(`changed ${list}`),
    announces: () => heard.push('announces'),
    listening: () => heard.push('listening'),
    listen: (state) => heard.push(state),
    ended: () => heard.push('ended'),
  });
  return {
    ...{ machine, clock, source, session, heard },
    read: () => readWhole(session),
    write: (path: string, content: unknown) =>
      writeFile(join(machine.folder, path), typeof content === 'string' ? content : JSON.stringify(content)),
    /** What is heard once it was looked at the files again. */
    async next() {
      heard.length = 0;
      await clock.advance(5_000);
      await expect.poll(() => clock.sleepers).toBe(1);
      return [...heard];
    },
  };
}

async function readWhole(session: Session): Promise<CompleteObservation> {
  const observation = await session.read(never);
  if (!('items' in observation)) throw new Error(observation.reason);
  return observation;
}

const mcp = 'home/.cursor/mcp.json';

test('a client is read as if it were a server', async () => {
  const { read, heard } = await follow('cursor', { [mcp]: { mcpServers: { notes } } });
  expect(heard).toEqual(['honoured']);
  expect(await read()).toMatchObject({
    outcome: 'no-tools',
    items: [{ kind: 'client-server', name: 'notes in ~/.cursor/mcp.json', value: { client: 'Cursor', launch: notes } }],
  });
});

test('nothing is heard while nothing that counts changes', async () => {
  const { read, write, next } = await follow('cursor', { [mcp]: { mcpServers: { notes } } });
  const { digest } = await read();
  expect(await next()).toEqual([]);
  await write(
    mcp,
    '// a comment, and a key of the client\n{ "theme": "dark", "mcpServers": { "notes": ' +
      JSON.stringify(notes) +
      ' } }',
  );
  expect(await next()).toEqual([]);
  expect((await read()).digest).toBe(digest);
});

test.each<readonly [string, (files: Awaited<ReturnType<typeof follow>>) => Promise<void>, readonly string[]]>([
  [
    'another launch',
    ({ write }) => write(mcp, { mcpServers: { notes: { ...notes, command: 'sh' } } }),
    ['notes in ~/.cursor/mcp.json'],
  ],
  [
    'a file that takes the place of the one before',
    async ({ write, machine: { folder } }) => {
      await write('home/new', { mcpServers: { notes, mail: notes } });
      await rename(join(folder, 'home/new'), join(folder, mcp));
    },
    ['notes in ~/.cursor/mcp.json', 'mail in ~/.cursor/mcp.json'],
  ],
  ['a file that is gone', ({ machine: { folder } }) => rm(join(folder, mcp)), []],
  ['a file that nobody can parse', ({ write }) => write(mcp, '{ "mcpServers": {'), ['~/.cursor/mcp.json']],
  [
    'a folder where a file was',
    async ({ machine: { folder } }) => {
      await rm(join(folder, mcp));
      await mkdir(join(folder, mcp));
    },
    ['~/.cursor/mcp.json'],
  ],
])('%s is heard, and then read', async (_, change, names) => {
  const files = await follow('cursor', { [mcp]: { mcpServers: { notes } } });
  await files.read();
  await change(files);
  expect(await files.next()).toEqual(['changed null']);
  expect((await files.read()).items.map(({ name }) => name)).toEqual(names);
  expect(await files.next()).toEqual([]);
});

test('a file that comes, and settings beside it, are heard', async () => {
  const { read, write, next, machine } = await follow('claude-code', {
    'home/.claude.json': { mcpServers: { notes }, projects: { '@/code/shop': {} } },
  });
  await read();
  await mkdir(join(machine.folder, 'home/.claude'));
  await write('home/.claude/settings.json', { permissions: { allow: ['mcp__notes__*'] } });
  expect(await next()).toEqual(['changed null']);
  expect((await read()).items).toMatchObject([{ value: { autoApproved: { all: true } } }]);
  await write('code/shop/.mcp.json', { mcpServers: { own: notes } });
  expect(await next()).toEqual(['changed null']);
  const items = (await read()).items.map(({ name }) => machine.short(name));
  expect(items).toEqual(['notes in ~/.claude.json', 'own in @/code/shop/.mcp.json']);
});

test('no secret of a file is in what is recorded', async () => {
  const secret = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';
  const entry = { command: 'npx', args: ['--token', secret, `--key=${secret}`], env: { TOKEN: secret } };
  const odd = { type: 'carrier-pigeon', token: secret };
  const { read } = await follow('cursor', {
    [mcp]: { mcpServers: { entry, odd, url: { url: `https://a.example/?key=${secret}` } } },
  });
  const observation = await read();
  expect(observation.items).toHaveLength(3);
  expect(JSON.stringify(observation)).not.toContain(secret);
});

test('what is not watched as the client starts it is remarked', async () => {
  const own = { mcpServers: { notes, mail: { command: 'mail' }, off: { command: 'off', disabled: true } } };
  const { read } = await follow('cursor', { [mcp]: own }, [launchKey(notes)]);
  expect((await read()).remarks).toEqual([
    '1 server in it is not watched as the client starts or reaches it: see tooldrift init',
  ]);
  const { read: readWatched } = await follow('cursor', { [mcp]: { mcpServers: { notes } } }, [launchKey(notes)]);
  expect((await readWatched()).remarks).toEqual([]);
});

test('nothing is looked at after the end', async () => {
  const { session, source, clock, heard } = await follow('cursor', { [mcp]: {} });
  await session.close();
  await source.close();
  expect(clock.sleepers).toBe(0);
  expect(heard).toEqual(['honoured']);
});

test('every client that is known can be followed', () => {
  expect(allClients.map(({ id }) => id).toSorted()).toEqual([...clientIds]);
});
