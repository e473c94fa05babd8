import type { FoundLaunch } from '../core/found-entry.ts';
import { keyPath } from './key-path.ts';
import { serverSchema } from './server-schema.ts';

/** Why `launch` could not stand in a config, null if it can. References count as filled in. */
export function checkLaunch(launch: FoundLaunch): string | null {
  const filled: unknown = JSON.parse(JSON.stringify(launch), (key, value: unknown) =>
    typeof value === 'string' ? fill(value, key) : value,
  );
  const result = serverSchema.safeParse(filled);
  if (result.success) return null;
  const [issue] = result.error.issues;
  const path = (issue?.path ?? []).filter((segment) => typeof segment !== 'symbol');
  return `${path.length === 0 ? 'it' : keyPath(path)} ${issue?.message ?? 'is wrong'}`;
}

/** A number is right in most places, also as a port; an address begins with more. */
function fill(text: string, key: string): string {
  return text.replaceAll(/\$\{[^}:]*(?::-([^}]*))?\}/g, (_match, fallback: string | undefined, at: number) => {
    return fallback ?? (key === 'url' && at === 0 ? 'https://server.example' : '1');
  });
}
