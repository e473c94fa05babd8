import { canonicalise } from '../core/canonical.ts';
import { compareSurface, parseCanonical, type Gravity } from '../core/compare.ts';
import type { Definition, RawItem, Surface } from '../core/definition.ts';
import { expectationAt } from '../core/expectation.ts';
import type { Finding } from '../core/finding.ts';
import { addContext, type News } from '../core/finding-context.ts';
import type { OtherTool } from '../core/name-index.ts';
import { findAmbiguity, itemTexts } from '../core/raw-json.ts';
import { pinVolatile } from '../core/volatile.ts';
import type { ServerState, StoredDefinition, StoredSurface } from './ports-record.ts';
import type { CheckStore } from './ports-store.ts';

/** A recorded surface as a reading would have built it. */
export function restoreSurface(stored: StoredSurface): Surface {
  const definitions = stored.definitions.map((item): Definition => {
    const value = parseCanonical(item.text);
    const invalid = canonicalise(value).invalid ?? findAmbiguity(item.text);
    return { ...item, value, invalid, length: item.text.length };
  });
  return { definitions, fingerprint: stored.fingerprint };
}

/** A recorded definition as the items that it was made of, each with its text where parsers may disagree about it. */
export function restoreItems({ kind, name, text, copies }: StoredDefinition): readonly RawItem[] {
  const texts = copies > 1 ? (itemTexts(`{"items":${text}}`, 'items') ?? []) : [text];
  return texts.map((one) => {
    const item = { kind, name, value: parseCanonical(one) };
    return findAmbiguity(one) === null ? item : { ...item, raw: one };
  });
}

export interface Recorded {
  readonly state: ServerState;
  /** The latest complete surface, null when there never was one. */
  readonly surface: StoredSurface | null;
  /** How it differs from what is approved; empty without a baseline. */
  readonly findings: readonly Finding[];
  /** The tools of other servers, which its texts may speak of. */
  readonly elsewhere: readonly OtherTool[];
}

/** How `surface` differs from what is approved, with what is kept of each difference. */
export function compareRecorded(
  { baseline, drift, volatile }: ServerState,
  surface: Surface,
  elsewhere: readonly OtherTool[],
  gravity?: Gravity,
  news?: News,
): readonly Finding[] {
  const { approved } = pinVolatile(baseline, surface, volatile, elsewhere);
  return addContext(compareSurface(approved, surface, gravity, elsewhere), drift, news);
}

/** What there is to say of findings that no reading was the first to show. */
export function newsAt({ expectation }: ServerState, at: string): News {
  return { goesWith: [], silent: {}, unasked: () => [], expected: expectationAt(expectation, at) };
}

/** What is known about a server without reading it. */
export async function recordedFindings(store: CheckStore, server: string, gravity?: Gravity): Promise<Recorded> {
  const [state, surface, elsewhere] = await Promise.all([
    store.state(server),
    store.latestSurface(server),
    store.otherTools(server),
  ]);
  const isComparable = surface !== null && state.hasBaseline;
  const findings = isComparable ? compareRecorded(state, restoreSurface(surface), elsewhere, gravity) : [];
  return { state, surface, findings, elsewhere };
}
