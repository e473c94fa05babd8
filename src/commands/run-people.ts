import pc from 'picocolors';
import { approveCommand } from '../core/approve-command.ts';
import { arrange, composeEntry } from '../core/arrange.ts';
import type { CheckResult } from '../monitor/check-result.ts';
import { readVersion } from '../version.ts';
import { describeResult } from './describe.ts';
import { typed, type CommonOptions, type Io } from './io.ts';
import type { RunReport } from './run-report.ts';
import { renderBlocks } from './terminal.ts';
import { watchedBy } from './watched-by.ts';

/** What the daemon says on a terminal. */
export function reportToPeople(options: CommonOptions, io: Io): RunReport {
  const colors = pc.createColors(io.color);
  return {
    started(config) {
      const { names, clients, count, where } = watchedBy(config);
      io.out(`tooldrift ${readVersion()} watches ${count}: ${names.join(', ')}\n`);
      if (clients.length > 0) io.out(`follows the files of ${clients.join(', ')}\n`);
      io.out(`config ${config.path}, database ${where}\n`);
      if (Object.keys(config.alerts.channels).length === 0) io.out(`${noChannel}\n`);
      io.out('\n');
    },
    read(result, width) {
      io.out(`${describeResult(result, width, colors)}\n`);
      printMore(result, options, io);
    },
    allRead(unapproved) {
      if (unapproved > 1) io.out(`\napprove them all:  ${typed('tooldrift approve --first-seen', io, options)}\n`);
      io.out('\nwatching; press Ctrl-C to stop\n');
    },
    stopped: () => io.out('stopped\n'),
  };
}

export const noChannel = 'no alert channel is configured: drift is recorded and shown here and by `status`';

function printMore({ server, verdict, findings, fingerprint }: CheckResult, options: CommonOptions, io: Io): void {
  if (fingerprint === null || verdict === 'clean') return;
  if (verdict === 'drift') {
    for (const entry of arrange(findings))
      io.out(`\n${renderBlocks(composeEntry(entry, server), { color: io.color, width: io.width })}\n`);
  }
  const verb = verdict === 'drift' ? 'approve it, if it is right' : 'approve it';
  io.out(`  ${verb}:  ${typed(approveCommand(server, [], { surfaceFingerprint: fingerprint }), io, options)}\n`);
}
