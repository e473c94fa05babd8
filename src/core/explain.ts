import { definitionKinds, type DefinitionKind } from './definition.ts';
import { definitionExplanations } from './explain-definitions.ts';
import { signalExplanations } from './explain-signals.ts';
import { toolExplanations } from './explain-tools.ts';
import { advice, type Explanation } from './explanation.ts';
import { kinds } from './kinds.ts';

/** What can happen to definitions of every kind: `<kind>-added` and so on. */
const fates: Readonly<Record<string, (noun: string) => Explanation>> = {
  added: (noun) => ({
    why: `Nobody has looked at this yet: ${noun}. Clients use it as soon as they list it.`,
    whatToDo: advice.read,
  }),
  removed: (noun) => ({
    why: `No longer served: ${noun}. What relied on it may fail, and its name is free for something else.`,
    whatToDo: 'Approve that it is gone, if it is meant to be. Should it come back, you are told.',
  }),
  returned: (noun) => ({
    why: `Served again after its removal was approved: ${noun}. It may come back with other words.`,
    whatToDo: advice.read,
  }),
};

function fatesOf(kind: DefinitionKind): readonly (readonly [string, Explanation])[] {
  return Object.entries(fates).map(([fate, explain]) => [`${kind}-${fate}`, explain(kinds[kind].noun)]);
}

/** Why each rule matters and what to do, by name, in order of name. */
export const explanations: ReadonlyMap<string, Explanation> = new Map(
  [
    ...definitionKinds.flatMap(fatesOf),
    ...Object.entries({ ...definitionExplanations, ...toolExplanations, ...signalExplanations }),
  ].toSorted(([a], [b]) => (a < b ? -1 : 1)),
);
