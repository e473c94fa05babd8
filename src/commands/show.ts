import pc from 'picocolors';
import { suggestion } from '../config/nearest.ts';
import { parseCanonical } from '../core/compare.ts';
import { firstSights, type FirstSight } from '../core/first-sight.ts';
import { findItem } from '../core/item-label.ts';
import { prettyJson } from '../core/pretty-json.ts';
import { visibleLabel } from '../core/visible-label.ts';
import { makeVisible } from '../core/visible.ts';
import { AppError } from '../errors.ts';
import type { StoredDefinition } from '../monitor/ports-record.ts';
import { describeTime } from './describe.ts';
import { exitCodes, printJson, typed, type CommonOptions, type Io } from './io.ts';
import { aidLines, showFirstSight } from './show-recorded.ts';
import { checkIsOne, withWire } from './with-wire.ts';

/** Shows a server's definitions as they are recorded: all in short, or one whole. */
export async function show(server: string, item: string | undefined, options: CommonOptions, io: Io): Promise<number> {
  return withWire(options, io, async (wire) => {
    checkIsOne(server, wire.config.servers);
    const store = await wire.store();
    const [surface, { hasBaseline }, elsewhere] = await Promise.all([
      store.latestSurface(server),
      store.state(server),
      store.otherTools(server),
    ]);
    if (surface === null)
      throw new AppError(
        'refused',
        `server "${server}" was never read completely: run \`${typed('tooldrift check', io, options)}\` first`,
      );
    const { fingerprint, firstSeenAt, lastSeenAt } = surface;
    const chosen = item === undefined ? surface.definitions : [findDefinition(server, item, surface.definitions)];
    const sights = firstSights(surface.definitions, elsewhere, !hasBaseline);
    if (options.json === true)
      printJson(io, {
        schemaVersion: 1,
        server,
        fingerprint,
        firstSeenAt,
        lastSeenAt,
        definitions: chosen.map((definition) => toJson(definition, sights.get(definition) ?? nothing)),
      });
    else if (item !== undefined)
      for (const definition of chosen) print(definition, sights.get(definition) ?? nothing, io);
    else if (hasBaseline) printList(server, surface.definitions, lastSeenAt, io);
    else showFirstSight(server, surface, elsewhere, io);
    return exitCodes.clean;
  });
}

function findDefinition(server: string, item: string, definitions: readonly StoredDefinition[]): StoredDefinition {
  const found = findItem(item, definitions);
  if (found === null)
    throw new AppError(
      'refused',
      `server "${server}" serves no definition of this name${suggestion(
        item,
        definitions.map((definition) => visibleLabel(definition)),
      )}`,
    );
  return found;
}

const nothing: FirstSight = { signals: [], consequences: [], missing: null };

function toJson({ text, ...definition }: StoredDefinition, { signals, consequences, missing }: FirstSight): unknown {
  const missingHints = missing?.names ?? [];
  return { ...definition, definition: parseCanonical(text), signals, consequences, missingHints };
}

function print(definition: StoredDefinition, sight: FirstSight, io: Io): void {
  const colors = pc.createColors(io.color);
  io.out(`${colors.bold(visibleLabel(definition))}  ${colors.dim(definition.fingerprint)}\n`);
  const value = parseCanonical(definition.text);
  // A text of its own is read line by line; an object as indented JSON.
  const text = typeof value === 'string' ? value : prettyJson(value);
  io.out(`${makeVisible(text, { keepNewlines: true })}\n`);
  for (const line of aidLines(sight)) io.out(`${colors.yellow(line)}\n`);
}

function printList(server: string, definitions: readonly StoredDefinition[], lastSeenAt: string, io: Io): void {
  const colors = pc.createColors(io.color);
  io.out(`${colors.bold(server)}  ${colors.dim(`seen ${describeTime(lastSeenAt)}`)}\n`);
  for (const definition of definitions)
    io.out(`  ${colors.dim(definition.fingerprint.slice(0, 19))}  ${visibleLabel(definition)}\n`);
}
