import type { Config } from '../config/config.ts';
import { isFollowed } from '../core/followed-name.ts';

/** What a config has watched, as both say it. */
export function watchedBy({ servers, database }: Config) {
  const clients = servers.flatMap(({ launch }) => (launch.kind === 'files' ? [launch.client] : []));
  const names = servers.filter(({ name }) => !isFollowed(name)).map(({ name }) => name);
  return {
    names,
    clients,
    count: `${names.length} server${names.length === 1 ? '' : 's'}`,
    where: database.kind === 'sqlite' ? database.path : 'PostgreSQL',
  };
}
