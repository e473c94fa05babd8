import { expect, it, onTestFinished } from 'vitest';
import { createPlace } from '../support/cli.ts';

const image = `mcp/files@sha256:${'b'.repeat(64)}`;

it('lint ends with 0 for nothing, 1 for something, 2 for a wrong command line or config', async () => {
  const place = await createPlace({
    mcpServers: {
      pinned: { command: 'docker', args: ['run', '-i', image] },
      files: { command: 'npx', args: ['files-mcp'] },
    },
  });
  onTestFinished(() => place.remove());
  expect(await place.run('lint', 'pinned')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('nothing to say'),
  });
  const failed = await place.json<{ servers: readonly { server: string }[] }>('lint');
  expect(failed.code).toBe(1);
  expect(failed.document.servers.map(({ server }) => server)).toEqual(['pinned', 'files']);
  expect((await place.run('lint', 'files', '--fail-on', 'critical')).code).toBe(0);
  expect(await place.run('lint', '--fail-on', 'worst')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('It must be one of critical, high, medium, low, info.'),
  });
  expect((await place.run('lint', 'nowhere')).code).toBe(2);
  await place.configure({ mcpServers: {} });
  expect((await place.run('lint')).code).toBe(2);
});
