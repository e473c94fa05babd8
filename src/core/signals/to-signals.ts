import { toPointer } from '../diff.ts';
import { severities } from '../finding.ts';
import { visibleLine } from '../visible-line.ts';
import { claudeCodeCut, isCut } from './cut.ts';
import type { Hit } from './scan.ts';
import type { Signal, Text } from './signal.ts';

const maxExcerpt = 120;
/** Of one edit: nobody reads more, and a server could send millions. */
const maxSignals = 20;

/** The first hit of each rule in each text as a signal, the most severe first. */
export function toSignals(hits: readonly Hit[]): readonly Signal[] {
  const firsts = new Map<Text, Set<string>>();
  const chosen = hits.filter(({ text, rule }) => {
    const seen = firsts.get(text) ?? new Set();
    firsts.set(text, seen);
    return !seen.has(rule.name) && seen.add(rule.name);
  });
  return chosen
    .toSorted((a, b) => rank(a.rule) - rank(b.rule))
    .slice(0, maxSignals)
    .map(toSignal);
}

/** At most `count` of `signals`, the most severe first, else as they were. */
export function mostSevere(signals: readonly Signal[], count: number): readonly Signal[] {
  return signals.toSorted((a, b) => rank(a) - rank(b)).slice(0, count);
}

function rank({ severity }: Pick<Signal, 'severity'>): number {
  return severities.indexOf(severity);
}

function toSignal(hit: Hit): Signal {
  const { rule, text, start, end, words } = hit;
  const pointer = toPointer(text.path);
  return {
    name: rule.name,
    severity: rule.severity,
    message: rule.sentence,
    where: whereOf(hit, pointer),
    pointer,
    inKey: text.inKey,
    offset: start,
    length: end - start,
    textLength: text.text.length,
    excerpt: visibleLine(words, maxExcerpt),
  };
}

/** `at character 5,000 of 6,000 (83 %) of /description, beyond the 2,048 characters where Claude Code cuts` */
function whereOf({ item, text, start }: Hit, pointer: string): string {
  const { length } = text.text;
  const place = pointer === '' ? 'the text' : `${text.inKey ? 'the key ' : ''}${visibleLine(pointer, 120)}`;
  const share = Math.floor((100 * start) / Math.max(1, length));
  const isBeyond = start >= claudeCodeCut && isCut(text, item);
  const cut = isBeyond ? `, beyond the ${grouped(claudeCodeCut)} characters where Claude Code cuts` : '';
  return `at character ${grouped(start + 1)} of ${grouped(length)} (${share} %) of ${place}${cut}`;
}

function grouped(count: number): string {
  return count.toLocaleString('en');
}
