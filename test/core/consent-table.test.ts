import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { causedBy, compareConsent, consentPlace, nameOf } from '../../src/core/compare-consent.ts';
import { answers, directionOf } from '../../src/core/consent-answers.ts';
import { consentTable } from '../../src/core/consent-table.ts';
import type { Json, JsonObject } from '../../src/core/json.ts';
import { hints } from '../../src/core/hints.ts';
import { cpuMsOf } from '../support/cpu.ts';
import { anyJson, assertLaw, aTool, objectOf, withKeysReversed } from './builders.ts';

function answersFor(tool: Json): Readonly<Record<string, string>> {
  return Object.fromEntries(compareConsent(null, tool).map((change) => [nameOf(change), change.to]));
}

/** The clients that answer otherwise than for a tool that says nothing of itself, as `client: answer`. */
function unusual(parts: JsonObject): readonly string[] {
  return Object.entries(answersFor(aTool(parts))).map(([client, answer]) => `${client}: ${answer}`);
}

describe('for a tool that says nothing of itself', () => {
  it('every client answers', () => {
    const said = Object.fromEntries(consentTable.map((row) => [nameOf(row), row.asks(undefined, undefined)]));
    expect(said).toEqual({
      'VS Code': 'asks',
      'VS Code (results)': 'runs',
      'Copilot CLI': 'asks',
      'Codex (auto)': 'asks',
      'Codex (writes)': 'asks',
      ChatGPT: 'asks',
      'OpenAI Responses API (read_only filter)': 'asks',
      'Claude apps': 'asks',
      'Claude Code (allowed tools)': 'runs',
      'Claude Code (plan)': 'asks',
      'Claude Code (auto)': 'runs',
      'Claude Code (parallel calls)': 'runs',
      'Claude Code (dropped connections)': 'runs',
      'Cursor (reads)': 'asks',
      'Cursor (allowed tools)': 'runs',
      'Cursor (smart)': 'judges',
      'Goose (smart approve)': 'judges',
      'Gemini CLI (plan)': 'hidden',
      'GitHub Copilot (code review)': 'hidden',
      'Microsoft 365 Copilot': 'asks',
      'Gemini Enterprise': 'asks',
      'Docker Agent (balanced)': 'asks',
      'n8n (Instance AI)': 'asks',
      'Devin CLI (restricted)': 'asks',
      AgentScope: 'asks',
      'Qwen Code (dropped connections)': 'runs',
      'any MCP Apps host': 'asks',
    });
  });
});

const readers = [
  'VS Code: runs',
  'Copilot CLI: runs',
  'Codex (auto): runs',
  'Codex (writes): runs',
  'ChatGPT: runs',
  'OpenAI Responses API (read_only filter): runs',
  'Claude apps: runs',
  'Claude Code (plan): runs',
  'Claude Code (parallel calls): parallel',
  'Claude Code (dropped connections): replays',
  'Cursor (reads): runs',
  'Goose (smart approve): runs',
  'Gemini CLI (plan): asks',
  'GitHub Copilot (code review): runs',
  'Microsoft 365 Copilot: runs',
  'Gemini Enterprise: runs',
  'Docker Agent (balanced): runs',
  'n8n (Instance AI): runs',
  'Devin CLI (restricted): runs',
  'AgentScope: runs',
  'Qwen Code (dropped connections): replays',
];
const cautious = ['Codex (auto)', 'Claude apps', 'Cursor (reads)', 'Docker Agent (balanced)', 'n8n (Instance AI)'];

