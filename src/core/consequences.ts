import { nameOf, type ConsentChange } from './compare-consent.ts';
import type { Answer, Direction } from './consent-answers.ts';
import type { ItemKey } from './definition.ts';
import type { Consequence } from './finding.ts';
import type { VendorChange } from './vendor-keys.ts';
import { visibleToolName } from './visible-line.ts';

/** What happens, without its subject. `[s]` stands only for a single client, `{tool}` is its name. */
type Phrase = string;

interface Told {
  readonly direction: Direction;
  readonly phrase: Phrase;
  readonly client: string;
  readonly mode: string;
}

/** What clients do now, or no longer, that answer otherwise and that obey a vendor's key; the weaker answers first. */
export function consequencesOf(
  { name }: Pick<ItemKey, 'name'>,
  consents: readonly ConsentChange[],
  keys: readonly VendorChange[],
): readonly Consequence[] {
  return consequencesIn(name, [...consents.map((change) => tellConsent(change, false)), ...keys.map(tellKey)]);
}

/**
 * What clients do with a definition that nobody approved, and do not do with one that says nothing of itself: `consents` and `keys` are
 * compared with such a one.
 */
export function consequencesOfNew(
  { name }: Pick<ItemKey, 'name'>,
  consents: readonly ConsentChange[],
  keys: readonly VendorChange[],
): readonly Consequence[] {
  const told = [...consents.map((change) => tellConsent(change, true)), ...keys.map(tellKey)];
  return consequencesIn(
    name,
    told.filter(({ direction }) => direction === 'weaker'),
  );
}

function consequencesIn(name: string, told: readonly Told[]): readonly Consequence[] {
  if (told.length === 0) return [];
  const shown = visibleToolName(name, 60);
  return (['weaker', 'safer'] as const).flatMap((direction) =>
    [...groupByPhrase(told.filter((one) => one.direction === direction))].map(([phrase, group]) => ({
      direction,
      ...sentenceOf(phrase, group, shown),
      clients: [...new Set(group.map(nameOf))],
    })),
  );
}

function tellKey({ key, direction }: VendorChange): Told {
  return { direction, phrase: direction === 'weaker' ? key.wider : key.narrower, client: key.client, mode: 'default' };
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

function tellConsent({ client, mode, from, to, direction }: ConsentChange, isNew: boolean): Told {
  const row = phrases.find(
    (one) => one.direction === direction && (one.from ?? from) === from && (one.to ?? to) === to,
  );
  if (row === undefined) throw new RangeError('the last phrase of a direction fits everything');
  const phrase = isNew ? (row.ofNew ?? row.phrase.replace('now ', '')) : row.phrase;
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
const maxNamed = 5;

/** `VS Code, Codex (auto, writes) and 3 more no longer ask before delete_file`. */
function sentenceOf(phrase: Phrase, group: readonly Told[], tool: string): Pick<Consequence, 'sentence' | 'does'> {
  const names = namesOf(group);
  const isOne = names.length === 1;
  const does = phrase.replace('[s]', isOne ? 's' : '').replace('{tool}', () => tool);
  return { sentence: `${listOf(names, maxNamed)} ${does}`, does };
}

/** Clients that one sentence names where it has a line of its own. */
const maxListed = 40;

/** The sentence with all clients by name, where it does not stand in for others. */
export function fullSentence({ sentence, does, clients }: Consequence): string {
  if (does === undefined) return sentence;
  return `${listOf(namesOf(clients.map(apart)), maxListed)} ${does}`;
}

/** What `nameOf` put together. */
function apart(name: string): Pick<ConsentChange, 'client' | 'mode'> {
  const [, client = name, mode = 'default'] = /^(.*) \(([^()]*)\)$/.exec(name) ?? [];
  return { client, mode };
}

/** `VS Code, Codex and 3 more`. */
export function listOf(names: readonly string[], most: number): string {
  const shown = names.slice(0, most);
  const left = names.length - shown.length;
  const last = left > 0 ? `${left} more` : (shown.pop() ?? '');
  return shown.length === 0 ? last : `${shown.join(', ')} and ${last}`;
}

/** Each client once, with its modes. */
export function namesOf(group: readonly Pick<ConsentChange, 'client' | 'mode'>[]): readonly string[] {
  const modes = new Map<string, string>();
  for (const { client, mode } of group) {
    const known = modes.get(client);
    if (known === undefined) modes.set(client, mode);
    else if (mode === 'default') modes.set(client, mode);
    else if (known !== 'default' && known !== mode) modes.set(client, `${known}, ${mode}`);
  }
  return [...modes].map(([client, mode]) => nameOf({ client, mode }));
}
