import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classifyChange } from '../../src/core/classify.ts';
import { compareSurface } from '../../src/core/compare.ts';
import { compareConsent, nameOf } from '../../src/core/compare-consent.ts';
import { composeFinding } from '../../src/core/compose-finding.ts';
import { consentRules, consentWeakened } from '../../src/core/consent-rules.ts';
import type { Finding } from '../../src/core/finding.ts';
import { hints } from '../../src/core/hints.ts';
import type { Json, JsonObject } from '../../src/core/json.ts';
import { rules } from '../../src/core/rules.ts';
import { signalContext } from '../../src/core/signals/context.ts';
import { aFinding, anEdit } from '../support/alerts.ts';
import { cpuMsOf } from '../support/cpu.ts';
import { assertLaw, aSurface, aTool, compareItems, compareTools, told, tombstonesOf } from './builders.ts';

function annotated(annotations: Json): JsonObject {
  return aTool({ annotations });
}

function withMeta(meta: Json): JsonObject {
  return aTool({ _meta: meta });
}

function only(findings: readonly Finding[]): Finding {
  const [finding, ...others] = findings;
  expect(others).toEqual([]);
  if (finding === undefined) throw new Error('there is a finding');
  return finding;
}

function sentencesOf(findings: readonly Finding[]): readonly string[] {
  return (only(findings).consequences ?? []).map(({ direction, sentence }) => `${direction}: ${sentence}`);
}

/** `pointer: clients` of each edit. */
function clientsOf(findings: readonly Finding[]): readonly string[] {
  return only(findings).edits.map(({ pointer, clients }) => `${pointer}: ${clients.join(', ')}`);
}

describe('what a change lets clients do', () => {
  it.each<[string, Json, Json, readonly string[]]>([
    ['nothing that a client goes by', aTool(), aTool({ description: 'x' }), []],
    [
      'a tool that claims to be read-only',
      annotated({ readOnlyHint: false }),
      annotated({ readOnlyHint: true }),
      [
        'weaker: VS Code, Copilot CLI, Codex (auto, writes), ChatGPT, OpenAI Responses API (read_only filter) and 10 more no longer ask before delete_file',
        'weaker: Claude Code (parallel calls) may now run delete_file beside other calls',
        'weaker: Claude Code (dropped connections) and Qwen Code (dropped connections) may now call delete_file again after a dropped connection',
        'weaker: Gemini CLI (plan) now offers delete_file to the model',
        'weaker: GitHub Copilot (code review) now offers delete_file to the model, without asking',
      ],
    ],
    [
      'one that no longer does',
      annotated({ readOnlyHint: true }),
      annotated({}),
      [
        'safer: VS Code, Copilot CLI, Codex (auto, writes), ChatGPT, OpenAI Responses API (read_only filter) and 9 more now ask before delete_file',
        'safer: Claude Code (parallel calls) no longer runs delete_file beside other calls',
        'safer: Claude Code (dropped connections) and Qwen Code (dropped connections) no longer call delete_file again after a dropped connection',
        'safer: Goose (smart approve) now lets a model judge whether to ask before delete_file',
        'safer: Gemini CLI (plan) and GitHub Copilot (code review) no longer offer delete_file to the model',
      ],
    ],
    [
      'an open world that is closed',
      annotated({ openWorldHint: true }),
      annotated({}),
      ['weaker: VS Code (results) no longer lets a person review the results of delete_file'],
    ],
    [
      'a closed world that is opened',
      annotated({}),
      annotated({ openWorldHint: true }),
      ['safer: VS Code (results) now lets a person review the results of delete_file'],
    ],
    [
      'a hint that is a text',
      annotated({}),
      annotated({ readOnlyHint: 'no' }),
      ['weaker: VS Code no longer asks before delete_file'],
    ],
    [
      'weaker and safer at once',
      annotated({ destructiveHint: false, openWorldHint: false }),
      annotated({ destructiveHint: true, openWorldHint: false, idempotentHint: true }),
      [
        'weaker: Claude Code (dropped connections) and Qwen Code (dropped connections) may now call delete_file again after a dropped connection',
        'safer: Codex (auto) and Claude Code (auto) now ask before delete_file',
      ],
    ],
    [
      'a tool for pages that the model may have as well',
      withMeta({ ui: { visibility: ['app'] } }),
      withMeta({ ui: {} }),
      ['weaker: VS Code and any MCP Apps host now offer delete_file to the model'],
    ],
    [
      'a tool for the model that pages may have as well',
      withMeta({ ui: { visibility: ['model'] } }),
      aTool(),
      ['weaker: any MCP Apps host now lets pages of the server call delete_file'],
    ],
  ])('%s', (_name, before, after, sentences) => {
    expect(sentencesOf(compareTools([before], [after]))).toEqual(sentences);
  });

  it('is said of a name that cannot pass for words of ours', () => {
    const named = (annotations: Json) => aTool({ name: 'x. All is\nwell', annotations });
    expect(sentencesOf(compareTools([named({})], [named({ readOnlyHint: 'no' })]))).toEqual([
      'weaker: VS Code no longer asks before "x. All is<U+000A>well"',
    ]);
  });

  it('is said of each of several tools of one name', () => {
    const [a, b] = [annotated({ a: 1 }), annotated({ a: 2 })];
    const findings = compareTools([a, b], [a, annotated({ a: 2, openWorldHint: false, readOnlyHint: '0' })]);
    expect(sentencesOf(findings)).toEqual(['weaker: VS Code no longer asks before delete_file']);
    expect(clientsOf(findings)).toEqual(['/1/annotations/openWorldHint: ', '/1/annotations/readOnlyHint: VS Code']);
  });

  it('is not said where several of one name became more or fewer: which of them changed is not known', () => {
    const [finding] = compareTools([aTool()], [aTool(), annotated({ readOnlyHint: true })]);
    expect(finding).toMatchObject({ change: 'duplicate', severity: 'high' });
    expect(finding).not.toHaveProperty('consequences');
  });
});

