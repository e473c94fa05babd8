import { shellWords } from './shell-words.ts';
import { optionNames, takesNextIn, walkOptions } from './walk-options.ts';

/** What a wrapper runs: the words of it, and variables that it sets. A null `argv`: more than one simple command. */
export interface Wrapped {
  readonly argv: readonly string[] | null;
  readonly env?: Readonly<Record<string, string>>;
}

type Unwrap = (args: readonly string[]) => Wrapped;

const assignment = /^([A-Za-z_]\w*)=(.*)$/s;

/** `K=V K=V command...` */
function leadingAssignments(words: readonly string[]): Wrapped & { readonly argv: readonly string[] } {
  const count = words.findIndex((word) => !assignment.test(word));
  const end = count < 0 ? words.length : count;
  const pairs = words.slice(0, end).map((word) => {
    const [, name = '', value = ''] = assignment.exec(word) ?? [];
    return [name, value] as const;
  });
  return { argv: words.slice(end), env: Object.fromEntries(pairs) };
}

/** Skips options and `operands` more words; what it is that runs comes after. */
function skipping(valueOptions = '', operands = 0): Unwrap {
  const takesNext = takesNextIn(optionNames(valueOptions));
  return (args) => leadingAssignments(walkOptions(args, takesNext).rest.slice(operands));
}

/** What runs stands behind `--`. */
const behindDashes: Unwrap = (args) => {
  const at = args.indexOf('--');
  return { argv: at < 0 ? null : args.slice(at + 1) };
};

/** A script in one word. */
function script(line: string | undefined): Wrapped {
  const words = line === undefined ? null : shellWords(line);
  if (words === null) return { argv: null };
  const { argv, env = {} } = leadingAssignments(words);
  return { argv: argv[0] === 'exec' ? argv.slice(1) : argv, env };
}

/** Null without `-c`: a shell runs a file then. */
const shell = (args: readonly string[]): Wrapped | null => {
  const at = args.findIndex((arg) => /^-[a-z]*c$/.test(arg));
  return at < 0 ? null : script(args[at + 1]);
};

/** One word is a line of the shell; several are the command itself. */
function lineOrWords(words: readonly string[]): Wrapped {
  return words.length === 1 ? script(words[0]) : leadingAssignments(words);
}

const cmd: Unwrap = (args) => {
  const at = args.findIndex((arg) => /^\/[ck]$/i.test(arg));
  return at < 0 ? { argv: null } : lineOrWords(args.slice(at + 1));
};

const powershell: Unwrap = (args) => {
  const at = args.findIndex((arg) => /^-c(?:ommand)?$/i.test(arg));
  return at < 0 ? { argv: null } : script(args.slice(at + 1).join(' '));
};

const env: Unwrap = (args) => {
  const { options, rest } = walkOptions(args, takesNextIn(optionNames('-u --unset -C --chdir -S --split-string')));
  const split = options.find(({ name }) => name === '-S' || name === '--split-string')?.value;
  return split == null ? leadingAssignments(rest) : script([split, ...rest].join(' '));
};

const mise: Unwrap = (args) =>
  /^(?:x|exec)$/.test(args[0] ?? '') ? behindDashes(args) : { argv: args[0] === undefined ? null : [] };

function subcommand(name: string, then: Unwrap): Unwrap {
  return (args) => (args[0] === name ? then(args.slice(1)) : { argv: null });
}

const wrappers: Readonly<Record<string, (args: readonly string[]) => Wrapped | null>> = {
  cmd,
  powershell,
  pwsh: powershell,
  ...Object.fromEntries(['sh', 'bash', 'zsh', 'dash', 'ash', 'fish'].map((name) => [name, shell])),
  env,
  sudo: skipping('-u -g -h -p -C -r -t -D -R -T --user --group --host --prompt --chdir'),
  doas: skipping('-u -C'),
  nice: skipping('-n --adjustment'),
  ionice: skipping('-c -n --class --classdata'),
  nohup: skipping(),
  setsid: skipping(),
  time: skipping(),
  stdbuf: skipping('-i -o -e'),
  corepack: skipping(),
  caffeinate: skipping('-t -w'),
  timeout: skipping('-k -s --kill-after --signal', 1),
  mise,
  rtx: mise,
  asdf: subcommand('exec', skipping()),
  volta: subcommand('run', skipping('--node --npm --pnpm --yarn')),
  direnv: subcommand('exec', skipping('', 1)),
  dotenv: behindDashes,
  dotenvx: behindDashes,
  op: behindDashes,
  doppler: behindDashes,
  infisical: behindDashes,
  wsl: skipping('-d --distribution -u --user --cd --shell-type'),
};

/** What the program `name` runs when it is one that only runs another. Null: it is not, or not so here. */
export function unwrap(name: string, args: readonly string[]): Wrapped | null {
  return Object.hasOwn(wrappers, name) ? (wrappers[name]?.(args) ?? null) : null;
}
