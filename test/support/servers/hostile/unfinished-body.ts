import { scriptOf } from '../skeletons.ts';
import { overHttp, type HostileCase } from './hostile-case.ts';

/** Right: not complete, once the time to read is over. */
export const unfinishedBody: HostileCase = {
  ...overHttp,
  name: 'begins the answer to tools/list and never ends it',
  outcomes: ['incomplete', 'unreachable'],
  script: (era) =>
    scriptOf(era, [
      {
        kind: 'http',
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: '{"jsonrpc":"2.0","id":{{id}},"result":{"tools":[',
        unfinished: true,
      },
    ]),
};