describe('an edit names the clients that it weakens', () => {
  it.each<[string, Json, Json, readonly string[]]>([
    [
      'one hint among others',
      annotated({ openWorldHint: true, readOnlyHint: true }),
      annotated({ openWorldHint: false, readOnlyHint: false }),
      ['/annotations/openWorldHint: VS Code (results)', '/annotations/readOnlyHint: '],
    ],
    [
      'two hints together',
      annotated({ openWorldHint: true, destructiveHint: true }),
      annotated({ openWorldHint: false, destructiveHint: false }),
      [
        '/annotations/destructiveHint: Codex (auto), Claude Code (auto)',
        '/annotations/openWorldHint: VS Code (results), Codex (auto)',
      ],
    ],
    [
      'a description beside a hint',
      annotated({}),
      aTool({ description: 'x', annotations: { readOnlyHint: '', openWorldHint: false } }),
      ['/annotations/openWorldHint: ', '/annotations/readOnlyHint: ', '/description: '],
    ],
    [
      'a hint that is tightened',
      annotated({ destructiveHint: false, openWorldHint: false }),
      annotated({ destructiveHint: true, openWorldHint: false }),
      ['/annotations/destructiveHint: '],
    ],
    [
      'readOnlyHint: false that goes',
      annotated({ readOnlyHint: false }),
      aTool(),
      ['/annotations/readOnlyHint: Goose (smart approve)'],
    ],
    [
      '_meta that goes as a whole',
      withMeta({ 'anthropic/requiresUserInteraction': true }),
      aTool(),
      ['/_meta: Claude Code (allowed tools), Claude Code (auto)'],
    ],
    [
      'keys of vendors',
      withMeta({ a: 1, 'openai/visibility': 'private' }),
      withMeta({ a: 2, 'openai/visibility': 'public', 'openai/widgetAccessible': true }),
      ['/_meta/a: ', '/_meta/openai~1visibility: ChatGPT', '/_meta/openai~1widgetAccessible: ChatGPT'],
    ],
    [
      'one of two keys of MCP Apps',
      withMeta({ ui: { visibility: ['model'], x: 1 } }),
      withMeta({ ui: { visibility: ['model', 'app'], x: 2 } }),
      ['/_meta/ui/visibility: any MCP Apps host', '/_meta/ui/x: '],
    ],
  ])('%s', (_name, before, after, clients) => {
    expect(clientsOf(compareTools([before], [after]))).toEqual(clients);
  });

  it('and a page that asks for more names who shows it', () => {
    const page = (meta: JsonObject) => [{ uri: 'ui://a', text: 'a', _meta: meta }];
    const compare = (before: JsonObject, after: JsonObject) =>
      compareItems(
        [{ kind: 'ui-resource', name: 'ui://a', value: page(before) }],
        [{ kind: 'ui-resource', name: 'ui://a', value: page(after) }],
      );
    const csp = (...hosts: readonly string[]) => ({ 'openai/widgetCSP': { connect_domains: hosts } });
    for (const [before, after] of [
      [{ ui: {} }, { ui: { permissions: { camera: {} } } }],
      [csp('https://a.test'), csp('https://a.test', 'https://b.test')],
    ] as const)
      expect(compare(before, after)).toMatchObject([
        { severity: 'high', edits: [{ rule: 'ui-permissions-widened', clients: ['any MCP Apps host', 'ChatGPT'] }] },
      ]);
    expect(compare(csp('https://a.test', 'https://b.test'), csp('https://a.test'))).toMatchObject([
      { edits: [{ clients: [] }] },
    ]);
  });
});

