import type { PackageVersion } from '../core/circumstances.ts';

/** A package as a column keeps it; null for one that is not known. */
export function packageText(served: PackageVersion | null): string | null {
  return served === null ? null : JSON.stringify({ name: served.name, version: served.version });
}

/** The package of a column that `packageText` wrote. */
export function parsePackage(text: string | null): PackageVersion | null {
  return text === null ? null : (JSON.parse(text) as PackageVersion); // what `packageText` wrote
}
