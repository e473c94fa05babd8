import { wholeEdit } from './classify-edits.ts';
import { pointerSegments } from './diff.ts';
import { atLeast, worst, type ClassifiedEdit, type Edit, type Finding } from './finding.ts';
import type { Json } from './json.ts';
import { itemsIn } from './prose.ts';

/** As many tools make a pattern. */
const least = 3;

/** Keywords whose numbers say what an argument may be (JSON Schema 2020-12 validation 6.2 to 6.5). */
const limits = new Set([
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minContains',
  'maxContains',
  'minProperties',
  'maxProperties',
]);

/** Four digits, or eight of a hexadecimal number with a digit among them: no word, and no small count. */
const code = /\d{4,}|\b(?=[a-f]*\d)[\da-f]{8,}\b/gi;

export const scatteredCodes = {
  name: 'scattered-codes',
  severity: 'high',
  sentence:
    'several tools gained a number or code of their own together with a new tool: parts of one hidden text may be spread like that',
} as const;

/**
 * What looks harmless on each tool and not on all together: a secret text can be split into numbers that stand on many tools
 * (each of its own value), to be put together by a tool that comes with them (ShareLock, arXiv 2606.27027).
 */
export function raiseScattered(findings: readonly Finding[]): readonly Finding[] {
  const isNew = ({ kind, change }: Finding): boolean => kind === 'tool' && change !== 'changed' && change !== 'removed';
  if (!findings.some(isNew)) return findings;
  const codes = new Map(findings.filter((finding) => !isNew(finding)).map((each) => [each, codesGained(each)]));
  const count = new Map<string, number>();
  for (const list of codes.values()) for (const each of list) count.set(each, (count.get(each) ?? 0) + 1);
  const holdsOwn = (list: ReadonlySet<string>): boolean => [...list].some((each) => count.get(each) === 1);
  const odd = new Set([...codes].filter(([, list]) => holdsOwn(list)).map(([finding]) => finding));
  if (odd.size < least) return findings;
  return findings.map((finding) => (odd.has(finding) ? raised(finding) : finding));
}

function raised(finding: Finding): Finding {
  const edits: readonly ClassifiedEdit[] = [...finding.edits, wholeEdit(scatteredCodes, {})];
  const severity = atLeast(finding.severity, scatteredCodes.severity)
    ? finding.severity
    : worst(edits.map((edit) => edit.severity));
  return { ...finding, edits, severity };
}

function codesGained({ kind, edits }: Finding): ReadonlySet<string> {
  if (kind !== 'tool') return new Set();
  return new Set(edits.flatMap(gained));
}

function gained({ pointer, before, after }: Edit): readonly string[] {
  const key = pointerSegments(pointer).at(-1) ?? null;
  const had = codesIn(before, key);
  return [...codesIn(after, key)].filter((each) => !had.has(each));
}

/** Codes in the keys and values of `value`, which stands under `key`. */
function codesIn(value: Json | undefined, key: string | null): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { key: name, item } of itemsIn(value, key)) {
    const isLimit = typeof item === 'number' && name !== null && limits.has(name);
    const isText = typeof item === 'string' || (typeof item === 'number' && !isLimit);
    for (const text of [name ?? '', isText ? String(item) : ''])
      for (const [each] of text.matchAll(code)) found.add(each);
  }
  return found;
}
