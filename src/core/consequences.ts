import { compareConsent, nameOf, type ConsentChange } from './compare-consent.ts';
import { directionOf, type Answer, type Direction } from './consent-answers.ts';
import type { ItemKey } from './definition.ts';
import type { Consequence } from './finding.ts';
import type { Json } from './json.ts';
import { compareVendorKeys } from './vendor-keys.ts';
import { visibleToolName } from './visible-line.ts';

/** What happens, without its subject. `[s]` stands only for a single client, `{tool}` is its name. */
type Phrase = string;

interface Told {
  readonly direction: Direction;
  readonly phrase: Phrase;
  readonly client: string;
  readonly mode: string;
}

/**
 * What follows for whom when `after` takes the place of `before`, the weaker answers first. `before` null: what the definition, which
 * nobody approved, gets clients to do that they do not do with one that says nothing of itself.
 */
export function consequencesOf({ kind, name }: ItemKey, before: Json | null, after: Json): readonly Consequence[] {
  const isNew = before === null;
  const consents = kind === 'tool' ? compareConsent(before, after).map((change) => tellConsent(change, isNew)) : [];
  const keys = compareVendorKeys(kind, before, after).map(({ key, direction }) => {
    const phrase = direction === 'weaker' ? key.wider : key.narrower;
    return { direction, phrase, client: key.client, mode: 'default' };
  });
  const told = [...consents, ...keys].filter(({ direction }) => !isNew || direction === 'weaker');
  return (['weaker', 'safer'] as const).flatMap((direction) =>
    [...groupByPhrase(told.filter((one) => one.direction === direction))].map(([phrase, group]) => ({
      direction,
      sentence: `${subjectOf(group)} ${conjugate(phrase, group).replace('{tool}', () => visibleToolName(name, 60))}`,
      clients: [...new Set(group.map(nameOf))],
    })),
  );
}

/** How a change of an answer is said; the first row that fits counts. */
const phrases: readonly {
  readonly direction: Direction;
  readonly from?: Answer;
  readonly to?: Answer;
  readonly phrase: Phrase;
  /** Of a tool that nobody approved. */
  readonly ofNew?: Phrase;
}[] = [
  { direction: 'weaker', to: 'replays', phrase: 'may now call {tool} again after a dropped connection' },
  { direction: 'weaker', to: 'parallel', phrase: 'may now run {tool} beside other calls' },
  { direction: 'weaker', from: 'reviews', phrase: 'no longer let[s] a person review the results of {tool}' },
  { direction: 'weaker', from: 'hidden', to: 'asks', phrase: 'now offer[s] {tool} to the model' },
  { direction: 'weaker', from: 'hidden', phrase: 'now offer[s] {tool} to the model, without asking' },
  { direction: 'weaker', to: 'judges', phrase: 'now let[s] a model judge whether to ask before {tool}' },
  { direction: 'weaker', phrase: 'no longer ask[s] before {tool}', ofNew: 'run[s] {tool} without asking' },
  { direction: 'safer', from: 'replays', phrase: 'no longer call[s] {tool} again after a dropped connection' },
  { direction: 'safer', from: 'parallel', phrase: 'no longer run[s] {tool} beside other calls' },
  { direction: 'safer', to: 'reviews', phrase: 'now let[s] a person review the results of {tool}' },
  { direction: 'safer', to: 'hidden', phrase: 'no longer offer[s] {tool} to the model' },
  { direction: 'safer', to: 'judges', phrase: 'now let[s] a model judge whether to ask before {tool}' },
  { direction: 'safer', phrase: 'now ask[s] before {tool}' },
];

function tellConsent({ client, mode, from, to }: ConsentChange, isNew: boolean): Told {
  const direction = directionOf(from, to) ?? 'safer';
  const row = phrases.find(
    (one) =>
      one.direction === direction &&
      (one.from === undefined || one.from === from) &&
      (one.to === undefined || one.to === to),
  );
  if (row === undefined) throw new RangeError('the last phrase of a direction fits everything');
  const phrase = isNew ? (row.ofNew ?? row.phrase.replace(/\bnow /, '')) : row.phrase;
  return { direction, phrase, client, mode };
}

function groupByPhrase(told: readonly Told[]): ReadonlyMap<Phrase, readonly Told[]> {
  const groups = new Map<Phrase, Told[]>();
  for (const one of told) {
    const group = groups.get(one.phrase);
    if (group === undefined) groups.set(one.phrase, [one]);
    else group.push(one);
  }
  return groups;
}

/** Clients that a sentence names; the others are counted. */
export const maxNamed = 5;

/** `VS Code, Codex (auto, writes) and 3 more`. */
function subjectOf(group: readonly Told[]): string {
  const names = namesOf(group);
  const shown = names.slice(0, maxNamed);
  const left = names.length - shown.length;
  const last = left > 0 ? `${left} more` : shown.pop();
  return shown.length === 0 ? (last ?? '') : `${shown.join(', ')} and ${last ?? ''}`;
}

function conjugate(phrase: Phrase, group: readonly Told[]): string {
  return phrase.replaceAll('[s]', namesOf(group).length === 1 ? 's' : '');
}

/** Each client once, with its modes. */
function namesOf(group: readonly Told[]): string[] {
  const clients = [...new Set(group.map(({ client }) => client))];
  return clients.map((client) => {
    const modes = new Set(group.filter((one) => one.client === client).map(({ mode }) => mode));
    return modes.has('default') ? client : nameOf({ client, mode: [...modes].join(', ') });
  });
}
