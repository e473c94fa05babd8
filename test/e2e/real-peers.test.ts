import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CheckResult } from '../../src/monitor/check-result.ts';
import { createPlace, type Place } from '../support/cli.ts';
import { commandOf, httpPeers, startPeer, stdioPeers } from '../support/servers/real-peers.ts';

const peers = { ...stdioPeers, ...httpPeers };
const rereadings = 5;
const closers: (() => Promise<void>)[] = [];
let place: Place;
let first: readonly CheckResult[];
const again: (readonly CheckResult[])[] = [];

async function check(): Promise<readonly CheckResult[]> {
  return (await place.json<{ readonly servers: readonly CheckResult[] }>('check')).document.servers;
}

function find(results: readonly CheckResult[] | undefined, name: string): CheckResult {
  const found = results?.find(({ server }) => server === name);
  if (found === undefined) throw new Error(`${name} was not checked`);
  return found;
}

// All of them side by side, since each command costs a start of the program.
beforeAll(async () => {
  place = await createPlace({});
  closers.push(() => place.remove());
  const memory = { env: { MEMORY_FILE_PATH: join(place.folder, 'memory.jsonl') } };
  const running = await Promise.all(
    Object.entries(httpPeers).map(async ([name, peer]) => {
      const { url, close } = await startPeer(peer);
      closers.push(close);
      return [name, { url }] as const;
    }),
  );
  const started = Object.entries(stdioPeers).map(([name, peer]) => [name, { ...commandOf(peer), ...memory }] as const);
  await place.configure({
    mcpServers: Object.fromEntries([...started, ...running]),
    watch: { concurrency: 10 },
  });
  first = await check();
  expect(await place.run('approve', '--first-seen', '--yes')).toMatchObject({ code: 0 });
  for (let count = 0; count < rereadings; count += 1) again.push(await check());
}, 180_000);

afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

describe.each(Object.entries(peers))('%s', (name, { kinds }) => {
  it('is read whole and awaits approval', () => {
    const { verdict, outcome, items, reason } = find(first, name);
    expect({ verdict, outcome, reason }).toEqual({ verdict: 'unapproved', outcome: 'listed', reason: null });
    expect(items.tool).toBeGreaterThan(0);
    expect(Object.keys(items)).toEqual(expect.arrayContaining([...kinds, 'server-info', 'capabilities', 'tool']));
  });

  it(`is clean, with the same fingerprint, in ${rereadings} fresh readings after it`, () => {
    const { fingerprint } = find(first, name);
    const clean = { verdict: 'clean', outcome: 'listed', fingerprint, approvedFingerprint: fingerprint, findings: [] };
    expect(again).toHaveLength(rereadings);
    expect(again.map((results) => find(results, name))).toMatchObject(again.map(() => clean));
  });
});
