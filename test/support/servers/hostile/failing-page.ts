import { failure, result } from '../script.ts';
import { page, scriptOf } from '../skeletons.ts';
import { everywhere, neighbour, type HostileCase } from './hostile-case.ts';

/** Right: incomplete: the tools of the first page alone would look like a removal of the others. */
export const failingPage: HostileCase = {
  ...everywhere,
  name: 'answers the second page with an error',
  outcomes: ['incomplete'],
  script: (era) =>
    scriptOf(era, [result(page(era, [neighbour], ',"nextCursor":"2"')), failure(-32603, 'Internal error')]),
};
