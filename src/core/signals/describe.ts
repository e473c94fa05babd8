import type { Finding } from '../finding.ts';
import type { Signal } from './signal.ts';
import { mostSevere } from './to-signals.ts';

const maxLines = 5;

/** The signals of a finding, a line of visible text each, the most severe first; the rest is counted. */
export function signalLines({ edits }: Pick<Finding, 'edits'>): readonly string[] {
  return describeSignals(edits.flatMap(({ signals = [] }) => signals));
}

/** `signal: tells the model to hide something from the person, at character 12 of 90 (12 %) of /description: "do not tell the user"` */
export function describeSignals(signals: readonly Signal[]): readonly string[] {
  const shown = mostSevere(signals, maxLines);
  const left = signals.length - shown.length;
  const lines = shown.map(
    ({ message, where, excerpt }) => `signal: ${message}, ${where}${excerpt === '' ? '' : `: ${quote(excerpt)}`}`,
  );
  return left === 0 ? lines : [...lines, `and ${left} more signal${left === 1 ? '' : 's'}`];
}

/** `excerpt` is visible text; in quotes it cannot pass for words of ours. */
function quote(excerpt: string): string {
  return `"${excerpt.replace(/["\\]/g, String.raw`\$&`)}"`;
}
