import { suggestion } from '../config/nearest.ts';
import type { PlannedServer } from '../config/plan-servers.ts';
import type { FoundLaunch } from '../core/found-entry.ts';
import { AppError } from '../errors.ts';
import { launchLine } from './describe-found.ts';
import { needsName } from './init-table.ts';
import type { InitOptions } from './init.ts';
import type { Io } from './io.ts';

/** A server that can go into the config. */
export type Takeable = PlannedServer & { readonly launch: FoundLaunch };

/** The servers that were named; null if none was. Throws for one that cannot be taken. */
export function chooseNamed(names: readonly string[], planned: readonly PlannedServer[]): readonly Takeable[] | null {
  if (names.length === 0) return null;
  const chosen = names.map((name) => planned.find((server) => server.name === name && server.state !== 'unusable'));
  for (const [index, server] of chosen.entries()) {
    const name = names[index] ?? '';
    const refused = planned.find((other) => other.name === name)?.reason ?? null;
    if (server === undefined && refused !== null)
      throw new AppError('usage', `"${name}" cannot be watched: ${refused}`);
    if (server === undefined)
      throw new AppError(
        'usage',
        `no server "${name}" was found${suggestion(
          name,
          planned.map((one) => one.name),
        )}`,
      );
    if (server.state === 'differs')
      throw new AppError('usage', `the config has another "${name}"; rename it there, or change it by hand`);
  }
  return chosen.filter((server) => server !== undefined).filter(isNew);
}

function isNew(server: PlannedServer): server is Takeable {
  return server.state === 'new' && server.launch !== null;
}

/** What to take. Null: somebody would have to be asked, and nobody is there. */
export async function choose(
  planned: readonly PlannedServer[],
  named: readonly Takeable[] | null,
  home: string,
  options: InitOptions,
  io: Io,
): Promise<readonly Takeable[] | null> {
  if (named !== null) return named;
  const open = planned.filter(isNew);
  if (options.yes === true || options.dryRun === true || open.length === 0)
    return open.filter((server) => !needsName(server));
  return options.json === true ? null : askFor(open, home, io);
}

/** More servers than this that need no look are asked for together first. */
const few = 2;

async function askFor(open: readonly Takeable[], home: string, { ask, out }: Io): Promise<readonly Takeable[] | null> {
  if (ask === null) return null;
  const plain = open.filter((server) => !needsName(server));
  out('\n');
  const names = plain.map(({ name }) => name).join(', ');
  const isAll = plain.length > few && (await ask(`Watch these ${plain.length}: ${names}?\n `));
  const chosen: Takeable[] = [];
  for (const server of open) {
    const remark = server.consent === null ? '' : `\n  Look at it first: it ${server.consent}.`;
    const question = `Watch ${server.name}?\n  ${launchLine(server.launch, home)}${remark}\n `;
    if ((isAll && !needsName(server)) || (await ask(question))) chosen.push(server);
  }
  return chosen;
}
