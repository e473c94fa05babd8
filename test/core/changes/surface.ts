import type { RawItem } from '../../../src/core/definition.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import { hints, of, type Row } from './row.ts';

const prompt = (parts: JsonObject): readonly RawItem[] => of('prompt', { name: 'letter', ...parts });
const server = (parts: JsonObject): readonly RawItem[] =>
  of('server-info', { name: 'reports', version: '1', ...parts });
const can = (parts: JsonObject): readonly RawItem[] => of('capabilities', parts);
const run = (...args: readonly string[]): readonly RawItem[] => of('launch', { type: 'stdio', command: 'npx', args });
const page = (ui: JsonObject): readonly RawItem[] => of('ui-resource', { 'ui://a': { text: '<p>', _meta: { ui } } });

export const surfaceRows: readonly Row[] = [
  [
    'what a prompt is for',
    prompt({ description: 'To a friend.' }),
    prompt({ description: 'To one friend.' }),
    'medium prompt-text-changed',
  ],
  [
    'what an argument of a prompt is',
    prompt({ arguments: [{ name: 'to', description: 'Who.' }] }),
    prompt({ arguments: [{ name: 'to', description: 'To whom.' }] }),
    'medium prompt-text-changed',
  ],
  [
    'an argument of a prompt more',
    prompt({ arguments: [] }),
    prompt({ arguments: [{ name: 'to' }] }),
    'medium prompt-changed',
  ],
  ['a prompt more', [], prompt({}), 'medium prompt-added'],
  ['a prompt less', prompt({}), [], 'low prompt-removed'],
  ['instructions where none were', [], of('instructions', 'Be kind.'), 'high instructions-added'],
  [
    'a resource',
    of('resource', { uri: 'a:b', name: 'a' }),
    of('resource', { uri: 'a:b', name: 'b' }),
    'info resource-changed',
  ],
  [
    'a resource template',
    of('resource-template', { uriTemplate: 'a:{b}', name: 'a' }),
    of('resource-template', { uriTemplate: 'a:{b}', name: 'b' }),
    'medium resource-template-changed',
  ],
  ['the page behind a tool', page({ a: 1 }), page({ a: 2 }), 'medium ui-resource-changed'],
  [
    'the camera for the page behind a tool',
    page({}),
    page({ permissions: { camera: {} } }),
    'high ui-permissions-widened',
    { weaker: ['any MCP Apps host', 'ChatGPT'] },
  ],
  ['the version of the server', server({}), server({ version: '2' }), 'info server-version-changed'],
  ['the name of the server', server({}), server({ name: 'letters' }), 'low server-info-changed'],
  [
    'what the server says of itself',
    server({ description: 'A.' }),
    server({ description: 'B.' }),
    'medium server-text-changed',
  ],
  ['that it announces changes', can({ tools: {} }), can({ tools: { listChanged: true } }), 'info capability-notation'],
  ['that it can do more', can({ tools: {} }), can({ tools: {}, sampling: {} }), 'medium capability-added'],
  ['that it can do less', can({ tools: {}, logging: {} }), can({ tools: {} }), 'medium capability-withdrawn'],
  ['the command that starts the server', run('reports@1.0.0'), run('reports@1.0.1'), 'critical launch-changed'],
  ['an icon', { icons: [{ src: 'data:a' }] }, { icons: [{ src: 'data:b' }] }, 'medium icon-changed'],
  ['that it runs as a task', {}, { execution: { taskSupport: 'optional' } }, 'medium execution-changed'],
  ['that it runs as no task, written out', {}, { execution: { taskSupport: 'forbidden' } }, 'info notation'],
  ['a field that nobody knows', {}, { 'x-note': 1 }, 'medium field-changed'],
  ['annotations that are empty', {}, hints({}), 'info notation'],
];
