import pc from 'picocolors';
import type { PlannedServer } from '../config/plan-servers.ts';
import { shortPath } from '../core/client-items.ts';
import type { FoundProblem } from '../core/found-entry.ts';
import { guardLine, makeVisible } from '../core/visible.ts';
import { approvalLines, launchLine, whereFound } from './describe-found.ts';
import type { Io } from './io.ts';

/** Columns of the longest launch in the table; a question and the JSON show all of it. */
const launchWidth = 60;

const states: Readonly<Record<PlannedServer['state'], string>> = {
  new: 'new',
  watched: 'watched',
  differs: 'differs',
  unusable: 'no',
};

/** What was found, as a table and what has to be said beside it. Never holds a secret: there is none in the plan. */
export function printFound(
  planned: readonly PlannedServer[],
  problems: readonly FoundProblem[],
  home: string,
  io: Io,
): void {
  const colors = pc.createColors(io.color);
  const usable = planned.filter(({ launch }) => launch !== null);
  if (usable.length > 0) io.out(`${serversText(usable, home, colors.dim, io)}\n`);
  section('Taken only if you name it', usable.filter(needsName).map(consentLine), io);
  const differing = usable.filter(({ state }) => state === 'differs');
  section(
    'The config has another launch under this name, which stays: change it there if the client is right',
    differing.map(({ name, found }) => `${name}, ${whereFound(found, home)}`),
    io,
  );
  section('Runs without asking you', approvalLines(usable), io);
  const refused = planned.filter(({ launch }) => launch === null).map((server) => refusedLine(server, home));
  const broken = problems.map(
    ({ path, reason, client }) => `${client}: ${makeVisible(shortPath(path, home))} ${reason}`,
  );
  section('Cannot be watched', [...refused, ...broken], io);
}

/** True if only a person who names it may take it. */
export function needsName({ state, consent }: PlannedServer): boolean {
  return state === 'new' && consent !== null;
}

/** A table, or where a terminal is too narrow for it, some lines for each server. */
function serversText(
  planned: readonly PlannedServer[],
  home: string,
  dim: (text: string) => string,
  { isOutTty, width }: Io,
): string {
  const table = tableText(planned, home, dim);
  // The first line is the widest only without colours; the others have none.
  const isWide = table.split('\n').some((line, index) => index > 0 && line.length > width);
  return isOutTty && isWide ? blocksText(planned, home, width, dim) : table;
}

function blocksText(
  planned: readonly PlannedServer[],
  home: string,
  width: number,
  dim: (text: string) => string,
): string {
  const column = Math.max(...planned.map(({ name }) => name.length)) + 2;
  const indent = ' '.repeat(column);
  return planned
    .flatMap((server) => {
      const launch = server.launch === null ? '' : launchLine(server.launch, home);
      const state = server.state === 'new' ? [] : [`(${states[server.state]})`];
      const first = [server.name.padEnd(column - 2), cut(launch, width - column - 12), ...state].join('  ');
      const needs = server.variables.length === 0 ? [] : [`needs ${server.variables.join(', ')}`];
      return [
        guardLine(first),
        ...[...needs, whereFound(server.found, home)].map((line) => dim(guardLine(indent + line))),
      ];
    })
    .join('\n');
}

function tableText(planned: readonly PlannedServer[], home: string, dim: (text: string) => string): string {
  const rows = planned.map((server) => [
    server.name,
    states[server.state],
    cut(server.launch === null ? '' : launchLine(server.launch, home), launchWidth),
    server.variables.join(' ') || '-',
    whereFound(server.found, home),
  ]);
  const all = [['SERVER', 'STATE', 'LAUNCH', 'VARIABLES', 'FOUND IN'], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const lines = all.map((row) =>
    guardLine(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    ),
  );
  return [dim(lines[0] ?? ''), ...lines.slice(1)].join('\n');
}

function cut(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(1, width - 1))}…`;
}

function consentLine({ name, consent }: PlannedServer): string {
  return `${name} ${consent ?? ''}`;
}

function refusedLine({ name, reason, found }: PlannedServer, home: string): string {
  return `${name}, ${whereFound(found, home)}: ${reason ?? ''}`;
}

function section(title: string, lines: readonly string[], io: Io): void {
  if (lines.length === 0) return;
  io.out(`\n${title}:\n${lines.map((line) => `  ${guardLine(line)}\n`).join('')}`);
}
