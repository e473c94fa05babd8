import pc from 'picocolors';
import { AppError } from '../errors.ts';
import { isFingerprintPrefix } from '../core/fingerprint.ts';
import type { AuditReport } from '../monitor/ports-store.ts';
import { exitCodes, jsonLine, printJson, type CommonOptions, type Io } from './io.ts';
import { withWire } from './with-wire.ts';

export interface VerifyOptions extends CommonOptions {
  readonly expect?: string;
}

/** Says whether the log of decisions, and what it attests, is what was written. */
export async function auditVerify(options: VerifyOptions, io: Io): Promise<number> {
  const expect = options.expect ?? null;
  if (expect !== null && !isFingerprintPrefix(expect))
    throw new AppError(
      'usage',
      '--expect needs the hash that `tooldrift audit verify` printed: `v1:` and at least 12 hex digits',
    );
  return withWire(options, io, async (wire) => {
    const report = await (await wire.store()).verifyAudit(expect);
    if (options.json === true) printJson(io, asDocument(report));
    else print(report, io);
    return report.fault === null ? exitCodes.clean : exitCodes.drift;
  });
}

function asDocument({ head, expectedAt, fault }: AuditReport) {
  return { schemaVersion: 1, fits: fault === null, rows: head.id, head: head.hash, expectedAt, fault };
}

function print({ head, expectedAt, fault }: AuditReport, io: Io): void {
  const colors = pc.createColors(io.color);
  if (fault !== null) {
    const where = fault.id === null ? '' : `row ${fault.id} `;
    io.out(`${colors.bold(colors.red('does not fit'))}: ${where}${fault.detail}\n`);
    io.out(`${head.id} rows before that fit, the last one with the hash ${head.hash}\n`);
    return;
  }
  io.out(
    `${colors.green('fits')}: ${head.id} rows, and the approvals, volatile texts and rejections that they attest\n`,
  );
  if (expectedAt !== null) io.out(`row ${expectedAt} has the hash that was expected\n`);
  io.out(`the last one has the hash ${head.hash}\n`);
  io.out(
    `keep it in another place: \`audit verify --expect\` with it shows later that nothing was cut off or rewritten\n`,
  );
}

/** Prints the log, a JSON object a line, as it can be verified without this program. */
export async function auditExport(options: CommonOptions, io: Io): Promise<number> {
  return withWire(options, io, async (wire) => {
    const store = await wire.store();
    await store.exportAudit((rows) =>
      io.out(rows.map(({ id, previous, hash, entry }) => jsonLine({ id, previous, hash, entry })).join('')),
    );
    return exitCodes.clean;
  });
}
