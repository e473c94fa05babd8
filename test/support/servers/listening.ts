import { failure, http, type Reply } from './script.ts';

function acknowledged(filter: string): string {
  return (
    '{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":' +
    `{"notifications":${filter},"_meta":{"io.modelcontextprotocol/subscriptionId":{{id}}}}}`
  );
}

const ended =
  '{"jsonrpc":"2.0","id":{{id}},"result":{"resultType":"complete","_meta":{"io.modelcontextprotocol/subscriptionId":{{id}}}}}';

/** A stream on which nothing is said yet: what a 2025 server answers to a GET. */
export const openStream: Reply = { kind: 'stream', messages: [] };

/** The subscription is granted and stays open. */
export const honoured: Reply = { kind: 'stream', messages: [acknowledged('{"toolsListChanged":true}')] };

/** The subscription is acknowledged, but nothing of it is granted, and it ends. */
export const acknowledgedEmpty: Reply = { kind: 'stream', messages: [acknowledged('{}'), ended], ends: true };

/** The method is unknown to a server that otherwise speaks 2026-07-28. */
export const refused: Reply = failure(-32601, 'Method not found');

/** The same, as the SDK's own HTTP server of 2026-07-28 puts it. */
export const refusedWith404: Reply = http(
  404,
  '{"jsonrpc":"2.0","id":{{id}},"error":{"code":-32601,"message":"Method not found"}}',
  { 'content-type': 'application/json' },
);

/** The server has too many listeners already. */
export const limitReached: Reply = failure(-32603, 'Subscription limit reached');

/** The stream opens, and the acknowledgement never comes. */
export const neverAcknowledged: Reply = { kind: 'stream', messages: [] };

/** The subscription is granted, and each time its connection is cut after `ms`. */
export function cutAfter(ms: number): Reply {
  return { kind: 'stream', messages: [acknowledged('{"toolsListChanged":true}')], cutAfterMs: ms };
}
