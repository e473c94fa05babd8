import type { PlannedServer } from '../config/plan-servers.ts';
import { shortPath } from '../core/client-items.ts';
import type { AutoApproval, FoundEntry, FoundLaunch } from '../core/found-entry.ts';
import { makeVisible } from '../core/visible.ts';

/** How a server is started or reached, on one line. References stand for secrets. */
export function launchLine(launch: FoundLaunch, home: string): string {
  if ('url' in launch) {
    const headers = Object.keys(launch.headers ?? {});
    return makeVisible([launch.url, ...(headers.length === 0 ? [] : [`(${headers.join(', ')})`])].join(' '));
  }
  const words = [launch.command, ...(launch.args ?? [])].map((word) =>
    /[\s"'\\]|^$/.test(word) ? JSON.stringify(word) : word,
  );
  return makeVisible(
    [...words, ...(launch.cwd === undefined ? [] : [`(in ${shortPath(launch.cwd, home)})`])].join(' '),
  );
}

/** `Cursor, Zed (user), Claude Code (project ~/shop)`. */
export function whereFound(entries: readonly FoundEntry[], home: string): string {
  const places = new Map<string, Set<string>>();
  for (const { clientName, scope, project } of entries) {
    const place = project === null ? scope : `${scope} ${makeVisible(shortPath(project, home))}`;
    places.set(place, (places.get(place) ?? new Set()).add(clientName));
  }
  return [...places].map(([place, clients]) => `${[...clients].join(', ')} (${place})`).join(', ');
}

/** What clients do without asking, each in a sentence, with all the servers that it holds for. */
export function approvalLines(planned: readonly PlannedServer[]): readonly string[] {
  const servers = new Map<string, Set<string>>();
  for (const { name, found } of planned) {
    for (const { clientName, autoApproved } of found) {
      const what = whatRuns(autoApproved);
      const by = makeVisible(autoApproved.by.join(', '));
      if (what !== null) add(servers, JSON.stringify([clientName, what, by]), name);
    }
  }
  return [...servers].map(([key, names]) => {
    const [clientName = '', what = '', by = ''] = JSON.parse(key) as readonly string[]; // written above
    return `${clientName}: ${what} of ${[...names].join(', ')} (${by})`;
  });
}

function add(servers: Map<string, Set<string>>, key: string, name: string): void {
  servers.set(key, (servers.get(key) ?? new Set()).add(name));
}

function whatRuns({ all, byHints, tools }: AutoApproval): string | null {
  if (all) return 'all tools';
  const named = tools.slice(0, 10).map((tool) => makeVisible(tool));
  const more = tools.length > 10 ? [`${tools.length - 10} more`] : [];
  const parts = [...named, ...more, ...(byHints ? ['what calls itself harmless'] : [])];
  return parts.length === 0 ? null : parts.join(', ');
}