describe('the severity', () => {
  it.each<[string, Json, Json, ...string[]]>([
    [
      'read-only now, and described otherwise: critical',
      annotated({}),
      aTool({ annotations: { readOnlyHint: true }, description: 'Cleans up.' }),
      '/annotations/readOnlyHint relaxed-with-change critical',
      '/description description-changed high',
    ],
    [
      'read-only now, and takes something else: critical',
      aTool(),
      aTool({ annotations: { readOnlyHint: true }, inputSchema: { type: 'object' } }),
      '/annotations/readOnlyHint relaxed-with-change critical',
      '/inputSchema/properties schema-collapsed high',
      '/inputSchema/required parameter-optional medium',
    ],
    [
      'read-only now, and another field: high',
      annotated({}),
      aTool({ annotations: { readOnlyHint: true }, icons: [] }),
      '/annotations/readOnlyHint annotation-relaxed high',
      '/icons icon-changed medium',
    ],
    [
      'no longer read-only, and described otherwise: no more than the text',
      annotated({ readOnlyHint: true }),
      aTool({ annotations: {}, description: 'Cleans up.' }),
      '/annotations/readOnlyHint annotation-tightened medium',
      '/description description-changed high',
    ],
    [
      'a guard that goes: critical',
      withMeta({ 'anthropic/requiresUserInteraction': true, a: 1 }),
      withMeta({ a: 1 }),
      '/_meta/anthropic~1requiresUserInteraction guard-removed critical',
    ],
    ...(['true', 1, false, null] as const).map((value): [string, Json, Json, string] => [
      `a guard that becomes ${JSON.stringify(value)}: critical`,
      withMeta({ 'anthropic/requiresUserInteraction': true }),
      withMeta({ 'anthropic/requiresUserInteraction': value }),
      '/_meta/anthropic~1requiresUserInteraction guard-removed critical',
    ]),
    [
      'a guard that goes with all of _meta: critical',
      withMeta({ 'anthropic/requiresUserInteraction': true }),
      aTool(),
      '/_meta guard-removed critical',
    ],
    [
      'a guard among annotations that goes with them: critical',
      annotated({ 'cursor/requiresConfirmation': true, title: 'x' }),
      annotated({ title: 'x' }),
      '/annotations/cursor~1requiresConfirmation guard-removed critical',
    ],
    [
      'a guard that comes: medium',
      aTool(),
      withMeta({ 'anthropic/requiresUserInteraction': true }),
      '/_meta guard-added medium',
    ],
    [
      'a guard that was none: as any field',
      withMeta({ 'anthropic/requiresUserInteraction': 'true' }),
      withMeta({}),
      '/_meta/anthropic~1requiresUserInteraction meta-changed medium',
    ],
    [
      'a guard of another type, which some clients no longer see: high',
      annotated({ readOnlyHint: true, destructiveHint: true }),
      annotated({ readOnlyHint: true, destructiveHint: 'true' }),
      '/annotations/destructiveHint consent-weakened high',
    ],
    [
      'destructive beside read-only: medium',
      annotated({ readOnlyHint: true }),
      annotated({ readOnlyHint: true, destructiveHint: true }),
      '/annotations/destructiveHint hints-contradict medium',
    ],
    [
      'read-only beside destructive: still high',
      annotated({ destructiveHint: true }),
      annotated({ destructiveHint: true, readOnlyHint: true }),
      '/annotations/readOnlyHint annotation-relaxed high',
    ],
    [
      'a contradiction that was approved says nothing new',
      annotated({ readOnlyHint: true, destructiveHint: true }),
      annotated({ readOnlyHint: true, destructiveHint: true, openWorldHint: true }),
      '/annotations/openWorldHint notation info',
    ],
    [
      'a default that is written out: info',
      aTool(),
      annotated({ destructiveHint: true }),
      '/annotations/destructiveHint notation info',
    ],
    [
      'readOnlyHint: false that goes: info',
      annotated({ readOnlyHint: false }),
      aTool(),
      '/annotations/readOnlyHint notation info',
    ],
    [
      'pages that may call a tool: medium',
      withMeta({ ui: { visibility: ['model'] } }),
      withMeta({ ui: {} }),
      '/_meta/ui/visibility vendor-key-widened medium',
    ],
  ])('%s', (_name, before, after, ...edits) => {
    expect(told(compareTools([before], [after]))).toEqual(edits);
  });

  it('says why in words', () => {
    const messages = (before: Json, after: Json) =>
      only(compareTools([before], [after])).edits.map(({ message }) => message);
    expect(messages(withMeta({ 'anthropic/requiresUserInteraction': true }), aTool())[0]).toMatch(
      /^an explicit always-ask guard was removed/,
    );
    const [relaxed] = messages(
      annotated({}),
      aTool({ annotations: { readOnlyHint: true, destructiveHint: true }, description: 'x' }),
    ).slice(1);
    expect(relaxed).toMatch(
      /^relaxed: .*; the tool now claims to be read-only, .*; the tool claims to be read-only and destructive: /,
    );
    expect(messages(annotated({ readOnlyHint: false }), aTool())).toEqual([
      'means the same to the specification, but not to every client',
    ]);
    expect(messages(aTool(), annotated({ readOnlyHint: false }))).toEqual([
      'means the same to the specification, but not to every client',
    ]);
    expect(messages(aTool(), annotated({ idempotentHint: false }))).toEqual([
      'written differently, no client can tell the difference',
    ]);
  });

  it('is critical also where too many edits are told as one', () => {
    const [guarded, bare] = [
      aSurface(withMeta({ 'anthropic/requiresUserInteraction': true })),
      aSurface(aTool({ a: 1, b: 1, c: 1 })),
    ].map(({ definitions }) => definitions[0]);
    if (guarded === undefined || bare === undefined) throw new Error('a surface has its tool');
    expect(classifyChange(guarded, bare, signalContext([], []), 2)).toMatchObject({
      severity: 'critical',
      edits: [
        {
          pointer: '',
          rule: 'guard-removed',
          message: expect.stringMatching(/^the definition as a whole was replaced by something else; an explicit/),
          clients: ['Claude Code (allowed tools)', 'Claude Code (auto)'],
        },
      ],
    });
  });
});

