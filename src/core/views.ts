import { itemKey, type Definition, type DefinitionKind, type RawItem, type Surface } from './definition.ts';
import { diffJson } from './diff.ts';
import type { Severity } from './finding.ts';
import { itemLabel } from './item-label.ts';
import { isArray, own, type Json } from './json.ts';
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
  return name.split('@', 1)[0] ?? name;
}

/**
 * What is not shown alike to all of `views`, one item for each definition, named after it. Its value names who sees what:
 * `{ item, groups: [{ shownTo: [identity...], definition: fingerprint | null, differs?: { pointer: value | null } }] }`,
 * where `differs` holds what is other than what the first group sees.
 */
export function differencesBetween(views: readonly View[]): readonly RawItem[] {
  const seen = views.map(({ as, surface }) => ({
    as,
    definitions: new Map(surface.definitions.map((definition) => [itemKey(definition), definition])),
  }));
  const items = new Map(views.flatMap(({ surface }) => surface.definitions.map((item) => [itemKey(item), item])));
  return [...items.values()].flatMap((item): readonly RawItem[] => {
    const groups = groupBy(seen.map(({ as, definitions }) => ({ as, shown: definitions.get(itemKey(item)) ?? null })));
    if (groups.length === 1) return [];
    const { kind, name } = item;
    return [
      { kind: 'identity-difference', name: itemLabel(item), value: { item: { kind, name }, groups: describe(groups) } },
    ];
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
  return groups.map(({ shownTo, shown }) => {
    const definition = shown?.fingerprint ?? null;
    if (shown === null || reference === null || shown === reference) return { shownTo, definition };
    const edits = diffJson(reference.value, shown.value).map(({ pointer, after = null }) => [pointer, after] as const);
    return { shownTo, definition, differs: Object.fromEntries(edits) };
  });
}

/** How grave it is that an item is not shown alike, by the value of the difference: as grave as if it had been added. */
export function gravityOfDifference(value: Json): Severity {
  const kind = own(own(value, 'item'), 'kind');
  return isKind(kind) ? kinds[kind].added : 'high';
}

function isKind(kind: Json | undefined): kind is DefinitionKind {
  return typeof kind === 'string' && Object.hasOwn(kinds, kind);
}

/** Who sees what, in one sentence: `shown to cursor alone, not to tooldrift, claude-code`. */
export function sentenceOfDifference(value: Json): string {
  const groups = own(value, 'groups');
  const all = isArray(groups) ? groups : [];
  const shown = all.filter((group) => own(group, 'definition') !== null).map(namesOf);
  const hidden = all.filter((group) => own(group, 'definition') === null).map(namesOf);
  const what =
    shown.length === 1 ? `shown to ${shown[0] ?? ''}` : `shown in one way to ${shown.join(', in another to ')}`;
  return hidden.length === 0 ? what : `${what}, and not at all to ${hidden.join(', ')}`;
}

function namesOf(group: Json): string {
  const names = own(group, 'shownTo');
  return isArray(names) ? names.filter((name) => typeof name === 'string').join(' and ') : '';
}
