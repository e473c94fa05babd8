import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { findConfig } from '../../src/config/locations.ts';
import { aFolder } from './config-folder.ts';

const all = {
  'flag.jsonc': '',
  'variable.jsonc': '',
  'work/tooldrift.jsonc': '',
  'work/config/tooldrift.jsonc': '',
  'home/tooldrift/tooldrift.jsonc': '',
};

/** A folder with `files`; `home` is the place of the user's config folders. */
async function aHome(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await aFolder(files);
  await mkdir(join(folder, 'work'), { recursive: true });
  vi.stubEnv('XDG_CONFIG_HOME', join(folder, 'home'));
  return folder;
}

// env-paths asks the process, and knows XDG_CONFIG_HOME on Linux alone.
beforeEach(() => {
  vi.spyOn(process, 'platform', 'get').mockReturnValue('linux');
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

describe('findConfig', () => {
  test('prefers --config, TOOLDRIFT_CONFIG, the working folder, its config folder and the home folder, in this order', async () => {
    const order = Object.keys(all);
    for (const [index, expected] of order.entries()) {
      const folder = await aHome(Object.fromEntries(order.slice(index).map((name) => [name, ''])));
      const found = await findConfig({
        path: index < 1 ? '../flag.jsonc' : undefined,
        cwd: join(folder, 'work'),
        env: index < 2 ? { TOOLDRIFT_CONFIG: '../variable.jsonc' } : {},
      });
      expect(found).toBe(join(folder, expected));
    }
  });

  test('takes an empty TOOLDRIFT_CONFIG for unset', async () => {
    const folder = await aHome(all);
    const cwd = join(folder, 'work');
    expect(await findConfig({ cwd, env: { TOOLDRIFT_CONFIG: '' } })).toBe(join(cwd, 'tooldrift.jsonc'));
  });

  test.each([
    ['--config', { path: 'gone.jsonc', env: { TOOLDRIFT_CONFIG: 'variable.jsonc' } }],
    ['TOOLDRIFT_CONFIG', { env: { TOOLDRIFT_CONFIG: 'gone.jsonc' } }],
  ])('does not look elsewhere when the file that %s names is missing', async (source, options) => {
    const cwd = await aHome(all);
    await expect(findConfig({ ...options, cwd })).rejects.toMatchObject({
      code: 'config',
      message: `there is no config file ${join(cwd, 'gone.jsonc')}, which ${source} names`,
    });
  });

  test('tells where it looked when there is none', async () => {
    const folder = await aHome({});
    const cwd = join(folder, 'work');
    await expect(findConfig({ cwd, env: {} })).rejects.toMatchObject({
      code: 'config',
      message: [
        'found no config file; name one with --config, let `tooldrift init` write one, or create one of',
        `  ${join(cwd, 'tooldrift.jsonc')}`,
        `  ${join(cwd, 'config/tooldrift.jsonc')}`,
        `  ${join(folder, 'home/tooldrift/tooldrift.jsonc')}`,
      ].join('\n'),
    });
  });
});
