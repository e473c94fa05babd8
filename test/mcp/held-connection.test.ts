import { describe, expect } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { WatchedConnection, type ConnectionEvents } from '../../src/monitor/watched-connection.ts';
import { Inbox } from '../support/inbox.ts';
import { startLegacyHttpServer } from '../support/servers/legacy-http.ts';
import { startModernHttpServer } from '../support/servers/modern-http.ts';
import { aTool } from '../support/servers/tools.ts';
import { failed, toolNames, toolsOf } from './observation.ts';
import { http, it, limits, neverAborted, watched, type Scope } from './scope.ts';

const times = { firstReopenMs: 20, maxReopenMs: 40 };

function hold(scope: Scope, url: string, events: ConnectionEvents | null) {
  const source = scope.source({ times });
  const deps = { source, clock: systemClock, random: Math.random, limits };
  const connection = new WatchedConnection(watched(http(url)), null, events, deps);
  return scope.closeAfter(connection, (one) => one.close());
}

/** Counts the readings that were asked for. */
function asking(): { readonly events: ConnectionEvents; whenAsked(count: number): Promise<unknown>; lost: number[] } {
  const inbox = new Inbox<'ask' | 'lost'>();
  const lost: number[] = [];
  const events: ConnectionEvents = {
    ask: () => inbox.put('ask'),
    changed: () => inbox.put('ask'),
    lost: (retryAt) => {
      lost.push(retryAt);
      inbox.put('lost');
    },
    listen: () => {},
  };
  return { events, lost, whenAsked: (count) => inbox.waitFor(() => inbox.items.length >= count) };
}

describe('a lost session', () => {
  it('fails a reading with a reason', async ({ scope }) => {
    const server = scope.closeAfter(await startLegacyHttpServer({ tools: [aTool()] }), (real) => real.close());
    const session = await scope.session(scope.source({ times }), http(server.url));
    await session.read(neverAborted());
    await server.dropSessions();
    expect(failed(await session.read(neverAborted()))).toEqual({
      outcome: 'unreachable',
      reason: 'the server no longer knows the session (HTTP 404)',
    });
  });

  it('costs a held connection no reading', async ({ scope }) => {
    const server = scope.closeAfter(await startLegacyHttpServer({ tools: [aTool()] }), (real) => real.close());
    const connection = hold(scope, server.url, null);
    expect(toolNames((await connection.read(neverAborted())).observation)).toEqual(['delete_file']);
    await server.dropSessions();
    server.setTools([aTool({ description: 'new' })]);
    expect(toolsOf((await connection.read(neverAborted())).observation)).toMatchObject([{ description: 'new' }]);
  });

  it('costs a held connection that listens no change either', async ({ scope }) => {
    const server = scope.closeAfter(await startLegacyHttpServer({ tools: [aTool()] }), (real) => real.close());
    const { events, whenAsked } = asking();
    const connection = hold(scope, server.url, events);
    await connection.read(neverAborted());
    await whenAsked(1); // the stream opened
    await server.dropSessions();
    await whenAsked(2); // it was lost, or opened again
    await connection.read(neverAborted());
    await server.whenListening();
    server.setTools([aTool({ description: 'new' })]);
    await whenAsked(3);
    expect(toolsOf((await connection.read(neverAborted())).observation)).toMatchObject([{ description: 'new' }]);
  });
});

describe('a server that was changed to the other era', () => {
  it('is read on the next occasion', async ({ scope }) => {
    const legacy = await startLegacyHttpServer({ tools: [aTool()] });
    const port = Number(new URL(legacy.url).port);
    const connection = hold(scope, legacy.url, null);
    expect(await connection.read(neverAborted())).toMatchObject({ era: 'legacy' });
    await legacy.close();
    const modern = scope.closeAfter(await startModernHttpServer({ tools: [], port }), (real) => real.close());
    expect(await connection.read(neverAborted())).toMatchObject({ era: 'modern', observation: { outcome: 'listed' } });
    expect(modern.requests).toBe(1);
  });
});
