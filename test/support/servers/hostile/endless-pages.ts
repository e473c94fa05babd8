import { result } from '../script.ts';
import { page, scriptOf } from '../skeletons.ts';
import { everywhere, type HostileCase } from './hostile-case.ts';

const tool = '{"name":"tool_{{page}}","inputSchema":{"type":"object"}}';

/** Right: incomplete, once the limit of pages is reached. */
export const endlessPages: HostileCase = {
  ...everywhere,
  name: 'has always another page',
  outcomes: ['incomplete'],
  script: (era) => scriptOf(era, [result(page(era, [tool], ',"nextCursor":"{{page}}"'))]),
};
