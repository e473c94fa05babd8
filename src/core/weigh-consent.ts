import { areRelated, causedBy, compareConsent, consentPlace, nameOf, type ConsentChange } from './compare-consent.ts';
import { applyRules, fallUnder, type Placed } from './apply-consent-rules.ts';
import { consentWeakened, type Comparison } from './consent-rules.ts';
import { consequencesOf, consequencesOfNew } from './consequences.ts';
import type { Definition } from './definition.ts';
import { pointerSegments } from './diff.ts';
import { atLeast, worst, type ClassifiedEdit, type Consequence, type Finding } from './finding.ts';
import { isArray, type Json } from './json.ts';
import { compareVendorKeys } from './vendor-keys.ts';
import { visibleName } from './visible-line.ts';

type Side = Pick<Definition, 'value' | 'copies'>;

/**
 * `finding` with what it means for the people who are asked before a call: the clients whose answer each edit weakens, what follows
 * for whom, and the severity that this deserves, which is never less than before. `approved` null: nobody approved it.
 */
export function weighConsent(finding: Finding, approved: Side | null, served: Side): Finding {
  if (finding.kind === 'ui-resource') return weighPage(finding);
  if (finding.kind !== 'tool' && finding.kind !== 'capabilities') return finding;
  let { edits } = finding;
  const consequences = new Map<string, Consequence>();
  for (const pair of pairsOf(approved, served)) {
    const placed = edits.map((edit) => ({ edit, path: pathBelow(pair.prefix, edit) }));
    if (!placed.some(({ path }) => path !== null && parts.has(path[0]))) continue;
    const weighed = weighPair(finding, placed, pair);
    edits = weighed.edits;
    for (const consequence of weighed.consequences) consequences.set(consequence.sentence, consequence);
  }
  const severity = worst([finding.severity, ...edits.map((edit) => edit.severity)]);
  return {
    ...finding,
    severity,
    edits,
    ...(consequences.size === 0 ? {} : { consequences: [...consequences.values()] }),
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

function weighPair(
  finding: Finding,
  placed: readonly Placed[],
  { before, after }: Pair,
): { readonly edits: readonly ClassifiedEdit[]; readonly consequences: readonly Consequence[] } {
  const { kind } = finding;
  const consents = kind === 'tool' ? compareConsent(before, after) : [];
  const keys = compareVendorKeys(kind, before, after);
  const comparison = { kind, before, after, keys, isOtherwiseChanged: placed.some(changesTool) };
  const ruled = applyRules(placed, comparison);
  if (before === null) return { edits: editsOf(ruled), consequences: consequencesOfNew(finding, consents, keys) };
  const named = nameClients(ruled, consents, { ...comparison, before });
  return { edits: editsOf(named), consequences: consequencesOf(finding, consents, keys) };
}

function editsOf(placed: readonly Placed[]): readonly ClassifiedEdit[] {
  return placed.map(({ edit }) => edit);
}

function pathBelow(prefix: readonly string[], { pointer, before, after }: ClassifiedEdit): Placed['path'] {
  const segments = pointerSegments(pointer);
  const isOutside = prefix.some((segment, index) => index < segments.length && segments[index] !== segment);
  return isOutside || (before === undefined && after === undefined) ? null : segments.slice(prefix.length);
}

const described = new Set(['description', 'inputSchema', 'outputSchema']);

function changesTool({ edit, path }: Placed): boolean {
  const part = path?.[0];
  return path !== null && atLeast(edit.severity, 'medium') && (part === undefined || described.has(part));
}

function nameClients(
  placed: readonly Placed[],
  consents: readonly ConsentChange[],
  { before, after, keys }: Comparison & { readonly before: Json },
): readonly Placed[] {
  const causes = causesOf(placed, consents, before, after);
  return placed.map(({ edit, path }, index) => {
    if (path === null) return { edit, path };
    const changes = causes[index] ?? [];
    const byKey = keys
      .filter(({ key }) => areRelated(path, key.place))
      .map(({ key, direction }) => ({ ...key, mode: 'default', direction }));
    const weaker = [...changes, ...byKey].filter(({ direction }) => direction === 'weaker').map(nameOf);
    const message = changes.length > 0 && edit.rule === 'notation' ? notationForSome : edit.message;
    const named = { ...edit, message, clients: [...new Set([...edit.clients, ...weaker])] };
    const runs = changes.some(({ to, direction }) => to === 'runs' && direction === 'weaker');
    return { edit: runs && !atLeast(edit.severity, 'high') ? fallUnder(named, consentWeakened) : named, path };
  });
}

/** The part of `consents` that came through each edit. */
function causesOf(
  placed: readonly Placed[],
  consents: readonly ConsentChange[],
  before: Json,
  after: Json,
): readonly (readonly ConsentChange[])[] {
  const places = placed.map(({ path }) => (path === null ? null : consentPlace(path)));
  const distinct = new Map(places.flatMap((place) => (place === null ? [] : [[place.join('\n'), place]])));
  if (distinct.size === 1) return places.map((place) => (place === null ? [] : consents));
  const causes = new Map<string, readonly ConsentChange[]>();
  for (const [key, place] of distinct) {
    // What stands above others tells only what they do not.
    const isWhole = [...distinct.values()].some((other) => other.length > place.length && areRelated(place, other));
    causes.set(key, isWhole ? [] : causedBy(place, consents, before, after));
  }
  const known = new Set([...causes.values()].flat());
  const rest = consents.filter((change) => !known.has(change));
  return places.map((place) => (place === null ? [] : [...(causes.get(place.join('\n')) ?? []), ...rest]));
}

const notationForSome = 'means the same to the specification, but not to every client';

/** Where something stands that clients or vendors' keys go by. */
const parts: ReadonlySet<string | undefined> = new Set([
  undefined,
  'annotations',
  '_meta',
  'securitySchemes',
  'experimental',
]);

const hosts: readonly string[] = ['any MCP Apps host', 'ChatGPT'];

/** Whoever shows pages lets them have what they ask for. */
function weighPage(finding: Finding): Finding {
  const widens = ({ rule }: ClassifiedEdit): boolean => rule === 'ui-permissions-widened';
  if (!finding.edits.some(widens)) return finding;
  const page = visibleName(finding.name, 60);
  const sentence = `any MCP Apps host and ChatGPT may now let the page ${page} do or reach more`;
  return {
    ...finding,
    edits: finding.edits.map((edit) => (widens(edit) ? { ...edit, clients: hosts } : edit)),
    consequences: [{ direction: 'weaker', sentence, clients: hosts }],
  };
}
