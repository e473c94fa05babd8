import type { Json, JsonObject } from '../../../src/core/json.ts';
import { goByDestructive, goByReadOnly, hints, of, readOnly, tool, type Row } from './row.ts';

const meta = (key: string, value: Json): JsonObject => ({ _meta: { [key]: value } });
const ui = (value: JsonObject): JsonObject => meta('ui', value);
const login = (...schemes: readonly Json[]): JsonObject => ({ securitySchemes: schemes });
const asksAlways = meta('anthropic/requiresUserInteraction', true);
const confirms = hints({ 'cursor/requiresConfirmation': true });
const replayers = ['Claude Code (dropped connections)', 'Qwen Code (dropped connections)'];

export const hintRows: readonly Row[] = [
  ['that it only reads', {}, readOnly, 'high annotation-relaxed', { weaker: goByReadOnly }],
  ['that it no longer only reads', readOnly, {}, 'medium annotation-tightened', { safer: goByReadOnly }],
  [
    'that it only reads, in a word: a client that goes by truth and one in Python take it',
    {},
    hints({ readOnlyHint: 'true' }),
    'high annotation-relaxed',
    { weaker: ['VS Code', 'AgentScope'] },
  ],
  [
    'that it only reads, and what it does',
    {},
    { ...readOnly, ...tool('Removes all reports of the year.') },
    'critical relaxed-with-change',
    { weaker: goByReadOnly },
  ],
  ['that it destroys nothing', {}, hints({ destructiveHint: false }), 'high annotation-relaxed'],
  [
    'that it destroys nothing and reaches nothing outside',
    {},
    hints({ destructiveHint: false, openWorldHint: false }),
    'high annotation-relaxed',
    { weaker: ['Codex (auto)'] },
  ],
  [
    'that it destroys, no longer written out: to the specification it still does',
    hints({ destructiveHint: true }),
    {},
    'high annotation-relaxed',
    { weaker: ['Claude Code (auto)'] },
  ],
  [
    'that it destroys, of one that claims to be read-only',
    hints({ readOnlyHint: true, destructiveHint: true }),
    readOnly,
    'high annotation-relaxed',
    { weaker: goByDestructive },
  ],
  [
    'that it destroys, beside that it only reads',
    readOnly,
    hints({ readOnlyHint: true, destructiveHint: true }),
    'medium hints-contradict',
    { safer: goByDestructive },
  ],
  [
    'that it reaches outside, no longer written out',
    hints({ openWorldHint: true }),
    {},
    'high annotation-relaxed',
    { weaker: ['VS Code (results)'] },
  ],
  [
    'that to call it twice does no harm',
    {},
    hints({ idempotentHint: true }),
    'high annotation-relaxed',
    { weaker: replayers },
  ],
  [
    'that it writes, written out',
    {},
    hints({ readOnlyHint: false }),
    'info notation',
    { safer: ['Goose (smart approve)'] },
  ],
  [
    'that it writes, no longer written out',
    hints({ readOnlyHint: false }),
    {},
    'info notation',
    { weaker: ['Goose (smart approve)'] },
  ],
  ['a hint that is no boolean', {}, hints({ idempotentHint: 'maybe' }), 'high annotation-relaxed'],
  ['a key that nobody knows', {}, hints({ 'vendor/x': 1 }), 'medium annotation-changed'],
];

export const consentRows: readonly Row[] = [
  [
    'Claude Code: always ask, no longer',
    asksAlways,
    {},
    'critical guard-removed',
    { weaker: ['Claude Code (allowed tools)', 'Claude Code (auto)'] },
  ],
  [
    'Claude Code: always ask, as a word, which it ignores',
    asksAlways,
    meta('anthropic/requiresUserInteraction', 'true'),
    'critical guard-removed',
    { weaker: ['Claude Code (allowed tools)', 'Claude Code (auto)'] },
  ],
  [
    'Claude Code: always ask, from now on',
    {},
    asksAlways,
    'medium guard-added',
    { safer: ['Claude Code (allowed tools)', 'Claude Code (auto)'] },
  ],
  [
    'Cursor: confirm each call, no longer',
    confirms,
    {},
    'critical guard-removed',
    { weaker: ['Cursor (allowed tools)', 'Cursor (smart)'] },
  ],
  [
    'Claude Code: more of a result in the conversation',
    meta('anthropic/maxResultSizeChars', 1_000),
    meta('anthropic/maxResultSizeChars', 400_000),
    'medium vendor-key-widened',
    { weaker: ['Claude Code'] },
  ],
  [
    'Claude Code: always before the eyes of the model',
    {},
    meta('anthropic/alwaysLoad', true),
    'medium vendor-key-widened',
    { weaker: ['Claude Code'] },
  ],
  [
    'ChatGPT: hidden from the model, no longer',
    meta('openai/visibility', 'private'),
    {},
    'medium meta-changed',
    { weaker: ['ChatGPT'] },
  ],
  [
    'ChatGPT: a page with the results',
    {},
    meta('openai/outputTemplate', 'ui://report'),
    'medium vendor-key-widened',
    { weaker: ['ChatGPT'] },
  ],
  [
    'ChatGPT: the page may call the tool',
    {},
    meta('openai/widgetAccessible', true),
    'medium vendor-key-widened',
    { weaker: ['ChatGPT'] },
  ],
  [
    'ChatGPT: the page reaches one host less',
    meta('openai/widgetCSP', { connect_domains: ['https://example.com', 'https://example.org'] }),
    meta('openai/widgetCSP', { connect_domains: ['https://example.com'] }),
    'medium vendor-key-narrowed',
    { safer: ['ChatGPT'] },
  ],
  [
    'ChatGPT: files of the person',
    {},
    meta('openai/fileParams', ['file']),
    'medium vendor-key-widened',
    { weaker: ['ChatGPT'] },
  ],
  [
    'ChatGPT: without a login',
    login({ type: 'oauth2', scopes: ['read'] }),
    login({ type: 'noauth' }, { type: 'oauth2', scopes: ['read'] }),
    'medium vendor-key-widened',
    { weaker: ['ChatGPT'] },
  ],
  [
    'ChatGPT: more access at the login',
    login({ type: 'oauth2', scopes: ['read'] }),
    login({ type: 'oauth2', scopes: ['read', 'write'] }),
    'medium vendor-key-widened',
    { weaker: ['ChatGPT'] },
  ],
  [
    'MCP Apps: pages of the server may call it',
    ui({ visibility: ['model'] }),
    {},
    'medium vendor-key-widened',
    { weaker: ['any MCP Apps host'] },
  ],
  [
    'MCP Apps: offered to the model, where it was for pages alone',
    ui({ visibility: ['app'] }),
    ui({ visibility: ['app', 'model'] }),
    'medium meta-changed',
    { weaker: ['VS Code', 'any MCP Apps host'] },
  ],
  [
    'MCP Apps: another page with the results',
    ui({ resourceUri: 'ui://a' }),
    ui({ resourceUri: 'ui://b' }),
    'medium vendor-key-widened',
    { weaker: ['any MCP Apps host'] },
  ],
  [
    'Claude Code: the server may push messages',
    of('capabilities', { experimental: {} }),
    of('capabilities', { experimental: { 'claude/channel': {} } }),
    'high channel-opened',
    { weaker: ['Claude Code'] },
  ],
];
