import { basename } from 'node:path';
import type { PackageVersion } from '../core/circumstances.ts';
import type { Launch } from '../monitor/ports-watched.ts';
import { nodePackage, pythonPackage } from './installed-package.ts';
import { processTree } from './process-tree.ts';

/** Programs that fetch a package and run it, and those that do so with a command of theirs. */
const runners: Readonly<Record<string, readonly string[] | null>> = {
  npx: null,
  pnpx: null,
  bunx: null,
  uvx: null,
  npm: ['exec', 'x'],
  pnpm: ['dlx'],
  yarn: ['dlx'],
  bun: ['x'],
  pipx: ['run'],
  uv: ['tool'],
};
/** The packages that the runners themselves are. */
const own = new Set(['npm', 'npx', 'pnpm', 'yarn', 'corepack', 'bun', 'pipx', 'uv']);

/**
 * The package that an npx-style launch runs, with the version that was resolved: read from where the process `pid` and those
 * that it started run from. Null for any other launch, and where it cannot be seen (anywhere but on Linux, from outside of a
 * container). Costs a few small files, no process and no network. Never throws.
 */
export async function servedPackage(
  launch: Extract<Launch, { kind: 'stdio' }>,
  pid: number,
): Promise<PackageVersion | null> {
  if (!isRunner(launch)) return null;
  const wanted = wantedName(launch.args);
  try {
    for await (const { pid: member, argv } of processTree(pid)) {
      // A sandbox may show the process other files under the same names.
      const root = `/proc/${member}/root`;
      const found = (await nodePackage(root, argv)) ?? (await pythonPackage(root, argv, wanted));
      if (found !== null && !own.has(found.name)) return found;
    }
  } catch {
    // It ended meanwhile, or hides itself.
  }
  return null;
}

/** Looks behind a sandbox, too, which stands before the command. */
function isRunner({ command, args }: Extract<Launch, { kind: 'stdio' }>): boolean {
  const words = [command, ...args];
  return words.some((word, index) => {
    const name = basename(word.replaceAll('\\', '/')).replace(/\.(?:cmd|exe)$/i, '');
    const commands = Object.hasOwn(runners, name) ? runners[name] : undefined;
    return commands === null || (commands?.includes(words[index + 1] ?? '') ?? false);
  });
}

/** `--from` of uvx and `--spec` of pipx name the package where its command is called otherwise. */
function wantedName(args: readonly string[]): string | null {
  const index = args.findIndex((arg) => arg === '--from' || arg === '--spec');
  return index < 0 ? null : (/^[A-Za-z0-9][\w.-]*/.exec(args[index + 1] ?? '')?.[0] ?? null);
}
