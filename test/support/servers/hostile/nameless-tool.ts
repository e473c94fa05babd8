import { result } from '../script.ts';
import { page, scriptOf } from '../skeletons.ts';
import { everywhere, neighbour, neighbourName, type HostileCase } from './hostile-case.ts';

/** Right: listed; this tool is kept as invalid, its neighbour as usual. */
export const namelessTool: HostileCase = {
  ...everywhere,
  name: 'lists a tool without a name',
  outcomes: ['listed'],
  toolNames: [null, neighbourName],
  script: (era) =>
    scriptOf(era, [result(page(era, ['{"description":"Runs a job.","inputSchema":{"type":"object"}}', neighbour]))]),
};
