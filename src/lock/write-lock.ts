import { canonicalise } from '../core/canonical.ts';
import { parseCanonical } from '../core/compare.ts';
import { escapeInvisible } from '../core/escape-json.ts';
import { itemKey } from '../core/definition.ts';
import type { Json } from '../core/json.ts';
import { refuseVolatile } from '../core/volatile.ts';
import type { Approved, VolatileRule } from '../monitor/ports-decision.ts';
import { foldLines, unfoldLines } from './fold-lines.ts';
import type { LockDocument, LockedDefinition } from './lock-schema.ts';
import { approvedSurface } from '../monitor/approved-surface.ts';
import type { Lock, LockedServer } from './lock.ts';

/**
 * The text of a lock file: the same for the same baselines, one key or line of text on each line, nothing in it that does not
 * show, a line feed at the end.
 */
export function writeLock({ servers }: Lock): string {
  const sorted = servers.toSorted((a, b) => (a.server < b.server ? -1 : 1));
  const document: LockDocument = { schemaVersion: 1, servers: sorted.map(serverOf) };
  return `${escapeInvisible(JSON.stringify(document, null, 2))}\n`;
}

function serverOf({ server, baseline, volatile }: LockedServer): LockDocument['servers'][number] {
  const rules = volatile.filter((rule) => isInForce(rule, baseline)).toSorted(byPlace);
  return {
    server,
    fingerprint: approvedSurface(baseline).fingerprint,
    definitions: baseline.toSorted(byKey).flatMap(definitionOf),
    ...(rules.length === 0 ? {} : { volatile: rules.map(volatileOf) }),
  };
}

function definitionOf(approved: Approved): readonly LockedDefinition[] {
  const { kind, name, fingerprint, lastFingerprint, lastText, copies, by, note, approvedAt: at } = approved;
  // Of what was never approved under this name there is nothing to keep.
  if (lastFingerprint === null || lastText === null) return [];
  return [
    {
      ...{ kind, name, fingerprint: lastFingerprint },
      ...(copies > 1 ? { copies } : {}),
      ...(fingerprint === null ? { isRemoved: true as const } : {}),
      ...{ by, note, at },
      ...valueOf(lastText),
    },
  ];
}

/** The definition as JSON where that is exactly reversible, else its text. */
function valueOf(text: string): { readonly definition: Json } | { readonly canonicalText: string } {
  const value = parseCanonical(text);
  const canonical = canonicalise(value);
  if (canonical.invalid !== null || canonical.text !== text) return { canonicalText: text };
  const definition = foldLines(value);
  return canonicalise(unfoldLines(definition)).text === text ? { definition } : { canonicalText: text };
}

/** A rule that no longer fits what is approved excuses nothing, and is left out. */
function isInForce(rule: VolatileRule, baseline: readonly Approved[]): boolean {
  const approved = baseline.find((item) => itemKey(item) === itemKey(rule));
  if (approved?.lastText == null || approved.fingerprint === null || approved.copies !== 1) return false;
  return refuseVolatile(rule, parseCanonical(approved.lastText)) === null;
}

function volatileOf({ kind, name, pointer, pattern, by, note, at }: VolatileRule) {
  return { kind, name, pointer, pattern, by, note, at };
}

function byKey(a: Approved, b: Approved): number {
  return itemKey(a) < itemKey(b) ? -1 : 1;
}

function byPlace(a: VolatileRule, b: VolatileRule): number {
  return `${itemKey(a)}\n${a.pointer}` < `${itemKey(b)}\n${b.pointer}` ? -1 : 1;
}
