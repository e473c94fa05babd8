import { readdir } from 'node:fs/promises';
import { expect, it, onTestFinished } from 'vitest';
import { createPlace } from '../support/cli.ts';

it('tooldrift demo shows a rug pull, and leaves nothing behind', async () => {
  const place = await createPlace({ mcpServers: { mine: { command: 'never-started' } } });
  onTestFinished(() => place.remove());
  const { code, stdout, stderr } = await place.run('demo');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/notes {2}awaiting approval {2}2 tools\n[^]*notes is clean at[^]*notes {2}DRIFT/);
  expect(stdout).toContain('no longer ask before delete_note');
  expect(stdout).not.toContain('mine');
  expect(await readdir(place.folder)).toEqual(['tooldrift.jsonc']);
});
