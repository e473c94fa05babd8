// `npm run corpus -- <folder>`: what the rules make of changes that really happened. Nothing is asserted: read the tables.
import { severities } from '../../dist/src/core/finding.js';
import { table } from '../bench/measure.mjs';
import { firstSightTable } from './first-sight.mjs';
import { poisonAll, poisonTable } from './poison.mjs';
import { readPairs } from './read-pairs.mjs';
import { compare, countRow, findingsByLabel, firedRules, longestAlerts } from './tally.mjs';

/** The default of `alerts.minSeverity`. */
const minSeverity = 'medium';
const shownRules = 25;
const shownAlerts = 12;

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('usage: npm run corpus -- <folder>');
  process.exit(2);
}

const startedAt = performance.now();
const pairs = readPairs(folder).map(compare);
const byLabel = findingsByLabel(pairs);

console.log(
  table([
    ['label', 'all', ...severities, 'none', '>= critical', '>= high', `>= ${minSeverity}: pages`],
    ...byLabel.map(([label, findings]) => countRow(label, findings, minSeverity)),
  ]),
);

const isHonestEdit = ([label]) => label !== 'added' && label !== 'removed';
const findings = byLabel
  .filter(isHonestEdit)
  .flatMap(([, list]) => list)
  .filter((finding) => finding !== null);
console.log(
  `\n${table([
    ['rules that fired most, additions and removals of histories apart', 'findings'],
    ...firedRules(findings)
      .slice(0, shownRules)
      .map(([rule, count]) => [rule, String(count)]),
  ])}`,
);
console.log(`\n${table(longestAlerts(pairs, shownAlerts))}`);
console.log(`\n${table(firstSightTable(pairs))}`);
const poisoned = poisonAll(pairs.filter(({ label }) => label === 'real'));
console.log(`\n${table(poisonTable(poisoned))}`);
for (const { family, change, where } of poisoned.filter(({ isSignalled }) => !isSignalled))
  console.log(`missed: ${family} in ${change.name} ${where}`);

console.log(`\n${pairs.length} pairs in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
