// What a definition costs, against the cheapest way to do the same work.
import { createHash } from 'node:crypto';
import { stringify } from 'safe-stable-stringify';
import { compareSurface } from '../../dist/src/core/compare.js';
import { buildSurface } from '../../dist/src/core/surface.js';
import { createMcpSource } from '../../dist/src/mcp/source.js';
import { systemClock } from '../../dist/src/clock.js';
import { cpu, median, startScript } from './measure.mjs';
import { makeTools } from './tools.mjs';

const runs = 100;
const sha = (text) => createHash('sha256').update(text, 'utf8').digest('hex');

/** Canonical text, fingerprints and diff of 1,000 tools, against safe-stable-stringify and SHA-256 per tool. */
export async function compareDefinitions() {
  const tools = makeTools(1000);
  const items = tools.map((value) => ({ kind: 'tool', name: value.name, value }));
  const approved = buildSurface(items).definitions.map(({ kind, name, fingerprint, text }) => ({
    kind,
    name,
    fingerprint,
    lastFingerprint: fingerprint,
    lastText: text,
    copies: 1,
  }));
  const other = items.map((item, index) =>
    index % 100 === 0 ? { ...item, value: { ...item.value, description: 'Something else.' } } : item,
  );
  const baseline = await median(runs, () => tools.map((tool) => sha(stringify(tool))), cpu);
  const ours = await median(runs, () => compareSurface(approved, buildSurface(other)), cpu);
  return [
    'canonical text, fingerprint, diff of 1,000 tools (10 changed)',
    ours,
    'safe-stable-stringify + SHA-256',
    baseline,
    2,
  ];
}

/** A reading over HTTP that changed nothing, against JSON.parse and SHA-256 of the same text. */
export async function readUnchanged() {
  const server = await startScript('list-server.mjs', '1000');
  const limits = {
    maxBytes: 20e6,
    maxPages: 1000,
    maxItems: 20_000,
    maxDepth: 200,
    readTimeoutMs: 30_000,
    startTimeoutMs: 30_000,
  };
  const source = createMcpSource({
    limits,
    identity: { name: 'bench', version: '0' },
    clock: systemClock,
    random: Math.random,
  });
  const { signal } = new AbortController();
  const watched = {
    name: 'bench',
    launch: { kind: 'http', url: `http://127.0.0.1:${server.line}/0`, headers: {} },
    policy: {},
  };
  const opening = await source.open(watched, 'modern', signal);
  const text = JSON.stringify({ jsonrpc: '2.0', id: 1, result: { tools: makeTools(1000) } });
  const baseline = await median(runs, () => [JSON.parse(text), sha(text)], cpu);
  const ours = await median(runs, () => opening.session.read(signal), cpu);
  await opening.session.close();
  await source.close();
  await server.stop();
  return [
    `a reading that changed nothing (1,000 tools, ${(text.length / 1e6).toFixed(1)} MB, HTTP)`,
    ours,
    'JSON.parse + SHA-256',
    baseline,
    1.3,
  ];
}
