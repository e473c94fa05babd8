import type { Era } from '../../../src/monitor/ports-reading.ts';
import { honoured, openStream } from './listening.ts';
import { http, result, type Reply, type Script, type ScriptParts } from './script.ts';

const serverInfo = '{"name":"scripted","version":"1.0.0"}';

const discovered = result(
  '{"supportedVersions":["2026-07-28"],"capabilities":{"tools":{"listChanged":true}},"resultType":"complete",' +
    `"ttlMs":0,"cacheScope":"private","_meta":{"io.modelcontextprotocol/serverInfo":${serverInfo}}}`,
);

/** With a session, as nearly all servers of the era have: without its id a 404 would not mean that it was lost. */
const initialized: Reply = {
  ...result(
    `{"protocolVersion":"2025-11-25","capabilities":{"tools":{"listChanged":true}},"serverInfo":${serverInfo}}`,
  ),
  headers: { 'mcp-session-id': 'scripted-session' },
};

/** A `tools/list` result of the era from the texts of its tools. `rest` is JSON text that is added to it, such as `,"ttlMs":-1`. */
export function page(era: Era, tools: readonly string[], rest = ''): string {
  const known = `"tools":[${tools.join(',')}]`;
  if (era === 'legacy') return `{${known}${rest}}`;
  const hint = rest.includes('"ttlMs"') ? '' : ',"ttlMs":0';
  return `{${known},"resultType":"complete"${hint},"cacheScope":"private"${rest}}`;
}

/** A well behaved server of protocol 2026-07-28, apart from its pages and from what `parts` replaces. */
export function modernScript(pages: readonly [Reply, ...Reply[]], parts: ScriptParts = {}): Script {
  const { listen = honoured, answers, ...rest } = parts;
  return {
    era: 'modern',
    framing: 'json',
    get: http(405),
    changed:
      '{"jsonrpc":"2.0","method":"notifications/tools/list_changed",' +
      '"params":{"_meta":{"io.modelcontextprotocol/subscriptionId":{{id}}}}}',
    ...rest,
    answers: {
      'server/discover': { replies: [discovered] },
      'tools/list': { replies: pages },
      'subscriptions/listen': { replies: [listen] },
      ...answers,
    },
  };
}

/** A well behaved server of protocol 2025-11-25, apart from its pages and from what `parts` replaces. */
export function legacyScript(pages: readonly [Reply, ...Reply[]], parts: ScriptParts = {}): Script {
  const { listen = openStream, answers, ...rest } = parts;
  return {
    era: 'legacy',
    framing: 'sse',
    get: listen,
    changed: '{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}',
    ...rest,
    answers: {
      initialize: { replies: [initialized] },
      ping: { replies: [result('{}')] },
      'tools/list': { replies: pages },
      ...answers,
    },
  };
}

export function scriptOf(era: Era, pages: readonly [Reply, ...Reply[]], parts: ScriptParts = {}): Script {
  return era === 'modern' ? modernScript(pages, parts) : legacyScript(pages, parts);
}
