import { emoji } from '../visible.ts';
import { lookAlikes } from './confusables.ts';
import { divider, oncePerDocument } from './document.ts';
import type { SignalRule, Span } from './signal.ts';
import { isFull, spansOf } from './spans.ts';

/** Letters that honest text joins, keeps apart or varies with characters that do not show. */
const joining =
  String.raw`[\p{sc=Arab}\p{sc=Syrc}\p{sc=Mong}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}` +
  String.raw`\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}]`;
const rightToLeft = String.raw`[\p{sc=Arab}\p{sc=Hebr}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}]`;
const unseen = String.raw`[\p{Default_Ignorable_Code_Point}\u2800\u{16FE4}\u{1D159}]`;

/** One such character, where the script has a use for it. More than one of them in a row have none. */
const honest =
  String.raw`(?<=${joining})[\u200C\u200D\u180B-\u180E\uFE00](?!${unseen})` +
  String.raw`|(?<=${rightToLeft}[\p{P}\p{N}\p{Zs}]{0,4})[\u200E\u200F\u061C](?!${unseen})` +
  String.raw`|[\u200E\u200F\u061C](?=[\p{P}\p{N}\p{Zs}]{0,4}${rightToLeft})` +
  String.raw`|(?<=[\p{Sm}\p{sc=Han}])[\uFE00-\uFE0F](?!${unseen})` +
  String.raw`|(?<=\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]?)\u200D(?=\p{Extended_Pictographic})` +
  // A byte order mark that came with a file.
  String.raw`|(?<![^\n${divider}])\uFEFF`;

const control = String.raw`[\0-\x08\v\f\x0E-\x1F\x7F-\x9F\u2028\u2029]+|\r(?!\n)`;

const hidden = new RegExp(
  String.raw`(?<pass>${emoji}|${honest})|(?<ideograph>(?<=\p{sc=Han})[\u{E0100}-\u{E01EF}](?!${unseen}))|(?<tags>[\u{E0000}-\u{E007F}]+)` +
    String.raw`|(?<bidi>[\u202A-\u202E\u2066-\u2069\u200E\u200F\u061C]+)` +
    String.raw`|(?<selectors>[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]+)|(?<control>${control})|(?<invisible>${unseen})`,
  'gv',
);

/** Ideographs may carry a selector each, and a byte with each of them. */
const maxIdeographSelectors = 16;
/** All of its letters are ASCII or look like it, and it has both: a word of another language has others as well. */
const wordOfTwoScripts = new RegExp(
  String.raw`(?<![\p{L}\p{M}])(?:[a-zA-Z]+[${lookAlikes}]|[${lookAlikes}]+[a-zA-Z])[a-zA-Z${lookAlikes}]*(?![\p{L}\p{M}])` +
    // A whole word of them among English ones; Greek letters are names of quantities there.
    String.raw`|(?<=[a-zA-Z] )(?:(?!\p{sc=Grek})[${lookAlikes}])+(?= [a-zA-Z])|[\u{1D400}-\u{1D7CB}]{3,}`,
  'gu',
);

/** What most texts have nothing of. */
const unusual = /[^\x20-\x7E\n\t\uFFFF]/;
const suspicious = new RegExp(`${control}|${unseen}|[\\u{E0000}-\\u{E007F}]`, 'u');

/** By the names of the groups in `hidden`. A run is one span. */
const findHidden = oncePerDocument(({ text }): ReadonlyMap<string, readonly Span[]> => {
  const found = new Map<string, Span[]>();
  for (const { index, 0: match, groups = {} } of text.matchAll(hidden)) {
    const group = Object.keys(groups).find((name) => groups[name] !== undefined);
    if (group === undefined || group === 'pass') continue;
    const spans = found.get(group) ?? [];
    found.set(group, spans);
    const last = spans.at(-1);
    if (last?.end === index) spans[spans.length - 1] = { start: last.start, end: index + match.length };
    else if (isFull(spans, index, text)) break;
    else spans.push({ start: index, end: index + match.length });
  }
  return found;
});

function findGroup(group: string): SignalRule['find'] {
  return (document, context) => {
    const isSuspicious = unusual.test(document.text) && suspicious.test(document.text);
    return isSuspicious ? (findHidden(document, context).get(group) ?? []) : [];
  };
}

/** Characters that a person does not see, or sees as something else. */
export const hiddenRules: readonly SignalRule[] = [
  {
    name: 'invisible-characters',
    severity: 'critical',
    sentence: 'holds characters that a person does not see and the model reads',
    find: findGroup('invisible'),
  },
  {
    name: 'bidi-controls',
    severity: 'critical',
    sentence: 'holds characters that show text in another order than the model reads it',
    find: findGroup('bidi'),
  },
  {
    name: 'tag-characters',
    severity: 'critical',
    sentence: 'holds text written in tag characters, which a person does not see and the model reads',
    find: findGroup('tags'),
  },
  {
    name: 'variation-selectors',
    severity: 'critical',
    sentence: 'holds variation selectors that vary nothing: each can carry a byte that nobody sees',
    find: (document, context) => {
      const onIdeographs = findGroup('ideograph')(document, context);
      return [
        ...findGroup('selectors')(document, context),
        ...(onIdeographs.length > maxIdeographSelectors ? onIdeographs : []),
      ];
    },
  },
  {
    name: 'control-characters',
    severity: 'critical',
    sentence: 'holds control characters: a terminal that shows it can be made to show something else',
    find: findGroup('control'),
  },
  {
    name: 'mixed-scripts',
    severity: 'high',
    sentence: 'holds words with letters of another alphabet that look like ASCII',
    find: ({ text }) => (unusual.test(text) ? spansOf(wordOfTwoScripts, text) : []),
  },
];
