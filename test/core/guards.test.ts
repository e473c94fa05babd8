import { describe, expect, it } from 'vitest';
import { guardsIn } from '../../src/core/guard-wording.ts';
import { cpuMsOf } from '../support/cpu.ts';
import { compareTools } from './builders.ts';

const does = 'Deletes a note for good.';

/** The edits that took a guard, when `before` was approved and `after` is served. */
function lost(before: string, after: string): readonly string[] {
  const tool = (description: string) => ({ name: 'delete_note', description });
  const edits = compareTools([tool(before)], [tool(after)]).flatMap((finding) => finding.edits);
  return edits.flatMap(({ rule, severity, message }) =>
    rule === 'guard-wording-removed' ? [`${severity} ${message.slice(message.indexOf('; ') + 2)}`] : [],
  );
}

describe('a sentence that held the model back', () => {
  it.each([
    'Ask the user before you delete anything.',
    'Always ask the person for permission first.',
    'Confirm with the user before calling this tool.',
    'Requires explicit confirmation.',
    'Needs the approval of an administrator.',
    'The user must confirm the deletion.',
    'Only call this after the user has been asked, with approval.',
    'Never delete without asking.',
    'Do not run this unless the user agreed.',
    "Don't call this without the user's consent.",
    'Wait for confirmation.',
    'Warn the user that notes are lost.',
    'WARNING: notes are lost.',
    'This cannot be undone.',
    'The step is irreversible.',
    'Use with care.',
    'Do not use in production.',
    'Never delete more than one note.',
    'You must not call it in a loop.',
    'Not meant for shared notebooks.',
  ])('is high when it goes: %s', (guard) => {
    expect(lost(`${does} ${guard}`, does)).toEqual([`high words that held the model back are gone: "${guard}"`]);
    expect(lost(`${guard} ${does}`, does)).toHaveLength(1);
  });

  it.each([
    ['Ask the user before you delete anything.', 'Before anything is deleted, check with the user.'],
    ['Requires confirmation.', 'The user must confirm each call.'],
    ['This cannot be undone.', 'Warning: this is irreversible.'],
    ['Do not use in production.', 'Never use it in production.'],
    ['Ask the user before you delete anything.', 'ASK THE USER  before you delete anything'],
  ])('is not gone in other words: %s %s', (before, after) => {
    expect(lost(`${does} ${before}`, `${does} ${after}`)).toEqual([]);
  });

  it.each([
    ['Ask the user before you delete anything.', 'Do not ask the user before you delete anything.'],
    ['Ask the user before you delete anything.', 'You may ask the user before you delete anything.'],
    ['Ask the user before you delete anything.', 'Delete without asking the user for confirmation.'],
    ['Requires confirmation.', 'No longer requires confirmation.'],
    ['Do not use in production.', 'Do not pass empty lists.'],
    ['Ask the user before you delete anything.', 'Do not use in production.'],
    ['Ask the user before you delete anything.', 'Ask the user for the name of the note.'],
  ])('is gone when it is turned round, or for another one: %s %s', (before, after) => {
    expect(lost(`${does} ${before}`, `${does} ${after}`)).toHaveLength(1);
  });

  it('counts each: one of two that are reworded as one is gone', () => {
    const two = `${does} Ask the user before you delete a note. The user must confirm the name.`;
    expect(lost(two, `${does} Check with the user before you delete.`)).toHaveLength(1);
  });

  const guard = 'Ask the user before you delete anything.';
  const parameter = (description: string) => ({ properties: { note: { description } } });

  it('is not gone when it moves into a parameter, and gone when it moves to where no model looks', () => {
    const before = { name: 'a', description: `${does} ${guard}`, inputSchema: parameter('Which.') };
    const ruleOf = (after: object) =>
      compareTools([before], [{ name: 'a', description: does, ...after }]).flatMap(({ edits }) =>
        edits.filter(({ rule }) => rule === 'guard-wording-removed'),
      );
    expect(ruleOf({ inputSchema: parameter(`Which. ${guard}`) })).toEqual([]);
    expect(ruleOf({ inputSchema: parameter('Which.'), _meta: { note: guard } })).toHaveLength(1);
  });

  it('is gone with the parameter that it stood in', () => {
    const tool = (inputSchema: object) => ({ name: 'a', description: does, inputSchema: { ...inputSchema } });
    const [finding] = compareTools([tool(parameter(guard))], [tool({ properties: {} })]);
    expect(finding).toMatchObject({ severity: 'high', edits: [{ rule: 'guard-wording-removed' }] });
  });

  it('is shown as it cannot pass for words of ours', () => {
    const [told = ''] = lost(`${does} Never delete "all"\u200B without asking.`, does);
    expect(told).toContain(String.raw`: "Never delete \"all\"<U+200B> without asking."`);
  });
});

it.each([
  'Deletes a note.',
  'Tells the user what was found.',
  'Checks whether a note exists before it is read.',
  'Returns the approvals of a request.',
  'You may ask for more than one note.',
  'Does not require confirmation.',
])('is no guard: %s', (text) => {
  expect(guardsIn(text)).toEqual([]);
});

it.each(['never without ', 'requires ', 'ask the user ', 'confirm before. ', 'not '])(
  'is found in linear time in a megabyte of %s',
  (unit) => {
    const text = unit.repeat(Math.ceil(1_000_000 / unit.length));
    expect(cpuMsOf(() => guardsIn(text))).toBeLessThan(4_000);
  },
);