describe('keys of vendors', () => {
  const scheme = (type: string, ...scopes: readonly string[]) => ({ type, scopes });
  it.each<[string, JsonObject, JsonObject, 'weaker' | 'safer' | null, string]>([
    [
      'any MCP Apps host',
      { ui: { resourceUri: 'ui://a' } },
      { ui: { resourceUri: 'ui://b' } },
      'weaker',
      'now shows another page with the results of',
    ],
    ['any MCP Apps host', {}, { 'ui/resourceUri': 'ui://a' }, 'weaker', 'now shows another page with the results of'],
    ['ChatGPT', { 'openai/outputTemplate': 'ui://a' }, {}, 'safer', 'no longer shows a page with the results of'],
    [
      'ChatGPT',
      { 'openai/widgetAccessible': false },
      { 'openai/widgetAccessible': true },
      'weaker',
      'now lets the page behind',
    ],
    [
      'ChatGPT',
      { 'openai/widgetCSP': { connect_domains: ['a'] } },
      { 'openai/widgetCSP': { connect_domains: ['a', 'b'] } },
      'weaker',
      'reach more hosts',
    ],
    ['ChatGPT', { 'openai/fileParams': [] }, { 'openai/fileParams': ['image'] }, 'weaker', "more of a person's files"],
    [
      'ChatGPT',
      { securitySchemes: [scheme('oauth2')] },
      { securitySchemes: [scheme('noauth')] },
      'weaker',
      'without a login',
    ],
    [
      'ChatGPT',
      { securitySchemes: [scheme('oauth2', 'read')] },
      { securitySchemes: [scheme('oauth2', 'read', 'write')] },
      'weaker',
      'more access',
    ],
    [
      'ChatGPT',
      { securitySchemes: [scheme('oauth2', 'read', 'write')] },
      { securitySchemes: [scheme('oauth2', 'read')] },
      'safer',
      'less access',
    ],
    ['Claude Code', {}, { 'anthropic/maxResultSizeChars': 400_000 }, 'weaker', 'longer results'],
    ['Claude Code', { 'anthropic/maxResultSizeChars': 500_000 }, { 'anthropic/maxResultSizeChars': 900_000 }, null, ''],
    [
      'Claude Code',
      { 'anthropic/maxResultSizeChars': 500_000 },
      { 'anthropic/maxResultSizeChars': '1' },
      'safer',
      'shorter results',
    ],
    ['Claude Code', {}, { 'anthropic/alwaysLoad': true }, 'weaker', 'always shows'],
    ['Claude Code', {}, { 'anthropic/alwaysLoad': 'true' }, null, ''],
  ])('%s: %j to %j', (client, before, after, direction, words) => {
    const finding = only(compareTools([withMeta({ a: 1, ...before })], [withMeta({ a: 1, ...after })]));
    expect(finding.severity).toBe('medium');
    if (direction === null) expect(finding.consequences).toBeUndefined();
    else {
      expect(finding.consequences).toEqual([
        { direction, clients: [client], sentence: expect.stringContaining(words), does: expect.any(String) },
      ]);
      expect(finding.edits.flatMap(({ clients }) => clients)).toEqual(direction === 'weaker' ? [client] : []);
      expect(new Set(finding.edits.map(({ rule }) => rule))).toEqual(
        new Set([direction === 'weaker' ? 'vendor-key-widened' : 'vendor-key-narrowed']),
      );
    }
  });

  it('stand outside of _meta as well', () => {
    const schemed = (type: string) => aTool({ securitySchemes: [{ type }] });
    expect(sentencesOf(compareTools([schemed('oauth2')], [schemed('noauth')]))).toEqual([
      'weaker: ChatGPT may now call delete_file without a login',
    ]);
  });

  it('and a server that may push messages is high', () => {
    const capabilities = (value: Json) => [{ kind: 'capabilities' as const, name: '', value }];
    const channel = { experimental: { 'claude/channel': {} } };
    for (const before of [{}, { experimental: {} }, { experimental: { 'claude/other': {} } }]) {
      const finding = only(compareItems(capabilities(before), capabilities({ ...channel })));
      expect(finding.severity).toBe('high');
      expect(
        finding.edits.some(({ rule, clients }) => rule === 'channel-opened' && clients.includes('Claude Code')),
      ).toBe(true);
    }
    expect(compareItems([], capabilities(channel))).toMatchObject([
      { severity: 'high', edits: [{ rule: 'channel-opened' }] },
    ]);
    expect(sentencesOf(compareItems(capabilities(channel), capabilities({})))).toEqual([
      'safer: Claude Code no longer takes messages that the server pushes into a conversation',
    ]);
  });
});

