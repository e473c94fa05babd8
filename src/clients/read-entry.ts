import { canonicalise } from '../core/canonical.ts';
import { fingerprintText } from '../core/fingerprint.ts';
import {
  noApproval,
  type AutoApproval,
  type ClientScope,
  type FoundEntry,
  type FoundLaunch,
} from '../core/found-entry.ts';
import type { Json } from '../core/json.ts';
import { joinApprovals } from './approvals.ts';
import { chooseTransport } from './choose-transport.ts';
import type { Client, Machine, RawEntry, RawServer, StandardShape } from './client.ts';
import type { Syntax } from './pieces.ts';
import { References } from './references.ts';
import { rewriteLaunch } from './rewrite-launch.ts';
import { checkEntry } from './standard-entry.ts';

/** Where an entry stands. */
export interface EntryPlace {
  readonly path: string;
  readonly scope: ClientScope;
  readonly project: string | null;
  readonly plugin: string | null;
  readonly expansion: readonly Syntax[];
  /** True if the project's folder is no longer there. */
  readonly isGone: boolean;
  /** The value of the whole file. */
  readonly file: unknown;
}

/** What the client's settings say of an entry. `approved` is null if they say nothing. */
export interface Verdict {
  readonly isEnabled: boolean;
  readonly approved: AutoApproval | null;
}

type Outcome = Pick<FoundEntry, 'launch' | 'reason' | 'expansion' | 'variables' | 'secrets'>;

/** One entry by the rules of its client. It never throws: whatever is wrong with it is its reason. */
export function readEntry(
  client: Client,
  server: RawServer,
  place: EntryPlace,
  machine: Machine,
  verdict: Verdict,
): FoundEntry {
  const { name, raw } = server;
  const entry = isEntry(raw) ? raw : null;
  const isEnabled =
    entry === null || (client.isEnabled?.(entry) ?? (entry['disabled'] !== true && entry['enabled'] !== false));
  const outcome = readOutcome(client, server, entry, place, machine);
  const own = (entry === null ? null : client.approval?.(entry, name, place.file)) ?? noApproval;
  return {
    client: client.id,
    clientName: client.name,
    scope: place.scope,
    path: place.path,
    project: place.project,
    name,
    ...outcome,
    fingerprint: outcome.launch === null ? fingerprintOf(raw) : null,
    enabled: isEnabled && verdict.isEnabled,
    autoApproved: joinApprovals([own, verdict.approved ?? noApproval]),
  };
}

/** Of whatever a parser may make: dates of TOML and numbers without end too. */
function fingerprintOf(raw: unknown): string {
  return fingerprintText(canonicalise((raw ?? null) as Json).text);
}

function readOutcome(
  client: Client,
  { name, refusal }: RawServer,
  entry: RawEntry | null,
  place: EntryPlace,
  machine: Machine,
): Outcome {
  if (refusal !== undefined) return refuse(refusal);
  return entry === null ? refuse('is not an object') : readLaunch(client, name, entry, place, machine);
}

function isEntry(raw: unknown): raw is RawEntry {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw);
}

function readLaunch(client: Client, name: string, raw: RawEntry, place: EntryPlace, machine: Machine): Outcome {
  const own = withoutOurs(raw);
  const shape: StandardShape = client.standardise?.(own) ?? own;
  if (shape.refusal !== undefined) return refuse(shape.refusal);
  if (isToggle(raw)) return refuse('only switches a server of another file on or off');
  const entry = checkEntry(shape);
  if (typeof entry === 'string') return refuse(entry);
  const chosen = chooseTransport(entry, client.rules);
  if ('reason' in chosen) return refuse(chosen.reason);
  const references = new References(name);
  for (const remark of shape.remarks ?? []) references.remarks.add(remark);
  if (place.isGone) references.remarks.add('is for a folder that is no longer there');
  if (raw['envFile'] !== undefined) references.remarks.add('takes variables from a file ("envFile")');
  const folders = {
    home: machine.home,
    project: place.project,
    plugin: place.plugin,
    separator: machine.system === 'win32' ? ('\\' as const) : ('/' as const),
  };
  const launch = rewriteLaunch(entry, chosen.transport, { expansion: place.expansion, folders, references });
  const isPlain = !references.hasExpansion && references.variables.size === references.secrets.size;
  return {
    launch,
    reason: references.remarks.size === 0 ? null : [...references.remarks].join('; '),
    expansion: references.remarks.size > 0 ? 'needs-input' : isPlain ? 'none' : 'rewritten',
    // A text that was hidden whole took its references with it.
    variables: [...references.variables].filter((variable) => refersTo(launch, variable)),
    secrets: [...references.secrets].filter((secret) => refersTo(launch, secret)),
  };
}

/** `raw` without keys that mean something only to us: an entry could hold them as well. */
function withoutOurs(raw: RawEntry): RawEntry {
  return Object.fromEntries(Object.entries(raw).filter(([key]) => !ours.has(key)));
}

const ours: ReadonlySet<string> = new Set<keyof StandardShape>([
  ...(['headerVariables', 'bearerVariable', 'passedVariables', 'keptElsewhere', 'remarks', 'refusal'] as const),
]);

function refersTo(launch: FoundLaunch, variable: string): boolean {
  return JSON.stringify(launch).includes(`\${${variable}}`);
}

function isToggle(raw: RawEntry): boolean {
  const keys = Object.keys(raw);
  return keys.length > 0 && keys.every((key) => key === 'enabled' || key === 'disabled');
}

function refuse(reason: string): Outcome {
  return { launch: null, reason, expansion: 'none', variables: [], secrets: [] };
}
