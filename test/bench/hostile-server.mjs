// Servers that cost their readers: `/hang` never answers, `/flood` notifies without end, `/list/<bytes>/<kind>` serves one long
// list; with `/sse` behind it as an event, and with `/crowded` in an answer that holds more than its result.
// Prints its port as its first line.
import { createServer } from 'node:http';
import { longList } from './long-lists.mjs';

const hints = '"resultType":"complete","ttlMs":0,"cacheScope":"private"';
function result(path, method) {
  if (method === 'server/discover')
    return `{${hints},"supportedVersions":["2026-07-28"],"capabilities":{"tools":{"listChanged":true}}}`;
  const [, , bytes, kind] = path.split('/');
  return `{${hints},"tools":${bytes === undefined ? '[]' : longList(Number(bytes), kind)}}`;
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
      const isStream = request.url.endsWith('/sse');
      const more = request.url.endsWith('/crowded') ? ',"more":1' : '';
      const answer = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result(request.url, method)}${more}}`;
      response.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' });
      response.end(isStream ? `data: ${answer}\n\n` : answer);
    }
  });
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
