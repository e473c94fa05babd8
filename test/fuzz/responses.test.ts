import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { createParser } from 'eventsource-parser';
import { describe, expect, it } from 'vitest';
import { decodeUtf8 } from '../../src/mcp/bytes.ts';
import type { Json } from '../../src/core/json.ts';
import { EventParser, type StreamEvent } from '../../src/mcp/event-parser.ts';
import { writeEvent } from '../../src/mcp/event-stream.ts';
import { createHttpFetch } from '../../src/mcp/http-fetch.ts';
import { LineReader } from '../../src/mcp/line-reader.ts';
import { toolList } from '../../src/mcp/lists.ts';
import { PageMemo } from '../../src/mcp/page-memo.ts';
import type { RawResult } from '../../src/mcp/raw-result.ts';
import { ResultTap } from '../../src/mcp/result-tap.ts';
import { walkPages } from '../../src/mcp/walk-pages.ts';
import { limits } from '../mcp/scope.ts';
import { aResult, anAnswer } from './answers.ts';
import { eventStream, inPieces, mutate } from './mutate.ts';
import { Random } from './random.ts';
import { ReplayDispatcher, type Replayed } from './replay-dispatcher.ts';

const small = { ...limits, maxBytes: 10_000, maxPages: 4 };
const longestCaseMs = 10_000;

/** Bytes in use after everything that nobody holds is gone. */
function heapInUse(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void; // what the flag exposes
  collect();
  return process.memoryUsage().heapUsed;
}

/** Runs `work` for each seed. Names the seed that failed, or took too long. */
async function forSeeds(count: number, work: (random: Random) => Promise<void> | void): Promise<void> {
  for (let seed = 0; seed < count; seed += 1) {
    const startedAt = performance.now();
    try {
      await work(new Random(seed));
    } catch (cause) {
      throw new Error(`failed with seed ${seed}: ${String(cause)}`, { cause });
    }
    if (performance.now() - startedAt > longestCaseMs) throw new Error(`took too long with seed ${seed}`);
  }
}

function aResponse(id: string, random: Random): Replayed {
  const answer = anAnswer(aResult(random), id, random);
  const note = '{"jsonrpc":"2.0","method":"notifications/message","params":{}}';
  const isStream = random.chance(0.5);
  const plain = isStream
    ? eventStream(random.chance(0.3) ? [note, answer] : [answer], random)
    : Buffer.from(random.chance(0.1) ? `[${answer}]` : answer);
  const changed = mutate(plain, random);
  const isZipped = random.chance(0.05);
  const body = isZipped ? mutate(gzipSync(changed, { level: 1 }), random, 1) : changed;
  return {
    status: random.chance(0.02) ? random.pick([202, 204, 301, 404, 500, 999]) : 200,
    headers: {
      'content-type': isStream ? 'text/event-stream; charset=utf-8' : 'application/json',
      ...(isZipped && { 'content-encoding': 'gzip' }),
    },
    pieces: inPieces(body, random),
    isCut: random.chance(0.05),
  };
}

function hasEventId({ headers, pieces }: Replayed): boolean {
  return 'content-encoding' in headers || /(^|[\r\n\u{feff}])id:? ?[^\r\n ]/u.test(Buffer.concat(pieces).toString());
}

function useUp(page: RawResult, memo: PageMemo): void {
  const facts = memo.factsOf(toolList, page);
  const tools = (page.value as { tools?: unknown } | null)?.tools; // of whatever form
  expect(facts.count).toBe(Array.isArray(tools) ? tools.length : null);
}

describe('a response of any bytes over HTTP', () => {
  it('is taken, or told to be missing: 40,000 responses', { timeout: 120_000 }, async () => {
    const dispatcher = new ReplayDispatcher();
    let memo = new PageMemo();
    let taken = 0;
    const exchange = async (id: number, random: Random): Promise<RawResult | null> => {
      const tap = new ResultTap(memo);
      const expectation = tap.expect('tools/list');
      const fetch = createHttpFetch({ dispatcher, tap, limits: small });
      dispatcher.next = aResponse(String(id), random);
      const body = JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/list' });
      const response = await fetch('http://localhost/', { method: 'POST', body }).catch(() => null);
      const text = await response?.text().catch(() => null);
      // The SDK says what is wrong with an error and with JSON that is none, and resumes a stream that gave event ids.
      const isStream = dispatcher.next.headers['content-type'] !== 'application/json';
      const isLeftToSdk = isStream ? hasEventId(dispatcher.next) : parse(text ?? '') === undefined;
      if (response?.status === 200 && !isLeftToSdk) expect(tap.isWaitingFor(id)).toBe(false);
      return expectation.results.get('tools/list') ?? null;
    };
    const before = heapInUse();
    await forSeeds(40_000, async (random) => {
      if (random.chance(0.001)) memo = new PageMemo();
      const first = await exchange(1, random);
      if (first === null) return;
      taken += 1;
      useUp(first, memo);
      let id = 1;
      const next = (): Promise<RawResult | null> => exchange((id += 1), random);
      if (random.chance(0.1))
        await walkPages(next, toolList, (page) => memo.factsOf(toolList, page), small, { items: 0, bytes: 0 });
    });
    expect(taken).toBeGreaterThan(8_000);
    memo = new PageMemo();
    expect(heapInUse() - before).toBeLessThan(20_000_000);
  });
});

