import { result } from '../script.ts';
import { page, scriptOf } from '../skeletons.ts';
import { everywhere, type HostileCase } from './hostile-case.ts';

const tool = '{"name":"tool_{{page}}","inputSchema":{"type":"object"}}';

/** Right: listed with the tools of all three pages: a cursor's value means nothing. */
export const constantCursorNewContent: HostileCase = {
  ...everywhere,
  name: 'gives every page the same cursor and new content',
  outcomes: ['listed'],
  toolNames: ['tool_0', 'tool_1', 'tool_2'],
  script: (era) => {
    const more = result(page(era, [tool], ',"nextCursor":"same"'));
    return scriptOf(era, [more, more, result(page(era, [tool]))]);
  },
};