describe('what a tool says of itself changes the answers of', () => {
  it.each<[said: string, annotations: Json, clients: readonly string[]]>([
    ['nothing', {}, []],
    ['null', null, []],
    ['a text instead of annotations', 'readOnlyHint', []],
    ['a list instead of annotations', [{ readOnlyHint: true }], []],
    ['readOnlyHint', { readOnlyHint: true }, readers],
    ['readOnlyHint: false', { readOnlyHint: false }, ['Goose (smart approve): asks']],
    ['destructiveHint', { destructiveHint: true }, ['Claude Code (auto): asks']],
    ['destructiveHint: false', { destructiveHint: false }, []],
    ['openWorldHint', { openWorldHint: true }, ['VS Code (results): reviews']],
    ['openWorldHint: false', { openWorldHint: false }, []],
    ['neither destructive nor open', { destructiveHint: false, openWorldHint: false }, ['Codex (auto): runs']],
    [
      'idempotentHint',
      { idempotentHint: true },
      ['Claude Code (dropped connections): replays', 'Qwen Code (dropped connections): replays'],
    ],
    [
      'read-only and destructive',
      { readOnlyHint: true, destructiveHint: true },
      [
        ...readers.filter((reader) => !cautious.some((client) => reader.startsWith(`${client}:`))),
        'Claude Code (auto): asks',
      ],
    ],
    [
      'that Cursor must ask',
      { 'cursor/requiresConfirmation': true },
      ['Cursor (allowed tools): asks', 'Cursor (smart): asks'],
    ],
    [
      'that Cursor must ask, and read-only',
      { readOnlyHint: true, 'cursor/requiresConfirmation': true },
      [
        ...readers.filter((reader) => !reader.startsWith('Cursor (reads)')),
        'Cursor (allowed tools): asks',
        'Cursor (smart): asks',
      ],
    ],
  ])('%s', (_said, annotations, clients) => {
    expect([...unusual({ annotations })].sort()).toEqual([...clients].sort());
  });

  it.each<[said: string, meta: Json, clients: readonly string[]]>([
    [
      'that a person must be asked each time',
      { 'anthropic/requiresUserInteraction': true },
      ['Claude Code (allowed tools): asks', 'Claude Code (auto): asks'],
    ],
    ['that it is private', { 'openai/visibility': 'private' }, ['ChatGPT: hidden']],
    ['that it is for pages alone', { ui: { visibility: ['app'] } }, ['VS Code: hidden', 'any MCP Apps host: hidden']],
    ['that it is for the model alone', { ui: { visibility: ['model'] } }, []],
    ['a visibility of a wrong type', { ui: { visibility: 'app' } }, []],
    ['a hint in the wrong place', { readOnlyHint: true }, []],
  ])('%s, in _meta', (_said, meta, clients) => {
    expect(unusual({ _meta: meta })).toEqual(clients);
  });
});

describe('a value of a wrong type is read as each client reads it', () => {
  it.each<[annotations: JsonObject, clients: readonly string[]]>([
    [{ readOnlyHint: 'true' }, ['VS Code: runs', 'AgentScope: runs']],
    [{ readOnlyHint: 'yes' }, ['VS Code: runs', 'AgentScope: runs']],
    [{ readOnlyHint: 'false' }, ['VS Code: runs']],
    [{ readOnlyHint: 1 }, ['VS Code: runs', 'AgentScope: runs']],
    [{ readOnlyHint: {} }, ['VS Code: runs']],
    [{ readOnlyHint: '' }, []],
    [{ readOnlyHint: 0 }, []],
    [{ readOnlyHint: null }, []],
    [{ openWorldHint: 'no' }, ['VS Code (results): reviews']],
    [{ destructiveHint: 'true' }, []],
    [{ destructiveHint: 0, openWorldHint: 0 }, []],
    [{ idempotentHint: 'true' }, []],
    [{ 'cursor/requiresConfirmation': 'true' }, []],
  ])('%j', (annotations, clients) => {
    expect(unusual({ annotations })).toEqual(clients);
  });

  it.each(['true', 1, {}, [true], null, false])('a guard of Claude Code that is %j is none', (value) => {
    expect(unusual({ _meta: { 'anthropic/requiresUserInteraction': value } })).toEqual([]);
  });
});

describe('from one definition to another', () => {
  it('names client, mode, both answers and the direction', () => {
    const changes = compareConsent(
      aTool({ annotations: { readOnlyHint: true } }),
      aTool({ annotations: { readOnlyHint: true, destructiveHint: true, openWorldHint: true } }),
    );
    expect(changes.filter(({ client }) => client === 'VS Code' || client === 'Codex')).toEqual([
      { client: 'VS Code', mode: 'results', from: 'runs', to: 'reviews', direction: 'safer' },
      { client: 'Codex', mode: 'auto', from: 'runs', to: 'asks', direction: 'safer' },
    ]);
  });

  it('knows an edit that does it alone from edits that do it together', () => {
    const before = aTool({ annotations: { destructiveHint: true, openWorldHint: true } });
    const after = aTool({ annotations: { destructiveHint: false, openWorldHint: false } });
    const changes = compareConsent(before, after);
    const by = (hint: string) => causedBy(['annotations', hint], changes, before, after).map(nameOf);
    expect(by('openWorldHint')).toEqual(['VS Code (results)', 'Codex (auto)']);
    expect(by('destructiveHint')).toEqual(['Codex (auto)', 'Claude Code (auto)']);
    expect(by('readOnlyHint')).toEqual([]);
  });
});

