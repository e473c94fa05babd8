import fc from 'fast-check';
import { compareSurface, type ApprovedText } from '../../src/core/compare.ts';
import type { CurrentDrift, Situation } from '../../src/core/situation.ts';
import type { RawItem, Surface } from '../../src/core/definition.ts';
import type { Finding } from '../../src/core/finding.ts';
import type { Json, JsonObject } from '../../src/core/json.ts';
import { buildSurface } from '../../src/core/surface.ts';

/** A tool without annotations; `parts` replace or add top-level keys. */
export function aTool(parts: JsonObject = {}): JsonObject {
  return {
    name: 'delete_file',
    description: 'Deletes a file.',
    inputSchema: {
      type: 'object',
      properties: { path: { type: 'string', description: 'Where the file is.' } },
      required: ['path'],
    },
    ...parts,
  };
}

/** A tool that differs in its input schema alone; `parts` replace or add top-level keywords. */
export function aToolThatTakes(parts: JsonObject): JsonObject {
  return aTool({ inputSchema: { type: 'object', ...parts } });
}

/** `object` without `key`. */
export function without(object: JsonObject, key: string): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
}

/** A tool as the reader names it: by its `name`, if that is a text. */
export function anItem(value: Json): RawItem {
  const name = typeof value === 'object' && value !== null && 'name' in value ? value['name'] : undefined;
  return { kind: 'tool', name: typeof name === 'string' ? name : '(unnamed)', value };
}

export function instructions(value: Json): RawItem {
  return { kind: 'instructions', name: '', value };
}

export function aSurface(...tools: readonly Json[]): Surface {
  return buildSurface(tools.map(anItem));
}

/** What is kept once a person approved all of `surface`. */
export function approvalOf(surface: Surface): readonly ApprovedText[] {
  return surface.definitions.map(({ kind, name, fingerprint, text, copies }) => ({
    ...{ kind, name, fingerprint, copies },
    lastFingerprint: fingerprint,
    lastText: text,
  }));
}

/** What is kept once a person also approved that everything is gone. */
export function tombstonesOf(surface: Surface): readonly ApprovedText[] {
  return approvalOf(surface).map((item) => ({ ...item, fingerprint: null }));
}

/** The findings when `approved` was approved and `served` is served. */
export function compareItems(approved: readonly RawItem[], served: readonly RawItem[]): readonly Finding[] {
  return compareSurface(approvalOf(buildSurface(approved)), buildSurface(served));
}

export function compareTools(approved: readonly Json[], served: readonly Json[]): readonly Finding[] {
  return compareItems(approved.map(anItem), served.map(anItem));
}

/** `pointer rule severity` of each edit, for reading in tables. */
export function told(findings: readonly Finding[]): readonly string[] {
  return findings.flatMap((finding) => finding.edits.map((edit) => `${edit.pointer} ${edit.rule} ${edit.severity}`));
}

export function aPrint(digit: string): string {
  return `v1:${digit.repeat(64)}`;
}

export function aFinding(parts: Partial<Finding> = {}): Finding {
  return {
    kind: 'tool',
    name: 'delete_file',
    change: 'changed',
    severity: 'high',
    fingerprint: aPrint('b'),
    approvedFingerprint: aPrint('a'),
    edits: [],
    ...parts,
  };
}

/** What is kept of `finding`. */
export function aDrift(finding: Finding, parts: Partial<CurrentDrift> = {}): CurrentDrift {
  const { kind, name, severity, fingerprint } = finding;
  const at = '2026-12-01T09:56:00.000Z';
  const telling = { since: at, lastGoodAt: '2026-12-01T09:55:00.000Z', told: severity, toldAt: at, isOwed: false };
  const kept = { id: 1, kind, name, severity, fingerprint, state: 'open', openedAt: at, ackedAt: null } as const;
  return { ...kept, ...telling, ...parts };
}

/** Drift that nobody was told of. */
export const untold = { told: null, toldAt: null } as const;

export function aSituation(parts: Partial<Situation> = {}): Situation {
  return {
    server: 'files',
    findings: [],
    drift: [],
    ended: [],
    hasBaseline: true,
    isNew: false,
    fingerprint: aPrint('d'),
    approvedFingerprint: aPrint('c'),
    lastGoodAt: '2026-12-01T09:55:00.000Z',
    heldMs: null,
    blindAlertedAt: null,
    spokeAt: null,
    snoozedUntil: null,
    ...parts,
  };
}

/** `depth` arrays, or objects under the key `a`, around `core`. */
export function nested(depth: number, shape: 'array' | 'object', core: Json = 'core'): Json {
  let value = core;
  for (let level = 0; level < depth; level++) value = shape === 'array' ? [value] : { a: value };
  return value;
}

/** Fails with a counter-example unless `property` holds for each of `runs` examples, the same ones each time. */
export function assertLaw<T>(property: fc.IProperty<T>, runs = 300): void {
  fc.assert(property, { seed: 20261201, numRuns: runs });
}

const anyText = fc.string({ unit: 'binary', maxLength: 8 });

/** Keys that code stumbles over, and others. */
export const anyKey = fc.oneof(
  { weight: 3, arbitrary: anyText },
  fc.constantFrom(
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '',
    '0',
    '10',
    '9',
    'a/b',
    '~',
    '~1',
    'length',
  ),
  fc.constantFrom('required', 'enum', 'type', 'annotations', 'execution', 'properties', 'readOnlyHint', '$schema'),
);

/** Any JSON value that RFC 8785 has a text for. */
export const anyJson: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.constantFrom(null, true, false, 0, -0, 1, '', 'a'),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    anyText,
    fc.array(tie('value'), { maxLength: 4 }),
    objectOf(tie('value')),
  ),
})).value;

/** An object with any keys; `__proto__` is an own one, as from `JSON.parse`. */
export function objectOf(value: fc.Arbitrary<Json>): fc.Arbitrary<JsonObject> {
  return fc.array(fc.tuple(anyKey, value), { maxLength: 5 }).map((entries) => Object.fromEntries(entries));
}

/** The same value with the keys of every object in reverse order. */
export function withKeysReversed(value: Json): Json {
  // `Array.isArray` does not narrow a readonly array away, so it is asked for first.
  if (Array.isArray(value)) return value.map((item: Json) => withKeysReversed(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, item]) => [key, withKeysReversed(item)] as const)
      .toReversed(),
  );
}