describe('a tool that nobody approved', () => {
  it('says who does more with it than with one that says nothing', () => {
    const findings = compareTools([], [annotated({ readOnlyHint: true, idempotentHint: true })]);
    expect(sentencesOf(findings)).toEqual([
      'weaker: VS Code, Copilot CLI, Codex (auto, writes), ChatGPT, OpenAI Responses API (read_only filter) and 10 more run delete_file without asking',
      'weaker: Claude Code (parallel calls) may run delete_file beside other calls',
      'weaker: Claude Code (dropped connections) and Qwen Code (dropped connections) may call delete_file again after a dropped connection',
      'weaker: Gemini CLI (plan) offers delete_file to the model',
      'weaker: GitHub Copilot (code review) offers delete_file to the model, without asking',
    ]);
    expect(clientsOf(findings)).toEqual([': ']);
  });

  it('says nothing of guards, and nothing where it says nothing', () => {
    expect(compareTools([], [aTool()])[0]).not.toHaveProperty('consequences');
    const guarded = aTool({
      _meta: { 'anthropic/requiresUserInteraction': true },
      annotations: { destructiveHint: true },
    });
    expect(compareTools([], [guarded])).toMatchObject([
      { severity: 'high', edits: [{ rule: 'tool-added', message: 'a tool that nobody approved' }] },
    ]);
    expect(compareTools([], [guarded])[0]).not.toHaveProperty('consequences');
  });

  it('that contradicts itself is told of', () => {
    const [finding] = compareTools([], [annotated({ readOnlyHint: true, destructiveHint: true })]);
    expect(finding?.edits).toMatchObject([
      { rule: 'tool-added', severity: 'high', message: expect.stringContaining('read-only and destructive') },
    ]);
  });

  it('but is back is compared with what was approved once', () => {
    const back = (tool: Json) =>
      compareSurface(tombstonesOf(aSurface(annotated({ readOnlyHint: '' }))), aSurface(tool));
    expect(sentencesOf(back(annotated({ readOnlyHint: 'no' })))).toEqual([
      'weaker: VS Code no longer asks before delete_file',
    ]);
    expect(clientsOf(back(annotated({ readOnlyHint: 'no' })))).toEqual([': ', '/annotations/readOnlyHint: VS Code']);
    expect(back(annotated({ readOnlyHint: '' }))[0]).not.toHaveProperty('consequences');
  });
});

