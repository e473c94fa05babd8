import { deadline } from '../linked-signal.ts';
import type { Ping } from '../monitor/ports-delivery.ts';
import { httpEndpoint } from './http-post.ts';

/** Sends a sign of life to `url`, which is a secret; nothing of what is watched goes with it. */
export function createPing(
  url: string,
  timeoutMs: number,
): { readonly ping: Ping; readonly close: () => Promise<void> } {
  const endpoint = httpEndpoint('dead-man', url);
  return {
    async ping(signal) {
      const inTime = deadline(signal, timeoutMs);
      try {
        await endpoint.post('{}', {}, inTime.signal);
      } finally {
        inTime.done();
      }
    },
    close: () => endpoint.close(),
  };
}
