// What the signals make of honest servers that nobody has approved yet: `lint` and `show` tell them then.
import { parseCanonical } from '../../dist/src/core/compare.js';
import { atLeast, severities } from '../../dist/src/core/finding.js';
import { signalContext } from '../../dist/src/core/signals/context.js';
import { signalsIn } from '../../dist/src/core/signals/raise.js';

/** A row for each rule: in how many distinct definitions it fires, and of how many names, as if each list were seen first. */
export function firstSightTable(pairs) {
  const seen = new Map();
  for (const { served } of pairs) {
    const tools = served.filter(({ kind }) => kind === 'tool').map(({ name }) => name);
    for (const definition of served) {
      const key = `${definition.kind} ${definition.name} ${definition.fingerprint}`;
      if (!seen.has(key)) seen.set(key, { definition, signals: signalsOf(definition, signalContext([], tools)) });
    }
  }
  const sights = [...seen.values()];
  const grave = sights.filter(({ signals }) => signals.some(({ severity }) => atLeast(severity, 'high')));
  return [
    ['signals at first sight', 'severity', 'definitions', 'names'],
    ...rulesOf(sights),
    ['high or more', '', `${grave.length} of ${sights.length}`, namesOf(grave)],
  ];
}

function signalsOf({ kind, name, text }, context) {
  return signalsIn({ kind, name }, parseCanonical(text), context, true);
}

function rulesOf(sights) {
  const rules = new Map(sights.flatMap(({ signals }) => signals.map(({ name, severity }) => [name, severity])));
  const bySeverity = [...rules].toSorted((a, b) => severities.indexOf(a[1]) - severities.indexOf(b[1]));
  return bySeverity.map(([rule, severity]) => {
    const fired = sights.filter(({ signals }) => signals.some(({ name }) => name === rule));
    return [rule, severity, String(fired.length), namesOf(fired)];
  });
}

function namesOf(sights) {
  return String(new Set(sights.map(({ definition: { kind, name } }) => `${kind} ${name}`)).size);
}
