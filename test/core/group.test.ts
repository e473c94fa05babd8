import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { arrange } from '../../src/core/arrange.ts';
import { composeAlert } from '../../src/core/compose-alert.ts';
import type { ClassifiedEdit, Finding } from '../../src/core/finding.ts';
import { groupFindings } from '../../src/core/group.ts';
import type { Json, JsonObject } from '../../src/core/json.ts';
import { plainPaint, renderText } from '../../src/core/render-text.ts';
import { aFinding, anAlert, anEdit } from '../support/alerts.ts';
import { assertLaw, aTool, compareTools } from './builders.ts';

const names = ['read_file', 'write_file', 'move_file', 'delete_file'];

/** What is found when each tool changes as `change` says. */
function whenChanged(change: (name: string, index: number) => readonly [before: JsonObject, after: JsonObject]) {
  const pairs = names.map((name, index) => change(name, index).map((parts) => aTool({ name, ...parts })));
  return compareTools(
    pairs.map(([before]) => before ?? null),
    pairs.map(([, after]) => after ?? null),
  );
}

/** `rule pointer: names` of each group, and the names of what stands apart. */
function told(findings: readonly Finding[]): readonly string[] {
  return arrange(findings).map((entry) =>
    entry.kind === 'group'
      ? `${entry.group.edit.rule} ${entry.group.edit.pointer}: ${entry.group.names.join(' ')}`
      : `${entry.finding.name} alone: ${entry.finding.edits.map(({ pointer }) => pointer).join(' ')}`,
  );
}

const all = 'delete_file move_file read_file write_file';

describe('a group', () => {
  it.each<readonly [string, (name: string, index: number) => readonly [JsonObject, JsonObject], string]>([
    ['the same value', () => [{}, { execution: { taskSupport: 'optional' } }], 'execution-changed /execution'],
    [
      'the same sentence at the end',
      (name) => [{ description: name }, { description: `${name} Beta.` }],
      'description-changed /description',
    ],
    [
      'the same words at the start',
      (name) => [{ description: name }, { description: `Beta: ${name}` }],
      'description-changed /description',
    ],
    [
      'the same words in the same surroundings',
      (name) => [
        {
          description: `${name}. It works in the Kubernetes cluster called minikube unless it is told otherwise by ${name}.`,
        },
        {
          description: `${name}. It works in the Kubernetes cluster called production unless it is told otherwise by ${name}.`,
        },
      ],
      'description-changed /description',
    ],
    ['numbers that differ', (_, index) => [{}, { _meta: { order: index } }], 'meta-changed /_meta'],
    [
      'a relaxed hint',
      () => [{}, { annotations: { readOnlyHint: true } }],
      'annotation-relaxed /annotations/readOnlyHint',
    ],
  ])('holds %s', (_name, change, expected) => {
    expect(told(whenChanged(change))).toEqual([`${expected}: ${all}`]);
  });

  it.each<readonly [string, (name: string, index: number) => readonly [JsonObject, JsonObject]]>([
    ['other words', (_, index) => [{}, { description: `Deletes file ${'abcd'[index] ?? ''}` }]],
    [
      'the same words in other surroundings',
      (_, index) => [
        { description: `It may ${'abcd'[index] ?? ''} ask and then go on with it.` },
        { description: `It may ${'abcd'[index] ?? ''} not ask and then go on with it.` },
      ],
    ],
    [
      'half of the same word',
      (_, index) => [{ description: `A ${'abcd'[index] ?? ''}at` }, { description: `A ${'abcd'[index] ?? ''}ar` }],
    ],
    ['other values', (name) => [{}, { _meta: { note: name } }]],
    ['a very long text', () => [{}, { description: 'x'.repeat(20_000) }]],
  ])('does not hold %s', (_name, change) => {
    expect(groupFindings(whenChanged(change)).groups).toEqual([]);
  });

  it('takes three', () => {
    const edits = [anEdit()];
    const findings = names.map((name) => aFinding({ name, edits }));
    expect(groupFindings(findings.slice(0, 2)).groups).toEqual([]);
    expect(groupFindings(findings.slice(0, 3)).groups).toMatchObject([{ names: names.slice(0, 3) }]);
  });

  it('does not hold what is worse, silent, or weakens another client', () => {
    const odd: readonly Partial<Finding>[] = [
      { severity: 'critical', edits: [anEdit({ severity: 'critical' })] },
      { severity: 'critical', silent: 'the server promised to announce changes and did not' },
      { edits: [anEdit({ clients: ['VS Code'] })] },
      { edits: [anEdit({ message: 'it names a host that was never seen' })] },
    ];
    for (const parts of odd) {
      const findings = [...names.map((name) => aFinding({ name })), aFinding({ name: 'poisoned', ...parts })];
      const [first, second] = arrange(findings);
      const [apart, group] = first?.kind === 'finding' ? [first, second] : [second, first];
      expect(apart).toMatchObject({ finding: { name: 'poisoned', edits: [{ pointer: '/description' }] } });
      expect(group).toMatchObject({ group: { names } });
    }
  });

  it('leaves a tool with one edit more in sight, above the others of its severity', () => {
    const findings = whenChanged((name) => [
      {},
      { title: 'Beta', ...(name === 'move_file' && { description: 'Deletes a file, and its copies.' }) },
    ]);
    // The gravest of the findings stands first, also in what it has in common with others.
    const grave = 'move_file delete_file read_file write_file';
    expect(told(findings)).toEqual([`move_file alone: /description`, `title-changed /title: ${grave}`]);
  });

  it('keeps the severity of each part', () => {
    const edits = [anEdit({ severity: 'medium' }), anEdit({ pointer: '/title', after: 'x', severity: 'low' })];
    const findings = names.map((name) => aFinding({ name, severity: 'high', silent: 'unannounced', edits }));
    expect(groupFindings(findings).groups.map(({ severity }) => severity)).toEqual(['high', 'low']);
  });

  it('tells of what is gone by name', () => {
    const tools = names.map((name) => aTool({ name, description: name }));
    expect(told(compareTools(tools, []))).toEqual([`tool-removed : ${all}`]);
  });

  it('never holds added tools: each has to be read', () => {
    const tools = names.map((name) => aTool({ name }));
    expect(groupFindings(compareTools([], tools)).groups).toEqual([]);
  });

  it('loses no edit and no finding', () => {
    const value = fc.constantFrom<Json>('a', 'b', 1, 2, true, null, { a: 1 });
    const edit = fc.record({ pointer: fc.constantFrom('/a', '/b', '/c'), before: value, after: value });
    const finding = fc.record({ name: fc.string({ maxLength: 3 }), edits: fc.array(edit, { maxLength: 3 }) });
    assertLaw(
      fc.property(fc.array(finding, { maxLength: 12 }), (list) => {
        const findings = list.map(({ name, edits }) => aFinding({ name, edits: edits.map(anEdit) }));
        const { groups, rest } = groupFindings(findings);
        const count = (edits: readonly ClassifiedEdit[]) => edits.length;
        const apart = rest.reduce((sum, each) => sum + count(each.finding.edits), 0);
        const shared = groups.reduce((sum, group) => sum + group.names.length, 0);
        expect(apart + shared).toBe(findings.reduce((sum, each) => sum + count(each.edits), 0));
        const namesTold = [...rest.map((each) => each.finding.name), ...groups.flatMap((group) => group.names)];
        expect(new Set(namesTold)).toEqual(new Set(findings.map(({ name }) => name)));
      }),
    );
  });
});

