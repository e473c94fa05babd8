import { result } from '../script.ts';
import { page, scriptOf } from '../skeletons.ts';
import { everywhere, neighbour, neighbourName, type HostileCase } from './hostile-case.ts';

/** Right: listed; this tool has no canonical text and is kept as invalid. */
export const nonFiniteNumber: HostileCase = {
  ...everywhere,
  name: 'lists a number that is beyond a double',
  outcomes: ['listed'],
  toolNames: ['count', neighbourName],
  script: (era) =>
    scriptOf(era, [
      result(page(era, ['{"name":"count","inputSchema":{"type":"object","maxProperties":1e999}}', neighbour])),
    ]),
};
