import { expect, it } from 'vitest';
import { configChanges } from '../../src/core/config-changes.ts';

const [one, two] = [
  { command: 'a', args: ['x'] },
  { command: 'a', args: ['y'] },
];

it.each([
  ['nothing', {}, {}, []],
  ['a first server', {}, { files: one }, [{ server: 'files', change: 'added', launch: one }]],
  ['the same', { files: one }, { files: { args: ['x'], command: 'a' } }, []],
  ['another argument', { files: one }, { files: two }, [{ server: 'files', change: 'changed', launch: two }]],
  ['one less', { files: one }, {}, [{ server: 'files', change: 'removed', launch: null }]],
  [
    'another name',
    { files: one },
    { docs: one },
    [
      { server: 'docs', change: 'added', launch: one },
      { server: 'files', change: 'removed', launch: null },
    ],
  ],
])('a config with %s', (_title, before, now, expected) => {
  const servers = Object.entries(now).map(([server, launch]) => ({ server, launch }));
  expect(configChanges(new Map(Object.entries(before)), servers)).toEqual(expected);
});
