import { result } from '../script.ts';
import { page, scriptOf } from '../skeletons.ts';
import { everywhere, neighbour, neighbourName, type HostileCase } from './hostile-case.ts';

/** Right: listed, with the hint treated as absent and a remark about it. */
export const negativeTtl: HostileCase = {
  ...everywhere,
  name: 'sends a negative ttlMs',
  outcomes: ['listed'],
  toolNames: [neighbourName],
  script: (era) => scriptOf(era, [result(page(era, [neighbour], ',"ttlMs":-1'))]),
};
