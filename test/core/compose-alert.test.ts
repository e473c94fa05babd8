import { describe, expect, it } from 'vitest';
import type { AlertReason } from '../../src/core/alert.ts';
import { composeAlert } from '../../src/core/compose-alert.ts';
import { composeFinding } from '../../src/core/compose-finding.ts';
import type { ClassifiedEdit, Severity } from '../../src/core/finding.ts';
import type { Block } from '../../src/core/message.ts';
import { sizeOf } from '../../src/core/message.ts';
import { plainPaint, renderText } from '../../src/core/render-text.ts';
import { hasHidden } from '../../src/core/visible.ts';
import { aFinding, aFingerprint, anAlert, anEdit } from '../support/alerts.ts';
import { alertWith, hostileTexts } from '../support/hostile-texts.ts';
import { cpuMsOf } from '../support/cpu.ts';

function textOf(blocks: readonly Block[]): string {
  return renderText(blocks, plainPaint, 1000);
}

function commandsOf(blocks: readonly Block[]): readonly string[] {
  return blocks.flatMap((block) => (block.kind === 'command' ? [block.command] : []));
}

describe('the subject', () => {
  it.each([
    ['a changed text', {}, 'HIGH: billing: the model reads another description of delete_file'],
    [
      'something added',
      { edits: [anEdit({ rule: 'field-changed', pointer: '/title', after: 'x' })] },
      'HIGH: billing: title of delete_file added',
    ],
    [
      'something removed',
      { edits: [anEdit({ rule: 'field-changed', pointer: '/title', before: 'x' })] },
      'HIGH: billing: title of delete_file removed',
    ],
    [
      'the worst of several edits',
      {
        edits: [
          anEdit({ pointer: '/title', severity: 'low' }),
          anEdit({ rule: 'annotation-tightened', pointer: '/annotations/readOnlyHint', severity: 'critical' }),
        ],
      },
      'HIGH: billing: annotations of delete_file changed',
    ],
    [
      'a new tool',
      { change: 'added', edits: [anEdit({ rule: 'tool-added', pointer: '', after: {} })] },
      'HIGH: billing: the model may call delete_file, which nobody approved',
    ],
    ['a lost tool', { change: 'removed', edits: [] }, 'HIGH: billing: tool delete_file was removed'],
    ['a tool that is back', { change: 'returned', edits: [] }, 'HIGH: billing: tool delete_file is served again'],
    ['a duplicate', { change: 'duplicate', edits: [] }, 'HIGH: billing: tool delete_file is served more than once'],
    [
      'instructions',
      { kind: 'instructions', name: '', edits: [anEdit({ rule: 'instructions-changed', pointer: '' })] },
      'HIGH: billing: the server gives the model other instructions',
    ],
    ['a name that is no plain word', { name: 'a: b' }, 'HIGH: billing: the model reads another description of "a: b"'],
    ['a name with quotes', { name: 'a" b' }, String.raw`HIGH: billing: the model reads another description of "a\" b"`],
    [
      'a hidden character in a name',
      { name: 'a\u200Bb' },
      'HIGH: billing: the model reads another description of "a<U+200B>b"',
    ],
    ['a nameless tool', { name: '' }, 'HIGH: billing: the model reads another description of ""'],
    [
      'an escaped pointer',
      { edits: [anEdit({ rule: 'field-changed', pointer: '/a~1b~0c' })] },
      'HIGH: billing: "a/b~c" of delete_file changed',
    ],
  ] as const)('tells of %s', (_name, finding, subject) => {
    expect(composeAlert(anAlert({ findings: [aFinding(finding)] })).subject).toBe(`[tooldrift] ${subject}`);
  });

  it('counts the other findings after the worst one', () => {
    const findings = (['low', 'critical', 'high'] as const).map((severity) => aFinding({ name: severity, severity }));
    expect(composeAlert(anAlert({ severity: 'critical', findings })).subject).toBe(
      '[tooldrift] CRITICAL: billing: the model reads another description of critical (+2 more)',
    );
  });

  it.each([
    [
      'reverted',
      'REVERTED: billing: tool delete_file is as approved again',
      'billing: 1 definition is as approved again',
    ],
    ['approved', 'APPROVED: billing: tool delete_file was approved', 'billing: 1 definition was approved'],
    ['rejected', 'REJECTED: billing: tool delete_file was rejected', 'billing: 1 definition was rejected'],
    ['needs-login', 'LOGIN: billing: needs a login or valid credentials', 'billing needs a login or valid credentials'],
    ['server-blind', 'BLIND: billing: cannot be verified', 'billing cannot be verified'],
    ['server-back', 'BACK: billing: can be verified again', 'billing can be verified again'],
    ['test', 'test message', 'Test message'],
    [
      'first-seen',
      'NEW: billing: seen for the first time, awaiting approval',
      'billing was seen for the first time and waits for approval',
    ],
    [
      'reminder-due',
      'HIGH: billing: still open: the model reads another description of delete_file',
      'billing: 1 definition is still not what was approved',
    ],
    [
      'worse',
      'HIGH: billing: the model reads another description of delete_file',
      'billing: 1 definition is not what was approved',
    ],
    [
      'config-drift',
      'HIGH: billing: the model reads another description of delete_file',
      'billing is started or reached in another way than was approved',
    ],
    [
      'drift-changed',
      'HIGH: billing: the model reads another description of delete_file',
      'billing: 1 definition is not what was approved',
    ],
  ] as const)('tells of %s', (reason, subject, title) => {
    const message = composeAlert(anAlert({ reason }));
    expect(message.subject).toBe(`[tooldrift] ${subject}`);
    expect(message.title).toBe(title);
  });
});

