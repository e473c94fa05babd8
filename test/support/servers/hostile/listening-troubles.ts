import type { ListenState } from '../../../../src/monitor/ports-reading.ts';
import { acknowledgedEmpty, cutAfter, limitReached, neverAcknowledged, refused, refusedWith404 } from '../listening.ts';
import { http, result, type Reply } from '../script.ts';
import { page, scriptOf } from '../skeletons.ts';
import { neighbour, neighbourName, type HostileCase } from './hostile-case.ts';

/** The list comes; only the notifications do not. */
function troubled(name: string, listen: Reply, states: readonly ListenState[], onlyHttp = false): HostileCase {
  return {
    eras: ['modern'],
    transports: onlyHttp ? ['http'] : ['http', 'stdio'],
    name,
    outcomes: ['listed'],
    toolNames: [neighbourName],
    listen: states,
    script: (era) => scriptOf(era, [result(page(era, [neighbour]))], { listen }),
  };
}

/** Right: listed, polled, and not asked to listen all the time. */
export const listenRefused = troubled('does not know subscriptions/listen', refused, ['refused', 'unsupported']);

/** Right: the same. This is how the SDK's own HTTP server says that it does not know a method. */
export const listenRefusedWith404 = troubled(
  'answers subscriptions/listen with HTTP 404',
  refusedWith404,
  ['refused', 'unsupported'],
  true,
);

/** Right: listed, and asked again later, with backoff. */
export const listenLimitReached = troubled('has too many listeners already', limitReached, ['refused']);

/** Right: listed; the coverage says that nothing was granted. */
export const listenEmpty = troubled('acknowledges an empty subscription and ends it', acknowledgedEmpty, ['empty']);

/** Right: listed without waiting for ever; never counted as honoured. */
export const listenUnacknowledged = troubled('never acknowledges a subscription', neverAcknowledged, [
  'refused',
  'flapping',
  'unsupported',
]);

/** Right: listed again after every cut; soon counted as flapping. */
export const listenCut = troubled('cuts every subscription after 50 ms', cutAfter(50), ['honoured', 'flapping'], true);

/** Right: listed and polled: many 2025 servers have no GET stream. */
export const noGetStream: HostileCase = {
  ...troubled('has no GET stream', http(405), ['refused', 'unsupported'], true),
  eras: ['legacy'],
};
