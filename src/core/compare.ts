import { classifyAddition, classifyChange, classifyRemoval, classifyReturn, type Baseline } from './classify.ts';
import { itemKey, type ItemKey, type Surface } from './definition.ts';
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

/** Every difference between a surface and what was approved, the most severe first, then by kind and name. */
export function compareSurface(approved: readonly ApprovedText[], surface: Surface): readonly Finding[] {
  const open = new Map(approved.map((item) => [itemKey(item), item]));
  const findings: Finding[] = [];
  for (const served of surface.definitions) {
    const key = itemKey(served);
    const item = open.get(key);
    open.delete(key);
    if (item === undefined) findings.push(classifyAddition(served));
    else if (item.fingerprint !== served.fingerprint) findings.push(compareOne(item, served));
  }
  for (const item of open.values()) if (item.fingerprint !== null) findings.push(classifyRemoval(baselineOf(item)));
  return findings.sort((a, b) => rank(a) - rank(b) || (itemKey(a) < itemKey(b) ? -1 : 1));
}

/** The definitions of `approved` that `surface` lacks. */
export function missingFrom(approved: readonly ApprovedText[], surface: Surface): readonly ItemKey[] {
  const served = new Set(surface.definitions.map(itemKey));
  return approved.filter((item) => item.fingerprint !== null && !served.has(itemKey(item)));
}

function compareOne(item: ApprovedText, served: Surface['definitions'][number]): Finding {
  if (item.lastFingerprint === null) return classifyAddition(served);
  const last = baselineOf(item);
  return item.fingerprint === null ? classifyReturn(last, served) : classifyChange(last, served);
}

function baselineOf(item: ApprovedText): Baseline {
  const { kind, name, copies, lastFingerprint, lastText } = item;
  if (lastFingerprint === null || lastText === null) throw new RangeError('an approved definition has a text');
  return { kind, name, copies, fingerprint: lastFingerprint, value: parseCanonical(lastText) };
}

/** The value of a canonical text. Kept texts of invalid definitions are JSON too: `1e999` reads as Infinity again. */
export function parseCanonical(text: string): Json {
  return JSON.parse(text) as Json; // JSON.parse returns nothing but JSON values
}

function rank(finding: Finding): number {
  return severities.indexOf(finding.severity);
}
