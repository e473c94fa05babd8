import { rm } from 'node:fs/promises';
import { passStep, runStep } from '../machine/run-step.ts';
import { exitCodes, printJson, type CommonOptions, type Io } from './io.ts';
import { installed, mustRun } from './service-here.ts';

export interface LogsOptions extends CommonOptions {
  readonly follow?: boolean;
}

/** Stops the service and deletes its file. The database, tokens and variables stay. */
export async function serviceUninstall(options: CommonOptions, io: Io): Promise<number> {
  const service = installed(io);
  // It may not run, or not be known any more.
  for (const step of service.uninstall.before) await runStep(step, io.env);
  await rm(service.file, { force: true });
  for (const step of service.uninstall.after) await mustRun(step, service, io);
  if (options.json === true) printJson(io, { schemaVersion: 1, manager: service.manager, file: service.file });
  else io.out(`stopped, and deleted ${service.file}; the database, tokens and variables stay\n`);
  return exitCodes.clean;
}

/** 0 if the service runs, 3 if not. */
export async function serviceStatus(options: CommonOptions, io: Io): Promise<number> {
  const service = installed(io);
  const { output } = await runStep(service.status, io.env);
  const isRunning = service.running.test(output);
  if (options.json === true) {
    printJson(io, { schemaVersion: 1, manager: service.manager, file: service.file, isRunning });
  } else {
    io.out(`${isRunning ? 'running' : 'not running'} (${service.manager}, ${service.file})\n`);
    if (!isRunning) io.out(`${output.trim()}\nwhy: ${io.program} service logs\n`);
  }
  return isRunning ? exitCodes.clean : exitCodes.unverified;
}

export async function serviceLogs(options: LogsOptions, io: Io): Promise<number> {
  const service = installed(io);
  const code = await passStep(options.follow === true ? service.followLogs : service.logs, io.env, io.signal);
  if (code === 0) return exitCodes.clean;
  io.err(`${service.logsRemedy}\n`);
  return exitCodes.unverified;
}
