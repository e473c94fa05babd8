import type { Source } from './ports-reading.ts';

/** One source that reads servers by `servers`, and the files of clients by `files`. */
export function joinSources(servers: Source, files: Source): Source {
  return {
    open(server, era, signal) {
      return (server.launch.kind === 'files' ? files : servers).open(server, era, signal);
    },
    kill() {
      servers.kill();
      files.kill();
    },
    async close() {
      await Promise.all([servers.close(), files.close()]);
    },
  };
}
