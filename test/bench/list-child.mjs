// A small MCP server over stdio: `node list-child.mjs <name> <log>` writes down when it was started, and serves two tools.
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { makeTools } from './tools.mjs';

const [name, log] = process.argv.slice(2);
appendFileSync(log, `${name} ${Date.now()}\n`);
const hints = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
const results = {
  'server/discover': { ...hints, supportedVersions: ['2026-07-28'], capabilities: { tools: {} } },
  'tools/list': { ...hints, tools: makeTools(2) },
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  if (id === undefined) return;
  const result = results[method];
  const answer = result === undefined ? { error: { code: -32601, message: 'Method not found' } } : { result };
  console.log(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
});
