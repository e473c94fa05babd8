import { loadWrittenFile, type WrittenFile } from '../config/written-file.ts';
import { itemKey } from '../core/definition.ts';
import { atLeast, type Severity } from '../core/finding.ts';
import { AppError } from '../errors.ts';
import type { LintServer, RecordedDefinition } from '../lint/lint-finding.ts';
import { lintServer, toolsElsewhere, type Linted } from '../lint/lint-server.ts';
import { explainLint } from '../lint/rules.ts';
import { npmrcFiles } from '../machine/npmrc-files.ts';
import type { StoredDefinition } from '../monitor/ports-record.ts';
import type { Store } from '../monitor/ports-store.ts';
import type { WatchedServer } from '../monitor/ports-watched.ts';
import type { Reported } from '../report/reported.ts';
import { toSarif } from '../report/sarif.ts';
import type { Wire } from '../wire.ts';
import { exitCodes, printJson, type CommonOptions, type Io } from './io.ts';
import { originOf } from './log-origin.ts';
import { chooseServers, placeOf, withConfig } from './with-wire.ts';
import { writtenLaunch } from './written-launch.ts';

export interface LintOptions extends CommonOptions {
  readonly sarif?: boolean;
  readonly failOn: Severity;
}

/** Says what is wrong with the config file and with what is recorded of its servers. Starts nothing and asks nobody. */
export async function lint(names: readonly string[], options: LintOptions, io: Io): Promise<number> {
  if (options.json === true && options.sarif === true)
    throw new AppError('usage', '--json and --sarif print different documents: choose one of them');
  const file = await loadWrittenFile(placeOf(options, io));
  return withConfig(file.config, io, async (wire) => {
    const chosen = new Set(chooseServers(names, file.config.servers).map(({ name, view }) => view?.server ?? name));
    const servers = await readServers(file, wire, io);
    const linted = servers
      .filter(({ name }) => chosen.has(name))
      .map((server) => lintServer(server, toolsElsewhere(server.name, servers)));
    if (options.sarif === true) printJson(io, toSarif(placed(linted, file), explainLint, originOf('lint', file, io)));
    else if (options.json === true) printJson(io, toJson(linted, servers, file, options));
    else (await import('./show-lint.ts')).showLint(linted, servers, file, io);
    const isFailed = linted.some(({ findings }) => findings.some(({ severity }) => atLeast(severity, options.failOn)));
    return isFailed ? exitCodes.drift : exitCodes.clean;
  });
}

async function readServers(file: WrittenFile, wire: Wire, io: Io): Promise<readonly LintServer[]> {
  const { config, written, isDatabaseUnknown } = file;
  const store = !isDatabaseUnknown && (await wire.hasDatabase()) ? await wire.store() : null;
  const servers: LintServer[] = [];
  for (const [name, entry] of Object.entries(written.mcpServers)) {
    const views = config.servers.filter((server) => (server.view?.server ?? server.name) === name);
    const npmrc = await npmrcOf(views, io);
    servers.push({ name, ...writtenLaunch(entry), npmrc, ...(await recordedOf(views, store)) });
  }
  return servers;
}

/** The launch is started with the home folder of this user, unless it names another one. */
async function npmrcOf([first]: readonly WatchedServer[], { env }: Io): Promise<LintServer['npmrc']> {
  if (first?.launch.kind !== 'stdio') return [];
  const own = new Map(Object.entries(first.launch.env).map(([name, value]) => [name.toLowerCase(), value]));
  const home = own.get('home') ?? (env['HOME'] || env['USERPROFILE']);
  return home === undefined ? [] : npmrcFiles(first.launch.cwd, home, own.get('npm_config_userconfig'));
}

async function recordedOf(
  views: readonly WatchedServer[],
  store: Store | null,
): Promise<Pick<LintServer, 'served' | 'recorded'>> {
  if (store === null) return { served: null, recorded: [] };
  const records = await Promise.all(views.map(({ name }) => store.server(name)));
  const recorded = await Promise.all(views.map(({ name }) => definitionsOf(name, store)));
  const served = records.find((record) => record?.package != null)?.package ?? null;
  return { served, recorded: recorded.filter((definitions) => definitions !== null) };
}

/** Null: never read completely. */
async function definitionsOf(name: string, store: Store): Promise<readonly RecordedDefinition[] | null> {
  const [surface, { baseline }] = await Promise.all([store.latestSurface(name), store.state(name)]);
  const approved = new Set(baseline.map((item) => `${itemKey(item)}\n${item.fingerprint ?? ''}`));
  const isApproved = (item: StoredDefinition): boolean => approved.has(`${itemKey(item)}\n${item.fingerprint}`);
  return surface?.definitions.map((item) => ({ ...item, isApproved: isApproved(item) })) ?? null;
}

function placed(linted: readonly Linted[], file: WrittenFile): readonly Reported[] {
  return linted.flatMap(({ server, findings }) =>
    findings.map(({ rule, severity, item, message, paste, path }) => {
      const about = item === null ? server : `${server}, ${item}`;
      const write = paste === null ? '' : `. Write ${paste.write} instead of ${paste.instead}`;
      const identity = JSON.stringify([server, item ?? pointerOf(path)]);
      return {
        rule,
        severity,
        server,
        item,
        message: `${about}: ${message}${write}.`,
        identity,
        region: file.regionOf(path),
      };
    }),
  );
}

function toJson(linted: readonly Linted[], servers: readonly LintServer[], file: WrittenFile, options: LintOptions) {
  return {
    schemaVersion: 1,
    config: file.label,
    failOn: options.failOn,
    unsetVariables: file.unset,
    servers: linted.map((one) => ({
      server: one.server,
      isRecorded: servers.some(({ name, recorded }) => name === one.server && recorded.length > 0),
      runs: one.pins.map(({ verdict, package: name, reason, pinned }) => ({ verdict, package: name, reason, pinned })),
      findings: one.findings.map(({ path, ...finding }) => ({
        ...finding,
        ...file.placeOf(path),
        pointer: pointerOf(path),
      })),
    })),
  };
}

/** RFC 6901. */
function pointerOf(path: readonly (string | number)[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
