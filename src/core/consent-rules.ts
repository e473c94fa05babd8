import type { Direction } from './consent-answers.ts';
import { tellContradiction } from './contradiction.ts';
import type { Severity } from './finding.ts';
import { compareHint } from './hints.ts';
import { own, type Json } from './json.ts';
import type { VendorChange } from './vendor-keys.ts';
import type { DefinitionKind } from './definition.ts';

/** What an edit falls under. */
export interface ConsentVerdict {
  readonly name: string;
  readonly severity: Severity;
  /** What the edits mean, in words of ours. */
  readonly sentence: string;
}

/** An edit of whatever sort through which a client runs what it asked about: a hint of another type does it as well. */
export const consentWeakened: ConsentVerdict = {
  name: 'consent-weakened',
  severity: 'high',
  sentence: 'some clients no longer ask a person',
};

/** A rule that looks at both definitions as wholes, and raises the edits at the places that it names. */
export interface ConsentRule extends ConsentVerdict {
  /** Holds for a definition that nobody approved as well. */
  readonly ofNew?: true;
  /** What is to be said beside the sentence, of the definition that is served. */
  readonly detail?: (after: Json) => string;
  /** The places (pointer segments) whose edits fall under it. */
  readonly places: (comparison: Comparison) => readonly (readonly string[])[];
}

export interface Comparison {
  readonly kind: DefinitionKind;
  /** Null: nobody approved the definition. */
  readonly before: Json | null;
  readonly after: Json;
  readonly keys: readonly VendorChange[];
  /** Whether what the tool is described to be, to take or to return changed as well. */
  readonly isOtherwiseChanged: boolean;
}

/** Keys with which a tool asks that a person be asked whatever the settings say. Only JSON `true` counts. */
const guards: readonly (readonly [string, string])[] = [
  ['_meta', 'anthropic/requiresUserInteraction'],
  ['annotations', 'cursor/requiresConfirmation'],
];

const readOnly = ['annotations', 'readOnlyHint'];
const destructive = ['annotations', 'destructiveHint'];

export const consentRules: readonly ConsentRule[] = [
  {
    name: 'guard-removed',
    severity: 'critical',
    sentence: 'an explicit always-ask guard was removed: nothing makes the client ask a person any more',
    places: ({ before, after }) => guards.filter((guard) => isSet(before, guard) && !isSet(after, guard)),
  },
  {
    name: 'relaxed-with-change',
    severity: 'critical',
    sentence: 'the tool now claims to be read-only, and what it is described to do changed with it',
    places: ({ before, after, isOtherwiseChanged }) =>
      isOtherwiseChanged && relaxesReadOnly(before, after) ? [readOnly] : [],
  },
  {
    name: 'channel-opened',
    severity: 'high',
    sentence: 'the server may now push messages into a conversation',
    ofNew: true,
    places: (comparison) => (comparison.kind === 'capabilities' ? vendorPlaces(comparison, 'weaker') : []),
  },
  {
    name: 'guard-added',
    severity: 'medium',
    sentence: 'an explicit always-ask guard was added',
    places: ({ before, after }) => guards.filter((guard) => !isSet(before, guard) && isSet(after, guard)),
  },
  {
    name: 'hints-contradict',
    severity: 'medium',
    sentence: 'the tool claims to be read-only and destructive',
    ofNew: true,
    detail: tellContradiction,
    places: ({ before, after }) => (!contradicts(before) && contradicts(after) ? [destructive, readOnly] : []),
  },
  {
    name: 'vendor-key-widened',
    severity: 'medium',
    sentence: 'a key that some clients obey now allows more',
    places: (comparison) => (comparison.kind === 'tool' ? vendorPlaces(comparison, 'weaker') : []),
  },
  {
    name: 'vendor-key-narrowed',
    severity: 'medium',
    sentence: 'a key that some clients obey now allows less',
    places: (comparison) => vendorPlaces(comparison, 'safer'),
  },
];

function isSet(tool: Json | null, [parent, key]: readonly [string, string]): boolean {
  return own(own(tool ?? undefined, parent), key) === true;
}

function relaxesReadOnly(before: Json | null, after: Json): boolean {
  const hint = (tool: Json | null): Json | undefined => own(own(tool ?? undefined, 'annotations'), 'readOnlyHint');
  return compareHint('readOnlyHint', hint(before), hint(after)) === 'relaxed';
}

/** As the most trusting client reads them: by their truth value. */
function contradicts(tool: Json | null): boolean {
  const annotations = own(tool ?? undefined, 'annotations');
  return Boolean(own(annotations, 'readOnlyHint')) && Boolean(own(annotations, 'destructiveHint'));
}

function vendorPlaces({ keys }: Comparison, direction: Direction): readonly (readonly string[])[] {
  return keys.flatMap((change) => (change.direction === direction ? [change.key.place] : []));
}
