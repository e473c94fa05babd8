import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { approveCommand, diffCommand, fingerprintPrefix } from '../../src/core/approve-command.ts';
import { serverOf } from '../../src/core/views.ts';
import { hasHidden } from '../../src/core/visible.ts';
import { aFingerprint } from '../support/alerts.ts';
import { hostileTexts } from '../support/hostile-texts.ts';

const itemFingerprint = aFingerprint('b');
const surfaceFingerprint = aFingerprint('d');
const both = { itemFingerprint, surfaceFingerprint };

/** The words that a shell makes of a command. */
function shellWords(command: string): readonly string[] {
  const output = execFileSync('sh', ['-c', `printf '%s\\0' ${command}`], { encoding: 'utf8' });
  return output.split('\0').slice(0, -1);
}

describe('approveCommand', () => {
  it('binds one item to its own fingerprint', () => {
    expect(approveCommand('billing', ['delete_file'], both)).toBe(
      'tooldrift approve billing delete_file --expect v1:bbbbbbbbbbbbbbbb',
    );
  });

  it('binds a removed item to the surface', () => {
    expect(approveCommand('billing', ['delete_file'], { itemFingerprint: null, surfaceFingerprint })).toBe(
      'tooldrift approve billing delete_file --expect v1:dddddddddddddddd',
    );
  });

  it('binds several items to the surface', () => {
    expect(approveCommand('billing', ['a', 'b/c.d:e@f-g'], both)).toBe(
      'tooldrift approve billing a b/c.d:e@f-g --expect v1:dddddddddddddddd',
    );
  });

  it('approves the server as a whole rather than a long list', () => {
    expect(approveCommand('billing', ['1', '2', '3', '4', '5', '6'], both)).toBe(
      'tooldrift approve billing --expect v1:dddddddddddddddd',
    );
  });

  it.each([
    ['line feed', 'a\nrm -rf ~'],
    ['escape', 'a\u001B[31m'],
    ['letter outside ASCII', 'dаta'],
    ['hidden character', 'a\u200B'],
    ['nothing', ''],
    ['more than fits a line', 'a'.repeat(201)],
  ])('does not put a name into the command that holds: %s', (_name, item) => {
    expect(approveCommand('billing', ['plain', item], both)).toBe(
      'tooldrift approve billing --expect v1:dddddddddddddddd',
    );
    expect(approveCommand('billing', [item], both)).toBe('tooldrift approve billing --expect v1:dddddddddddddddd');
    expect(diffCommand('billing', item)).toBe('tooldrift diff billing');
  });

  it('asks instead of expecting what is not a fingerprint', () => {
    expect(approveCommand('billing', ['a'], { itemFingerprint: 'v1:abc', surfaceFingerprint: null })).toBe(
      'tooldrift approve billing a',
    );
    expect(approveCommand('billing', ['a'], { itemFingerprint: '$(id)', surfaceFingerprint: null })).toBe(
      'tooldrift approve billing a',
    );
  });

  it('names a server of any script, and never pastes one that does not show', () => {
    expect(diffCommand('müller & söhne', null)).toBe("tooldrift diff 'müller & söhne'");
    expect(diffCommand('a\u202Eb', null)).toBe("tooldrift diff '<server>'");
  });

  it('is one word for each name in a shell, whatever the name is made of', () => {
    const names = fc.array(fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 30 }), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(names, names, ([server = ''], items) => {
        const words = shellWords(approveCommand(server, items, { surfaceFingerprint }));
        const named = [serverOf(server), ...items];
        const dashed = named.some((name) => name.startsWith('-'));
        const flags = ['--expect', 'v1:dddddddddddddddd'];
        expect(words).toEqual([
          'tooldrift',
          'approve',
          ...(dashed ? [...flags, '--', ...named] : [...named, ...flags]),
        ]);
      }),
      { numRuns: 200 },
    );
  });

  it.each(Object.entries(hostileTexts))('stays one harmless line for the hostile name: %s', (_name, text) => {
    for (const command of [
      approveCommand('billing', [text], both),
      diffCommand('billing', text),
      diffCommand(text, null),
    ]) {
      expect(command.length).toBeLessThan(300);
      expect(hasHidden(command)).toBe(false);
      expect(shellWords(command).slice(0, 1)).toEqual(['tooldrift']);
    }
  });
});

describe('fingerprintPrefix', () => {
  it('is the version and 16 hex digits', () => {
    expect(fingerprintPrefix(aFingerprint('e'))).toBe('v1:eeeeeeeeeeeeeeee');
    expect(fingerprintPrefix(null)).toBeNull();
    expect(fingerprintPrefix('sha256:abc')).toBeNull();
  });
});
