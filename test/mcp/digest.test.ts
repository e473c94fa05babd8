import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect } from 'vitest';
import { findEnvelope } from '../../src/mcp/answer-text.ts';
import type { Json } from '../../src/core/json.ts';
import { result } from '../support/servers/script.ts';
import { page, scriptOf } from '../support/servers/skeletons.ts';
import { sendJson, startOddServer } from './odd-http.ts';
import { complete, failed, instructionsOf, toolNames, toolsOf } from './observation.ts';
import { firstDifference } from './same-json.ts';
import { http, it, neverAborted } from './scope.ts';

/** The text of an answer without its envelope, where that has a known form. */
function withoutEnvelope(text: string): string {
  const envelope = findEnvelope(text);
  return envelope === null ? text : text.slice(envelope.start, -envelope.end);
}

const both = ['modern', 'legacy'] as const;

describe('the digest of a reading', () => {
  it.for(both.flatMap((era) => (['json', 'sse'] as const).map((framing) => ({ era, framing }))))(
    'is equal for what did not change, and only for that ($era, $framing)',
    async ({ era, framing }, { scope }) => {
      const script = (description: string) =>
        scriptOf(era, [result(page(era, [`{"name":"a","description":"${description}"}`]))], { framing });
      const server = await scope.raw(script('old'));
      const session = await scope.session(scope.source(), http(server.url));
      const digests: string[] = [];
      for (const description of ['old', 'old', 'new', 'new ', 'old']) {
        server.setScript(script(description));
        digests.push(complete(await session.read(neverAborted())).digest);
      }
      const [first, second, third, fourth, fifth] = digests;
      expect([second, fifth]).toEqual([first, first]);
      expect(new Set([first, third, fourth]).size).toBe(3);
    },
  );

  it('tells pages from tools', async ({ scope }) => {
    const one = scriptOf('legacy', [result('{"tools":[1,2]}')]);
    const two = scriptOf('legacy', [result('{"tools":[1],"nextCursor":"x"}'), result('{"tools":[2]}')]);
    const digests = [];
    for (const script of [one, two]) {
      const server = await scope.raw(script);
      const observation = complete(await scope.read(http(server.url)));
      expect(toolsOf(observation)).toEqual([1, 2]);
      digests.push(observation.digest);
    }
    expect(digests[0]).not.toBe(digests[1]);
  });
});

describe('the text of an answer', () => {
  const results = ['{"tools":[]}', '{}', '[]', 'null', '"}"', '7', '{"a":"\\"id\\":5}","id":5}', '[{"id":5}]'];
  const envelopes: readonly ((id: string, text: string) => string)[] = [
    (id, text) => `{"jsonrpc":"2.0","id":${id},"result":${text}}`,
    (id, text) => `{"id":${id},"jsonrpc":"2.0","result":${text}}`,
    (id, text) => `{"result":${text},"jsonrpc":"2.0","id":${id}}`,
    (id, text) => `{"result":${text},"id":${id},"jsonrpc":"2.0"}`,
    (id, text) => `{"jsonrpc":"2.0","result":${text},"id":${id}}`,
    (id, text) => `{"jsonrpc": "2.0", "id": ${id}, "result": ${text}}`,
    (id, text) => `{ "jsonrpc" : "2.0" , "result" : ${text} , "id" : ${id} }\n`,
  ];

  it.for(envelopes.map((envelope, index) => [index, envelope] as const))(
    'does not depend on the id of the request (form %i)',
    ([, envelope]) => {
      for (const text of results) {
        for (const id of ['5', '4711', '"5"']) expect(withoutEnvelope(envelope(id, text))).toBe(text);
      }
    },
  );

  it('keeps what it does not know', () => {
    for (const text of ['', '{}', '[1]', '{"result":1,"x":{"id":5}}', '{"id":5,"extra":1,"result":2}', 'no JSON']) {
      const other = withoutEnvelope(text);
      expect(text).toContain(other);
      expect(other.includes('extra') || other.includes('"x"') || other === text || other === '1').toBe(true);
    }
  });
});

describe('a compressed answer', () => {
  const compressions = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync } as const;
  const entries = Object.entries(compressions);

  it.for(entries)('is read (%s)', async ([encoding, compress], { scope }) => {
    const server = await startOddServer(scope, 'modern', ({ id, response }) => {
      const body = `{"jsonrpc":"2.0","id":${id},"result":{"tools":[{"name":"a"}]}}`;
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': encoding });
      response.end(compress(Buffer.from(body)));
    });
    expect(toolNames(await scope.read(server.launch))).toEqual(['a']);
  });

  it.for(entries)('cannot be a bomb (%s)', async ([encoding, compress], { scope }) => {
    const bomb = compress(Buffer.alloc(50_000_000, '['));
    const server = await startOddServer(scope, 'modern', ({ response }) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': encoding });
      response.end(bomb);
    });
    expect(failed(await scope.read(server.launch, { limits: { maxBytes: 1_000_000 } }))).toEqual({
      outcome: 'incomplete',
      reason: 'the answer is longer than limits.maxBytes (1000000 bytes)',
    });
  });

  it('that is not what it says is told as such', async ({ scope }) => {
    const server = await startOddServer(scope, 'modern', ({ response }) => {
      sendJson(response, '{"jsonrpc":"2.0"}', { 'content-encoding': 'gzip' });
    });
    expect(failed(await scope.read(server.launch)).outcome).not.toBe('listed');
  });
});

describe('bytes that are no text', () => {
  it('are read as any client reads them', async ({ scope }) => {
    const server = await scope.raw(scriptOf('legacy', [result('{"tools":[]}')]), {
      intercept: ({ message }) => {
        if (message?.method !== 'tools/list') return undefined;
        const body = `\u00ef\u00bb\u00bf{"jsonrpc":"2.0","id":{{id}},"result":{"tools":[{"name":"caf\u00e9"}]}}`;
        return { kind: 'http', status: 200, headers: { 'content-type': 'application/json' }, body, encoding: 'latin1' };
      },
    });
    // A byte order mark is no part of the text, and a byte that is no UTF-8 becomes U+FFFD.
    expect(toolNames(await scope.read(http(server.url)))).toEqual(['caf\ufffd']);
  });
});

describe('odd keys', () => {
  it('arrive on every level, own and in order', async ({ scope }) => {
    const text =
      '{"z":1,"name":"a","__proto__":{"x":1},"constructor":{"prototype":null},"1":2,"":3,"\\u0000":4,"toString":5}';
    const server = await scope.raw(
      scriptOf('legacy', [result(`{"__proto__":{"tools":[]},"tools":[${text}],"instructions":"no"}`)]),
    );
    const observation = await scope.read(http(server.url));
    const [tool] = toolsOf(observation);
    expect(firstDifference(tool ?? null, JSON.parse(text) as Json)).toBeNull(); // JSON.parse returns nothing but JSON values
    expect(instructionsOf(observation)).toBeUndefined();
  });
});
