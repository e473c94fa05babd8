import type { PackageVersion } from '../core/circumstances.ts';
import { compose } from './compose.ts';
import { container } from './container.ts';
import { bun, bunx, npm, npx, pnpm, pnpx, yarn } from './npm.ts';
import { deno, dnx, dotnet, go, nix } from './other-launchers.ts';
import { pin, type Given, type Launcher, type Pin, type WrittenLaunch } from './pin.ts';
import { judgeProxied } from './proxied.ts';
import { pipx, uv, uvx } from './python.ts';
import { judgeRemote } from './remote.ts';
import { shellWords } from './shell-words.ts';
import { unwrap } from './wrappers.ts';

const scriptName = /\.(?:[cm]?[jt]sx?|py|rb|jar|php|pl|sh|dll)$/i;

/** Runs a file of this machine, or what an interpreter finds here. A word behind an option may be its value, and secret. */
const interpreter: Launcher = (args) => {
  const operand = args.find((arg, at) => {
    if (arg.startsWith('-')) return false;
    return at === 0 || scriptName.test(arg) || /^-(?:m|jar)$/.test(args[at - 1] ?? '');
  });
  return [pin('local', operand ?? null, 'a program of this machine', { operand: operand ?? null })];
};

/** Runs what a project of this machine says. */
const project: Launcher = () => [pin('local', null, 'a project of this machine')];

const interpreters = 'node nodejs tsx ts-node python python3 py ruby java php perl sh bash zsh dash fish'.split(' ');

const launchers: Readonly<Record<string, Launcher>> = {
  ...{ npx, npm, pnpm, pnpx, yarn, bunx, bun, uvx, uv, pipx, deno, go, dnx, dotnet, nix },
  ...{ cargo: project, poetry: project, make: project },
  ...{ docker: container, podman: container, nerdctl: container },
  ...{ 'docker-compose': compose, 'podman-compose': compose },
  ...Object.fromEntries(interpreters.map((name) => [name, interpreter])),
};

/** Command lines within command lines: nobody writes more. */
const maxDepth = 8;

/**
 * What a launch runs, and how firmly it names that: one pin for each package, image, module or remote server. Nothing is looked
 * up: neither on this machine nor elsewhere. `served` is what is known to have been run last.
 */
export function judgeLaunch(launch: WrittenLaunch, served: PackageVersion | null = null): readonly Pin[] {
  if (launch.kind === 'http') return [judgeRemote(launch.url)];
  const { command, args, env } = launch;
  const given: Given = { env, served, judge, depth: 0 };
  return isLine(launch) ? judgeLine(command, given) : judge([command, ...args], given);
}

/** Some write the whole line where only the program belongs. A path of Windows may hold spaces. */
export function isLine({ command, args }: { readonly command: string; readonly args: readonly string[] }): boolean {
  return args.length === 0 && /\s/.test(command.trim()) && !command.includes('\\');
}

function judgeLine(line: string, given: Given): readonly Pin[] {
  const words = shellWords(line);
  return words === null ? shellLine() : judge(words, given);
}

function judge(argv: readonly string[], given: Given): readonly Pin[] {
  const [word, ...args] = argv;
  if (word === undefined) return [pin('unknown', null, 'it names no program')];
  if (given.depth > maxDepth) return [pin('unknown', null, 'it is wrapped too often')];
  const name = programName(word);
  const wrapped = unwrap(name, args);
  if (wrapped !== null) {
    if (wrapped.argv === null) return shellLine();
    return judge(wrapped.argv, { ...given, env: { ...given.env, ...wrapped.env }, depth: given.depth + 1 });
  }
  if (Object.hasOwn(launchers, name)) return launchers[name]?.(args, { ...given, depth: given.depth + 1 }) ?? [];
  const proxied = judgeProxied(name, args, { ...given, depth: given.depth + 1 });
  return [own(word), ...proxied];
}

function own(word: string): Pin {
  // The value may be a secret.
  if (/^\w+=/.test(word)) return pin('unknown', null, 'a variable is set where the program should stand');
  if (/[\\/]/.test(word) || /^\.|\.(?:exe|sh|bat|py|js)$/i.test(word))
    return pin('local', word, 'a program of this machine', { operand: word });
  return pin('unknown', word, 'whatever is found under this name on the PATH runs, and updates replace it', {
    operand: word,
  });
}

/** `C:\Program Files\nodejs\npx.cmd` is `npx`. */
function programName(word: string): string {
  const base = word.split(/[\\/]/).at(-1) ?? word;
  return base.replace(/\.(?:cmd|exe|ps1|bat)$/i, '').toLowerCase();
}

function shellLine(): readonly Pin[] {
  const remarks = [{ kind: 'shell-line', about: 'the command line' } as const];
  return [pin('unknown', null, 'a line of the shell does more than start one program', { remarks })];
}
