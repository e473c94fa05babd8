import type { DefinitionKind } from '../../../src/core/definition.ts';
import type { Era } from '../../../src/monitor/ports-reading.ts';
import { result, type Answer, type Script } from '../servers/script.ts';
import { page, scriptOf } from '../servers/skeletons.ts';
import { poison, poisonedItems } from './poisoned.ts';

/** A whole server, before or after all techniques of `poisoned.ts` were applied, with its instructions and its own words. */
export function techniqueScript(era: Era, side: 'before' | 'after'): Script {
  const of = (kind: DefinitionKind): string =>
    poisonedItems.flatMap((item) => (item.kind === kind && item[side] !== null ? [item[side]] : [])).join(',');
  const words = side === 'before' ? 'Be careful.' : poison;
  // T12: what the server says of itself, and that it can do more.
  const serverInfo = JSON.stringify({ name: 'billing', version: '1.0.0', title: words });
  const capabilities = JSON.stringify({
    tools: {},
    prompts: {},
    resources: {},
    ...(side === 'after' && { tasks: {} }),
  });
  const rest = `"capabilities":${capabilities},"instructions":${JSON.stringify(words)}`;
  const hints = era === 'modern' ? ',"resultType":"complete","ttlMs":0,"cacheScope":"private"' : '';
  const list = (key: string, kind: DefinitionKind): Answer => ({
    replies: [result(`{"${key}":[${of(kind)}]${hints}}`)],
  });
  const greeting =
    era === 'modern'
      ? `{"supportedVersions":["2026-07-28"],${rest}${hints},"_meta":{"io.modelcontextprotocol/serverInfo":${serverInfo}}}`
      : `{"protocolVersion":"2025-11-25",${rest},"serverInfo":${serverInfo}}`;
  return scriptOf(era, [result(page(era, [of('tool')]))], {
    answers: {
      [era === 'modern' ? 'server/discover' : 'initialize']: { replies: [result(greeting)] },
      'prompts/list': list('prompts', 'prompt'),
      'resources/list': list('resources', 'resource'),
      'resources/templates/list': list('resourceTemplates', 'resource-template'),
    },
  });
}