describe('the heading of a finding', () => {
  const headOf = (finding: Finding) => composeFinding(finding, 'files')[0];

  it('says what follows in a line each, and names no client twice', () => {
    const before = annotated({ openWorldHint: true });
    expect(
      headOf(only(compareTools([before], [annotated({ destructiveHint: false, openWorldHint: false })]))),
    ).toMatchObject({
      lines: [
        'VS Code (results) no longer lets a person review the results of delete_file',
        'Codex (auto) no longer asks before delete_file',
      ],
      clients: [],
    });
  });

  it('names each client once, in the line that says what it does', () => {
    const finding = only(compareTools([annotated({})], [annotated({ readOnlyHint: true })]));
    const head = headOf(finding);
    expect(head).toMatchObject({ clients: [] });
    const all = finding.consequences?.flatMap(({ clients }) => clients) ?? [];
    expect(all.length).toBeGreaterThan(8);
    const lines = head?.kind === 'finding' ? head.lines : [];
    expect(lines.join('\n')).not.toMatch(/and \d+ more/);
    for (const { clients, does = '' } of finding.consequences ?? []) {
      const line = lines.find((one) => one.endsWith(does)) ?? '';
      for (const client of clients) expect(line.split(client.replace(/ \(.*/, ''))).toHaveLength(2);
    }
  });

  it('names those of whom no line says what they do', () => {
    const consequences = [{ direction: 'weaker', sentence: 'a may act', does: 'may act', clients: ['a'] }] as const;
    const edits = [anEdit({ clients: ['a', 'b (auto)'] })];
    expect(headOf(aFinding({ consequences, edits }))).toMatchObject({ lines: ['a may act'], clients: ['b (auto)'] });
  });

  it('counts lines beyond the eighth, and shows them as one line of text', () => {
    const consequences = Array.from({ length: 10 }, (_, index) => ({
      direction: 'weaker' as const,
      sentence: `line\n${index}`,
      clients: ['a'],
    }));
    const head = headOf(aFinding({ consequences, edits: [anEdit({ clients: ['a'] })] }));
    expect(head).toMatchObject({
      lines: [...Array.from({ length: 8 }, (_, index) => `line<U+000A>${index}`), 'and 2 more'],
    });
  });
});

describe('for any two definitions', () => {
  const anyHint: fc.Arbitrary<Json> = fc.constantFrom<Json>(true, false, null, 'true', 'no', 1, 0, {});
  const keys = [...hints.keys(), 'cursor/requiresConfirmation'];
  const anyTool = fc
    .record({
      annotations: fc.dictionary(fc.constantFrom(...keys), anyHint),
      _meta: fc.dictionary(
        fc.constantFrom('anthropic/requiresUserInteraction', 'openai/visibility', 'ui', 'a'),
        fc.constantFrom<Json>(true, 'private', { visibility: ['app'] }, { visibility: ['model'] }, 1),
      ),
    })
    .map((parts) => aTool(parts));

  it('every client that is weaker is named by an edit, and no other', () => {
    assertLaw(
      fc.property(anyTool, anyTool, (before, after) => {
        const weaker = compareConsent(before, after).filter(({ direction }) => direction === 'weaker');
        const named = compareTools([before], [after]).flatMap(({ edits }) => edits.flatMap(({ clients }) => clients));
        // Keys of vendors name clients too.
        const expected = new Set([...weaker.map(nameOf), 'any MCP Apps host']);
        expect(new Set([...named, 'any MCP Apps host'])).toEqual(expected);
      }),
    );
  });

  it('where a client no longer asks, the finding is high or more', () => {
    assertLaw(
      fc.property(anyTool, anyTool, (before, after) => {
        const runs = compareConsent(before, after).some(({ to, direction }) => direction === 'weaker' && to === 'runs');
        const findings = compareTools([before], [after]);
        expect(findings.every(({ severity }) => !runs || severity === 'high' || severity === 'critical')).toBe(true);
      }),
    );
  });
});

describe('a hostile server', () => {
  it.each<[string, (value: number) => JsonObject]>([
    [
      'annotations',
      (value) => ({ annotations: { ...many(value), readOnlyHint: value === 1, openWorldHint: value !== 1 } }),
    ],
    [
      'keys in _meta',
      (value) => ({ _meta: { ...many(value), ui: many(value) }, annotations: { readOnlyHint: value === 1 } }),
    ],
    ['parts of one hint', (value) => ({ annotations: { readOnlyHint: many(value), openWorldHint: value !== 1 } })],
  ])('that changes 15,000 %s costs no more than comparing them', (_name, parts) => {
    const [before, after] = [aTool(parts(0)), aTool(parts(1))];
    expect(cpuMsOf(() => compareTools([before], [after]))).toBeLessThan(4_000);
  });

  function many(value: number): JsonObject {
    return Object.fromEntries(Array.from({ length: 15_000 }, (_, index) => [`x${index}`, value]));
  }
});

describe('every rule of consent', () => {
  it('has a name of its own and a sentence in our own words', () => {
    const verdicts = [...consentRules, consentWeakened];
    const names = [...rules, ...verdicts].map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { name, sentence } of verdicts) {
      expect(name).toMatch(/^[a-z]+(?:-[a-z]+)+$/);
      expect(sentence).toMatch(/^[a-z].*[^.]$/);
    }
  });
});
