// `node long-list-child.mjs <bytes> <kind>`: an MCP server over stdio that serves one long list.
import { createInterface } from 'node:readline';
import { longList } from './long-lists.mjs';

const [bytes, kind] = process.argv.slice(2);
const hints = '"resultType":"complete","ttlMs":0,"cacheScope":"private"';
const results = {
  'server/discover': () => `{${hints},"supportedVersions":["2026-07-28"],"capabilities":{"tools":{}}}`,
  'tools/list': () => `{${hints},"tools":${longList(Number(bytes), kind)}}`,
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  if (id === undefined) return;
  const rest =
    method in results ? `"result":${results[method]()}` : '"error":{"code":-32601,"message":"Method not found"}';
  process.stdout.write(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},${rest}}\n`);
});
