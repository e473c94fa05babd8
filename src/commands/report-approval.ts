import pc from 'picocolors';
import { shortFingerprint } from '../core/fingerprint.ts';
import { visibleLabel } from '../core/visible-label.ts';
import type { ApprovalOutcome } from '../monitor/approve.ts';
import { recordedFindings } from '../monitor/findings.ts';
import type { Store } from '../monitor/ports-store.ts';
import type { Wire } from '../wire.ts';
import { exitCodes, printJson, typed, type CommonOptions, type Io } from './io.ts';
import { showFindings } from './show-recorded.ts';

/** What became of one approval: the exit code and, with `--json`, the document that says it. */
export interface Report {
  readonly code: number;
  readonly document: Readonly<Record<string, unknown>>;
}

/** Prints one JSON document for what was asked, whatever it took. */
export function printReports(reports: readonly Report[], io: Io): void {
  const [only, ...others] = reports.map(({ document }) => document);
  printJson(
    io,
    others.length === 0 && only !== undefined
      ? only
      : { schemaVersion: 1, approvals: reports.map(({ document }) => document) },
  );
}

/** Says what became of an approval; of one that was refused, also what the server shows now. With `--json` nothing is printed yet. */
export async function reportApproval(
  server: string,
  outcome: ApprovalOutcome,
  store: Store,
  wire: Wire,
  options: CommonOptions,
  io: Io,
): Promise<Report> {
  if (outcome.kind === 'refused') {
    const { surface, findings } = await recordedFindings(store, server, wire.gravityOf(server));
    const refused = {
      schemaVersion: 1,
      server,
      approved: false,
      reason: outcome.reason,
      detail: outcome.detail,
      fingerprint: surface?.fingerprint ?? null,
      findings,
    };
    if (options.json !== true) {
      io.err(`${server}: not approved: ${outcome.detail}\n`);
      if (surface !== null)
        io.err(
          `it now shows ${shortFingerprint(surface.fingerprint)}${whatNow(server, findings.length > 0, options, io)}\n`,
        );
      showFindings(server, findings, io);
    }
    return { code: exitCodes.drift, document: refused };
  }
  const { entries, remaining, fingerprint } = outcome;
  if (options.json !== true) printApproved(server, outcome, io);
  const document = { schemaVersion: 1, server, approved: true, fingerprint, items: entries, remaining };
  const isClean = remaining.every((finding) => finding.severity === 'info');
  return { code: isClean ? exitCodes.clean : exitCodes.drift, document };
}

/** What is shown is there to be read; where nothing was approved yet, that is a command of its own. */
function whatNow(server: string, isShown: boolean, options: CommonOptions, io: Io): string {
  return isShown ? ':' : `; look at it with \`${typed(`tooldrift show ${server}`, io, options)}\``;
}

function printApproved(
  server: string,
  { entries, remaining, fingerprint }: Extract<ApprovalOutcome, { kind: 'approved' }>,
  io: Io,
): void {
  const colors = pc.createColors(io.color);
  if (entries.length === 0) io.out(`${server}: everything named is approved already\n`);
  else {
    const names =
      entries.length <= 5
        ? `: ${entries.map((entry) => visibleLabel(entry) + (entry.fingerprint === null ? ' (removed)' : '')).join(', ')}`
        : '';
    io.out(
      `${colors.green('approved')} ${entries.length} definition${entries.length === 1 ? '' : 's'} of ${server}${names}\n`,
    );
  }
  const open = remaining.filter((finding) => finding.severity !== 'info');
  io.out(
    open.length === 0
      ? `${server} is clean at ${shortFingerprint(fingerprint)}\n`
      : `${open.length} more still differ from what is approved\n`,
  );
}
