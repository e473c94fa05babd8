import { itemKey, type Definition, type DefinitionKind, type RawItem, type Surface } from './definition.ts';
import { diffJson } from './diff.ts';
import type { Edit, Severity } from './finding.ts';
import { itemLabel } from './item-label.ts';
import { isArray, isObject, own, type Json } from './json.ts';
import { kinds } from './kinds.ts';

/** A server as one client identity sees it. */
export interface View {
  /** The identity by its short name. */
  readonly as: string;
  readonly surface: Surface;
}

/** The name under which a view of a server is watched: `billing@cursor`. No server's own name holds an `@`. */
export function viewName(server: string, as: string): string {
  return `${server}@${as}`;
}

/** The server that a name stands for: itself, or the one that it is a view of. */
export function serverOf(name: string): string {
  return /^([A-Za-z0-9][A-Za-z0-9._-]*)@[A-Za-z0-9._-]+$/.exec(name)?.[1] ?? name;
}

/**
 * What is not shown alike to all of `views`, one item for each definition, named after it. Its value names who sees what:
 * `{ item, groups: [{ shownTo: [identity...], definition: fingerprint | null, shown?, differs?: { pointer: value } }] }`.
 * The first group that sees anything is what the others are compared with: `differs` holds the places in which they are
 * not alike, on both sides, and `shown` the definition, where some do not see it at all.
 */
export function differencesBetween(
  views: readonly View[],
  kind: 'identity-difference' | 'era-difference' = 'identity-difference',
): readonly RawItem[] {
  const seen = views.map(({ as, surface }) => ({
    as,
    definitions: new Map(surface.definitions.map((definition) => [itemKey(definition), definition])),
  }));
  const items = new Map(views.flatMap(({ surface }) => surface.definitions.map((item) => [itemKey(item), item])));
  return [...items.values()].flatMap((item): readonly RawItem[] => {
    const groups = groupBy(seen.map(({ as, definitions }) => ({ as, shown: definitions.get(itemKey(item)) ?? null })));
    if (groups.length === 1) return [];
    const value = { item: { kind: item.kind, name: item.name }, groups: describe(groups) };
    return [{ kind, name: itemLabel(item), value }];
  });
}

interface Group {
  readonly shownTo: readonly string[];
  readonly shown: Definition | null;
}

/** Identities that see the same stand together, in the order of the config. */
function groupBy(sights: readonly { readonly as: string; readonly shown: Definition | null }[]): readonly Group[] {
  const groups = new Map<string, { shownTo: string[]; shown: Definition | null }>();
  for (const { as, shown } of sights) {
    const key = shown?.fingerprint ?? '';
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { shownTo: [as], shown });
    else group.shownTo.push(as);
  }
  return [...groups.values()];
}

function describe(groups: readonly Group[]): readonly Json[] {
  const reference = groups.find(({ shown }) => shown !== null)?.shown ?? null;
  const isHidden = groups.some(({ shown }) => shown === null);
  const theirs: Record<string, Json> = {};
  const others = groups.map(({ shown }) => {
    const ours: Record<string, Json> = {};
    if (shown === null || reference === null || shown === reference) return ours;
    for (const { pointer, before, after } of diffJson(reference.value, shown.value)) {
      if (before !== undefined) theirs[pointer] = before;
      if (after !== undefined) ours[pointer] = after;
    }
    return ours;
  });
  return groups.map(({ shownTo, shown }, index) => {
    if (shown === null) return { shownTo, definition: null };
    const isReference = shown === reference;
    return {
      shownTo,
      definition: shown.fingerprint,
      ...(isReference && isHidden ? { shown: shown.value } : {}),
      differs: isReference ? theirs : (others[index] ?? {}),
    };
  });
}

/** What there is to see of a difference: as an edit, what the first group sees is before, and what another sees after. */
export function editsOfDifference(value: Json): readonly (Edit & { readonly sentence: string })[] {
  const groups = own(value, 'groups');
  const all = isArray(groups) ? groups : [];
  const seeing = all.filter((group) => own(group, 'definition') !== null);
  const [reference, ...others] = seeing;
  if (reference === undefined) return [];
  const hidden = all.filter((group) => own(group, 'definition') === null).map(namesOf);
  const whole = own(reference, 'shown');
  const sentence = `shown to ${seeing.map(namesOf).join(' and ')}, and not at all to ${hidden.join(' and ')}`;
  return [
    ...(whole === undefined ? [] : [{ pointer: '', after: whole, sentence }]),
    ...others.flatMap((group) => editsBetween(reference, group)),
  ];
}

function editsBetween(reference: Json, group: Json): readonly (Edit & { readonly sentence: string })[] {
  const sentence = `before: what is shown to ${namesOf(reference)}; after: to ${namesOf(group)}`;
  const theirs = own(reference, 'differs');
  const ours = own(group, 'differs');
  const pointers = new Set([theirs, ours].flatMap((differs) => (isObject(differs) ? Object.keys(differs) : [])));
  const edits = [...pointers].flatMap((pointer) => {
    const [before, after] = [own(theirs, pointer), own(ours, pointer)];
    return [{ pointer, ...(before !== undefined && { before }), ...(after !== undefined && { after }), sentence }];
  });
  // The values are the same to `JSON.parse`, the texts are not.
  return edits.length > 0 ? edits : [{ pointer: '', sentence: `${sentence}: they differ where parsers disagree` }];
}

/** How grave it is that an item is not shown alike, by the value of the difference: as grave as if it had been added. */
export function gravityOfDifference(value: Json): Severity {
  const kind = own(own(value, 'item'), 'kind');
  return isKind(kind) ? kinds[kind].added : 'high';
}

function isKind(kind: Json | undefined): kind is DefinitionKind {
  return typeof kind === 'string' && Object.hasOwn(kinds, kind);
}

function namesOf(group: Json): string {
  const names = own(group, 'shownTo');
  return isArray(names) ? names.filter((name) => typeof name === 'string').join(' and ') : '';
}
