import { dirname, isAbsolute, relative, resolve } from 'node:path';
import { AppError } from '../errors.ts';
import type { Config, DatabaseConfig } from './config.ts';
import { parseDocument, problemError, type ConfigDocument, type Problem } from './document.ts';
import type { WrittenConfig } from './describe-launch.ts';
import { evaluate, writtenValue } from './evaluate.ts';
import { findContradictions, type Contradiction } from './find-contradictions.ts';
import { findConfig, type LoadOptions } from './locations.ts';
import type { Certificates } from './read-certificates.ts';
import { readConfigText } from './read-config-text.ts';
import { resolveConfig } from './resolve-config.ts';
import { resolveDatabase } from './resolve-database.ts';
import { configSchema, type ParsedConfig } from './schema.ts';

/**
 * Finds, reads and checks the config file. Throws one `AppError` of code `config` that names file, line and column of
 * every problem, and no value: a value may be a secret.
 */
export async function loadConfig(options: LoadOptions): Promise<Config> {
  const path = await findConfig(options);
  const whole = parseDocument(await readConfigText(path), labelOf(path, options.cwd));
  const document = withoutParts(whole, options.without ?? []);
  const parsed = await parseConfig(document, options.env);
  const contradictions = [...(await findContradictions(parsed))];
  const own = resolveDatabase(parsed.database, dirname(path));
  if ('problem' in own) contradictions.push({ path: ['database'], message: own.problem });
  const certificates = await certificatesOf(parsed, dirname(path));
  contradictions.push(...certificates.problems);
  if (contradictions.length > 0 || 'problem' in own) throw await contradictionError(document, contradictions);
  // It has the shape of `parsed`, which was checked.
  const written = writtenValue(document) as WrittenConfig;
  const database = databaseOfEnv(options) ?? own;
  return resolveConfig(parsed, written, path, database, certificates.found, tokenFolderOfEnv(options));
}

function withoutParts(document: ConfigDocument, parts: readonly string[]): ConfigDocument {
  const { children = [], ...root } = document.root;
  const kept = children.filter(({ children: [key] = [] }) => !parts.includes(String(key?.value)));
  return { ...document, root: { ...root, children: kept } };
}

/** Loaded late: few configs need it. */
async function certificatesOf({ tls }: ParsedConfig, folder: string): Promise<Certificates> {
  if (tls === undefined) return { found: [], problems: [] };
  const { readCertificates } = await import('./read-certificates.ts');
  return readCertificates(tls.ca, folder);
}

/** Short where the file is near, absolute elsewhere. */
export function labelOf(path: string, cwd: string): string {
  const short = relative(cwd, path);
  return short.startsWith('..') || isAbsolute(short) ? path : short;
}

async function parseConfig(document: ConfigDocument, env: NodeJS.ProcessEnv): Promise<ParsedConfig> {
  const { value, problems, unknown } = evaluate(document, env);
  const result = configSchema.safeParse(value);
  if (result.success && problems.length === 0) return result.data;
  // Loaded late: only a config with mistakes needs it.
  const { explain } = await import('./explain.ts');
  const issues = result.error?.issues ?? [];
  const explained = issues.flatMap((issue) => explain(issue, document)).filter(({ offset }) => !unknown.has(offset));
  throw problemError(document, [...problems, ...explained]);
}

async function contradictionError(document: ConfigDocument, found: readonly Contradiction[]): Promise<AppError> {
  const { explainContradiction } = await import('./explain.ts');
  const problems: readonly Problem[] = found.map((contradiction) => explainContradiction(contradiction, document));
  return problemError(document, problems);
}

function tokenFolderOfEnv({ cwd, env }: LoadOptions): string | null {
  const folder = env['TOOLDRIFT_TOKENS'] ?? '';
  return folder === '' ? null : resolve(cwd, folder);
}

function databaseOfEnv({ cwd, env }: LoadOptions): DatabaseConfig | null {
  const text = env['TOOLDRIFT_DATABASE'];
  if (text === undefined || text === '') return null;
  const database = resolveDatabase(text, cwd);
  if ('problem' in database)
    throw new AppError('config', `the environment variable TOOLDRIFT_DATABASE ${database.problem}`);
  return database;
}
