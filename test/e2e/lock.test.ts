import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createQuickPlace } from '../support/cli.ts';
import { startModernHttpServer } from '../support/servers/modern-http.ts';
import { aTool } from '../support/servers/tools.ts';

it('a lock goes from one machine through a repository to another', async () => {
  const server = await startModernHttpServer({ tools: [aTool()] });
  onTestFinished(() => server.close());
  const place = await createQuickPlace({ mcpServers: { files: { url: server.url } } });
  onTestFinished(() => place.remove());
  await place.run('check');
  await place.run('approve', '--first-seen', '--yes');
  expect(await place.run('export', '--output', 'x.lock.json')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^wrote x\.lock\.json: \d definitions of 1 server\n$/),
  });
  const lock = await readFile(join(place.folder, 'x.lock.json'), 'utf8');

  await rm(join(place.folder, 'tooldrift.db'));
  expect((await place.run('check', '--lock', 'x.lock.json')).code).toBe(0);
  expect((await place.run('import', 'x.lock.json')).code).toBe(2);
  expect((await place.run('import', 'x.lock.json', '--yes')).code).toBe(0);
  expect((await place.run('export')).stdout).toBe(lock);

  server.setTools([aTool({ description: 'Removes two files.' })]);
  expect((await place.run('check', '--lock', 'x.lock.json', '--fail-on', 'critical', '--json')).code).toBe(0);
  expect((await place.run('check', '--lock', 'x.lock.json')).code).toBe(1);
  await writeFile(join(place.folder, 'x.lock.json'), lock.slice(0, -20));
  expect(await place.run('check', '--lock', 'x.lock.json')).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('tooldrift: the lock x.lock.json is not JSON: it was cut off'),
  });
  expect((await place.run('check', '--lock', 'missing.json')).code).toBe(2);
});
