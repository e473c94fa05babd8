import type { WatchedServer } from './ports-watched.ts';

/**
 * As whom a server is read, in words without secrets: `none`, `header authorization`, `headers authorization, x-team`. `access`
 * is what the session knows of its token: `login, scope read`.
 */
export function authOf({ launch }: WatchedServer, access: string | null = null): string {
  const names = launch.kind === 'http' ? Object.keys(launch.headers).map((name) => name.toLowerCase()) : [];
  const headers = names.length === 0 ? [] : [`header${names.length === 1 ? '' : 's'} ${names.toSorted().join(', ')}`];
  const all = [...(access === null ? [] : [access]), ...headers];
  return all.length === 0 ? 'none' : all.join(', ');
}
