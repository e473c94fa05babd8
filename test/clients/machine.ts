import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { allClients } from '../../src/clients/all-clients.ts';
import type { Machine, System } from '../../src/clients/client.ts';
import { findServers } from '../../src/clients/find-servers.ts';
import type { FoundEntry, FoundLaunch, FoundServers } from '../../src/core/found-entry.ts';

/** Files by their path: `home/...`, `code/shop/...` (a repository) or `etc/...` as on the machine's root. */
export type Files = Readonly<Record<string, unknown>>;

export interface TestMachine extends Machine {
  /** The repository. */
  readonly projects: readonly string[];
  /** The folder that everything is in. */
  readonly folder: string;
  /** `text` with the folder's name as `@`. */
  readonly short: (text: string) => string;
}

/** A machine in a folder of its own, gone when the test is over. Values that are no text are written as JSON. */
export async function aMachine(
  files: Files,
  system: System = 'linux',
  env: NodeJS.ProcessEnv = {},
): Promise<TestMachine> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'tooldrift-clients-')));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'home'));
  await mkdir(join(folder, 'code/shop/.git'), { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), textOf(content, folder));
  }
  const own = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value?.replace('@', folder)]));
  return {
    ...{ folder, system, home: join(folder, 'home'), env: own, root: folder, projects: [join(folder, 'code/shop')] },
    short: (text) => text.replaceAll(folder, '@'),
  };
}

/** `@` in a text stands for the folder. */
function textOf(content: unknown, folder: string): string {
  return (typeof content === 'string' ? content : JSON.stringify(content)).replaceAll('@/', `${folder}/`);
}

export function find(machine: TestMachine, ...ids: readonly string[]): Promise<FoundServers> {
  return findServers(
    ids.length === 0 ? allClients : allClients.filter(({ id }) => ids.includes(id)),
    machine,
    machine.projects,
  );
}

/** One line for an entry: what it is called, where it is for, how it is launched, and what is special about it. */
export function lineOf(entry: FoundEntry, machine: TestMachine): string {
  const { all, byHints, tools } = entry.autoApproved;
  const approved = [...(all ? ['*'] : []), ...(byHints ? ['hints'] : []), ...tools].join(' ');
  const marks = [
    ...(entry.enabled ? [] : ['off']),
    ...(approved === '' ? [] : [`approves ${approved}`]),
    ...(entry.secrets.length === 0 ? [] : [`secrets ${entry.secrets.join(' ')}`]),
    ...(entry.reason === null ? [] : [`${entry.launch === null ? 'no' : 'ask'}: ${entry.reason}`]),
  ];
  const launch = entry.launch === null ? '' : ` = ${launchText(entry.launch)}`;
  return machine.short([`${entry.scope} ${entry.name}${launch}`, ...marks].join(' | '));
}

function launchText(launch: FoundLaunch): string {
  if ('url' in launch) {
    const headers = Object.entries(launch.headers ?? {}).map(([name, value]) => `{${name}: ${value}}`);
    return [launch.type ?? 'any', launch.url, ...headers].join(' ');
  }
  const env = Object.entries(launch.env ?? {}).map(([name, value]) => `${name}=${value}`);
  const cwd = launch.cwd === undefined ? [] : [`(in ${launch.cwd})`];
  return [...env, launch.command, ...(launch.args ?? []), ...cwd].join(' ');
}
