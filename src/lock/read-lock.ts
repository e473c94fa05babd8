import { canonicalise } from '../core/canonical.ts';
import { parseCanonical } from '../core/compare.ts';
import { itemKey } from '../core/definition.ts';
import { fingerprintText } from '../core/fingerprint.ts';
import type { Json } from '../core/json.ts';
import { findAmbiguity, isDeeperThan, itemTexts } from '../core/raw-json.ts';
import { visibleName } from '../core/visible-line.ts';
import { refuseVolatile } from '../core/volatile.ts';
import { AppError } from '../errors.ts';
import type { Approved, VolatileRule } from '../monitor/ports-decision.ts';
import { unfoldLines } from './fold-lines.ts';
import { lockSchema, type LockDocument, type LockedDefinition } from './lock-schema.ts';
import { approvedSurface } from '../monitor/approved-surface.ts';
import type { Lock, LockedServer } from './lock.ts';

/** Definitions that are nested deeper are kept as text. */
const maxDepth = 300;
const exportAgain = 'take it from where it was good, or write it again with `tooldrift export`';

/**
 * What a lock file says, with every fingerprint computed again. Throws an `AppError` of code `lock` for a file that is not
 * whole and in agreement with itself; `label` is what messages call it.
 */
export function readLock(bytes: Uint8Array, label: string): Lock {
  const { servers } = parseDocument(bytes, label);
  checkOnce(
    servers.map(({ server }) => server),
    label,
    'a server',
  );
  return { servers: servers.map((server) => readServer(server, label)) };
}

function parseDocument(bytes: Uint8Array, label: string): LockDocument {
  const value = parseJson(decode(bytes, label), label);
  if (isOfLaterVersion(value))
    throw new AppError('lock', `the lock ${label} was written by a newer tooldrift: update this one`);
  const { success, data, error } = lockSchema.safeParse(value);
  if (success) return data;
  const path = error.issues[0]?.path.join('.') ?? '';
  throw refused(label, path === '' ? 'does not have the form of a lock' : `has a mistake at ${visibleName(path)}`);
}

function decode(bytes: Uint8Array, label: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw refused(label, 'is not UTF-8 text', cause);
  }
}

function parseJson(text: string, label: string): Json {
  if (text.trim() === '') throw refused(label, 'is empty');
  if (isDeeperThan(text, maxDepth)) throw refused(label, 'is nested too deep');
  let value: Json;
  try {
    value = parseCanonical(text);
  } catch {
    // The message of the parser quotes the file.
    throw refused(label, 'is not JSON: it was cut off, or a merge left its marks');
  }
  if (findAmbiguity(text) !== null) throw refused(label, 'is read differently by different parsers of JSON');
  return value;
}

function isOfLaterVersion(value: Json): boolean {
  const version = lockVersion(value);
  return typeof version === 'number' && version > 1;
}

function lockVersion(value: Json): Json | undefined {
  return typeof value === 'object' && value !== null && 'schemaVersion' in value ? value['schemaVersion'] : undefined;
}

function readServer(
  { server, fingerprint, definitions, volatile = [] }: LockDocument['servers'][number],
  label: string,
): LockedServer {
  const about = `${label} for server ${server}`;
  const baseline = definitions.map((definition) => readDefinition(definition, about));
  checkOnce(baseline.map(itemKey), about, 'a definition');
  if (approvedSurface(baseline).fingerprint !== fingerprint)
    throw refused(about, 'does not hold the definitions that its fingerprint names');
  checkOnce(
    volatile.map((rule) => `${itemKey(rule)}\n${rule.pointer}`),
    about,
    'a text that may vary',
  );
  for (const rule of volatile) checkRule(rule, baseline, about);
  return { server, baseline, volatile };
}

function readDefinition(locked: LockedDefinition, about: string): Approved {
  const { kind, name, fingerprint, copies = 1, isRemoved = false, by, note, at: approvedAt } = locked;
  const text = textOf(locked);
  if (fingerprintText(text) !== fingerprint || !holdsCopies(text, copies))
    throw refused(about, `does not hold what its fingerprint names: ${kind} ${visibleName(name)}`);
  return {
    ...{ kind, name, fingerprint: isRemoved ? null : fingerprint, lastFingerprint: fingerprint, lastText: text },
    ...{ copies, approvedAt, by, note },
  };
}

function textOf({ definition, canonicalText }: LockedDefinition): string {
  // The schema takes any value, and it came from JSON.
  return canonicalText ?? canonicalise(unfoldLines((definition ?? null) as Json)).text;
}

/** The texts of several copies stand together as a list. Also asks whether the text is one that can be read again. */
function holdsCopies(text: string, copies: number): boolean {
  try {
    parseCanonical(text);
  } catch {
    return false;
  }
  return copies === 1 || itemTexts(`{"items":${text}}`, 'items')?.length === copies;
}

/** Whoever edits the file must not let more vary than a person could on the command line. */
function checkRule(rule: VolatileRule, baseline: readonly Approved[], about: string): void {
  const item = baseline.find((one) => itemKey(one) === itemKey(rule));
  const isPlain = item?.lastText != null && item.fingerprint !== null && item.copies === 1;
  if (!isPlain || refuseVolatile(rule, parseCanonical(item.lastText)) !== null)
    throw refused(about, `lets a text vary that may not: ${rule.kind} ${visibleName(rule.name)}`);
}

function checkOnce(keys: readonly string[], about: string, what: string): void {
  if (new Set(keys).size !== keys.length) throw refused(about, `names ${what} twice`);
}

function refused(about: string, what: string, cause?: unknown): AppError {
  return new AppError('lock', `the lock ${about} ${what}: ${exportAgain}`, { cause });
}
