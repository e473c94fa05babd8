import { visibleName } from './visible-line.ts';

/** A package and its version as they are installed. Both are text of the package. */
export interface PackageVersion {
  readonly name: string;
  readonly version: string;
}

/** Under what a surface was read. Null: unknown. */
export interface Circumstances {
  readonly protocolVersion: string | null;
  /** As whom we came, in words without secrets: `none`, `header authorization`. */
  readonly auth: string | null;
  /** What an npx-style launch ran. */
  readonly package: PackageVersion | null;
}

/** True if nothing is known to differ, and nothing is known of the one alone. */
export function sameCircumstances(a: Circumstances, b: Circumstances): boolean {
  return (
    a.protocolVersion === b.protocolVersion &&
    a.auth === b.auth &&
    a.package?.name === b.package?.name &&
    a.package?.version === b.package?.version
  );
}

/**
 * What a difference between two readings may go with: a sentence for each circumstance that is known of both and is not
 * the same. `at` is the ISO 8601 time of the later one. Each sentence is visible text.
 */
export function goesWith(before: Circumstances, now: Circumstances, at: string): readonly string[] {
  const sentences: string[] = [];
  if (isOther(before.protocolVersion, now.protocolVersion))
    sentences.push(
      `read over protocol ${short(now.protocolVersion)}, before over ${short(before.protocolVersion)}: the difference may go with it`,
    );
  if (isOther(before.auth, now.auth))
    sentences.push(`read ${asWhom(now.auth)}, before ${asWhom(before.auth)}: the difference may go with it`);
  const [old, current] = [before.package, now.package];
  if (old !== null && current !== null && !isSamePackage(old, current)) {
    const was = old.name === current.name ? short(old.version) : describePackage(old);
    sentences.push(`served by ${describePackage(current)} since ${at.slice(0, 10)}, ${was} before`);
  }
  return sentences;
}

/** `server-files 2026.7.10` as visible text. */
export function describePackage({ name, version }: PackageVersion): string {
  return `${visibleName(name, 100)} ${short(version)}`;
}

function isSamePackage(a: PackageVersion, b: PackageVersion): boolean {
  return a.name === b.name && a.version === b.version;
}

function isOther(before: string | null, now: string | null): before is string {
  return before !== null && now !== null && before !== now;
}

function asWhom(auth: string | null): string {
  return auth === 'none' ? 'without credentials' : `with ${visibleName(auth ?? 'unknown', 120)}`;
}

function short(text: string | null): string {
  return visibleName(text ?? 'unknown', 60);
}
