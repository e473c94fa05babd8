import type { Config } from '../config/config.ts';
import type { CheckResult } from '../monitor/check-result.ts';
import type { CommonOptions, Io } from './io.ts';
import { reportAsLines } from './run-lines.ts';
import { reportToPeople } from './run-people.ts';

/** What the daemon says on standard output. */
export interface RunReport {
  started(config: Config): void;
  /** A result that says something new. `width`: of the longest name. */
  read(result: CheckResult, width: number): void;
  /** Every server was read once; so many of them have no baseline. */
  allRead(unapproved: number): void;
  stopped(): void;
}

/** For people on a terminal, a JSON object a line for anything else: the journal, a container's log, a pipe. */
export function createReport(options: CommonOptions, io: Io): RunReport {
  return io.isOutTty ? reportToPeople(options, io) : reportAsLines(options, io);
}

/** Reports each result that says something new, and once that all servers were read. */
export function reporter(config: Config, report: RunReport): (result: CheckResult) => void {
  const names = config.servers.map((server) => server.name);
  const width = Math.max(...names.map((name) => name.length));
  const last = new Map<string, string>();
  const unread = new Set(names);
  const unapproved = new Set<string>();
  return (result) => {
    const { server, verdict, reason, items, fingerprint, findings } = result;
    const state = JSON.stringify([verdict, reason, items, fingerprint, findings.length]);
    const isNew = last.get(server) !== state;
    last.set(server, state);
    if (isNew) report.read(result, width);
    if (verdict === 'unapproved') unapproved.add(server);
    if (unread.delete(server) && unread.size === 0) report.allRead(unapproved.size);
  };
}