describe('lines of any bytes on a pipe', () => {
  it('are taken or passed over: 60,000 lines', { timeout: 120_000 }, async () => {
    const memo = new PageMemo();
    let taken = 0;
    const before = heapInUse();
    await forSeeds(60_000, (random) => {
      const tap = new ResultTap(memo);
      const expectation = tap.expect('tools/list');
      tap.sent({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
      const reader = new LineReader(small.maxBytes, (line) => {
        try {
          tap.read(line);
        } catch (error) {
          if (!(error instanceof SyntaxError)) throw error;
        }
      });
      const text = anAnswer(aResult(random), '1', random).replaceAll(/[\r\n]/g, ' ');
      for (const piece of inPieces(mutate(Buffer.from(`noise\n${text}\n`), random), random)) reader.push(piece);
      const page = expectation.results.get('tools/list');
      if (page === undefined) return;
      taken += 1;
      useUp(page, memo);
    });
    expect(taken).toBeGreaterThan(10_000);
    expect(heapInUse() - before).toBeLessThan(20_000_000);
  });

  it('are the same lines wherever the pieces end', () => {
    const lines = (pieces: readonly Buffer[]): readonly string[] => {
      const found: string[] = [];
      const reader = new LineReader(10_000, (line) => found.push(line.toString('latin1')));
      for (const piece of pieces) reader.push(piece);
      return found;
    };
    return forSeeds(5_000, (random) => {
      const bytes = mutate(Buffer.from('{"a":1}\r\n\r\n{"b":"\u{1f600}"}\n\r\n'), random, 5);
      expect(lines(inPieces(bytes, random))).toEqual(lines([bytes]));
    });
  });
});

function events(pieces: readonly Buffer[]): readonly StreamEvent[] {
  const parser = new EventParser(100_000);
  return pieces.flatMap((piece) => parser.push(piece));
}

describe('an event stream of any bytes', () => {
  it('holds the same events wherever its pieces end', () =>
    forSeeds(10_000, async (random) => {
      const bytes = mutate(eventStream(['{"a":1,"b":"\u{1f600}"}', '{"c":[]}'], random), random, 5);
      expect(events(inPieces(bytes, random))).toEqual(events([bytes]));
    }));

  it('reads the same once it was written again', () =>
    forSeeds(5_000, async (random) => {
      const bytes = mutate(eventStream(['{"a":1,"b":"x"}', '{"c":[]}'], random), random, 5);
      // A pace beyond all numbers is no pace.
      const read = events([bytes]).filter((event) => event.kind === 'event' || event.retryMs < 1e20);
      expect(events(read.map((event) => Buffer.from(writeEvent(event))))).toEqual(read);
    }));

  it('is read as eventsource-parser reads it', () =>
    forSeeds(10_000, async (random) => {
      const bytes = mutate(eventStream(['{"a":1,"b":"\u{1f600}"}', '{"c":[]}'], random), random, 5);
      const found: StreamEvent[] = [];
      const oracle = createParser({
        onEvent: ({ event, id, data }) => {
          found.push({ kind: 'event', type: event, id: id === '' ? undefined : id, data: Buffer.from(data) });
        },
        onRetry: (retryMs) => found.push({ kind: 'retry', retryMs }),
      });
      // It keeps a carriage return back until it knows what follows.
      oracle.feed(decodeUtf8(bytes).replaceAll(/\r\n?/g, '\n'));
      const ours = events(inPieces(bytes, random)).map((event) =>
        event.kind === 'event' ? { ...event, data: Buffer.from(event.data.toString('utf8')) } : event,
      );
      expect(ours).toEqual(found);
    }));

  it('ends with its last event, also where lines end in a carriage return', async () => {
    const data = { kind: 'event', type: undefined, id: undefined, data: Buffer.from('1') };
    expect(events([Buffer.from('data: 1\r\r')])).toEqual([data]);
    expect(events([Buffer.from('data: 1\r\n\r'), Buffer.from('\ndata: 1\r\n\r\n')])).toEqual([data, data]);
  });

  it('has no id where the id is empty: nobody resumes from there', async () => {
    expect(events([Buffer.from('id:\ndata: 1\n\n')])).toMatchObject([{ id: undefined }]);
  });

  it('is told from its byte order mark, which may come byte by byte', async () => {
    const bytes = Buffer.from('\u{feff}data: 1\n\n');
    const pieces = [...bytes].map((byte) => Buffer.from([byte]));
    expect(events(pieces)).toEqual([{ kind: 'event', type: undefined, id: undefined, data: Buffer.from('1') }]);
  });
});

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json; // JSON.parse returns nothing but JSON values
  } catch {
    return undefined;
  }
}
