import { createRequire } from 'node:module';
import { describe, expect } from 'vitest';
import { startModernSurfaceServer } from '../support/servers/modern-surface.ts';
import { complete } from './observation.ts';
import { http, it, neverAborted, stdio } from './scope.ts';

const everything = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js');

describe('a real modern server', () => {
  it('is read whole, the page behind its tool included', async ({ scope }) => {
    const surface = { promptDescription: 'Reviews.', html: '<b>chart</b>', hasPrompts: true };
    const server = scope.closeAfter(await startModernSurfaceServer(surface), (real) => real.close());
    const session = await scope.session(scope.source(), http(server.url));
    const first = complete(await session.read(neverAborted()));
    expect(first.items.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'server-info ',
      'capabilities ',
      'tool chart',
      'prompt review',
      'resource file:///a',
      'resource-template file:///{path}',
      'ui-resource ui://chart',
    ]);
    expect(first.items.at(-1)?.value).toEqual([
      { uri: 'ui://chart', mimeType: 'text/html;profile=mcp-app', text: '<b>chart</b>' },
    ]);
    expect(complete(await session.read(neverAborted())).digest).toBe(first.digest);
    server.set({ ...surface, html: '<b>steal</b>' });
    expect(complete(await session.read(neverAborted())).digest).not.toBe(first.digest);
  });
});

describe('the official server of 2025 that has everything', () => {
  it('is read whole, and the same twice', async ({ scope }) => {
    const launch = stdio({ command: process.execPath, args: [everything, 'stdio'] });
    const [first, second] = [complete(await scope.read(launch)), complete(await scope.read(launch))];
    const kinds = new Set(first.items.map(({ kind }) => kind));
    expect([...kinds]).toEqual([
      'server-info',
      'capabilities',
      'instructions',
      'tool',
      'prompt',
      'resource',
      'resource-template',
    ]);
    expect(second.items).toEqual(first.items);
    expect(second.digest).toBe(first.digest);
  });
});
