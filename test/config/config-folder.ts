import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Config } from '../../src/config/config.ts';
import { loadConfig } from '../../src/config/load-config.ts';

/** A folder with these files, gone when the test is over. */
export async function aFolder(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'tooldrift-config-')));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return folder;
}

/** Loads `text` as `tooldrift.jsonc` of a folder of its own. */
export async function load(text: string | Uint8Array, env: NodeJS.ProcessEnv = {}): Promise<Config> {
  return loadConfig({ cwd: await aFolder({ 'tooldrift.jsonc': text }), env });
}

/** The lines of the error that loading `text` ends with. */
export async function linesOfError(text: string | Uint8Array, env: NodeJS.ProcessEnv = {}): Promise<readonly string[]> {
  const error = await load(text, env).then(
    () => new Error('it was accepted'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof Error)) throw error;
  return error.message.split('\n');
}
