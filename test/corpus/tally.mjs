import { compareSurface } from '../../dist/src/core/compare.js';
import { atLeast, severities } from '../../dist/src/core/finding.js';
import { groupFindings } from '../../dist/src/core/group.js';
import { raiseScattered } from '../../dist/src/core/scattered-codes.js';

/** A pair with what is found between its two lists, as if the first had been approved whole. */
export function compare(pair) {
  const findings = compareSurface(approvalOf(pair.approved), { definitions: pair.served, fingerprint: '' });
  return { ...pair, findings };
}

/** What is kept once a person approved all of `definitions`. */
export function approvalOf(definitions) {
  return definitions.map(({ kind, name, fingerprint, text, copies }) => ({
    ...{ kind, name, fingerprint, copies },
    ...{ lastFingerprint: fingerprint, lastText: text },
  }));
}

/** Findings by label, those of upgrades by what happened: `upgrade, added`. */
export function findingsByLabel(pairs) {
  const labels = new Map();
  for (const { label, item, findings } of pairs) {
    // A change that is none to us is silence, which counts too.
    const told = item !== null && findings.length === 0 ? [null] : findings;
    for (const finding of told) {
      const name = item === null ? `${label}, ${finding.change}` : label;
      labels.set(name, [...(labels.get(name) ?? []), finding]);
    }
  }
  return [...labels].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

/** One row of the table: how many there are of each severity, and the shares of the grave ones in percent. */
export function countRow(name, findings, minSeverity) {
  const count = (isIt) => findings.filter((finding) => finding !== null && isIt(finding.severity)).length;
  const share = (least) =>
    percent(
      count((severity) => atLeast(severity, least)),
      findings.length,
    );
  return [
    name,
    String(findings.length),
    ...severities.map((severity) => String(count((each) => each === severity))),
    String(findings.filter((finding) => finding === null).length),
    share('critical'),
    share('high'),
    share(minSeverity),
  ];
}

/** In how many findings each rule fired at which severity, the most frequent first. */
export function firedRules(findings) {
  const fired = new Map();
  for (const { edits } of findings) {
    const names = new Set(edits.map(({ rule, severity }) => `${rule} ${severity}`));
    for (const name of names) fired.set(name, (fired.get(name) ?? 0) + 1);
  }
  return [...fired].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
}

export function percent(part, whole) {
  return whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`;
}

/** What came at once, as one alert: a commit of a history, or a pair of whole lists. */
function alertsOf(pairs) {
  const alerts = new Map();
  for (const { source, findings } of pairs) alerts.set(source, [...(alerts.get(source) ?? []), ...findings]);
  return [...alerts].flatMap(([source, all]) => {
    const findings = raiseScattered(all).filter(({ severity }) => severity !== 'info');
    const { groups, rest } = groupFindings(findings);
    const apart = rest.map(({ finding }) => finding);
    const edits = countEdits(findings);
    const alert = { findings: findings.length, edits, groups: groups.length, apart: apart.length };
    return edits === 0 ? [] : [{ source, ...alert, told: groups.length + countEdits(apart) }];
  });
}

function countEdits(findings) {
  return findings.reduce((sum, { edits }) => sum + edits.length, 0);
}

/** Rows of a table: all alerts, and those with the most edits; what there is, and what of it is told. */
export function longestAlerts(pairs, count) {
  const alerts = alertsOf(pairs);
  const columns = ['findings', 'edits', 'groups', 'apart', 'told'];
  const row = (name, of) => [name, ...columns.map((column) => String(of(column)))];
  const longest = alerts.toSorted((a, b) => b.edits - a.edits).slice(0, count);
  return [
    ['alerts (a commit, or an upgrade)', 'findings', 'edits', 'groups', 'findings apart', 'edits told'],
    row(`all ${alerts.length}`, (column) => alerts.reduce((sum, alert) => sum + alert[column], 0)),
    ...longest.map((alert) => row(alert.source, (column) => alert[column])),
  ];
}
