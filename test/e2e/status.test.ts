import { afterEach, describe, expect, it } from 'vitest';
import { createPlace, type Place } from '../support/cli.ts';
import { startLegacyHttpServer } from '../support/servers/legacy-http.ts';
import { startModernHttpServer } from '../support/servers/modern-http.ts';
import { createStateFile } from '../support/servers/state-file.ts';
import { legacyStdioServer } from '../support/servers/stdio-servers.ts';
import { aTool } from '../support/servers/tools.ts';

interface StatusDocument {
  readonly servers: readonly {
    readonly server: string;
    readonly listen: string | null;
    readonly overdue: boolean;
    readonly paceMs: number | null;
    readonly verifiedSince: string | null;
    readonly unverifiedSince: string | null;
  }[];
}

const opened: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

function later<T extends { close(): Promise<unknown> }>(thing: T): T {
  opened.push(() => thing.close());
  return thing;
}

const time = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC`;

async function statusOf(place: Place) {
  const { document } = await place.json<StatusDocument>('status');
  return Object.fromEntries(document.servers.map((server) => [server.server, server]));
}

describe('status', () => {
  it('says of each server since when it is verified, and how it is watched', async () => {
    const billing = later(await startModernHttpServer({ tools: [aTool()] }));
    const notes = later(await startLegacyHttpServer({ tools: [aTool()], listChanged: false }));
    const empty = later(await startModernHttpServer({ tools: [] }));
    const state = createStateFile({ tools: [aTool()] });
    opened.push(async () => state.remove());
    const place = await createPlace({
      mcpServers: {
        billing: { url: billing.url },
        notes: { url: notes.url },
        files: legacyStdioServer(state),
        dead: { url: 'http://127.0.0.1:9/mcp' },
        starting: { url: empty.url },
      },
      watch: { servers: { notes: { interval: '2m' } } },
    });
    opened.push(() => place.remove());
    const daemon = place.daemon();
    await daemon.waitFor(/watching/);
    await Promise.all([billing.whenListening(), notes.whenListening()]);
    await expect.poll(async () => (await statusOf(place))['notes']?.listen, { timeout: 20_000 }).toBe('unsupported');
    await expect.poll(async () => (await statusOf(place))['billing']?.listen, { timeout: 20_000 }).toBe('honoured');

    const { stdout } = await place.run('status');
    for (const line of [
      `billing: verified since ${time} over 2026-07-28; listens, and reads about every 15 min`,
      `notes: verified since ${time} over 2025-11-25; reads about every 2 min; the server does not announce changes \\(no \`listChanged\`\\)`,
      `files: verified since ${time} over 2025-11-25; starts it and reads about every 30 min`,
      `dead: not verified since ${time}; tried again after growing pauses, 15 min at most`,
      `starting: not verified since ${time}; read again soon`,
      'starting: warming up: it lists no tools yet, and may still be starting',
    ])
      expect(stdout).toMatch(new RegExp(`^  ${line}$`, 'm'));

    const refused = await place.run('approve', '--first-seen', '--yes', 'starting');
    expect(refused).toMatchObject({ code: 3, stderr: expect.stringContaining('not approved: warming up') });

    const { billing: told, dead } = await statusOf(place);
    expect(told).toMatchObject({ paceMs: 900_000, overdue: false, unverifiedSince: null });
    expect(told?.verifiedSince).not.toBeNull();
    expect(dead).toMatchObject({ verifiedSince: null, listen: null });
    expect(dead?.unverifiedSince).not.toBeNull();
    expect(await daemon.stop()).toBe(0);
  });
});
