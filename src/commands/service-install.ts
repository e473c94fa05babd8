import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { loadWrittenFile, type WrittenFile } from '../config/written-file.ts';
import { AppError } from '../errors.ts';
import { readEnvironment } from '../machine/environment-file.ts';
import { runStep } from '../machine/run-step.ts';
import { serviceOf } from '../machine/service-of.ts';
import type { Service, ServiceSite } from '../machine/service.ts';
import { Wire } from '../wire.ts';
import { exitCodes, printJson, type CommonOptions, type Io } from './io.ts';
import { mustRun, siteHere } from './service-here.ts';
import { placeOf } from './with-wire.ts';

export interface InstallOptions extends CommonOptions {
  readonly dryRun?: boolean;
}

/** Writes the file of a service for this user, and starts it. Nothing is done as root. */
export async function serviceInstall(options: InstallOptions, io: Io): Promise<number> {
  // As the service will see it: what is set in this terminal is not set there.
  const env = Object.fromEntries(['HOME', 'USER', 'PATH', 'LANG'].flatMap((name) => [[name, io.env[name]]]));
  const place = placeOf(options, { ...io, env: { ...env, TOOLDRIFT_CONFIG: io.env['TOOLDRIFT_CONFIG'] } });
  const file = await loadWrittenFile(place);
  const site = await siteOf(file, io);
  const service = serviceOf(site);
  const text = service.text(await readFile(templateAt(service.template), 'utf8'));
  const isDry = options.dryRun === true;
  const { manager, file: path, environmentFile, hint } = service;
  const set = readEnvironment(environmentFile);
  const missing = file.unset.filter((name) => set[name] === undefined);
  if (!isDry) await install(service, text, site, missing, io);
  if (options.json === true) {
    const variables = { variables: file.unset, missing };
    printJson(io, { schemaVersion: 1, manager, file: path, environmentFile, ...variables, isStarted: !isDry });
    return exitCodes.clean;
  }
  if (isDry) io.out(text);
  else io.out(`wrote ${path}\nstarted${hint === null ? '' : `; ${hint}`}\n`);
  if (missing.length > 0) io.err(`${lacking(environmentFile, missing)}\n`);
  return exitCodes.clean;
}

function lacking(environmentFile: string, missing: readonly string[]): string {
  return `${environmentFile} has to set ${missing.join(', ')}: a NAME=value a line, for you alone to read (chmod 600)`;
}

async function install(
  service: Service,
  text: string,
  { uid }: ServiceSite,
  missing: readonly string[],
  io: Io,
): Promise<void> {
  if (uid === 0)
    throw new AppError(
      'usage',
      'watched servers must not run as root, and so neither does this: run it as a user of your own, or see config/service/tooldrift.service of this package for a system service',
    );
  if (missing.length > 0)
    throw new AppError('usage', `not installed, for it could not start: ${lacking(service.environmentFile, missing)}`);
  await mustBeHeard(service, io);
  for (const folder of service.folders) await mkdir(folder, { recursive: true, mode: 0o700 });
  await mkdir(dirname(service.file), { recursive: true });
  if (service.manager === 'launchd') await runStep(service.uninstall.before[0] ?? service.status, io.env);
  await writeFile(service.file, text, { mode: 0o644 });
  for (const step of service.install) await mustRun(step, service, io);
}

/** Throws where this user has no service manager: before anything is written for it. */
async function mustBeHeard({ unheard, status }: Service, io: Io): Promise<void> {
  if (unheard === null) return;
  const { output } = await runStep(status, io.env);
  if (unheard.says.test(output))
    throw new AppError('usage', `systemd does not listen to this user here: ${unheard.remedy}`);
}

async function siteOf({ config }: WrittenFile, io: Io): Promise<ServiceSite> {
  const tokens = await new Wire(config).tokenFolder();
  const database = config.database.kind === 'sqlite' ? [dirname(config.database.path)] : [];
  return { ...siteHere(io), config: config.path, writable: [...database, tokens] };
}

/** Two folders above the built file as well as the source. */
function templateAt(name: string): URL {
  return new URL(`../../config/service/${name}`, import.meta.url);
}
