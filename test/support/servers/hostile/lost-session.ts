import { http, result } from '../script.ts';
import { page, scriptOf } from '../skeletons.ts';
import { neighbour, neighbourName, type HostileCase } from './hostile-case.ts';

const notFound = http(404, '{"jsonrpc":"2.0","error":{"code":-32001,"message":"Session not found"},"id":null}', {
  'content-type': 'application/json',
});

/** Right: listed after one more handshake, without a word about it. */
export const lostSession: HostileCase = {
  eras: ['legacy'],
  transports: ['http'],
  name: 'has lost the session once, at the first tools/list',
  outcomes: ['listed'],
  toolNames: [neighbourName],
  script: (era) => {
    const list = result(page(era, [neighbour]));
    return scriptOf(era, [list], { answers: { 'tools/list': { once: [notFound], replies: [list] } } });
  },
};
