import { expect, test, vi } from 'vitest';

// Every command loads the config first and has to answer within a blink: what only mistakes need is loaded late.
const loaded = vi.hoisted((): string[] => []);
vi.mock('node-cron', async (original) => (loaded.push('node-cron'), original()));
vi.mock('env-paths', async (original) => (loaded.push('env-paths'), original()));
vi.mock('fastest-levenshtein', async (original) => (loaded.push('fastest-levenshtein'), original()));

// Other files of this process may have loaded them already.
vi.resetModules();
const { load } = await import('./config-folder.ts');

test('a good config loads none of the packages that only some configs need', async () => {
  await load('{ "mcpServers": { "a": { "command": "x" } }, "watch": { "interval": "5m" } }');
  expect(loaded).toEqual([]);
});

test('a cron expression and a mistake load what they need', async () => {
  await load('{ "mcpServers": { "a": { "command": "x" } }, "watch": { "audit": "*/7 * * * *" } }');
  await expect(load('{ "mcpServer": {} }')).rejects.toThrow('did you mean "mcpServers"?');
  expect(loaded).toEqual(['node-cron', 'fastest-levenshtein']);
});
