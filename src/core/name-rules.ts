import { wholeEdit } from './classify-edits.ts';
import { mixesLookAlikes } from './confusables.ts';
import type { ClassifiedEdit } from './finding.ts';
import type { NameIndex } from './name-index.ts';
import type { Rule } from './rules.ts';
import { visibleName, visibleToolName } from './visible-line.ts';

/** What a new name is held against. */
interface NewName {
  readonly name: string;
  /** The tools of this server, the new one included, and of all others. */
  readonly names: NameIndex;
}

export interface NameRule extends Omit<Rule, 'matches' | 'sentence'> {
  /** Null: the rule says nothing of this name. The words of servers in it are visible text. */
  readonly tell: (item: NewName) => string | null;
}

/** What the name of a tool that nobody approved says. All that match count. */
export const nameRules: readonly NameRule[] = [
  {
    name: 'name-imitates',
    severity: 'critical',
    tell: ({ name, names }) => {
      const twin = names.lookingLike(name);
      return twin === null ? null : `the name looks like that of ${show(twin)}, and is another one`;
    },
  },
  {
    name: 'name-mixes-alphabets',
    severity: 'critical',
    tell: ({ name }) => (mixesLookAlikes(name) ? 'the name mixes letters of several alphabets that look alike' : null),
  },
  {
    name: 'name-not-ascii',
    severity: 'high',
    tell: ({ name }) =>
      /^[ -~]*$/.test(name) ? null : 'the name holds characters beyond ASCII, which the specification advises against',
  },
  {
    name: 'name-collides',
    severity: 'high',
    tell: ({ name, names }) => {
      const twin = names.foldingLike(name);
      return twin === null ? null : `clients that fold names cannot tell it from ${show(twin)}`;
    },
  },
  {
    name: 'name-shadows',
    severity: 'high',
    tell: ({ name, names }) => {
      const other = names.elsewhere(name);
      if (other === null) return null;
      const tool = `${show(other.name)} of the server ${visibleName(other.server, 60)}`;
      return `the name is that of ${tool}, or folds to it: a call meant for that one may come here`;
    },
  },
];

/** An edit for each rule that says something of the new tool `name`. */
export function nameEdits(name: string, names: NameIndex): readonly ClassifiedEdit[] {
  return nameRules.flatMap(({ tell, ...rule }) => {
    const sentence = tell({ name, names });
    return sentence === null ? [] : [wholeEdit({ ...rule, sentence }, {})];
  });
}

function show(name: string): string {
  return visibleToolName(name, 60);
}
