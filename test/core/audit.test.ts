import { describe, expect, it } from 'vitest';
import { createHash } from 'node:crypto';
import { beforeAll as nothing, follow, type AuditEntry, type AuditRow } from '../../src/core/audit.ts';
import { AuditWalk, isFault } from '../../src/core/audit-walk.ts';

function aDecision(note: string): AuditEntry {
  const at = '2026-12-01T10:00:00.000Z';
  return { at, server: 'files', action: 'reject', by: 'ann', from: 'ann@host', note, row: { id: 7, name: 'a\uD800' } };
}

function aLog(length: number): AuditRow[] {
  const rows: AuditRow[] = [];
  for (let index = 0; index < length; index++)
    rows.push(follow(rows.at(-1) ?? nothing, aDecision(`note ${index + 1}`)));
  return rows;
}

/** The first row that does not fit, or how many do. */
function walk(rows: readonly AuditRow[]): string {
  const walk = new AuditWalk();
  for (const row of rows) {
    const found = walk.next(row);
    if (isFault(found)) return `row ${found.id} ${found.detail}`;
  }
  return `${walk.head.id} fit`;
}

/** The row as somebody writes it who knows the recipe. */
function rehashed(row: AuditRow, changes: Partial<AuditRow>): AuditRow {
  const changed = { ...row, ...changes };
  const hash = createHash('sha256').update(`${changed.previous}\n${changed.entry}`).digest('hex');
  return { ...changed, hash: `v1:${hash}` };
}

const [one, two, three] = aLog(3) as [AuditRow, AuditRow, AuditRow]; // three were asked for
const forged = rehashed(two, { entry: two.entry.replace('note 2', 'note X'), note: 'note X' });

describe('the log', () => {
  it('is hashed by the recipe that is documented', () => {
    expect(one.entry).toBe(
      '{"action":"reject","at":"2026-12-01T10:00:00.000Z","by":"ann","from":"ann@host","id":1,"note":"note 1","row":{"id":7,"name":"a\\ud800"},"server":"files"}',
    );
    expect(one.previous).toBe(`v1:${'0'.repeat(64)}`);
    expect(one.hash).toBe(`v1:${createHash('sha256').update(`${one.previous}\n${one.entry}`).digest('hex')}`);
    expect(two.previous).toBe(one.hash);
  });

  it.each<readonly [string, readonly AuditRow[], string]>([
    ['as it was written', [one, two, three], '3 fit'],
    ['without its end', [one, two], '2 fit'],
    ['without a row', [one, three], 'row 2 is missing'],
    ['without its begin', [two, three], 'row 1 is missing'],
    ['with two rows swapped', [one, { ...three, id: 2 }, { ...two, id: 3 }], 'row 2 does not follow row 1'],
    ['with a row twice', [one, one], 'row 1 stands before'],
    ['with a row before the first', [{ ...one, id: 0 }, one], 'row 0 stands before'],
    ['with another entry', [one, { ...two, entry: forged.entry }], 'row 2 was changed after it was written'],
    ['with another hash', [one, { ...two, hash: one.hash }], 'row 2 was changed after it was written'],
    ['with another row before', [one, { ...two, previous: three.hash }], 'row 2 does not follow row 1'],
    ['with a forged row', [one, forged, three], 'row 3 does not follow row 2'],
    ['with a forged row at its end', [one, forged], '2 fit'],
    ['with an entry that is no JSON', [one, rehashed(two, { entry: '{' })], 'row 2 was changed: its columns'],
    ['with an entry that is null', [one, rehashed(two, { entry: 'null' })], 'row 2 was changed: its columns'],
    ['with an entry about nothing', [one, rehashed(two, { entry: '{"row":3}' })], 'row 2 was changed: its columns'],
    ['with an entry of another row', [one, rehashed(two, { entry: three.entry })], 'row 2 was changed: its columns'],
  ])('%s: the first row that does not fit is named', (_title, rows, expected) => {
    expect(walk(rows).startsWith(expected)).toBe(true);
  });

  it.each(['at', 'server', 'action', 'by', 'from', 'note'] as const)('tells a change of its column %s', (column) => {
    expect(walk([one, { ...two, [column]: 'other' }])).toMatch(/^row 2 was changed: its columns/);
    expect(walk([one, { ...two, [column]: null }])).toMatch(/^row 2 was changed: its columns/);
  });
});
