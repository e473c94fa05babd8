import { readClientServer } from './client-items.ts';
import type { RawItem, Surface } from './definition.ts';
import type { Finding } from './finding.ts';
import type { AutoApproval } from './found-entry.ts';
import { own, type Json } from './json.ts';
import { launchKey } from './launch-key.ts';
import { visibleLine, visibleName } from './visible-line.ts';
import { matchesWildcard } from './wildcard.ts';

/** A client that uses a server, and which of its tools it runs without asking. */
export interface TrustingClient {
  /** `Cursor (autoApprove; files in ~/.cursor/mcp.json)`. */
  readonly where: string;
  readonly approval: AutoApproval;
}

/** The entries of a client's files, as they were read last, that use the server with this `launchKey` and do not always ask. */
export function trustingClients(items: readonly RawItem[], key: string): readonly TrustingClient[] {
  return items.flatMap(({ kind, name, value }) => {
    const entry = kind === 'client-server' ? readClientServer(value) : null;
    if (entry === null || !entry.isEnabled || entry.launch === null || launchKey(entry.launch) !== key) return [];
    const { approval, client } = entry;
    if (!approval.all && !approval.byHints && approval.tools.length === 0) return [];
    const settings = approval.by.map((setting) => visibleName(setting, 60)).join(', ');
    return [{ where: `${client} (${settings}; ${visibleLine(name, 120)})`, approval }];
  });
}

/** Where the tool of `finding` runs without a question to anybody; nothing of what is no tool, or is gone. */
export function unaskedIn(
  finding: Finding,
  clients: readonly TrustingClient[],
  { definitions }: Pick<Surface, 'definitions'>,
): readonly string[] {
  if (finding.kind !== 'tool' || clients.length === 0) return [];
  const served = definitions.find(({ kind, name }) => kind === 'tool' && name === finding.name);
  if (served === undefined) return [];
  return clients.filter(({ approval }) => covers(approval, finding.name, served.value)).map(({ where }) => where);
}

function covers({ all, byHints, tools }: AutoApproval, name: string, tool: Json): boolean {
  if (all || tools.some((pattern) => matchesWildcard(pattern, name))) return true;
  return byHints && own(own(tool, 'annotations'), 'readOnlyHint') === true;
}
