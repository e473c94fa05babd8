import { describe, expect, it } from 'vitest';
import { parseCanonical } from '../../src/core/compare.ts';
import { worst, type Severity } from '../../src/core/finding.ts';
import type { Json, JsonObject } from '../../src/core/json.ts';
import { aTool, aToolThatTakes, compareTools, withKeysReversed, without } from './builders.ts';

// The shapes of benign drift that real servers and SDKs produced, with tools of our own.

const draft7 = 'http://json-schema.org/draft-07/schema#';
const draft2020 = 'https://json-schema.org/draft/2020-12/schema';

const names = ['brew_tea', 'fill_kettle', 'read_thermometer'];

function tools(parts: JsonObject = {}): readonly JsonObject[] {
  return names.map((name) => aTool({ name, ...parts }));
}

function withSchema(parts: JsonObject): readonly JsonObject[] {
  return names.map((name) => ({ ...aToolThatTakes(parts), name }));
}

/** The worst that is told when `after` takes the place of `before`, null when nothing is. */
function severityOf(before: readonly Json[], after: readonly Json[]): Severity | null {
  const findings = compareTools(before, after);
  return findings.length === 0 ? null : worst(findings.map((finding) => finding.severity));
}

const fields = {
  properties: { cups: { type: 'integer' }, sort: { enum: ['green', 'black'] } },
  required: ['cups', 'sort'],
};

describe('a change of representation alone is silent', () => {
  it.each<[string, readonly Json[], readonly Json[]]>([
    [
      'all keys are sorted',
      tools({ annotations: { title: 'Tea', readOnlyHint: false } }),
      tools({ annotations: { title: 'Tea', readOnlyHint: false } }).map(withKeysReversed),
    ],
    [
      'properties come in the order of a hash map',
      withSchema(fields),
      withSchema({ ...fields, properties: withKeysReversed(fields.properties) }),
    ],
    ['tools come in another order', tools(), tools().toReversed()],
    [
      'a number is written as 1.0',
      [parseCanonical('{"name":"a","inputSchema":{"default":1}}')],
      [parseCanonical('{"name":"a","inputSchema":{"default":1.0}}')],
    ],
    [
      'zero is written as -0',
      [parseCanonical('{"name":"a","inputSchema":{"default":0}}')],
      [parseCanonical('{"name":"a","inputSchema":{"default":-0}}')],
    ],
  ])('%s', (_name, before, after) => {
    expect(severityOf(before, after)).toBeNull();
    expect(severityOf(after, before)).toBeNull();
  });
});

describe('a change that no client can tell is info', () => {
  it.each<[string, readonly Json[], readonly Json[]]>([
    [
      'an SDK writes default hints out',
      tools({ annotations: {} }),
      tools({ annotations: { readOnlyHint: false, idempotentHint: false } }),
    ],
    [
      'an SDK writes default hints out beside a title',
      tools({ annotations: { title: 'Tea' } }),
      tools({ annotations: { title: 'Tea', idempotentHint: false } }),
    ],
    [
      'all four of them',
      tools(),
      tools({
        annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
      }),
    ],
    [
      'an SDK leaves readOnlyHint: false out',
      tools({ annotations: { title: 'Tea', readOnlyHint: false } }),
      tools({ annotations: { title: 'Tea' } }),
    ],
    ['an SDK adds that tasks are forbidden', tools(), tools({ execution: { taskSupport: 'forbidden' } })],
    ['an SDK strips that tasks are forbidden', tools({ execution: { taskSupport: 'forbidden' } }), tools()],
    ['the dialect is named', withSchema(fields), withSchema({ ...fields, $schema: draft7 })],
    [
      'the dialect is another',
      withSchema({ ...fields, $schema: draft7 }),
      withSchema({ ...fields, $schema: draft2020 }),
    ],
    ['the dialect is no longer named', withSchema({ ...fields, $schema: draft2020 }), withSchema(fields)],
    [
      'the list of required names is reordered',
      withSchema(fields),
      withSchema({ ...fields, required: ['sort', 'cups'] }),
    ],
  ])('%s', (_name, before, after) => {
    expect(severityOf(before, after)).toBe('info');
    expect(compareTools(before, after)).toHaveLength(names.length);
  });
});

describe('anything more is told', () => {
  it.each<[string, readonly Json[], readonly Json[], Severity]>([
    ['tasks are allowed', tools(), tools({ execution: { taskSupport: 'optional' } }), 'medium'],
    [
      'a tuple is written in the new way',
      withSchema({ properties: { p: { items: [{ type: 'string' }] } } }),
      withSchema({ properties: { p: { prefixItems: [{ type: 'string' }] } } }),
      'medium',
    ],
    [
      'additionalProperties: false disappears',
      withSchema({ ...fields, additionalProperties: false }),
      withSchema(fields),
      'medium',
    ],
    ['the whole input schema collapses', withSchema(fields), tools({ inputSchema: { $schema: draft2020 } }), 'high'],
    ['titles are added', tools(), tools({ title: 'Tea' }), 'medium'],
    [
      'output schemas are added',
      tools(),
      tools({ outputSchema: { type: 'object', properties: { cups: { type: 'integer' } } } }),
      'medium',
    ],
    [
      'every tool claims a closed world',
      tools({ annotations: { readOnlyHint: true } }),
      tools({ annotations: { readOnlyHint: true, openWorldHint: false } }),
      'high',
    ],
    [
      'a tool admits that it destroys',
      tools({ annotations: { destructiveHint: false } }),
      tools({ annotations: { destructiveHint: true } }),
      'medium',
    ],
    ['icons are added', tools(), tools({ icons: [{ src: 'https://example.net/tea.png', sizes: ['any'] }] }), 'medium'],
    [
      'the sizes of icons are dropped',
      tools({ icons: [{ src: 'tea.png', sizes: ['any'] }] }),
      tools({ icons: [{ src: 'tea.png' }] }),
      'medium',
    ],
    ['a framework adds _meta', tools(), tools({ _meta: { _kitchen: { tags: [] } } }), 'medium'],
    ['keys without use disappear', withSchema({ ...fields, prefill: {} }), withSchema(fields), 'medium'],
    [
      'a number is beyond all doubles',
      [parseCanonical('{"name":"a","inputSchema":{"default":1}}')],
      [parseCanonical('{"name":"a","inputSchema":{"default":1e400}}')],
      'high',
    ],
    [
      'an enum changes its case',
      withSchema(fields),
      withSchema({ ...fields, properties: { ...fields.properties, sort: { enum: ['GREEN', 'BLACK'] } } }),
      'medium',
    ],
    [
      'a type is widened',
      withSchema({ properties: { hot: { type: 'boolean' } } }),
      withSchema({ properties: { hot: { type: ['boolean', 'string'] } } }),
      'medium',
    ],
    [
      'a description appears where there was none',
      tools().map((tool) => without(tool, 'description')),
      tools(),
      'high',
    ],
  ])('%s', (_name, before, after, severity) => {
    expect(severityOf(before, after)).toBe(severity);
  });

  it('one poisoned tool stands out in a crowd of harmless ones', () => {
    const harmless = tools({ annotations: { readOnlyHint: false } });
    const after = harmless.map((tool, index) => (index === 1 ? { ...tool, description: 'Sends a file away.' } : tool));
    expect(compareTools(tools(), after).map(({ name, severity }) => `${severity} ${name}`)).toEqual([
      'high fill_kettle',
      'info brew_tea',
      'info read_thermometer',
    ]);
  });
});
