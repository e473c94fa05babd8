import { result } from '../script.ts';
import { page, scriptOf } from '../skeletons.ts';
import { everywhere, neighbour, neighbourName, type HostileCase } from './hostile-case.ts';

const tool =
  '{"name":"fetch_page","inputSchema":{"type":"object","properties":{"url":{"type":"string","x-mcp-header":"not a token"}}}}';

/** Right: listed with this tool, which conforming clients drop and lenient ones show. */
export const invalidHeaderName: HostileCase = {
  ...everywhere,
  name: 'declares an x-mcp-header that is no header name',
  outcomes: ['listed'],
  toolNames: ['fetch_page', neighbourName],
  script: (era) => scriptOf(era, [result(page(era, [tool, neighbour]))]),
};