describe('every row', () => {
  it('has a client and mode of its own, a source, and the month in which it was read', () => {
    expect(new Set(consentTable.map(nameOf)).size).toBe(consentTable.length);
    for (const { source, checked, verify } of consentTable) {
      expect(source).not.toBe('');
      expect(checked).toMatch(/^20\d\d-(?:0[1-9]|1[0-2])$/);
      expect(verify).not.toBe('');
    }
  });

  it('looks only at places that are known to be looked at', () => {
    for (const said of [undefined, true, false, { visibility: ['model'] }]) {
      const seen: (readonly string[])[] = [];
      const watched = (parent: string): JsonObject =>
        new Proxy<JsonObject>(
          {},
          {
            getOwnPropertyDescriptor: (_target, key) => {
              seen.push([parent, String(key)]);
              return said === undefined ? undefined : { value: said, configurable: true };
            },
            get: () => said,
          },
        );
      for (const row of consentTable) row.asks(watched('annotations'), watched('_meta'));
      expect(seen.length).toBeGreaterThan(consentTable.length);
      expect(seen.filter((path) => consentPlace(path) === null)).toEqual([]);
    }
    expect(consentPlace(['_meta', 'ui', 'visibility', '0'])).toEqual(['_meta', 'ui', 'visibility']);
    for (const path of [
      ['annotations', 'title'],
      ['_meta', 'ui', 'csp'],
      ['inputSchema', 'annotations', 'readOnlyHint'],
    ])
      expect(consentPlace(path)).toBeNull();
  });

  it('says what is still to be verified', () => {
    expect(new Set(consentTable.filter(({ verify }) => verify !== undefined).map(({ client }) => client))).toEqual(
      new Set(['VS Code', 'Copilot CLI', 'ChatGPT', 'Claude Code', 'Cursor']),
    );
  });
});

describe('the answers', () => {
  const anyHint: fc.Arbitrary<Json> = fc.constantFrom<Json>(true, false, null, 'true', 'false', 'no', 1, 0, '', {}, []);
  const anyAnnotations = fc.oneof(
    fc.dictionary(fc.constantFrom(...hints.keys(), 'cursor/requiresConfirmation'), anyHint),
    objectOf(anyJson),
    anyJson,
  );
  const anyMeta = fc.oneof(
    fc.record(
      {
        'anthropic/requiresUserInteraction': anyHint,
        'openai/visibility': fc.constantFrom<Json>('private', 'public', 1),
        ui: fc.record({ visibility: fc.constantFrom<Json>(['app'], ['model'], ['model', 'app'], [], 'app', null) }),
      },
      { requiredKeys: [] },
    ),
    anyJson,
  );
  const anyTool = fc.record({ annotations: anyAnnotations, _meta: anyMeta }).map((parts) => aTool(parts));

  it('are the same for the same annotations and _meta, whatever else changes', () => {
    assertLaw(
      fc.property(anyTool, anyJson, (tool, description) => {
        expect(compareConsent(tool, withKeysReversed({ ...tool, description, inputSchema: {} }))).toEqual([]);
      }),
    );
  });

  it('that are weaker one way are safer the other way', () => {
    assertLaw(
      fc.property(anyTool, anyTool, (a, b) => {
        const opposite = { weaker: 'safer', safer: 'weaker' } as const;
        const back = compareConsent(b, a).map(({ client, mode, from, to, direction }) => ({
          ...{ client, mode, from: to, to: from, direction: opposite[direction] },
        }));
        expect(back).toEqual(compareConsent(a, b));
      }),
    );
  });

  it('are ordered from the most guarded to the least', () => {
    for (const [index, from] of answers.entries()) {
      expect(answers.map((to) => directionOf(from, to))).toEqual(
        answers.map((_to, other) => (other === index ? null : other > index ? 'weaker' : 'safer')),
      );
    }
  });

  it('for a thousand changed tools take well under 100 ms', () => {
    const pairs = Array.from({ length: 1_000 }, (_, index) => [
      aTool({ name: `t${index}`, annotations: { readOnlyHint: false } }),
      aTool({ name: `t${index}`, annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false } }),
    ]);
    const compareAll = (): void => {
      for (const [before, after] of pairs) compareConsent(before ?? null, after ?? null);
    };
    compareAll();
    expect(cpuMsOf(compareAll)).toBeLessThan(100);
  });
});
