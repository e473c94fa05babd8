import type { RawItem } from './definition.ts';
import type { AutoApproval, FoundEntry, FoundProblem, FoundServers } from './found-entry.ts';
import { isObject, own, type Json, type JsonObject } from './json.ts';

/**
 * What the files of one client say, as items that can be approved and compared like definitions: a `client-server` for each
 * entry, by its name and place: `files in ~/.cursor/mcp.json`, and a `client-file` for each file that cannot be read. The
 * value of a `client-server` is
 * `{ client, path, enabled, launch: FoundLaunch | null, entry?, autoApproved: { all, byHints, tools: { name: true }, by: { setting: true } } }`.
 */
export function clientItems({ entries, problems }: FoundServers, home: string): readonly RawItem[] {
  return [
    ...entries.map((entry): RawItem => ({
      kind: 'client-server',
      name: nameOf(entry, home),
      value: describeEntry(entry, home),
    })),
    ...problems.map(({ path, reason }: FoundProblem): RawItem => ({
      kind: 'client-file',
      name: shortPath(path, home),
      value: { problem: reason },
    })),
  ];
}

/** What a `client-server` says that others ask for. Null for a value of another shape, from another version. */
export function readClientServer(value: Json): RecordedEntry | null {
  const [client, path, launch, approved] = ['client', 'path', 'launch', 'autoApproved'].map((key) => own(value, key));
  if (typeof client !== 'string' || typeof path !== 'string' || launch === undefined) return null;
  return {
    client,
    path,
    launch: isObject(launch) ? launch : null,
    isEnabled: own(value, 'enabled') === true,
    approval: {
      all: own(approved, 'all') === true,
      byHints: own(approved, 'byHints') === true,
      tools: keysOf(own(approved, 'tools')),
      by: keysOf(own(approved, 'by')),
    },
  };
}

export interface RecordedEntry {
  readonly client: string;
  readonly path: string;
  /** As in `FoundLaunch`; null if tooldrift could not launch it. */
  readonly launch: JsonObject | null;
  readonly isEnabled: boolean;
  readonly approval: AutoApproval;
}

/** `~/.cursor/mcp.json`. Also of Windows: `~\.cursor\mcp.json`. */
export function shortPath(path: string, home: string): string {
  return path.startsWith(`${home}/`) || path.startsWith(`${home}\\`) ? `~${path.slice(home.length)}` : path;
}

function nameOf({ name, path, project, scope }: FoundEntry, home: string): string {
  const place = `${name} in ${shortPath(path, home)}`;
  return scope === 'local' && project !== null ? `${place} for ${shortPath(project, home)}` : place;
}

function describeEntry(entry: FoundEntry, home: string): Json {
  const { clientName, path, enabled, launch, fingerprint, autoApproved } = entry;
  const { all, byHints, tools, by } = autoApproved;
  return {
    client: clientName,
    path: shortPath(path, home),
    enabled,
    launch: launch === null ? null : { ...launch },
    ...(fingerprint !== null && { entry: fingerprint }),
    // As keys, so that one more is one edit, and their order says nothing.
    autoApproved: { all, byHints, tools: asKeys(tools), by: asKeys(by) },
  };
}

function asKeys(names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, true]));
}

function keysOf(value: Json | undefined): readonly string[] {
  return isObject(value) ? Object.keys(value) : [];
}
