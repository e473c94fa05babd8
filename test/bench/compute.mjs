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

function surfaceOf(tools) {
  return buildSurface(tools.map((value) => ({ kind: 'tool', name: value.name, value })));
}

function approvalOf({ definitions }) {
  return definitions.map(({ kind, name, fingerprint, text }) => ({
    kind,
    name,
    fingerprint,
    lastFingerprint: fingerprint,
    lastText: text,
    copies: 1,
  }));
}

/** Canonical text, fingerprints and diff of 1,000 tools, against safe-stable-stringify and SHA-256 per tool. */
export async function compareDefinitions() {
  const tools = makeTools(1000);
  const approved = approvalOf(surfaceOf(tools));
  const other = tools.map((tool, index) => (index % 100 === 0 ? { ...tool, description: 'Something else.' } : tool));
  const baseline = await median(runs, () => tools.map((tool) => sha(stringify(tool))), cpu);
  const ours = await median(runs, () => compareSurface(approved, surfaceOf(other)), cpu);
  return [
    'canonical text, fingerprint, diff of 1,000 tools (10 changed)',
    ours,
    'safe-stable-stringify + SHA-256',
    baseline,
    2,
  ];
}

/** What 1,000 changed tools mean, against JSON.parse of the texts of both lists. */
export async function classifyChanges() {
  const before = makeTools(1000);
  const after = before.map(change);
  const approved = approvalOf(surfaceOf(before));
  const surface = surfaceOf(after);
  const texts = [before, after].map((tools) => JSON.stringify(tools));
  const baseline = await median(runs, () => texts.map((text) => JSON.parse(text)), cpu);
  const ours = await median(runs, () => compareSurface(approved, surface), cpu);
  return ['classification of 1,000 changed tools', ours, 'JSON.parse of both lists', baseline, 10];
}

/** A sentence edited in every second tool, a parameter more in every third, a hint turned in the others. */
function change(tool, index) {
  const { description, inputSchema, annotations } = tool;
  const added = {
    type: 'string',
    description: `Where to begin with operation ${index}; leave it out to see all records.`,
  };
  const properties = { ...inputSchema.properties, parameter_0: added };
  return {
    ...tool,
    ...(index % 2 === 0 ? { description: description.replace('what changed', 'what changed, the newest first') } : {}),
    ...(index % 3 === 0 ? { inputSchema: { ...inputSchema, properties } } : {}),
    ...(index % 6 === 1 || index % 6 === 5
      ? { annotations: { ...annotations, destructiveHint: !annotations.destructiveHint } }
      : {}),
  };
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