describe('a drift alert', () => {
  it('says what the difference goes with and that it came in silence, in one line each', () => {
    const finding = aFinding({
      silent: 'the server promised to announce changes and did not',
      goesWith: ['served by files 2 since 2026-12-01, 1 before', 'forged\r\nHIGH  \u202Eline'],
    });
    const blocks = composeAlert(anAlert({ findings: [finding] })).blocks;
    expect(blocks.find(({ kind }) => kind === 'finding')).toMatchObject({
      lines: [
        'silent drift: the server promised to announce changes and did not',
        'served by files 2 since 2026-12-01, 1 before',
        'forged<U+000D><U+000A>HIGH  <U+202E>line',
      ],
    });
  });

  it('names exposure, fingerprints, the change word by word, and what to type', () => {
    expect(composeAlert(anAlert()).headline).toBe('The model reads another description of delete_file.');
    expect(textOf(composeAlert(anAlert()).blocks)).toMatchInlineSnapshot(`
      "A reading of this server found something that nobody approved.

        Last good reading  2026-12-01 09:55:00 UTC
        First bad reading  2026-12-01 10:00:00 UTC
        Approved surface   v1:cccccccccccccccc
        Served surface     v1:dddddddddddddddd

      HIGH  tool delete_file changed
        Approved  v1:aaaaaaaaaaaaaaaa
        Served    v1:bbbbbbbbbbbbbbbb

        /description changed, +2 characters  [description-changed]
        the description that the model reads as instructions changed
        | Deletes [-a-]{+any+} file.

        See all of it:
          tooldrift diff billing delete_file

        Approve this definition, if it is right:
          tooldrift approve billing delete_file --expect v1:bbbbbbbbbbbbbbbb
      "
    `);
  });

  it('shows what was removed, and binds its approval to the surface', () => {
    const finding = aFinding({
      change: 'removed',
      fingerprint: null,
      edits: [anEdit({ pointer: '', before: { name: 'delete_file' } })],
    });
    const { blocks } = composeAlert(anAlert({ findings: [finding] }));
    expect(textOf(blocks)).toContain('  Served    nothing under this name\n');
    expect(textOf(blocks)).toContain('  | [-{-]\n  | [-  "name": "delete_file"-]\n  | [-}-]\n');
    expect(commandsOf(blocks).at(-1)).toBe('tooldrift approve billing delete_file --expect v1:dddddddddddddddd');
  });

  it('orders findings by severity and ends with what to type for all of them', () => {
    const findings = (['low', 'critical', 'medium'] as const).map((severity) => aFinding({ name: severity, severity }));
    const { blocks } = composeAlert(anAlert({ findings }));
    expect(blocks.flatMap((block) => (block.kind === 'finding' ? [block.severity] : []))).toEqual([
      'critical',
      'medium',
      'low',
    ]);
    expect(commandsOf(blocks).slice(-2)).toEqual([
      'tooldrift diff billing',
      'tooldrift approve billing low critical medium --expect v1:dddddddddddddddd',
    ]);
  });

  it('says how to let a part of a text vary, where a command can say it', () => {
    const mayVary = { pointer: '/description', pattern: "It knows {count} of 'em" };
    const commands = commandsOf(composeAlert(anAlert({ findings: [aFinding({ mayVary })] })).blocks);
    expect(commands.at(-1)).toBe(
      String.raw`tooldrift volatile add billing delete_file /description --pattern 'It knows {count} of '\''em'`,
    );
    for (const pattern of ['\u200B {count}', 'x'.repeat(300)]) {
      const { blocks } = composeAlert(anAlert({ findings: [aFinding({ mayVary: { ...mayVary, pattern } })] }));
      expect(commandsOf(blocks).join(' ')).not.toContain('volatile');
    }
  });

  it('cuts a long list of findings and counts the rest exactly', () => {
    const findings = Array.from({ length: 57 }, (_, index) =>
      aFinding({ name: `tool_${index}`, edits: [anEdit({ after: `Deletes file ${index}.` })] }),
    );
    const { blocks } = composeAlert(anAlert({ findings }));
    expect(blocks.filter((block) => block.kind === 'finding')).toHaveLength(20);
    expect(textOf(blocks)).toContain('37 more findings are not shown here. All of it: tooldrift diff billing\n');
    expect(commandsOf(blocks)).toContain('tooldrift diff billing');
  });

  it('keeps to the room it has, and counts findings and edits that did not fit', () => {
    const edits = Array.from({ length: 200 }, (_, index) =>
      anEdit({ pointer: `/p${index}`, before: 'x '.repeat(5001), after: 'y '.repeat(5001) }),
    );
    const findings = Array.from({ length: 30 }, (_, index) => aFinding({ name: `tool_${index}`, edits }));
    for (const maxCharacters of [500, 5000, 50_000]) {
      const { blocks } = composeAlert(anAlert({ findings }), { maxCharacters });
      expect(sizeOf(blocks)).toBeLessThan(maxCharacters + 2500);
      const shown = blocks.filter((block) => block.kind === 'finding').length;
      expect(textOf(blocks)).toContain(`${30 - shown} more findings are not shown here.`);
      expect(textOf(blocks)).toMatch(
        /\d+ more edits of this definition not shown here\. All of it: tooldrift diff billing tool_\d+\n/,
      );
    }
  });

  it('knows of no good reading and no approved surface', () => {
    const text = textOf(composeAlert(anAlert({ lastGoodAt: null, approvedFingerprint: null })).blocks);
    expect(text).toContain('Last good reading  none on record');
    expect(text).toContain('Approved surface   never approved as a whole');
  });
});

