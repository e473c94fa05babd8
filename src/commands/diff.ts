import pc from 'picocolors';
import { approveCommand } from '../core/approve-command.ts';
import { arrange, composeEntry } from '../core/arrange.ts';
import { describePackage } from '../core/circumstances.ts';
import { groupFindings } from '../core/group.ts';
import { findItem, itemLabel } from '../core/item-label.ts';
import { AppError } from '../errors.ts';
import { recordedFindings, type Recorded } from '../monitor/findings.ts';
import { describeTime } from './describe.ts';
import { exitCodes, printJson, typed, type CommonOptions, type Io } from './io.ts';
import { renderBlocks } from './terminal.ts';
import { chooseRecords, withWire } from './with-wire.ts';

interface Difference extends Recorded {
  readonly server: string;
}

/** Shows the approved against the served, word by word, from what is recorded. */
export async function diff(
  server: string | undefined,
  item: string | undefined,
  options: CommonOptions,
  io: Io,
): Promise<number> {
  return withWire(options, io, async (wire) => {
    const store = await wire.store();
    const names = chooseRecords(server === undefined ? [] : [server], wire.config.servers);
    const recorded = await Promise.all(
      names.map(async (name): Promise<Difference> => ({
        server: name,
        ...(await recordedFindings(store, name, wire.gravityOf(name))),
      })),
    );
    const differences = item === undefined ? recorded : only(item, recorded);
    if (options.json === true) printJson(io, { schemaVersion: 1, servers: differences.map(toJson) });
    else for (const difference of differences) print(difference, options, io);
    return differences.some(isDifferent) ? exitCodes.drift : exitCodes.clean;
  });
}

/** Of those that know `item`, what is different about it. Not every view has to know it. */
function only(item: string, recorded: readonly Difference[]): readonly Difference[] {
  const knowing = recorded.filter(
    ({ state, surface }) => findItem(item, [...(surface?.definitions ?? []), ...state.baseline]) !== null,
  );
  if (knowing.length === 0) {
    const names = recorded.map(({ server }) => `"${server}"`).join(', ');
    throw new AppError(
      'refused',
      `server ${names} neither serves nor has approved a definition of this name: \`tooldrift show <server>\` lists them`,
    );
  }
  return knowing.map((difference) => {
    const found = findItem(item, difference.findings);
    return { ...difference, findings: found === null ? [] : [found] };
  });
}

function isDifferent({ findings, state, surface }: Difference): boolean {
  return findings.some((finding) => finding.severity !== 'info') || (surface !== null && !state.hasBaseline);
}

function toJson({ server, state, surface, findings }: Difference): unknown {
  return {
    server,
    hasBaseline: state.hasBaseline,
    fingerprint: surface?.fingerprint ?? null,
    approvedFingerprint: state.record?.approvedFingerprint ?? null,
    lastSeenAt: surface?.lastSeenAt ?? null,
    package: state.record?.package ?? null,
    findings,
    groups: groupFindings(findings).groups,
  };
}

function print(difference: Difference, options: CommonOptions, io: Io): void {
  const { server, state, surface, findings } = difference;
  const colors = pc.createColors(io.color);
  if (surface === null) {
    io.out(`${colors.bold(server)}  was never read completely: run ${typed('tooldrift check', io, options)}\n`);
  } else if (!state.hasBaseline) {
    io.out(
      `${colors.bold(server)}  nothing is approved yet; see it with ${typed(`tooldrift show ${server}`, io, options)}\n`,
    );
  } else if (findings.length === 0) {
    io.out(
      `${colors.bold(server)}  ${colors.green('is what was approved')}  ${colors.dim(`seen ${describeTime(surface.lastSeenAt)}`)}\n`,
    );
  } else {
    printFindings(difference, surface.fingerprint, options, io);
  }
}

function printFindings(
  { server, findings, state }: Difference,
  surfaceFingerprint: string,
  options: CommonOptions,
  io: Io,
): void {
  const served = state.record?.package ?? null;
  const by = served === null ? '' : `  served by ${describePackage(served)}`;
  io.out(`${pc.createColors(io.color).bold(server)}${by}\n`);
  for (const entry of arrange(findings)) {
    io.out(`\n${renderBlocks(composeEntry(entry, server), { color: io.color, width: io.width })}\n`);
    // What many share is approved with all of them, or with each whole definition.
    if (entry.kind === 'group') continue;
    const { finding } = entry;
    const fingerprints = { itemFingerprint: finding.fingerprint, surfaceFingerprint };
    io.out(
      `  approve it, if it is right:  ${typed(approveCommand(server, [itemLabel(finding)], fingerprints), io, options)}\n`,
    );
  }
  if (findings.length > 1)
    io.out(`\napprove all of it:  ${typed(approveCommand(server, [], { surfaceFingerprint }), io, options)}\n`);
}
