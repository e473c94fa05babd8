import type { Hit } from './scan.ts';
import type { Text } from './signal.ts';

type Weight = Pick<Hit['rule'], 'severity' | 'sentence'>;

/**
 * What means less as long as nothing of a server is approved. No address is new then, and one tool that speaks of another one of
 * the same server gains nothing: who approves looks at both.
 */
const weights: ReadonlyMap<string, Weight> = new Map([
  ['send-to-new-domain', { severity: 'critical', sentence: 'tells the model to send to, or to fetch from, a domain' }],
  ['new-domain', { severity: 'medium', sentence: 'names a domain' }],
  ['new-link', { severity: 'info', sentence: 'links to another place' }],
  ['steers-to-tool', { severity: 'low', sentence: 'says when to call another tool of this server, or not to' }],
  ['mentions-tool', { severity: 'info', sentence: 'speaks of another tool of this server' }],
]);

/** The order and the rank of tools matter less among those of one server. */
const amongTools = new Set(['run-order', 'prefer-tool']);
/** From `before` or `over` to the name of a tool: ` calling "`. */
const gap = 12;

/** The hits in a definition of a server of which nothing is approved, as grave as they are then. */
export function atFirstSight(hits: readonly Hit[]): readonly Hit[] {
  const steers = startsByText(hits.filter(({ rule }) => rule.name === 'steers-to-tool'));
  return hits
    .filter((hit) => !amongTools.has(hit.rule.name) || !isAbout(hit, steers.get(hit.text) ?? []))
    .map((hit) => ({ ...hit, rule: { ...hit.rule, ...weights.get(hit.rule.name) } }));
}

/** In ascending order: a server could send thousands, and each is looked up. */
function startsByText(hits: readonly Hit[]): ReadonlyMap<Text, readonly number[]> {
  const starts = new Map<Text, number[]>();
  for (const { text, start } of hits.toSorted((a, b) => a.start - b.start)) {
    const known = starts.get(text);
    if (known === undefined) starts.set(text, [start]);
    else known.push(start);
  }
  return starts;
}

/** The name of a tool stands in the words of `hit`, or right behind them. */
function isAbout({ start, end }: Hit, names: readonly number[]): boolean {
  let low = 0;
  let high = names.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((names[middle] ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  const next = names[low];
  return next !== undefined && next <= end + gap;
}
