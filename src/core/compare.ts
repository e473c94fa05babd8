import {
  classifyAddition,
  classifyChange,
  classifyRemoval,
  classifyRename,
  classifyReturn,
  type Baseline,
} from './classify.ts';
import { itemKey, type Definition, type ItemKey, type Surface } from './definition.ts';
import { severities, worst, type Finding, type Severity } from './finding.ts';
import type { Json } from './json.ts';
import { NameIndex, type OtherTool } from './name-index.ts';
import { nameEdits } from './name-rules.ts';
import { findRenames } from './renames.ts';
import { raiseScattered } from './scattered-codes.ts';
import { signalContext } from './signals/context.ts';
import type { SignalContext } from './signals/signal.ts';

/** What a person approved last under one name, as it is kept. */
export interface ApprovedText extends ItemKey {
  /** Null: the absence of this definition is approved. */
  readonly fingerprint: string | null;
  readonly lastFingerprint: string | null;
  readonly lastText: string | null;
  readonly copies: number;
}

/** How grave the person finds what is a matter of taste. */
export interface Gravity {
  /** The least severity of a finding about a resource: lists of them churn with the data behind them. */
  readonly resources: Severity;
}

const usual: Gravity = { resources: 'info' };

/** Edits of all findings together, give or take: a server could send millions, and an alert is one document. */
const maxEdits = 20_000;

/**
 * Every difference between a surface and what was approved, the most severe first, then by kind and name. `elsewhere` are the
 * tools of other servers, which the name of a new one may stand for.
 */
export function compareSurface(
  approved: readonly ApprovedText[],
  surface: Surface,
  { resources }: Gravity = usual,
  elsewhere: readonly OtherTool[] = [],
): readonly Finding[] {
  const known = new Map(approved.map((item) => [itemKey(item), item]));
  const pairs = surface.definitions.map((served) => ({ served, last: takeFrom(known, itemKey(served)) }));
  const differing = pairs.filter(({ served, last }) => last?.fingerprint !== served.fingerprint);
  const share = Math.max(10, Math.floor(maxEdits / Math.max(1, differing.length)));
  const gone = [...known.values()].filter(({ fingerprint }) => fingerprint !== null).map(baselineOf);
  const added = differing.flatMap(({ served, last }) => (last?.lastFingerprint == null ? served : []));
  const context = contextOf(approved, surface, elsewhere);
  const others = differing.flatMap(({ served, last }) =>
    last?.lastFingerprint == null ? [] : [compareOne(last, served, context, share)],
  );
  const findings = [
    ...others,
    ...compareAdded(added, gone, { approved, surface, elsewhere }, context, share),
    ...gone.map(classifyRemoval),
  ];
  const weighed = raiseScattered(findings).map((finding) =>
    finding.kind === 'resource' ? raise(finding, resources) : finding,
  );
  return weighed.sort((a, b) => rank(a) - rank(b) || order(a.kind, b.kind) || order(a.name, b.name));
}

/** What `map` holds at `key`, which it holds no more. */
function takeFrom<T>(map: Map<string, T>, key: string): T | undefined {
  const value = map.get(key);
  map.delete(key);
  return value;
}

/** The finding and its edits with `least` as their least severity. */
function raise(finding: Finding, least: Severity): Finding {
  const raised = (severity: Severity): Severity => worst([severity, least]);
  const edits = finding.edits.map((edit) => ({ ...edit, severity: raised(edit.severity) }));
  return { ...finding, severity: raised(finding.severity), edits };
}

/** The definitions of `approved` that `surface` lacks. */
export function missingFrom(approved: readonly ApprovedText[], surface: Surface): readonly ItemKey[] {
  const served = new Set(surface.definitions.map(itemKey));
  return approved.filter((item) => item.fingerprint !== null && !served.has(itemKey(item)));
}

/** The findings for definitions that nobody ever approved, with what the names of tools among them say. */
function compareAdded(
  added: readonly Definition[],
  gone: readonly Baseline[],
  all: {
    readonly approved: readonly ApprovedText[];
    readonly surface: Surface;
    readonly elsewhere: readonly OtherTool[];
  },
  context: SignalContext,
  maxEdits: number,
): readonly Finding[] {
  if (!added.some(isTool)) return added.map((item) => classifyAddition(item, context));
  const formers = findRenames(gone, added);
  const names = (items: readonly ItemKey[]): readonly string[] => items.filter(isTool).map(({ name }) => name);
  const index = new NameIndex(names(all.surface.definitions), names(all.approved), all.elsewhere);
  return added.map((item) => {
    if (!isTool(item)) return classifyAddition(item, context);
    const former = formers.get(item.name);
    const about = nameEdits(item.name, index);
    return former === undefined
      ? classifyAddition(item, context, about)
      : classifyRename(former, item, context, about, maxEdits);
  });
}

function isTool({ kind }: ItemKey): boolean {
  return kind === 'tool';
}

function compareOne(item: ApprovedText, served: Definition, context: SignalContext, maxEdits: number): Finding {
  const last = baselineOf(item);
  const classify = item.fingerprint === null ? classifyReturn : classifyChange;
  return classify(last, served, context, maxEdits);
}

/** What texts of `surface` are judged by. */
export function contextOf(
  approved: readonly ApprovedText[],
  { definitions }: Surface,
  elsewhere?: readonly OtherTool[],
): SignalContext {
  const texts = approved.flatMap(({ fingerprint, lastText }) => (fingerprint === null ? [] : (lastText ?? [])));
  const tools = [...approved, ...definitions].flatMap(({ kind, name }) => (kind === 'tool' ? name : []));
  return signalContext(texts, tools, elsewhere);
}

function baselineOf(item: ApprovedText): Baseline {
  const { kind, name, copies, lastFingerprint, lastText } = item;
  if (lastFingerprint === null || lastText === null) throw new RangeError('an approved definition has a text');
  return { kind, name, copies, fingerprint: lastFingerprint, text: lastText, value: parseCanonical(lastText) };
}

/** The value of a canonical text. Kept texts of invalid definitions are JSON too: `1e999` reads as Infinity again. */
export function parseCanonical(text: string): Json {
  return JSON.parse(text) as Json; // JSON.parse returns nothing but JSON values
}

/** By UTF-16 code unit. */
function order(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

function rank(finding: Finding): number {
  return severities.indexOf(finding.severity);
}
