import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname } from 'node:path';
import { loadWrittenFile, type WrittenFile } from '../config/written-file.ts';
import { AppError } from '../errors.ts';
import { passStep, runStep } from '../machine/run-step.ts';
import { serviceOf } from '../machine/service-of.ts';
import type { Service, ServiceSite, Step } from '../machine/service.ts';
import { Wire } from '../wire.ts';
import { exitCodes, printJson, type CommonOptions, type Io } from './io.ts';
import { placeOf } from './with-wire.ts';

export interface ServiceOptions extends CommonOptions {
  readonly dryRun?: boolean;
  readonly follow?: boolean;
}

/** Writes the file of a service for this user, and starts it. Nothing is done as root. */
export async function serviceInstall(options: ServiceOptions, io: Io): Promise<number> {
  // As the service will see it: what is set in this terminal is not set there.
  const env = Object.fromEntries(['HOME', 'USER', 'PATH', 'LANG'].flatMap((name) => [[name, io.env[name]]]));
  const place = placeOf(options, { ...io, env: { ...env, TOOLDRIFT_CONFIG: io.env['TOOLDRIFT_CONFIG'] } });
  const file = await loadWrittenFile(place);
  const site = await siteOf(file, io);
  const service = serviceOf(site);
  const text = service.text(await readFile(templateAt(service.template), 'utf8'));
  const isDry = options.dryRun === true;
  if (!isDry) await install(service, text, site, io);
  const { manager, file: path, environmentFile, hint } = service;
  if (options.json === true) {
    printJson(io, { schemaVersion: 1, manager, file: path, environmentFile, variables: file.unset, isStarted: !isDry });
    return exitCodes.clean;
  }
  if (isDry) io.out(text);
  else io.out(`wrote ${path}\nstarted${hint === null ? '' : `; ${hint}`}\n`);
  if (file.unset.length > 0) io.err(`for you alone to read, ${environmentFile} has to set ${file.unset.join(', ')}\n`);
  return exitCodes.clean;
}

async function install(service: Service, text: string, { uid }: ServiceSite, io: Io): Promise<void> {
  if (uid === 0)
    throw new AppError(
      'usage',
      'watched servers must not run as root, and so neither does this: run it as a user of your own, or see config/service/tooldrift.service of this package for a system service',
    );
  for (const folder of service.folders) await mkdir(folder, { recursive: true, mode: 0o700 });
  await mkdir(dirname(service.file), { recursive: true });
  if (service.manager === 'launchd') await runStep(service.uninstall.before[0] ?? service.status, io.env);
  await writeFile(service.file, text, { mode: 0o644 });
  for (const step of service.install) await mustRun(step, io);
}

/** Stops the service and deletes its file. The database, tokens and variables stay. */
export async function serviceUninstall(options: ServiceOptions, io: Io): Promise<number> {
  const service = installed(io);
  // It may not run, or not be known any more.
  for (const step of service.uninstall.before) await runStep(step, io.env);
  await rm(service.file, { force: true });
  for (const step of service.uninstall.after) await mustRun(step, io);
  if (options.json === true) printJson(io, { schemaVersion: 1, manager: service.manager, file: service.file });
  else io.out(`stopped, and deleted ${service.file}; the database, tokens and variables stay\n`);
  return exitCodes.clean;
}

/** 0 if the service runs, 3 if not. */
export async function serviceStatus(options: ServiceOptions, io: Io): Promise<number> {
  const service = installed(io);
  const { output } = await runStep(service.status, io.env);
  const isRunning = service.running.test(output);
  if (options.json === true) {
    printJson(io, { schemaVersion: 1, manager: service.manager, file: service.file, isRunning });
  } else {
    io.out(`${isRunning ? 'running' : 'not running'} (${service.manager}, ${service.file})\n`);
    if (!isRunning) io.out(`${output.trim()}\n`);
  }
  return isRunning ? exitCodes.clean : exitCodes.unverified;
}

export async function serviceLogs(options: ServiceOptions, io: Io): Promise<number> {
  const service = installed(io);
  const code = await passStep(options.follow === true ? service.followLogs : service.logs, io.env, io.signal);
  return code === 0 ? exitCodes.clean : exitCodes.unverified;
}

async function mustRun(step: Step, io: Io): Promise<void> {
  const { code, output } = await runStep(step, io.env);
  if (code === 0) return;
  const line = [step.command, ...step.args].join(' ');
  io.err(output);
  throw new AppError('unverified', `\`${line}\` failed with ${code}: see what it printed above`);
}

async function siteOf({ config }: WrittenFile, io: Io): Promise<ServiceSite> {
  const tokens = await new Wire(config).tokenFolder();
  const database = config.database.kind === 'sqlite' ? [dirname(config.database.path)] : [];
  return { ...hereOf(io), config: config.path, writable: [...database, tokens] };
}

/** Needs no config. */
function installed(io: Io): Service {
  return serviceOf({ ...hereOf(io), config: '', writable: [] });
}

function hereOf({ env, script, uid }: Io): Omit<ServiceSite, 'config' | 'writable'> {
  return {
    platform: process.platform,
    home: env['HOME'] || homedir(),
    uid,
    configHome: env['XDG_CONFIG_HOME'] || null,
    path: env['PATH'] ?? '',
    program: [process.execPath, script],
  };
}

/** Two folders above the built file as well as the source. */
function templateAt(name: string): URL {
  return new URL(`../../config/service/${name}`, import.meta.url);
}
