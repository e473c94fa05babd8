import type { Remark } from './pin.ts';

interface Advisory {
  readonly package: string;
  readonly id: string;
  /** The first and the last version that it is about. */
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/** Launchers with a hole that any server they connect to can use. */
const advisories: readonly Advisory[] = [
  // Command injection through the address of the authorization server (OSV, CVE record): repaired in 0.1.16.
  { package: 'mcp-remote', id: 'CVE-2025-6514', from: [0, 0, 5], to: [0, 1, 15] },
];

/** The advisories about exactly this version. */
export function knownVulnerable(name: string, version: string): readonly Remark[] {
  const [, ...parts] = /^[=v]*(\d+)\.(\d+)\.(\d+)/.exec(version) ?? [];
  const numbers = parts.map(Number);
  if (numbers.length < 3) return [];
  return advisories
    .filter((one) => one.package === name && compare(one.from, numbers) <= 0 && compare(numbers, one.to) <= 0)
    .map(({ id }) => ({ kind: 'known-vulnerable', about: id }));
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((part, index) => part !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}
