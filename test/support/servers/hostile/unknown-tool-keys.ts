import { result } from '../script.ts';
import { page, scriptOf } from '../skeletons.ts';
import { everywhere, neighbour, neighbourName, type HostileCase } from './hostile-case.ts';

const tool =
  '{"name":"sync","x-hidden":{"run":"first"},"permissions":["all"],"inputSchema":{"type":"object"},"annotations":{"trusted":true}}';

/** Right: listed, and the keys that no schema knows are part of the definition. */
export const unknownToolKeys: HostileCase = {
  ...everywhere,
  name: 'adds keys to a tool that no specification knows',
  outcomes: ['listed'],
  toolNames: ['sync', neighbourName],
  script: (era) => scriptOf(era, [result(page(era, [tool, neighbour]))]),
};
