import { result } from '../script.ts';
import { page, scriptOf } from '../skeletons.ts';
import { everywhere, neighbour, neighbourName, overStdio, type HostileCase } from './hostile-case.ts';

/** Right: unreachable at once; what it wrote on stderr is not repeated as ours. */
export const diesAtStart: HostileCase = {
  ...overStdio,
  name: 'exits before it reads anything',
  outcomes: ['unreachable'],
  script: (era) =>
    scriptOf(era, [result(page(era, [neighbour]))], {
      child: { exitAtStart: 3, stderr: 'missing environment variable\n' },
    }),
};

/** Right: listed, by a fresh child that is greeted in the 2025 way. */
export const exitsOnDiscover: HostileCase = {
  eras: ['legacy'],
  transports: ['stdio'],
  name: 'exits on server/discover',
  outcomes: ['listed'],
  toolNames: [neighbourName],
  script: (era) =>
    scriptOf(era, [result(page(era, [neighbour]))], {
      answers: { 'server/discover': { replies: [{ kind: 'death', exitCode: 1 }] } },
    }),
};

/** Right: not complete: half a list is no list. */
export const diesBetweenPages: HostileCase = {
  ...everywhere,
  name: 'dies at the second page',
  outcomes: ['incomplete', 'unreachable'],
  script: (era) => scriptOf(era, [result(page(era, [neighbour], ',"nextCursor":"2"')), { kind: 'death', exitCode: 1 }]),
};
