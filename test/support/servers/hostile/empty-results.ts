import { result } from '../script.ts';
import { page, scriptOf } from '../skeletons.ts';
import { neighbour, neighbourName, type HostileCase } from './hostile-case.ts';

/** Right: listed. An empty answer to `server/discover` is no promise to speak 2026-07-28; public test servers answer so. */
export const emptyResults: HostileCase = {
  eras: ['legacy'],
  transports: ['http', 'stdio'],
  name: 'answers with an empty result what it does not know',
  outcomes: ['listed'],
  toolNames: [neighbourName],
  script: (era) =>
    scriptOf(era, [result(page(era, [neighbour]))], {
      answers: { 'server/discover': { replies: [result('{}')] }, ping: { replies: [result('{}')] } },
    }),
};
