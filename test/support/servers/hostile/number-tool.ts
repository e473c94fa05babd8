import { result } from '../script.ts';
import { page, scriptOf } from '../skeletons.ts';
import { everywhere, neighbour, neighbourName, type HostileCase } from './hostile-case.ts';

/** Right: listed; this tool is kept as invalid, its neighbour as usual. */
export const numberTool: HostileCase = {
  ...everywhere,
  name: 'lists a number as a tool',
  outcomes: ['listed'],
  toolNames: [null, neighbourName],
  script: (era) => scriptOf(era, [result(page(era, ['42', neighbour]))]),
};
