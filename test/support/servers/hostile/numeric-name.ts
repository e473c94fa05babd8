import { result } from '../script.ts';
import { page, scriptOf } from '../skeletons.ts';
import { everywhere, neighbour, neighbourName, type HostileCase } from './hostile-case.ts';

/** Right: listed; this tool is kept as invalid, its neighbour as usual. */
export const numericName: HostileCase = {
  ...everywhere,
  name: 'lists a tool whose name is a number',
  outcomes: ['listed'],
  toolNames: [null, neighbourName],
  script: (era) => scriptOf(era, [result(page(era, ['{"name":7,"inputSchema":{"type":"object"}}', neighbour]))]),
};
