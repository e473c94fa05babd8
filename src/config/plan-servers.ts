import { basename } from 'node:path';
import type { FoundEntry, FoundLaunch } from '../core/found-entry.ts';
import { launchKey } from '../core/launch-key.ts';
import { checkLaunch } from './check-launch.ts';
import type { WrittenServer } from './describe-launch.ts';
import { renameReferences, referencesIn } from './rename-references.ts';

/** What can become of one server that was found, in however many files. */
export interface PlannedServer {
  /** Under which it stands in our config, or would. */
  readonly name: string;
  /**
   * new: it can be taken. watched: it is in the config. differs: the config has another launch under its name.
   * unusable: `reason` says why.
   */
  readonly state: 'new' | 'watched' | 'differs' | 'unusable';
  readonly launch: FoundLaunch | null;
  readonly reason: string | null;
  /** Why it is taken only when a person names it. */
  readonly consent: string | null;
  /**
   * Environment variables that have to be set for it, as the config calls them if it has it, and those of them that are to hold what
   * the client's file writes out.
   */
  readonly variables: readonly string[];
  readonly secrets: readonly string[];
  /** Where it was found; the first is the one that `launch` is of. */
  readonly found: readonly [FoundEntry, ...FoundEntry[]];
}

type Existing = Readonly<Record<string, WrittenServer>>;
type Group = readonly [FoundEntry, ...FoundEntry[]];

/** One plan for each launch among `entries`, by name. `existing` are the servers of the config that is there already. */
export function planServers(entries: readonly FoundEntry[], existing: Existing): readonly PlannedServer[] {
  const known = new Map(Object.entries(existing).map(([name, server]) => [launchKey(server), name]));
  const groups = groupByLaunch(entries);
  const matched = new Set(
    groups.flatMap(([{ launch }]) => (launch === null ? [] : (known.get(launchKey(launch)) ?? []))),
  );
  const names = new Set(Object.keys(existing));
  const taken = new Set([...referencesIn(existing), ...groups.flatMap(([first]) => plainVariables(first))]);
  return groups.map((group): PlannedServer => {
    const [entry] = group;
    const { launch } = entry;
    const base = nameOf(entry);
    const common = { launch, reason: entry.reason, consent: consentOf(entry), found: group };
    const own = { ...common, name: base, variables: entry.variables, secrets: entry.secrets };
    if (launch === null) return { ...own, state: 'unusable' };
    const problem = checkLaunch(launch);
    if (problem !== null) return { ...own, launch: null, state: 'unusable', reason: problem };
    const watchedAs = known.get(launchKey(launch));
    if (watchedAs !== undefined)
      return { ...own, name: watchedAs, state: 'watched', variables: neededBy(existing[watchedAs]), secrets: [] };
    if (Object.hasOwn(existing, base) && !matched.has(base)) return { ...own, state: 'differs' };
    const name = freeName(base, entry.client, names);
    names.add(name);
    return { ...common, ...renameReferences(entry, launch, taken), name, state: 'new' };
  });
}

function groupByLaunch(entries: readonly FoundEntry[]): readonly Group[] {
  const groups = new Map<string, [FoundEntry, ...FoundEntry[]]>();
  const weight = (entry: FoundEntry): number => (consentOf(entry) === null ? 0 : 1000) + entry.secrets.length;
  for (const [index, entry] of [...entries].sort((a, b) => weight(a) - weight(b)).entries()) {
    const key = entry.launch === null ? `unusable ${index}` : launchKey(entry.launch);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [entry]);
    else group.push(entry);
  }
  return [...groups.values()];
}

/** What another person wrote, what is switched off and what is not whole is not taken by itself. */
function consentOf({ scope, enabled, reason, clientName }: FoundEntry): string | null {
  if (scope === 'project') return 'comes with a repository';
  if (scope === 'plugin') return 'comes with a plugin';
  return enabled ? reason : `is switched off in ${clientName}`;
}

/** Names of a repository's servers say so: nobody mistakes one for a server of their own. */
function nameOf({ name, scope, project }: FoundEntry): string {
  const whole = scope === 'project' && project !== null ? `${basename(project)}.${name}` : name;
  const clean = whole.replaceAll(/[^A-Za-z0-9._-]+/g, '-').replace(/^[^A-Za-z0-9]+/, '');
  return clean.slice(0, 64) || 'server';
}

function freeName(base: string, client: string, names: ReadonlySet<string>): string {
  const cut = (suffix: string): string => `${base.slice(0, 64 - suffix.length)}${suffix}`;
  if (!names.has(base)) return base;
  let name = cut(`-${client}`);
  for (let next = 2; names.has(name); next += 1) name = cut(`-${client}-${next}`);
  return name;
}

/** The variables without a default that a server of the config names. */
function neededBy(server: unknown): readonly string[] {
  const names = [...JSON.stringify(server ?? null).matchAll(/\$\{([A-Za-z_]\w*)\}/g)].map(([, name = '']) => name);
  return [...new Set(names)];
}

function plainVariables({ variables, secrets }: FoundEntry): readonly string[] {
  return variables.filter((variable) => !secrets.includes(variable));
}
