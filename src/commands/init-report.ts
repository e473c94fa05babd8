import type { PlannedServer } from '../config/plan-servers.ts';
import { shortPath } from '../core/client-items.ts';
import type { FoundServers } from '../core/found-entry.ts';
import { makeVisible } from '../core/visible.ts';
import type { Takeable } from './init-choose.ts';
import type { InitOptions } from './init.ts';
import { printJson, typed, type Io } from './io.ts';

const nothingFound =
  'found no MCP servers in the files of the clients that tooldrift knows\n' +
  'write a tooldrift.jsonc with "mcpServers" by hand (see the README), or look at `tooldrift demo` first\n';

/** What became of the file. */
export interface Outcome {
  readonly path: string;
  /** `path` as a person would call it from here. */
  readonly label: string;
  /** True if it was there before. */
  readonly exists: boolean;
  /** What it holds now, or would. Null if there is nothing to add. */
  readonly text: string | null;
  readonly isWritten: boolean;
}

export function report(
  chosen: readonly Takeable[],
  planned: readonly PlannedServer[],
  { label, text, exists }: Outcome,
  home: string,
  options: InitOptions,
  io: Io,
): void {
  if (planned.length === 0) return io.out(nothingFound);
  if (text === null) return io.out(`\nnothing to add${exists ? ` to ${label}, which stays as it is` : ''}\n`);
  const count = `${chosen.length} ${chosen.length === 1 ? 'server' : 'servers'}`;
  if (options.dryRun === true) return io.out(`\nwould write ${count} to ${label}:\n\n${text}`);
  io.out(`\n${exists ? `added ${count} to ${label}` : `wrote ${count} to ${label}, for you alone to read`}\n`);
  for (const line of variableLines(chosen, home, io)) io.out(line);
  const isFoundByItself = /^(?:config[/\\])?tooldrift\.jsonc$/.test(label);
  io.out(`next: ${typed('tooldrift check', io, isFoundByItself ? {} : { config: label })}\n`);
}

/** Which variables are missing here, for what, and where the value stands if it does. */
function variableLines(chosen: readonly Takeable[], home: string, io: Io): readonly string[] {
  const missing = chosen.flatMap(({ name, variables, secrets, found: [{ path }] }) =>
    variables
      .filter((variable) => (io.env[variable] ?? '') === '')
      .map((variable) => {
        const where = secrets.includes(variable)
          ? `: what stands in its place in ${makeVisible(shortPath(path, home))}`
          : '';
        return `  ${variable}  for ${name}${where}\n`;
      }),
  );
  return missing.length === 0 ? [] : ['set these environment variables first:\n', ...new Set(missing)];
}

/** The same as one JSON document. */
export function printPlan(
  planned: readonly PlannedServer[],
  { problems }: FoundServers,
  chosen: readonly Takeable[],
  { path, isWritten, exists }: Outcome,
  io: Io,
): void {
  const servers = planned.map((server) => ({
    ...server,
    taken: chosen.some((one) => one === server),
    // How one file writes it is told above, in our notation.
    found: server.found.map(({ client, scope, path, project, name, expansion, enabled, autoApproved }) => {
      return { client, scope, path, project, name, expansion, enabled, autoApproved };
    }),
  }));
  printJson(io, { schemaVersion: 1, file: path, existed: exists, written: isWritten, servers, problems });
}
