import { classifyAddition, classifyChange, classifyRemoval, classifyReturn, type Baseline } from './classify.ts';
import { itemKey, type Definition, type ItemKey, type Surface } from './definition.ts';
import { severities, type Finding } from './finding.ts';
import type { Json } from './json.ts';

/** What a person approved last under one name, as it is kept. */
export interface ApprovedText extends ItemKey {
  /** Null: the absence of this definition is approved. */
  readonly fingerprint: string | null;
  readonly lastFingerprint: string | null;
  readonly lastText: string | null;
  readonly copies: number;
}

/** Edits of all findings together, give or take: a server could send millions, and an alert is one document. */
const maxEdits = 20_000;

/** Every difference between a surface and what was approved, the most severe first, then by kind and name. */
export function compareSurface(approved: readonly ApprovedText[], surface: Surface): readonly Finding[] {
  const known = new Map(approved.map((item) => [itemKey(item), item]));
  const served = new Set(surface.definitions.map(itemKey));
  const differing = surface.definitions.filter((item) => known.get(itemKey(item))?.fingerprint !== item.fingerprint);
  const share = Math.max(10, Math.floor(maxEdits / Math.max(1, differing.length)));
  const gone = approved.filter((item) => item.fingerprint !== null && !served.has(itemKey(item)));
  const findings = [
    ...differing.map((item) => compareOne(known.get(itemKey(item)), item, share)),
    ...gone.map((item) => classifyRemoval(baselineOf(item))),
  ];
  return findings.sort((a, b) => rank(a) - rank(b) || (itemKey(a) < itemKey(b) ? -1 : 1));
}

/** The definitions of `approved` that `surface` lacks. */
export function missingFrom(approved: readonly ApprovedText[], surface: Surface): readonly ItemKey[] {
  const served = new Set(surface.definitions.map(itemKey));
  return approved.filter((item) => item.fingerprint !== null && !served.has(itemKey(item)));
}

function compareOne(item: ApprovedText | undefined, served: Definition, maxEdits: number): Finding {
  if (item === undefined || item.lastFingerprint === null) return classifyAddition(served);
  const last = baselineOf(item);
  return item.fingerprint === null ? classifyReturn(last, served, maxEdits) : classifyChange(last, served, maxEdits);
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

function rank(finding: Finding): number {
  return severities.indexOf(finding.severity);
}