describe('the other alerts', () => {
  it.each(['approved', 'rejected'] as const)('tell who %s it and why, with the change and no command', (reason) => {
    const { blocks } = composeAlert(anAlert({ reason, by: 'alice@host', note: 'read the\nchangelog' }));
    expect(textOf(blocks)).toMatch(/(?:Approved|Rejected) by\s+alice@host/);
    expect(textOf(blocks)).toContain('read the<U+000A>changelog');
    expect(textOf(blocks)).toContain('[-a-]{+any+}');
    expect(commandsOf(blocks)).toEqual([]);
  });

  it('tell why a server cannot be verified, and what to try', () => {
    const { blocks } = composeAlert(
      anAlert({ reason: 'server-blind', findings: [], cause: 'it wrote: <U+001B>[31m\u0007' }),
    );
    expect(textOf(blocks)).toContain('Cause              it wrote: <U+001B>[31m<U+0007>');
    expect(commandsOf(blocks)).toEqual(['tooldrift check billing']);
  });

  it('tell what a server wants, that nothing is known to have changed, and what to try', () => {
    const { blocks } = composeAlert(
      anAlert({ reason: 'needs-login', findings: [], cause: 'nobody is logged in: run `tooldrift login billing`' }),
    );
    expect(textOf(blocks)).toContain('No change was seen.');
    expect(textOf(blocks)).toContain('Cause              nobody is logged in: run `tooldrift login billing`');
    expect(commandsOf(blocks)).toEqual(['tooldrift check billing']);
  });

  it('name what was reverted, without its edits', () => {
    const { blocks } = composeAlert(anAlert({ reason: 'reverted', findings: [aFinding({ edits: [] })] }));
    expect(textOf(blocks)).toContain('HIGH  tool delete_file\n');
    expect(textOf(blocks)).not.toContain('{+any+}');
  });
});

