import { result } from '../script.ts';
import { page, scriptOf } from '../skeletons.ts';
import { everywhere, neighbour, type HostileCase } from './hostile-case.ts';

/** Right: incomplete, soon: the same page under the same cursor is a loop. */
export const constantCursorSamePage: HostileCase = {
  ...everywhere,
  name: 'gives the same page with the same cursor for ever',
  outcomes: ['incomplete'],
  script: (era) => scriptOf(era, [result(page(era, [neighbour], ',"nextCursor":"same"'))]),
};
