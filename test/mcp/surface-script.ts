import type { Era } from '../../src/monitor/ports-reading.ts';
import { result, type Answer, type Reply, type Script, type ScriptParts } from '../support/servers/script.ts';
import { page, scriptOf } from '../support/servers/skeletons.ts';

export const serverInfo = { name: 'scripted', version: '1.0.0', title: 'A server' };

const everything = { tools: {}, prompts: { listChanged: true }, resources: {}, 'x-own': { a: [null, 1.5] } };

/** An answer to a list, or to `resources/read`: `items` are the JSON texts of what stands under `key`. */
export function listOf(era: Era, key: string, items: readonly string[], rest = ''): Reply {
  const modern = era === 'modern' ? `,"resultType":"complete","ttlMs":0,"cacheScope":"private"` : '';
  return result(`{"${key}":[${items.join(',')}]${modern}${rest}}`);
}

/** A server that has more than tools. `lists` are the replies to its methods; a method that is missing is unknown to it. */
export function surfaceScript(
  era: Era,
  lists: Readonly<Record<string, readonly [Reply, ...Reply[]]>>,
  { capabilities = everything, ...parts }: ScriptParts & { readonly capabilities?: object } = {},
): Script {
  const answers = Object.fromEntries(
    Object.entries(lists).map(([method, replies]): [string, Answer] => [method, { replies }]),
  );
  const { 'tools/list': tools, ...more } = answers;
  const told = JSON.stringify(capabilities);
  const info = JSON.stringify(serverInfo);
  const greeting: Reply =
    era === 'modern'
      ? result(
          `{"supportedVersions":["2026-07-28"],"capabilities":${told},"resultType":"complete","ttlMs":0,` +
            `"cacheScope":"private","instructions":"Mind.","_meta":{"io.modelcontextprotocol/serverInfo":${info}}}`,
        )
      : {
          ...result(
            `{"protocolVersion":"2025-11-25","capabilities":${told},"serverInfo":${info},"instructions":"Mind."}`,
          ),
          headers: { 'mcp-session-id': 'scripted-session' },
        };
  const greet = era === 'modern' ? 'server/discover' : 'initialize';
  const pages = tools?.replies ?? [result(page(era, ['{"name":"a"}']))];
  return scriptOf(era, pages, { ...parts, answers: { [greet]: { replies: [greeting] }, ...more, ...parts.answers } });
}
