import { result } from '../script.ts';
import { page, scriptOf } from '../skeletons.ts';
import { neighbour, neighbourName, overStdio, type HostileCase } from './hostile-case.ts';

/** Right: listed; the noise does no harm and reaches no one's terminal raw. */
export const noisyChild: HostileCase = {
  ...overStdio,
  name: 'prints lines on stdout that are no messages',
  outcomes: ['listed'],
  toolNames: [neighbourName],
  script: (era) =>
    scriptOf(era, [result(page(era, [neighbour]))], { child: { noise: 'starting …\n\u001b[31m{"half":\n\n[1,2]\n' } }),
};
