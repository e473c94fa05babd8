import type { ItemKey } from '../definition.ts';
import type { ClassifiedEdit } from '../finding.ts';
import type { Json } from '../json.ts';
import { asciiTwin } from './confusables.ts';
import type { Hit } from './scan.ts';
import type { Text } from './signal.ts';
import { textsOfEdit } from './texts.ts';

const unseen = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;
const letter = /[^\P{L}\p{ASCII}]\p{M}*|[a-zA-Z]\p{M}+|\p{N}/gu;
const beyondAscii = /[^\0-\x7F]/;
/** After an emoji a selector only says how it is drawn, and honest text has one or has not. */
const emoji = /\p{Extended_Pictographic}$/u;

/**
 * `text` as it looks: without what does not show, letters as the ASCII that they pass for, marks composed. White space and
 * punctuation stay: honest people change those.
 */
export function skeleton(text: string): string {
  // ASCII alone has no twins.
  if (!beyondAscii.test(text)) return text;
  const seen = text.replaceAll(unseen, (found, at: number) =>
    found === '\uFE0F' && emoji.test(text.slice(Math.max(0, at - 2), at)) ? found : '',
  );
  return seen.replaceAll(letter, (found) => {
    const composed = found.normalize('NFKC');
    return asciiTwin(composed) ?? composed;
  });
}

/** True if two texts differ and look the same. */
function looksTheSame(before: string, after: string): boolean {
  return before !== after && skeleton(before) === skeleton(after);
}

export const lookAlikeEdit = {
  name: 'look-alike-edit',
  severity: 'critical',
  sentence: 'changed in nothing but characters that a person cannot see or tell apart',
} as const;

/** Edits that change nothing that a person could see. A key that was swapped is two edits: one comes and one goes. */
export function lookAlikes(
  item: ItemKey,
  edits: readonly ClassifiedEdit[],
  after: readonly (readonly Text[])[],
): readonly Hit[] {
  const isGone = ({ after }: ClassifiedEdit): boolean => after === undefined;
  const gone = new Map(edits.filter(isGone).map(({ pointer }) => [skeleton(pointer), pointer]));
  return edits.flatMap((edit, at): readonly Hit[] => {
    const is = after[at] ?? [];
    const twin = edit.before === undefined ? gone.get(skeleton(edit.pointer)) : undefined;
    const key = twin === undefined || twin === edit.pointer ? undefined : is.find(({ inKey }) => inKey);
    if (key !== undefined) return [hitOf(item, key, 0, key.text.length)];
    if (isPlain(edit.before) && isPlain(edit.after)) return [];
    const was = textsOfEdit(edit, 'before');
    if (was.length !== is.length) return [];
    const changed = is.flatMap((text, index) => {
      const old = was[index]?.text ?? '';
      return text.text === old ? [] : [{ text, old }];
    });
    if (!changed.every(({ text, old }) => looksTheSame(old, text.text))) return [];
    return changed.map(({ text, old }) => hitOf(item, text, ...differing(old, text.text)));
  });
}

/** Text without anything that could look like something else. */
function isPlain(value: Json | undefined): boolean {
  return typeof value === 'string' && !beyondAscii.test(value);
}

function hitOf(item: ItemKey, text: Text, start: number, end: number): Hit {
  return { item, rule: lookAlikeEdit, text, start, end, words: text.text.slice(start, end) };
}

/** The stretch of `after` in which it is not `before`: where it begins and ends. */
function differing(before: string, after: string): readonly [start: number, end: number] {
  let start = 0;
  while (start < after.length && before[start] === after[start]) start++;
  let tail = 0;
  const most = Math.min(before.length, after.length) - start;
  while (tail < most && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return [start, after.length - tail];
}
