import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { npmrcFiles } from '../../src/machine/npmrc-files.ts';
import { aFolder } from '../config/config-folder.ts';

it('the settings of npm are those of the nearest project, then those of the user', async () => {
  const home = await aFolder({
    'package.json': '{}',
    '.npmrc': 'a',
    'shop/.npmrc': 'b',
    'shop/package.json': '{}',
    'shop/src/.npmrc': 'c',
  });
  const shop = [
    { label: '~/shop/.npmrc', text: 'b' },
    { label: '~/.npmrc', text: 'a' },
  ];
  expect(await npmrcFiles(join(home, 'shop/src'), home)).toEqual(shop);
  expect(await npmrcFiles(join(home, 'shop/gone'), home)).toEqual(shop);
  expect(await npmrcFiles(home, home)).toEqual([{ label: '~/.npmrc', text: 'a' }]);
  expect(await npmrcFiles(home, home, join(home, 'shop/src/.npmrc'))).toEqual([
    { label: '~/.npmrc', text: 'a' },
    { label: '~/shop/src/.npmrc', text: 'c' },
  ]);
});

it('settings that are no file, or that nobody has, are none', async () => {
  const home = await aFolder({ 'package.json': '{}' });
  expect(await npmrcFiles(home, join(home, 'nowhere'))).toEqual([]);
  await mkdir(join(home, '.npmrc'));
  await symlink('/dev/zero', join(home, 'zero'));
  expect(await npmrcFiles(home, home, join(home, 'zero'))).toEqual([]);
});
