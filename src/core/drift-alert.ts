import { isOfClient } from './definition.ts';
import { emptyAlert, type AlertDraft, type AlertReason } from './alert.ts';
import { exposureOf, type Exposed } from './exposure.ts';
import { severities, worst, type Finding } from './finding.ts';
import type { EndedDrift, Situation } from './situation.ts';
import type { Sorted, Told } from './sort-drift.ts';

/** All that is to be said about the drift of a server, as one alert; none if there is nothing. */
export function driftAlert(situation: Situation, sorted: Sorted, at: string): readonly AlertDraft[] {
  const { fresh, owed, due, ended } = sorted;
  const news = [...fresh.filter(({ speaks }) => speaks), ...owed];
  if (news.length === 0 && due.length === 0) return revertAlert(situation, ended, at);
  // Whoever is disturbed anyway is also shown what alone would not be worth it.
  const shown = [...(news.length > 0 ? fresh : []), ...owed, ...due].map(({ finding }) => finding);
  const told = [...news, ...due];
  const unseen = ended.filter(({ isSeen }) => !isSeen).map(({ finding }) => finding);
  return [
    {
      ...emptyAlert(reasonOf(news), situation.server, at),
      severity: worst([...shown, ...unseen].map(({ severity }) => severity)),
      findings: bySeverity(shown),
      reverted: ended.map(({ finding }) => finding),
      ...surfaces(situation),
      lastGoodAt: lastGoodOf(told),
      exposure: exposureOf(told, situation.heldMs),
    },
  ];
}

function reasonOf(news: readonly Told[]): AlertReason {
  if (news.length === 0) return 'reminder-due';
  if (news.every(({ finding }) => isOfConfig(finding))) return 'config-drift';
  if (news.some(({ told }) => told === null)) return 'first-drift';
  return news.some(isWorse) ? 'worse' : 'drift-changed';
}

/** How the server itself is reached, where it sends its clients is its own doing; and what stands in files of clients. */
function isOfConfig(finding: Finding): boolean {
  return (finding.kind === 'launch' && finding.name === '') || isOfClient(finding);
}

function isWorse({ finding, told }: Told): boolean {
  return told !== null && severities.indexOf(finding.severity) < severities.indexOf(told);
}

/** Says which definitions are again what was approved. */
function revertAlert(situation: Situation, ended: readonly EndedDrift[], at: string): readonly AlertDraft[] {
  if (ended.length === 0) return [];
  const findings = ended.map(({ finding }) => finding);
  return [
    {
      ...emptyAlert('reverted', situation.server, at),
      severity: worst(findings.map(({ severity }) => severity)),
      findings,
      ...surfaces(situation),
      lastGoodAt: lastGoodOf(ended),
      exposure: exposureOf(ended.map(exposedOf), situation.heldMs),
    },
  ];
}

function exposedOf({ since, closedAt }: EndedDrift): Exposed {
  return { since, changedAt: closedAt };
}

/** The last good reading before the first bad one. */
function lastGoodOf(told: readonly { readonly since: string; readonly lastGoodAt: string | null }[]): string | null {
  const [first, ...others] = told;
  if (first === undefined) return null;
  return others.reduce((earliest, one) => (one.since < earliest.since ? one : earliest), first).lastGoodAt;
}

function surfaces({ fingerprint, approvedFingerprint }: Situation) {
  return { fingerprint, approvedFingerprint };
}

function bySeverity(findings: readonly Finding[]): readonly Finding[] {
  return findings.toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity));
}
