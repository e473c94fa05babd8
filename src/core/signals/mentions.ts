import { divider, oncePerDocument } from './document.ts';
import { fold } from './fold.ts';
import type { Document, Names, SignalContext, SignalRule, Span, Text } from './signal.ts';
import { spansOf } from './spans.ts';

/** Names that are no words: with a joint or a hump in them. */
const distinct = /(?<![\w.:/-])[A-Za-z0-9]+(?:(?:[_.:/-]+|(?<=[a-z])(?=[A-Z]))[A-Za-z0-9_]+)+/g;
/** What every one of them holds. */
const joint = /[_.:/-]\w|[a-z][A-Z]/;
/** Words in quotes, as a call, or beside the word that says what they are. */
const marked =
  /(?<=[`"'“‘«]|\b(?:tool|server|function|mcp)s?[ :]{1,2})[A-Za-z0-9]{1,64}\b|\b[A-Za-z0-9]{1,64}(?=[`"'”’»(]| ?(?:tool|server|function|mcp)s?\b)/gi;

function mayMention({ all, haveWords }: Names, text: string): boolean {
  return all.size > 0 && (haveWords || joint.test(text));
}

/** Where a text names one of `names` (lower case). A name that is also a word (`search`, `files`) counts only where it is marked. */
function mentionsOf(names: Names, { text, item }: Document): readonly Span[] {
  if (!mayMention(names, text)) return [];
  const isNamed = ({ start, end }: Span): boolean => {
    const name = text.slice(start, end).toLowerCase();
    // A tool called `echo` may be titled `Echo`.
    return names.all.has(name) && name !== item.name.toLowerCase() && !isOption(text, start, end);
  };
  const spans = [...spansOf(distinct, text), ...(names.haveWords ? spansOf(marked, text) : [])].filter(isNamed);
  return spans.sort((a, b) => a.start - b.start);
}

const preposition = /\b(?:for|when|with|if)(?: the)? (?:['"`]?[\w-]{1,64}['"`]?(?:,| and| or)? ){0,3}['"`]?$/i;
const isEqual = /\b(?:method|action|operation|mode)s? (?:is|are|equals|=|==|except) ['"`]?$/i;
const noun = /^['"`]?(?:(?:, and|, or|,| and| or) ['"`]?[\w-]{1,64}['"`]?){0,3} (?:method|action|operation|mode)s?\b/i;
const beside = 200;

/** A tool that does several things often calls them what tools are called: `only used for the 'get_report' method`. */
function isOption(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - beside), start);
  return isEqual.test(before) || (noun.test(text.slice(end, end + beside)) && preposition.test(before));
}

/** One of the values that a parameter may have: not a word about anything. */
function isValue({ text, path }: Text): boolean {
  return /^[\w.:/-]+$/.test(text) && (path.at(-2) === 'enum' || path.at(-1) === 'const');
}

const searchOwnTools = oncePerDocument((document, { tools }) => mentionsOf(tools, document));

function ownTools(document: Document, context: SignalContext): readonly Span[] {
  return mayMention(context.tools, document.text) ? searchOwnTools(document, context) : [];
}

const steering =
  /\b(?:always|must|never|first|before|after|instead|rather|prefer|only|do not|dont|stop|deprecated|obsolete|broken|unsafe|replaces?|supersedes?|redirect|forward|cc|bcc|whenever|every time|override)\b/;
const reach = 60;

function isSteered({ start, end }: Span, { text }: Document): boolean {
  const before = text.slice(Math.max(0, start - reach), start);
  const after = text.slice(end, end + reach);
  const around =
    before.slice(before.lastIndexOf(divider) + 1) + text.slice(start, end) + after.split(divider, 1).join('');
  return steering.test(fold(around).text);
}

export const mentionRules: readonly SignalRule[] = [
  {
    name: 'mentions-other-server',
    severity: 'high',
    sentence: 'speaks of another watched server or one of its tools',
    find: (document, { elsewhere }) => mentionsOf(elsewhere, document),
  },
  {
    name: 'steers-to-tool',
    severity: 'high',
    sentence: 'tells the model when to call another tool of this server, or not to',
    find: (document, context) => ownTools(document, context).filter((span) => isSteered(span, document)),
  },
  {
    name: 'mentions-tool',
    severity: 'medium',
    sentence: 'speaks of another tool of this server',
    find: ownTools,
    countsIn: (text) => !isValue(text),
  },
];
