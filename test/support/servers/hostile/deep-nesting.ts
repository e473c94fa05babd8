import { result } from '../script.ts';
import { page, scriptOf } from '../skeletons.ts';
import { everywhere, neighbour, neighbourName, type HostileCase } from './hostile-case.ts';

const depth = 20_000;
const nested = `${'{"not":'.repeat(depth)}{}${'}'.repeat(depth)}`;
const tool = `{"name":"deep","inputSchema":{"type":"object","not":${nested}}}`;

/** Right: listed; this tool is kept as invalid, and nothing overflows. */
export const deepNesting: HostileCase = {
  ...everywhere,
  name: 'nests a schema deeper than any stack',
  outcomes: ['listed'],
  toolNames: ['deep', neighbourName],
  script: (era) => scriptOf(era, [result(page(era, [tool, neighbour]))]),
};
