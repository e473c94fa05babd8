import { causedBy, compareConsent, nameOf } from './compare-consent.ts';
import { directionOf } from './consent-answers.ts';
import { consentRules, type Comparison, type ConsentRule } from './consent-rules.ts';
import { consequencesOf } from './consequences.ts';
import type { Definition } from './definition.ts';
import { pointerSegments } from './diff.ts';
import { atLeast, worst, type ClassifiedEdit, type Consequence, type Finding } from './finding.ts';
import { isArray, type Json } from './json.ts';
import { compareVendorKeys } from './vendor-keys.ts';

type Side = Pick<Definition, 'value' | 'copies'>;

/**
 * `finding` with what it means for the people who are asked before a call: the clients whose answer each edit weakens, what follows
 * for whom, and the severity that this deserves, which is never less than before. `approved` null: nobody approved it.
 */
export function weighConsent(finding: Finding, approved: Side | null, served: Side): Finding {
  if (finding.kind === 'ui-resource') return { ...finding, edits: finding.edits.map(nameHosts) };
  if (finding.kind !== 'tool' && finding.kind !== 'capabilities') return finding;
  const pairs = pairsOf(approved, served);
  const edits = pairs.reduce((all, pair) => weighEdits(finding, all, pair), finding.edits);
  const consequences = pairs.flatMap(({ before, after }) => consequencesOf(finding, before, after));
  const severity = worst([finding.severity, ...edits.map((edit) => edit.severity)]);
  return {
    ...finding,
    severity,
    edits,
    ...(consequences.length === 0 ? {} : { consequences: distinct(consequences) }),
  };
}

/** Two definitions to compare, and the pointer segments under which edits of them stand. */
interface Pair {
  readonly before: Json | null;
  readonly after: Json;
  readonly prefix: readonly string[];
}

/** Several of one name are compared each by itself, as long as they are as many as before: what became of which is not known else. */
function pairsOf(approved: Side | null, served: Side): readonly Pair[] {
  const [was, is] = [approved && itemsOf(approved), itemsOf(served)];
  if (was !== null && was.length !== is.length) return [];
  return is.map((after, index) => ({
    before: was?.[index] ?? null,
    after,
    prefix: approved !== null && is.length > 1 ? [String(index)] : [],
  }));
}

function itemsOf({ value, copies }: Side): readonly Json[] {
  return copies > 1 && isArray(value) ? value : [value];
}

function weighEdits({ kind }: Finding, edits: readonly ClassifiedEdit[], pair: Pair): readonly ClassifiedEdit[] {
  const placed = edits.map((edit) => ({ edit, path: pathBelow(pair.prefix, edit) }));
  const comparison = { kind, before: pair.before, after: pair.after, isOtherwiseChanged: placed.some(changesTool) };
  const named = pair.before === null ? placed : nameClients(placed, { ...comparison, before: pair.before });
  return applyRules(named, comparison);
}

interface Placed {
  readonly edit: ClassifiedEdit;
  /** Segments below the definition; null for an edit that changes no value of it. */
  readonly path: readonly string[] | null;
}

function pathBelow(prefix: readonly string[], { pointer, before, after }: ClassifiedEdit): Placed['path'] {
  const segments = pointerSegments(pointer);
  const isOutside = prefix.some((segment, index) => segments[index] !== segment);
  return isOutside || (before === undefined && after === undefined) ? null : segments.slice(prefix.length);
}

const described = new Set(['description', 'inputSchema', 'outputSchema']);

function changesTool({ edit, path }: Placed): boolean {
  const part = path?.[0];
  return path !== null && atLeast(edit.severity, 'medium') && (part === undefined || described.has(part));
}

function nameClients(
  placed: readonly Placed[],
  { kind, before, after }: Comparison & { before: Json },
): readonly Placed[] {
  const changes = kind === 'tool' ? compareConsent(before, after) : [];
  const keys = compareVendorKeys(kind, before, after).filter(({ direction }) => direction === 'weaker');
  if (changes.length === 0 && keys.length === 0) return placed;
  const causes = placed.map(({ path }) =>
    path !== null && canChangeConsent(path) ? causedBy(path, changes, before, after) : [],
  );
  const known = new Set(causes.flat());
  const shared = changes.filter((change) => !known.has(change));
  return placed.map(({ edit, path }, index) => {
    if (path === null) return { edit, path };
    const own = [...(causes[index] ?? []), ...(canChangeConsent(path) ? shared : [])];
    const weaker = own.filter(({ from, to }) => directionOf(from, to) === 'weaker').map(nameOf);
    const byKey = keys.filter(({ key }) => areRelated(path, key.place)).map(({ key }) => key.client);
    const message = own.length > 0 && edit.rule === 'notation' ? notationForSome : edit.message;
    return { edit: { ...edit, message, clients: [...new Set([...edit.clients, ...weaker, ...byKey])] }, path };
  });
}

const notationForSome = 'means the same to the specification, but not to every client';

/** What the consent table looks at. */
function canChangeConsent([part]: readonly string[]): boolean {
  return part === undefined || part === 'annotations' || part === '_meta';
}

function applyRules(placed: readonly Placed[], comparison: Comparison): readonly ClassifiedEdit[] {
  const rules = consentRules.filter((rule) => comparison.before !== null || rule.ofNew === true);
  const held = rules
    .map((rule) => ({ rule, places: rule.places(comparison) }))
    .filter(({ places }) => places.length > 0);
  return placed.map(({ edit, path }) =>
    held
      .filter(({ places }) => path !== null && places.some((place) => areRelated(path, place)))
      .reduce((one, { rule }) => fallUnder(one, rule), edit),
  );
}

/** Rules that say nothing of what they are about: another one takes their place. */
const plainRules = new Set(['field-changed', 'annotation-changed', 'notation']);

/** A rule that is graver takes the place of the one before, one that is not adds its sentence. */
function fallUnder(edit: ClassifiedEdit, { name, severity, sentence }: ConsentRule): ClassifiedEdit {
  const isPlain = plainRules.has(edit.rule);
  const isGraver = isPlain || !atLeast(edit.severity, severity);
  return {
    ...edit,
    ...(isGraver ? { rule: name, severity: worst([edit.severity, severity]) } : {}),
    message: isPlain ? sentence : `${edit.message}; ${sentence}`,
  };
}

/** One place is above the other, or both are the same. */
function areRelated(a: readonly string[], b: readonly string[]): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.every((segment, index) => segment === long[index]);
}

/** Whoever shows pages lets them have what they ask for. */
function nameHosts(edit: ClassifiedEdit): ClassifiedEdit {
  return edit.rule === 'ui-permissions-widened' ? { ...edit, clients: ['MCP Apps hosts', 'ChatGPT'] } : edit;
}

function distinct(consequences: readonly Consequence[]): readonly Consequence[] {
  return [...new Map(consequences.map((one) => [one.sentence, one])).values()];
}
