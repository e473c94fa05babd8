import { result } from '../script.ts';
import { page, scriptOf } from '../skeletons.ts';
import { everywhere, neighbour, neighbourName, type HostileCase } from './hostile-case.ts';

/** Right: listed; this tool has no canonical text and is kept as invalid. */
export const loneSurrogate: HostileCase = {
  ...everywhere,
  name: 'puts half of a surrogate pair into a description',
  outcomes: ['listed'],
  toolNames: ['emoji', neighbourName],
  script: (era) =>
    scriptOf(era, [
      result(page(era, ['{"name":"emoji","description":"\\ud83d","inputSchema":{"type":"object"}}', neighbour])),
    ]),
};
