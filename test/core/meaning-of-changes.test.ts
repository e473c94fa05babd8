import { describe, expect, it } from 'vitest';
import { compareSurface } from '../../src/core/compare.ts';
import type { Finding } from '../../src/core/finding.ts';
import { signalRules } from '../../src/core/signals/rules.ts';
import { buildSurface } from '../../src/core/surface.ts';
import { approvalOf } from './builders.ts';
import { consentRows, hintRows } from './changes/hints.ts';
import { nameRows } from './changes/names.ts';
import { elsewhere, itemsOf, type Side } from './changes/row.ts';
import { schemaRows } from './changes/schema.ts';
import { signalRows } from './changes/signals.ts';
import { surfaceRows } from './changes/surface.ts';
import { textRows } from './changes/text.ts';

// What a change means, by example: what was approved, what is served now, how grave that is, by which rule, and which clients
// guard people less than before, or more. The rows in `changes/` are meant to be read.

const tables = {
  text: textRows,
  'what a tool takes and returns': schemaRows,
  hints: hintRows,
  'keys that one client goes by': consentRows,
  names: nameRows,
  'what is no tool, and the rest of one': surfaceRows,
  'words that speak for an attack': signalRows,
};

function findingsOf(before: Side, after: Side): readonly Finding[] {
  const approved = approvalOf(buildSurface(itemsOf(before)));
  return compareSurface(approved, buildSurface(itemsOf(after)), undefined, elsewhere);
}

/** `critical guard-removed` of all edits and signals. */
function told(findings: readonly Finding[]): readonly string[] {
  const edits = findings.flatMap((finding) => finding.edits);
  const signals = edits.flatMap((edit) => edit.signals ?? []);
  return [
    ...edits.map((edit) => `${edit.severity} ${edit.rule}`),
    ...signals.map((one) => `${one.severity} ${one.name}`),
  ];
}

/** Clients whose answer changes in one direction, each once, in order. */
function changing(findings: readonly Finding[], direction: 'weaker' | 'safer'): readonly string[] {
  const consequences = findings.flatMap((finding) => finding.consequences ?? []);
  return sorted(consequences.flatMap((one) => (one.direction === direction ? one.clients : [])));
}

function sorted(names: readonly string[] = []): readonly string[] {
  return [...new Set(names)].toSorted();
}

describe.each(Object.entries(tables))('a change of %s', (_theme, rows) => {
  it.each(rows.map((row) => [row[0], row] as const))('%s', (_what, [, before, after, rule, clients = {}]) => {
    const findings = findingsOf(before, after);
    expect(told(findings)).toContain(rule);
    const signals = findings.flatMap(({ edits }) => edits.flatMap((edit) => edit.signals ?? []));
    // A signal never lowers what the edit is anyway.
    if (!signals.some(({ name }) => rule.endsWith(` ${name}`))) expect(findings[0]?.severity).toBe(rule.split(' ')[0]);
    const { weaker, safer } = clients;
    expect({ weaker: changing(findings, 'weaker'), safer: changing(findings, 'safer') }).toEqual({
      weaker: sorted(weaker),
      safer: sorted(safer),
    });
    const named = findings.flatMap(({ edits }) => edits.flatMap((edit) => edit.clients));
    if (findings.every(({ change }) => change === 'changed')) expect(sorted(named)).toEqual(sorted(weaker));
  });
});

it('is told by example in rows each of its own, each signal in at least one', () => {
  const all = Object.values(tables).flat();
  expect(all.length).toBeGreaterThanOrEqual(60);
  expect(new Set(all.map(([what]) => what)).size).toBe(all.length);
  const told = new Set(signalRows.map(([, , , rule]) => rule.split(' ')[1]));
  expect(signalRules.filter(({ name }) => !told.has(name)).map(({ name }) => name)).toEqual([]);
});
