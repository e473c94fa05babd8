import { result } from '../script.ts';
import { page, scriptOf } from '../skeletons.ts';
import { everywhere, neighbour, neighbourName, type HostileCase } from './hostile-case.ts';

/** Right: listed with the tools of both pages: an empty cursor is a cursor. */
export const emptyCursor: HostileCase = {
  ...everywhere,
  name: 'has a second page behind an empty cursor',
  outcomes: ['listed'],
  toolNames: [neighbourName, 'hidden'],
  script: (era) =>
    scriptOf(era, [
      result(page(era, [neighbour], ',"nextCursor":""')),
      result(page(era, ['{"name":"hidden","inputSchema":{"type":"object"}}'])),
    ]),
};
