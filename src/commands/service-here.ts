import { homedir } from 'node:os';
import { AppError } from '../errors.ts';
import { runStep } from '../machine/run-step.ts';
import { serviceOf } from '../machine/service-of.ts';
import type { Service, ServiceSite, Step } from '../machine/service.ts';
import type { Io } from './io.ts';

/** What may be installed of this user. Needs no config. */
export function installed(io: Io): Service {
  return serviceOf({ ...siteHere(io), config: '', writable: [] });
}

export function siteHere({ env, script, uid }: Io): Omit<ServiceSite, 'config' | 'writable'> {
  return {
    platform: process.platform,
    home: env['HOME'] || homedir(),
    uid,
    configHome: env['XDG_CONFIG_HOME'] || null,
    path: env['PATH'] ?? '',
    program: [process.execPath, script],
  };
}

/** Throws an `AppError` where it fails, after what it printed, and what of the log is written already. */
export async function mustRun(step: Step, { lastLogs }: Service, io: Io): Promise<void> {
  const { code, output } = await runStep(step, io.env);
  if (code === 0) return;
  const log = await runStep(lastLogs, io.env).catch(() => ({ output: '' }));
  io.err(`${output}${log.output}`);
  const line = [step.command, ...step.args].join(' ');
  throw new AppError(
    'unverified',
    `\`${line}\` failed with ${code}: see what it printed above, and ${io.program} service logs`,
  );
}
