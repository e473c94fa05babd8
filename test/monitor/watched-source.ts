import type { Observation, Source } from '../../src/monitor/ports-reading.ts';
import type { FakeClock } from '../support/fake-clock.ts';
import { Inbox } from '../support/inbox.ts';

/** A source as it is, and what passes through it. */
export interface WatchedSource {
  readonly source: Source;
  /** The times at which readings began. Milliseconds since the epoch. */
  readonly begun: number[];
  readonly read: Inbox<Observation>;
  readonly heard: Inbox<'changed' | 'listening'>;
}

/** Notes what `source` tells a watch whose time is `clock`. */
export function watchSource(source: Source, clock: FakeClock): WatchedSource {
  const begun: number[] = [];
  const read = new Inbox<Observation>();
  const heard = new Inbox<'changed' | 'listening'>();
  return {
    begun,
    read,
    heard,
    source: {
      kill: () => source.kill(),
      close: () => source.close(),
      async open(server, era, signal) {
        const opening = await source.open(server, era, signal);
        if (opening.kind === 'failed') return opening;
        const { session } = opening;
        return {
          kind: 'open',
          session: {
            era: session.era,
            protocolVersion: session.protocolVersion,
            servedBy: () => session.servedBy(),
            close: () => session.close(),
            async read(stop) {
              begun.push(clock.now().getTime());
              const observation = await session.read(stop);
              read.put(observation);
              return observation;
            },
            listen(events) {
              session.listen({
                ...events,
                changed(list) {
                  events.changed(list);
                  heard.put('changed');
                },
                listening() {
                  events.listening();
                  heard.put('listening');
                },
              });
            },
          },
        };
      },
    },
  };
}
