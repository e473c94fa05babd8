import type { DefinitionKind, ItemKey } from '../definition.ts';
import { atLeast, worst, type ClassifiedEdit, type Edit } from '../finding.ts';
import type { Json } from '../json.ts';
import { atFirstSight } from './first-sight.ts';
import { lookAlikes } from './look-alike.ts';
import { beyond, scan, type Hit } from './scan.ts';
import type { Signal, SignalContext, Text } from './signal.ts';
import { textsIn, textsOfEdit } from './texts.ts';
import { toSignals } from './to-signals.ts';

/** What no model reads as words: how servers are started, our own remarks, and pages, whose markup and code are their own. */
const unread: ReadonlySet<DefinitionKind> = new Set([
  ...(['launch', 'client-server', 'client-file', 'cache-hints', 'ui-resource'] as const),
]);

/**
 * `edits` of one finding with the signals in what is new in them: in all that an edit adds, beyond what the texts before said
 * already. An edit is at least as severe as its worst signal.
 */
export function raise(
  item: ItemKey,
  edits: readonly ClassifiedEdit[],
  context: SignalContext,
): readonly ClassifiedEdit[] {
  if (unread.has(item.kind)) return edits;
  const after = edits.map((edit) => textsOfEdit(edit, 'after'));
  const found = scan(item, after.flat(), context);
  const before = found.length === 0 ? [] : edits.flatMap((edit) => textsOfEdit(edit, 'before'));
  const known = scan(item, before, context);
  const hits = [...lookAlikes(item, edits, after), ...beyond(known, found)];
  if (hits.length === 0) return edits;
  const byText = new Map<Text, Hit[]>();
  for (const hit of hits) {
    const known = byText.get(hit.text);
    if (known === undefined) byText.set(hit.text, [hit]);
    else known.push(hit);
  }
  return edits.map((edit, at) =>
    raiseOne(edit, toSignals((after[at] ?? []).flatMap((text) => byText.get(text) ?? []))),
  );
}

/** True if an edit brings a signal of `high` or more. */
export function speaksIn(item: ItemKey, edit: Edit, context: SignalContext): boolean {
  const bare = { ...edit, rule: '', severity: 'info', message: '', clients: [] } as const;
  return raise(item, [bare], context).some(({ signals = [] }) =>
    signals.some(({ severity }) => atLeast(severity, 'high')),
  );
}

/** What a definition says, as an aid for the person who approves it. `isFirst`: nothing of the server is approved yet. */
export function signalsIn(item: ItemKey, value: Json, context: SignalContext, isFirst: boolean): readonly Signal[] {
  if (unread.has(item.kind)) return [];
  const hits = scan(item, textsIn([], value, false), context);
  return toSignals(isFirst ? atFirstSight(hits) : hits);
}

function raiseOne(edit: ClassifiedEdit, signals: readonly Signal[]): ClassifiedEdit {
  if (signals.length === 0) return edit;
  return {
    ...edit,
    severity: worst([edit.severity, ...signals.map(({ severity }) => severity)]),
    signals,
  };
}
