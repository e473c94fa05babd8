import { result } from '../script.ts';
import { scriptOf } from '../skeletons.ts';
import { neighbour, neighbourName, type HostileCase } from './hostile-case.ts';

/** Right: listed; what a 2025 result looks like is no reason to be blind. */
export const missingResultType: HostileCase = {
  eras: ['modern'],
  transports: ['http', 'stdio'],
  name: 'leaves the resultType of the modern era out',
  outcomes: ['listed'],
  toolNames: [neighbourName],
  script: (era) => scriptOf(era, [result(`{"tools":[${neighbour}],"ttlMs":0,"cacheScope":"private"}`)]),
};