describe('an alert about a group', () => {
  const many = Array.from({ length: 113 }, (_, index) => aFinding({ name: `tool_${index}` }));
  const poisoned = aFinding({
    name: 'tool_x',
    edits: [anEdit({ before: 'Deletes a file.', after: 'Deletes any file. Be quick.' })],
  });

  it('names the count and the first few, shows the edit once, and approves all', () => {
    const { subject, title, blocks } = composeAlert(anAlert({ findings: [...many, poisoned] }));
    const text = renderText(blocks, plainPaint, 1000);
    expect(subject).toBe('[tooldrift] HIGH: billing: the model reads another description of tool_x (+113 more)');
    expect(title).toBe('billing: 114 definitions are not what was approved');
    expect(text.match(/Deletes \[-a-\]\{\+any\+\} file\.\n/g)).toHaveLength(1);
    expect(text).toContain(
      'HIGH  113 tools changed alike: tool_0, tool_1, tool_2 and 110 more\n  also tool_3, tool_4, ',
    );
    expect(text.indexOf('tool tool_x changed')).toBeLessThan(text.indexOf('113 tools'));
    expect(text).not.toContain('not shown here');
    expect(text).toContain('tooldrift approve billing --expect v1:dddddddddddddddd');
  });

  it('has the group in its subject when there is nothing else', () => {
    expect(composeAlert(anAlert({ findings: many })).subject).toBe(
      '[tooldrift] HIGH: billing: 113 tools changed alike: tool_0, tool_1, tool_2 and 110 more',
    );
  });

  it('says that numbers differ, and that a tool has an edit in common with others', () => {
    const counted = many.map((finding, index) => ({
      ...finding,
      edits: [anEdit({ pointer: '/_meta', after: { seen: index } }), ...(index === 0 ? [anEdit()] : [])],
    }));
    const text = renderText(composeAlert(anAlert({ findings: counted })).blocks, plainPaint, 1000);
    expect(text).toContain('The numbers in it differ from one to the other.');
    expect(text).toContain('tool tool_0 changed\n  It also has an edit in common with others.');
  });

  it('shows the names as what they are', () => {
    const findings = many.map((finding, index) => ({ ...finding, name: `a\u202E${index}` }));
    const text = renderText(composeAlert(anAlert({ findings })).blocks, plainPaint, 1000);
    expect(text).toContain('"a<U+202E>0"');
    expect(text).not.toContain('\u202E');
  });
});
