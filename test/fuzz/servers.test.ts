import { fileURLToPath } from 'node:url';
import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect } from 'vitest';
import type { Era, Observation, Session, Source } from '../../src/monitor/ports-reading.ts';
import type { Launch } from '../../src/monitor/ports-watched.ts';
import { startOddServer } from '../mcp/odd-http.ts';
import { it, neverAborted, stdio, type Scope } from '../mcp/scope.ts';
import { aResult, anAnswer } from './answers.ts';
import { eventStream, inPieces, mutate } from './mutate.ts';
import { Random } from './random.ts';

const both = ['modern', 'legacy'] as const;
const options = { limits: { readTimeoutMs: 15_000 }, times: { firstReopenMs: 4, maxReopenMs: 8 } };

/** Reads again and again on one session, and opens another after each failure, as a watch does. */
async function readOften(
  count: number,
  scope: Scope,
  source: Source,
  launch: Launch,
  era: Era,
): Promise<readonly Observation[]> {
  const observations: Observation[] = [];
  let session: Session | null = null;
  while (observations.length < count) {
    session ??= await scope.session(source, launch, era);
    const observation = await session.read(neverAborted());
    observations.push(observation);
    if ('items' in observation)
      void observation.items.length; // parses what was not parsed yet
    else {
      await session.close();
      session = null;
    }
  }
  return observations;
}

function expectPlainWords(observations: readonly Observation[]): void {
  const listed = observations.filter(({ outcome }) => outcome === 'listed');
  expect(listed.length).toBeGreaterThan(observations.length / 5);
  for (const observation of observations) {
    if (!('reason' in observation)) continue;
    expect(observation.reason).toMatch(/^[a-z][ -~\u2026]{10,}[^.]$/);
    expect(observation.reason).not.toMatch(/did not answer within/);
  }
}

describe('a server whose answers are bent', { timeout: 120_000 }, () => {
  it.for(both)('is read or refused over HTTP, and never waited for: 1,000 readings (%s)', async (era, { scope }) => {
    let seed = 0;
    const server = await startOddServer(scope, era, ({ method, id, response }) => {
      if (method !== 'tools/list') return void response.writeHead(405).end();
      const random = new Random((seed += 1));
      const isStream = random.chance(0.5);
      const answer = anAnswer(aResult(random).replaceAll(/,"nextCursor":"a?"/g, ''), id, random);
      const plain = mutate(isStream ? eventStream([answer], random) : Buffer.from(answer), random);
      const isZipped = random.chance(0.1);
      response.writeHead(200, {
        'content-type': isStream ? 'text/event-stream' : 'application/json',
        ...(isZipped && { 'content-encoding': 'gzip' }),
      });
      for (const piece of inPieces(isZipped ? mutate(gzipSync(plain), random, 1) : plain, random))
        response.write(piece);
      if (random.chance(0.05)) response.destroy();
      else response.end();
    });
    expectPlainWords(await readOften(1_000, scope, scope.source(options), server.launch, era));
  });

  it('is read or refused over stdio, and never waited for: 300 readings', async ({ scope }) => {
    const answers = Array.from({ length: 300 }, (_, seed) => {
      const random = new Random(seed);
      return mutate(Buffer.from(anAnswer(aResult(random), '@ID@', random)), random).toString('base64');
    });
    const file = scope.script({ era: 'legacy', framing: 'json', answers: {}, get: { kind: 'silence' }, changed: '' });
    writeFileSync(`${file.path}.answers`, answers.join('\n'));
    const program = fileURLToPath(new URL('replay-stdio.mjs', import.meta.url));
    const launch = stdio({ command: process.execPath, args: [program, `${file.path}.answers`] });
    expectPlainWords(await readOften(300, scope, scope.source(options), launch, 'legacy'));
  });
});
