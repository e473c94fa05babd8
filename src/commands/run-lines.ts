import pc from 'picocolors';
import { approveCommand } from '../core/approve-command.ts';
import { mostSevereFirst } from '../core/compose-finding.ts';
import type { Finding } from '../core/finding.ts';
import { itemName } from '../core/item-name.ts';
import { createLog } from '../log.ts';
import type { CheckResult } from '../monitor/check-result.ts';
import { readVersion } from '../version.ts';
import { describeResult } from './describe.ts';
import { typed, type CommonOptions, type Io } from './io.ts';
import { noChannel } from './run-people.ts';
import type { RunReport } from './run-report.ts';
import { watchedBy } from './watched-by.ts';

/** A list of tools may be new as a whole. */
const maxFindings = 50;

/** What the daemon says where no terminal is: lines of the log, on standard output. */
export function reportAsLines(options: CommonOptions, io: Io): RunReport {
  const log = createLog({ isPretty: false, isVerbose: options.verbose === true, write: io.out });
  return {
    started(config) {
      const { names, clients, count, where } = watchedBy(config);
      const [version, channels] = [readVersion(), Object.keys(config.alerts.channels)];
      const follows = clients.length === 0 ? {} : { follows: clients };
      const also = clients.length === 0 ? '' : `; follows the files of ${clients.join(', ')}`;
      log.info(
        { version, servers: names, ...follows, config: config.path, database: where, channels },
        `tooldrift ${version} watches ${count}: ${names.join(', ')}${also}`,
      );
      if (channels.length === 0) log.warn({}, noChannel);
    },
    read(result) {
      const isWell = result.verdict === 'clean' || result.verdict === 'unapproved';
      const message = describeResult(result, 0, pc.createColors(false));
      log[isWell ? 'info' : 'warn']({ ...fieldsOf(result), ...approvalOf(result, options, io) }, message);
    },
    allRead(unapproved) {
      const approve = unapproved > 1 ? { approve: typed('tooldrift approve --first-seen', io, options) } : {};
      log.info({ unapproved, ...approve }, 'all servers were read; watching');
    },
    stopped: () => log.info({}, 'stopped'),
  };
}

function fieldsOf({ server, verdict, outcome, items, fingerprint, approvedFingerprint, findings }: CheckResult) {
  const shown = mostSevereFirst(findings).slice(0, maxFindings).map(lineOf);
  return {
    ...{ server, verdict, outcome, items, fingerprint, approvedFingerprint },
    ...(findings.length === 0 ? {} : { findingCount: findings.length, findings: shown }),
  };
}

function lineOf(finding: Finding) {
  const { severity, change, edits } = finding;
  return { severity, item: itemName(finding, 80), change, rules: [...new Set(edits.map(({ rule }) => rule))] };
}

/** The command that approves what was served. */
function approvalOf({ server, verdict, fingerprint }: CheckResult, options: CommonOptions, io: Io) {
  if (fingerprint === null || verdict === 'clean') return {};
  return { approve: typed(approveCommand(server, [], { surfaceFingerprint: fingerprint }), io, options) };
}
