import { blankVolatile } from '../core/blank-volatile.ts';
import { compareSurface, contextOf } from '../core/compare.ts';
import { decideReading } from '../core/decide.ts';
import type { Surface } from '../core/definition.ts';
import { addContext } from '../core/finding-context.ts';
import { buildSurface } from '../core/surface.ts';
import { differencesBetween, type View } from '../core/views.ts';
import { carryOut, situationOf } from './carry-out.ts';
import { hasOpenDrift, type CheckDeps, type CheckResult } from './check-result.ts';
import { newsAt, recordedFindings, restoreSurface } from './findings.ts';
import type { ServerTx } from './ports-store.ts';
import type { ViewedServer } from './views.ts';

export type ComparisonDeps = Pick<CheckDeps, 'store' | 'clock' | 'newId' | 'alerts'>;

/** Readings of all views that must show the same differences before these count. */
const agreeing = 2;
/** A server that never shows the same twice is judged by the last of so many rounds. */
const maxRounds = 4;

/**
 * Compares what one server shows to the identities under which it is read. What differs is kept under the name of the
 * server itself, against the expectation that nothing does: found, told, approved and reverted like any other drift.
 *
 * The views are read one after the other, so a server that changes in between looks as if it told them apart. Therefore
 * a difference counts when all views were read once more and show the same.
 */
export class ViewComparison {
  readonly #server: ViewedServer;
  readonly #deps: ComparisonDeps;
  /** The surface of each view in this round; null: it could not be read. */
  readonly #round = new Map<string, string | null>();
  #last = '';
  #agreed = 0;
  #rounds = 0;
  #isTold = false;
  #differed = false;

  constructor(server: ViewedServer, deps: ComparisonDeps) {
    this.#server = server;
    this.#deps = deps;
  }

  /**
   * Takes note of a check of one view. Returns what the comparison found if it is news, `again` if all views have to be
   * read once more to tell, null otherwise.
   */
  async note({ server, outcome, fingerprint }: CheckResult): Promise<CheckResult | 'again' | null> {
    this.#round.set(server, outcome === 'listed' || outcome === 'no-tools' ? fingerprint : null);
    const { views } = this.#server;
    if (this.#round.size < views.length) return null;
    const seen = views.map(({ name }) => this.#round.get(name) ?? null);
    this.#round.clear();
    const isBlind = seen.includes(null);
    // What may vary from one reading to the next is no difference.
    const alike =
      isBlind || new Set(seen).size === 1 ? seen : (await this.#loadViews()).map(({ surface }) => surface.fingerprint);
    return this.#judge(alike);
  }

  async #judge(seen: readonly (string | null)[]): Promise<CheckResult | 'again' | null> {
    const key = seen.join(' ');
    const isSame = key === this.#last;
    this.#last = key;
    this.#agreed = isSame ? this.#agreed + 1 : 1;
    this.#isTold &&= isSame;
    if (this.#isTold) {
      await this.#touch();
      return null;
    }
    const isBlind = seen.includes(null);
    const differ = new Set(seen).size > 1;
    const isNews = !isBlind && (differ || this.#differed);
    this.#rounds += 1;
    if (isNews && this.#agreed < agreeing && this.#rounds < maxRounds) return 'again';
    this.#rounds = 0;
    this.#isTold = true;
    if (isBlind) return this.#recordBlindness();
    this.#differed = differ;
    return this.#recordDifferences();
  }

  async #touch(): Promise<void> {
    const at = this.#deps.clock.now().toISOString();
    await this.#deps.store.withServer(this.#server.name, (tx) => tx.patch({ lastReadingAt: at }));
  }

  async #recordDifferences(): Promise<CheckResult> {
    const { name } = this.#server;
    const { store, clock, alerts } = this.#deps;
    const surface = buildSurface(differencesBetween(await this.#loadViews()));
    const elsewhere = await store.otherTools(name);
    const now = clock.now();
    const at = now.toISOString();
    await store.withServer(name, async (tx) => {
      await expectNothing(tx, at);
      await tx.recordSurface(surface, 'modern', at);
      const state = await tx.state();
      const compared = compareSurface(state.baseline, surface, undefined, elsewhere);
      const findings = addContext(compared, state.drift, newsAt(state, at));
      const plan = decideReading(situationOf(name, state, surface, findings), alerts, now);
      await carryOut(tx, state.record, plan, this.#deps, at);
      await tx.patch({
        verdict: plan.verdict,
        outcome: 'listed',
        reason: null,
        items: countDifferences(surface),
        fingerprint: surface.fingerprint,
        lastReadingAt: at,
        lastCompleteAt: at,
        ...(plan.verdict === 'clean' ? { lastGoodAt: at } : {}),
        verifiedSince: state.record?.verifiedSince ?? at,
        unverifiedSince: null,
        failures: 0,
      });
    });
    return this.#result(surface);
  }

  /** What one of the views shows is not known. Each view tells of its own blindness. */
  async #recordBlindness(): Promise<CheckResult> {
    const at = this.#deps.clock.now().toISOString();
    await this.#deps.store.withServer(this.#server.name, async (tx) => {
      const { record, drift } = await tx.state();
      await tx.patch({
        verdict: hasOpenDrift(drift) ? 'drift' : 'unverified',
        outcome: 'incomplete',
        reason: 'not every identity could be read, so what they are shown was not compared',
        lastReadingAt: at,
        verifiedSince: null,
        unverifiedSince: record?.unverifiedSince ?? at,
      });
    });
    return this.#result(null);
  }

  /** What each view showed last, with blanks in the place of what any of them lets vary. */
  async #loadViews(): Promise<readonly View[]> {
    const { store } = this.#deps;
    const elsewhere = await store.otherTools(this.#server.name);
    const loaded = await Promise.all(
      this.#server.views.map(async ({ view, name }) => {
        const [stored, state] = await Promise.all([store.latestSurface(name), store.state(name)]);
        return { as: view?.as ?? name, stored, state };
      }),
    );
    const rules = loaded.flatMap(({ state }) => state.volatile);
    return loaded.flatMap(({ as, stored, state }): readonly View[] => {
      if (stored === null) return [];
      const surface = restoreSurface(stored);
      return [{ as, surface: blankVolatile(surface, rules, contextOf(state.baseline, surface, elsewhere)) }];
    });
  }

  async #result(surface: Surface | null): Promise<CheckResult> {
    const { name } = this.#server;
    const { state, findings } = await recordedFindings(this.#deps.store, name);
    const { record } = state;
    return {
      server: name,
      verdict: record?.verdict ?? 'unverified',
      outcome: record?.outcome ?? 'incomplete',
      reason: record?.reason ?? null,
      era: null,
      protocolVersion: null,
      auth: null,
      package: null,
      ttlMs: null,
      listen: null,
      items: surface === null ? {} : countDifferences(surface),
      fingerprint: surface?.fingerprint ?? null,
      approvedFingerprint: record?.approvedFingerprint ?? null,
      findings: surface !== null || hasOpenDrift(state.drift) ? findings : [],
    };
  }
}

const none = buildSurface([]);

/** Nobody has to approve that a server shows the same to all. */
async function expectNothing(tx: ServerTx, at: string): Promise<void> {
  if ((await tx.state()).hasBaseline) return;
  await tx.recordSurface(none, 'modern', at);
  await tx.approve({
    entries: [],
    surfaceFingerprint: none.fingerprint,
    at,
    by: 'tooldrift',
    note: 'all identities are expected to see the same',
    source: 'pin',
  });
}

function countDifferences({ definitions }: Surface) {
  return { 'identity-difference': definitions.length };
}
