// Honest changes with a payload in one of the texts that they bring: nothing of the honest change may make it look better.
import { valueAt, replaceAt } from '../../dist/src/core/pointer.js';
import { toPointer } from '../../dist/src/core/diff.js';
import { compareSurface } from '../../dist/src/core/compare.js';
import { atLeast } from '../../dist/src/core/finding.js';
import { buildSurface } from '../../dist/src/core/surface.js';
import { payloads, positions } from '../core/signals/payloads.mjs';
import { approvalOf, percent } from './tally.mjs';

/** What the payloads speak of: tools of the same server, and of another one. */
const beside = ['send_report', 'list_orders'].map((name) => define('tool', name, { name, description: 'Is there.' }));
const elsewhere = [{ server: 'mail', name: 'mail_send' }];

/**
 * Each payload in each of the honest changes of single tools among `pairs`: `{family, change, benign, poisoned, isSignalled, where}` with both severities.
 * Text and position go in turns, so that each payload meets all of them.
 */
export function poisonAll(pairs) {
  const changes = pairs.flatMap(honestChanges);
  return Object.entries(payloads).flatMap(([family, texts]) =>
    texts.flatMap((payload, number) =>
      changes.map((change, at) => ({ family, change, ...poison(change, payload, at + number) })),
    ),
  );
}

/** The changed tools of a pair, with what is around them. */
function honestChanges({ approved, served, findings }) {
  return findings
    .filter(({ kind, change, severity }) => kind === 'tool' && change === 'changed' && severity !== 'info')
    .map(({ name, severity }) => {
      const is = (item) => item.kind === 'tool' && item.name === name;
      const [before, after] = [approved.find(is), served.find(is)];
      const around = [...beside, ...served.filter((item) => !is(item))];
      const approval = approvalOf([...around, before]);
      return { name, severity, approval, after, around, texts: changedTexts(before.value, after.value) };
    });
}

function poison({ name, severity, approval, after, around, texts }, payload, turn) {
  const pointer = texts[turn % texts.length];
  const honest = valueAt(after.value, pointer);
  const put = Object.values(positions)[turn % 3];
  const value = replaceAt(after.value, pointer, put(honest, payload));
  const surface = { definitions: [...around, define('tool', name, value)], fingerprint: '' };
  const findings = compareSurface(approval, surface, undefined, elsewhere);
  const poisoned = findings.find((finding) => finding.name === name);
  const signals = poisoned?.edits.flatMap((edit) => edit.signals ?? []) ?? [];
  return {
    ...{ benign: severity, poisoned: poisoned?.severity ?? 'info' },
    isSignalled: signals.some((signal) => atLeast(signal.severity, 'high')),
    where: `${pointer}: ${put('…', payload.slice(0, 60))}`,
  };
}

/** Pointers of the texts that are new in `after`; of all texts, where a change brings none. */
function changedTexts(before, after) {
  const all = textPointers(after, []);
  const changed = all.filter((pointer) => valueAt(before, pointer) !== valueAt(after, pointer));
  return changed.length > 0 ? changed : all;
}

/** Texts that a model reads: no name that a client goes by, no type. */
function textPointers(value, path) {
  if (typeof value === 'string')
    return ['description', 'title', 'default', '$comment'].includes(path.at(-1)) ? [toPointer(path)] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => textPointers(item, [...path, key]));
}

/** A row for each family: how many there are, and the share that is `high` or more and no less grave than the honest change. */
export function poisonTable(results) {
  const row = (name, list) => [
    name,
    String(list.length),
    percent(list.filter(({ poisoned }) => atLeast(poisoned, 'high')).length, list.length),
    percent(list.filter(({ isSignalled }) => isSignalled).length, list.length),
    String(list.filter(({ benign, poisoned }) => !atLeast(poisoned, benign)).length),
  ];
  const families = groupByFamily(results);
  return [
    ['payload in an honest change', 'changes', '>= high', 'with a signal >= high', 'less grave than without'],
    ...[...families].map(([family, list]) => row(family, list)),
    row('all', results),
  ];
}

function groupByFamily(results) {
  const groups = new Map();
  for (const result of results) {
    const known = groups.get(result.family);
    if (known === undefined) groups.set(result.family, [result]);
    else known.push(result);
  }
  return groups;
}

function define(kind, name, value) {
  return buildSurface([{ kind, name, value }]).definitions[0];
}