describe('composeFinding', () => {
  const shown = (edit: Partial<ClassifiedEdit>): string =>
    textOf(composeFinding(aFinding({ edits: [anEdit({ message: 'm', ...edit })] }), 'billing'))
      .split('  m\n')[1]
      ?.replaceAll(/^ {2}\| /gm, '')
      .trimEnd() ?? '';

  it.each([
    ['texts', { before: 'one two', after: 'one three' }, 'one [-two-]{+three+}'],
    ['booleans', { before: true, after: false }, '[-true-]{+false+}'],
    ['a text that looks like a boolean', { before: 'true', after: true }, '[-"true"-]{+true+}'],
    ['an added text that looks like a number', { after: '12' }, '{+"12"+}'],
    ['an added empty text', { after: '' }, '{+""+}'],
    ['null', { before: null, after: [] }, '[-null-]{+[]+}'],
    ['a key of its prototype', { after: JSON.parse('{"__proto__":1}') as never }, '{+{+}\n{+  "__proto__": 1+}\n{+}+}'],
    ['keys, sorted', { after: { b: 1, a: 2 } }, '{+{+}\n{+  "a": 2,+}\n{+  "b": 1+}\n{+}+}'],
    [
      'values within a value, line by line',
      { before: { a: 1, z: 2 }, after: { a: 1, m: 3, z: 2 } },
      '{\n  "a": 1,\n{+  "m": 3,+}\n  "z": 2\n}',
    ],
    ['white space alone', { before: 'a  b', after: 'a b' }, 'a[-  -]{+ +}b'],
    ['a line feed alone', { before: 'a', after: 'a\n' }, 'a{+<U+000A>+}'],
    ['lines', { before: 'a', after: 'a\nb\n\nc' }, 'a{++}\n{+b+}\n{++}\n{+c+}'],
    ['a hidden character', { before: 'a b', after: 'a\u200B b' }, 'a{+<U+200B>+} b'],
    ['a selector on an emoji', { before: '❤ x', after: '❤\uFE0F x' }, '❤{+<U+FE0F>+} x'],
    ['look-alikes', { before: 'paypal', after: 'p\u0430yp\u0430l' }, '[-paypal-]{+p<U+0430>yp<U+0430>l+}'],
    ['another composition', { before: 'é', after: 'e\u0301' }, '[-<U+00E9>-]{+e<U+0301>+}'],
    [
      'markers of ours',
      { before: 'a', after: 'a x+} y {+z [-u-]' },
      'a{+ x+<U+007D> y <U+007B>+z <U+005B>-u-<U+005D>+}',
    ],
  ] as const)('shows %s', (_name, edit, text) => {
    expect(shown(edit as Partial<ClassifiedEdit>)).toBe(text);
  });

  it('says what has no value to compare in the heading', () => {
    const edits = [anEdit({ message: 'back as it was', before: undefined as never, after: undefined as never })].map(
      ({ before: _before, after: _after, ...edit }) => edit,
    );
    const blocks = composeFinding(aFinding({ change: 'returned', edits }), 'billing');
    expect(blocks[0]).toMatchObject({ title: 'tool delete_file is served again', lines: ['back as it was'] });
    expect(blocks.some((block) => block.kind === 'diff')).toBe(false);
  });

  it('names the clients whose consent weakens once', () => {
    const edits = [anEdit({ clients: ['VS Code', 'Cursor'] }), anEdit({ pointer: '/title', clients: ['Cursor'] })];
    expect(textOf(composeFinding(aFinding({ edits }), 'billing'))).toContain('Consent weakens in: VS Code, Cursor\n');
  });

  it('cuts a long change in its middle and says by how much', () => {
    const finding = aFinding({ edits: [anEdit({ after: 'x'.repeat(100_000) })] });
    const text = textOf(composeFinding(finding, 'billing', { maxCharacters: 3000 }));
    expect(text.length).toBeLessThan(4000);
    expect(text).toMatch(/<…\d+ added characters left out>/);
  });
});

describe('text of the server', () => {
  const reasons: readonly AlertReason[] = ['first-drift', 'approved', 'reverted'];
  it.each(Object.entries(hostileTexts))('is visible in every block: %s', (_name, text) => {
    for (const reason of reasons) {
      const message = composeAlert(alertWith(text, { reason }));
      expect(message.subject).toMatch(/^\[tooldrift\] [^\n]{1,400}$/);
      for (const line of [message.subject, message.title, ...textOf(message.blocks).split('\n')]) {
        expect(hasHidden(line)).toBe(false);
      }
    }
  });

  it('is composed within a second, however large it is', () => {
    const edits = Array.from({ length: 20 }, (_, index) =>
      anEdit({ pointer: `/p${index}`, before: 'a b '.repeat(125_000), after: `${'b a '.repeat(125_000)}${index}` }),
    );
    const alert = anAlert({ findings: [aFinding({ edits, fingerprint: aFingerprint() })] });
    expect(cpuMsOf(() => composeAlert(alert))).toBeLessThan(3000);
  });

  it('never lowers the severity of the message', () => {
    const severity: Severity = 'critical';
    expect(composeAlert(alertWith('info', { severity })).severity).toBe(severity);
  });
});
