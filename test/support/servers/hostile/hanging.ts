import { scriptOf } from '../skeletons.ts';
import { everywhere, type HostileCase } from './hostile-case.ts';

/** Right: unreachable, once the time to start is over. */
export const hanging: HostileCase = {
  ...everywhere,
  name: 'takes every request and never answers',
  outcomes: ['unreachable'],
  script: (era) => scriptOf(era, [{ kind: 'silence' }], { everything: { kind: 'silence' } }),
};

/** Right: not complete, once the time to read is over. */
export const hangingList: HostileCase = {
  ...everywhere,
  name: 'never answers tools/list',
  outcomes: ['incomplete', 'unreachable'],
  script: (era) => scriptOf(era, [{ kind: 'silence' }]),
};
