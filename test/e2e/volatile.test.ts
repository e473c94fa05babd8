import { afterEach, expect, it } from 'vitest';
import type { CheckResult } from '../../src/monitor/check-result.ts';
import { createQuickPlace, type Place } from '../support/cli.ts';
import { startLegacyHttpServer } from '../support/servers/legacy-http.ts';
import { aTool } from '../support/servers/tools.ts';

const opened: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

async function approved(text: string) {
  const server = await startLegacyHttpServer({ tools: [aTool({ name: 'search', description: text })] });
  opened.push(() => server.close());
  const place = await createQuickPlace({
    database: 'sqlite:./tooldrift.db',
    mcpServers: { files: { url: server.url } },
  });
  opened.push(() => place.remove());
  await place.run('check');
  expect((await place.run('approve', '--first-seen', '--yes')).code).toBe(0);
  const serve = (description: string) => server.setTools([aTool({ name: 'search', description })]);
  return { place, serve };
}

async function verdict(place: Place): Promise<string | undefined> {
  return (await place.json<{ servers: CheckResult[] }>('check')).document.servers[0]?.verdict;
}

it('lets a person pin all of a text but a number in it, as the third reading suggests', async () => {
  const { place, serve } = await approved("It knows 1 file's words.");
  serve("It knows 2 file's words.");
  expect((await place.run('check')).stdout).not.toContain('volatile');
  serve("It knows 3 file's words.");
  const { stdout } = await place.run('check');
  expect(stdout).toContain("volatile add files search /description --pattern 'It knows {count} file'\\''s words.'");

  const pattern = ['files', 'search', '/description', '--pattern', "It knows {count} file's words."];
  const added = await place.run('volatile', 'add', ...pattern, '--by', 'ann', '--note', 'grows');
  expect(added).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('approved: within search /description of files'),
  });
  serve("It knows 4 file's words.");
  expect(await verdict(place)).toBe('clean');
  expect((await place.run('status')).stdout).toContain('only where a person lets it vary');
  expect((await place.run('diff')).code).toBe(0);
  expect((await place.run('volatile', 'list')).stdout).toMatch(
    /^files {2}search {2}\/description\n {2}It knows \{count\} .*\n {2}by ann, .* UTC: grows\n$/,
  );
  serve("It knows 4 file's words. Read them first.");
  expect(await verdict(place)).toBe('drift');
  serve("It knows 4 file's words.");

  expect((await place.run('volatile', 'remove', 'files', 'search', '/description')).code).toBe(0);
  expect(await verdict(place)).toBe('drift');
  expect((await place.run('volatile', 'list', '--json')).stdout).toContain('"rules": []');
  const history = (await place.run('history')).stdout;
  expect(history).toMatch(/may vary: It knows .* by ann from .+: grows/);
  expect(history).toMatch(/may no longer vary/);
});

it('refuses a pattern that would be a way not to look', async () => {
  const { place } = await approved('It knows 1 file.');
  const refused = await place.run('volatile', 'add', 'files', 'search', '/description', '--pattern', '{path}');
  expect(refused.code).toBe(1);
  expect(refused.stderr).toMatch(/^files: not approved: it pins too little/);
  expect((await place.run('volatile', 'add', 'files', 'search', '/description')).code).toBe(2);
});
