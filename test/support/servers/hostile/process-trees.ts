import { result } from '../script.ts';
import { page, scriptOf } from '../skeletons.ts';
import { neighbour, neighbourName, overStdio, type HostileCase } from './hostile-case.ts';

/** Right: listed, and after it neither child nor grandchild is alive. */
export const grandchild: HostileCase = {
  ...overStdio,
  name: 'starts a process of its own that would outlive it',
  outcomes: ['listed'],
  toolNames: [neighbourName],
  script: (era) => scriptOf(era, [result(page(era, [neighbour]))], { child: { grandchild: 'quiet' } }),
};

/** Right: the same, although the pipe never ends by itself. */
export const grandchildHoldsStdout: HostileCase = {
  ...grandchild,
  name: 'starts a process that keeps the stdout pipe open',
  script: (era) => scriptOf(era, [result(page(era, [neighbour]))], { child: { grandchild: 'holds-stdout' } }),
};

/** Right: listed, and after it the child is dead all the same. */
export const stubbornChild: HostileCase = {
  ...grandchild,
  name: 'ignores SIGTERM and the end of its input',
  script: (era) => scriptOf(era, [result(page(era, [neighbour]))], { child: { stubborn: true } }),
};
