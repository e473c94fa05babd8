import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/core/json.ts';
import { decodeUtf8 } from '../../src/mcp/bytes.ts';
import { toolList } from '../../src/mcp/lists.ts';
import { PageMemo } from '../../src/mcp/page-memo.ts';
import type { RawResult } from '../../src/mcp/raw-result.ts';
import { ResultTap } from '../../src/mcp/result-tap.ts';
import { aResult, anAnswer } from './answers.ts';
import { mutate } from './mutate.ts';
import { Random } from './random.ts';

/** The page that a tap takes out of the answer to request `id`, null if it takes none. */
function take(memo: PageMemo, answer: Buffer | string, id = 7): RawResult | null {
  const tap = new ResultTap(memo);
  const expectation = tap.expect('tools/list');
  tap.sent({ jsonrpc: '2.0', id, method: 'tools/list' });
  try {
    tap.read(Buffer.from(answer), true);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return expectation.results.get('tools/list') ?? null;
}

/** The text of the result as `JSON.parse` finds it in the whole answer. */
function resultIn(answer: Buffer): string {
  return JSON.stringify((JSON.parse(decodeUtf8(answer)) as { readonly result: Json }).result); // an answer with a result
}

/** An answer around `result` with more in it than belongs there. */
function aCrowdedAnswer(result: string, random: Random): string {
  const member = (): string =>
    random.pick([
      '"jsonrpc":"2.0"',
      '"jsonrpc":"1.0"',
      '"id":7',
      '"id":"7"',
      '"id":7.0',
      '"id":8',
      '"id":null',
      '"result":{"tools":[{"name":"other"}]}',
      '"error":{"code":1,"message":"x"}',
      '"error":null',
      '"method":"tools/list"',
      '"extra":{"tools":[]}',
      '"\\u0069d":8',
      '"__proto__":{"id":8}',
    ]);
  const space = (): string => random.pick(['', '', '', ' ', '\n\t', '\r', '\f', '\u00a0', '\u{feff}', ' '.repeat(210)]);
  const around = (): readonly string[] => Array.from({ length: random.below(3) }, member);
  const members = [...around(), '"id":7', `"result"${space()}:${space()}${result}`, ...around()];
  const [first, second] = [random.below(members.length), random.below(members.length)];
  if (random.chance(0.3)) [members[first], members[second]] = [members[second] ?? '', members[first] ?? ''];
  return `${space()}{${space()}${members.join(`${space()},${space()}`)}${space()}}${space()}`;
}

describe('a page that is recognised without being parsed', () => {
  it('is the page that parsing the same bytes gives: 50,000 answers', { timeout: 120_000 }, () => {
    let memo = new PageMemo();
    let results: [string, ...string[]] = ['{"tools":[]}'];
    let recognised = 0;
    const known = new Set<string>();
    for (let seed = 0; seed < 50_000; seed += 1) {
      const random = new Random(seed);
      if (seed % 500 === 0) {
        memo = new PageMemo();
        results = ['{"tools":[]}', ...Array.from({ length: 10 }, () => aResult(random))];
        for (const result of results) {
          const page = take(memo, anAnswer(result, '7', random));
          if (page !== null) known.add(page.digest);
        }
      }
      const result = random.pick(results);
      const changed = random.chance(0.2) ? mutate(Buffer.from(result), random, 1).toString('latin1') : result;
      const text = random.chance(0.5) ? aCrowdedAnswer(changed, random) : anAnswer(changed, '7', random);
      const answer = mutate(Buffer.from(text), random, random.chance(0.5) ? 0 : 2);
      const page = take(memo, answer);
      const parsed = take(new PageMemo(), answer);
      expect(page?.digest, `seed ${seed}`).toBe(parsed?.digest);
      if (page === null || parsed === null) continue;
      if (known.has(page.digest)) recognised += 1;
      expect(JSON.stringify(page.value), `seed ${seed}`).toBe(JSON.stringify(parsed.value));
      expect(memo.factsOf(toolList, page)).toEqual(new PageMemo().factsOf(toolList, parsed));
      const whole = resultIn(answer);
      if (page.isPlain) expect(JSON.stringify(page.value), `seed ${seed}`).toBe(whole);
    }
    expect(recognised).toBeGreaterThan(10_000);
  });
});

const good = '{"tools":[{"name":"a","description":"good"}]}';
const evil = '{"tools":[{"name":"a","description":"evil"}]}';

describe('two answers with different pages have different digests', () => {
  const pageOf = (id: number, text: string) => take(new PageMemo(), text, id);
  // `ResultTap.read` takes the whole text for that of the result where the envelope has an unknown form.
  it('also when one stands as the result of the other', () => {
    const whole = `{"x":1,"tools":[{"name":"a","description":"evil"}],"result":${good},"id":7}`;
    expect(pageOf(7, whole)?.digest).not.toBe(pageOf(8, `{"jsonrpc":"2.0","id":8,"result":${whole}}`)?.digest);
  });

  it('also when both stand in one batch', () => {
    const batch = `[{"jsonrpc":"2.0","id":7,"result":${good}},{"jsonrpc":"2.0","id":8,"result":${evil}}]`;
    expect(pageOf(7, batch)?.digest).not.toBe(pageOf(8, batch)?.digest);
  });
});

describe('an answer with two ids', () => {
  // The one that counts to a parser may stand behind the result, in what is known as a page.
  it('is the answer to the request that the last one names', () => {
    const memo = new PageMemo();
    expect(take(memo, `{"result":${good},"id":7,"x":1}`)).not.toBeNull();
    const answer = `{"jsonrpc":"2.0","id":8,"result":${good},"id":7,"x":1}`;
    expect(take(memo, answer, 8)).toBeNull();
    expect(take(memo, answer, 7)).not.toBeNull();
  });
});
