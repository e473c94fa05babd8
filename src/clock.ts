import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from './monitor/ports-world.ts';

/** The real time. */
export const systemClock: Clock = {
  now: () => new Date(),
  sleep: async (ms, signal) => {
    await delay(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
  },
};
