import { expect, test } from 'vitest';
import { loadConfig } from '../../src/config/load-config.ts';
import { userAtHost } from '../../src/origin.ts';
import { aFolder } from './config-folder.ts';

async function namesOf(parts: object): Promise<readonly string[]> {
  const text = JSON.stringify({ mcpServers: { a: { command: 'a' } }, ...parts });
  const { servers } = await loadConfig({ cwd: await aFolder({ 'tooldrift.jsonc': text }), env: {} });
  return servers.map(({ name }) => name);
}

test('clients are watched beside the servers, each once', async () => {
  expect(await namesOf({ follow: ['cursor', 'zed', 'cursor'] })).toEqual(['a', 'client:cursor', 'client:zed']);
});

test('in a database that machines share, each has its own', async () => {
  const database = 'postgres://user@127.0.0.1/tooldrift';
  expect(await namesOf({ database, follow: ['cursor'] })).toEqual(['a', `client:cursor:${userAtHost()}`]);
});

test('a channel may be for them alone', async () => {
  const webhook = { url: 'http://127.0.0.1/hook', servers: ['client:*'] };
  expect(await namesOf({ follow: ['zed'], alerts: { webhook } })).toEqual(['a', 'client:zed']);
  await expect(namesOf({ alerts: { webhook } })).rejects.toThrow('matches no server of mcpServers: it knows a');
});

test('a client that is not known is an error, with those that are', async () => {
  await expect(namesOf({ follow: ['cursr'] })).rejects.toThrow(/follow\[0\] must be "amazon-q", .* or "zed"/);
});
