import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { AppError } from '../errors.ts';

export interface LoadOptions {
  /** The value of `--config`. */
  readonly path?: string | undefined;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Parts of the file that are not looked at, as if they were not there: what they name need not be set. */
  readonly without?: readonly string[];
}

/**
 * The absolute path of the config file: `--config`, `TOOLDRIFT_CONFIG`, `./tooldrift.jsonc`, `./config/tooldrift.jsonc`
 * or the one in the user's config folder, whichever comes first. Throws an `AppError` that lists where it looked.
 */
export async function findConfig({ path, cwd, env }: LoadOptions): Promise<string> {
  const named = path ?? (env['TOOLDRIFT_CONFIG'] || undefined);
  if (named !== undefined) {
    const file = resolve(cwd, named);
    if (await exists(file)) return file;
    throw new AppError(
      'config',
      `there is no config file ${file}, which ${path === undefined ? 'TOOLDRIFT_CONFIG' : '--config'} names`,
    );
  }
  const inFolder = [join(cwd, 'tooldrift.jsonc'), join(cwd, 'config', 'tooldrift.jsonc')];
  for (const file of inFolder) if (await exists(file)) return file;
  const inHome = join((await userFolders()).config, 'tooldrift.jsonc');
  if (await exists(inHome)) return inHome;
  const places = [...new Set([...inFolder, inHome])].map((file) => `\n  ${file}`).join('');
  throw new AppError(
    'config',
    `found no config file; name one with --config, let \`tooldrift init\` write one, or create one of${places}`,
  );
}

/** Loaded late: most runs find their file before. */
async function userFolders() {
  const { default: envPaths } = await import('env-paths');
  return envPaths('tooldrift', { suffix: '' });
}

/** Where access tokens are kept unless TOOLDRIFT_TOKENS names a folder. */
export async function userTokenFolder(): Promise<string> {
  return join((await userFolders()).data, 'tokens');
}

/** A file that is there but cannot be read counts: reading it will say why. */
async function exists(file: string): Promise<boolean> {
  try {
    await stat(file);
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code !== 'ENOENT' && code !== 'ENOTDIR';
  }
}
