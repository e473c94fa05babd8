// Servers that cost their readers: `/hang` never answers, `/flood` notifies without end, `/list/<bytes>/<kind>` serves one long list.
// Prints its port as its first line.
import { createServer } from 'node:http';
import { makeTools } from './tools.mjs';

const hints = '"resultType":"complete","ttlMs":0,"cacheScope":"private"';
const lists = new Map();

/** The text of a list of about `bytes` bytes: `tools` in number, one `long` text, one `deep` nest, or `many` objects. */
function listOf(bytes, kind) {
  if (kind === 'long') return `[{"name":"a","description":"${'x'.repeat(bytes)}"}]`;
  if (kind === 'deep') return `[${'['.repeat(bytes / 2)}${']'.repeat(bytes / 2)}]`;
  if (kind === 'many') return `[{"name":"a","x":[${'{},'.repeat(bytes / 3)}{}]}]`;
  const [tool] = makeTools(1);
  const each = JSON.stringify({ ...tool, name: 'operation_00000' }).length + 1;
  const tools = Array.from({ length: Math.floor(bytes / each) }, (_, index) => ({
    ...tool,
    name: `operation_${String(index).padStart(5, '0')}`,
  }));
  return JSON.stringify(tools);
}

function result(path, method) {
  if (method === 'server/discover')
    return `{${hints},"supportedVersions":["2026-07-28"],"capabilities":{"tools":{"listChanged":true}}}`;
  const [, , bytes = '0', kind] = path.split('/');
  if (!lists.has(path)) lists.set(path, listOf(Number(bytes), kind));
  return `{${hints},"tools":${lists.get(path)}}`;
}

function flood(response, id) {
  const meta = `"_meta":{"io.modelcontextprotocol/subscriptionId":${JSON.stringify(id)}}`;
  const event = (method, params) =>
    `data: {"jsonrpc":"2.0","method":"notifications/${method}","params":{${params}}}\n\n`;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(event('subscriptions/acknowledged', `"notifications":{"toolsListChanged":true},${meta}`));
  const many = event('tools/list_changed', meta).repeat(100);
  const pour = () => {
    if (response.destroyed) return;
    if (response.write(many)) setImmediate(pour);
    else response.once('drain', pour);
  };
  pour();
}

const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += chunk));
  request.on('end', () => {
    if (request.url === '/hang') return;
    const { id, method } = JSON.parse(body);
    if (method === 'subscriptions/listen' && request.url === '/flood') flood(response, id);
    else if (method === 'subscriptions/listen') {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"error":{"code":-32601,"message":"Method not found"}}`);
    } else if (id === undefined) response.writeHead(202).end();
    else {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result(request.url, method)}}`);
    }
  });
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
