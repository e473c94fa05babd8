import { judgeNpmSpec } from './npm-spec.ts';
import { npmSwitches, npmValues, npxValues } from './npm-options.ts';
import { pin, withRemarks, type Given, type Launcher, type Pin, type Remark } from './pin.ts';
import { judgeProxied } from './proxied.ts';
import { isUsualRegistry } from './usual-registry.ts';
import {
  optionNames,
  takesNextIn,
  valuesOf,
  walkAll,
  walkOptions,
  type TakesNext,
  type Walked,
} from './walk-options.ts';

const bare = (name: string): string => name.replace(/^-+/, '');
const npxSwitches = new Set([...npmSwitches].map(bare));
const npxOwnValues = new Set([...npxValues].map(bare));

/** npm 11 `bin/npx-cli.js`: an option that it does not know takes the next word, unless that looks like another option. */
const npxTakesNext: TakesNext = (name, next) =>
  !npxSwitches.has(bare(name)) && (npxOwnValues.has(bare(name)) || (next !== undefined && !next.startsWith('-')));

/** Options of `npm exec` stand anywhere up to `--`, and `-p` is none for a package there (npm 11 `npm-exec.md`). */
export const npm: Launcher = (args, given) => {
  const walked = walkAll(args, takesNextIn(npmValues));
  const [command, ...rest] = walked.rest;
  if (command !== 'exec' && command !== 'x') return [pin('local', null, 'a script of a project of this machine')];
  return judgePackages({ ...walked, rest }, valuesOf(walked, '--package'), given);
};

const pnpmValues = takesNextIn(optionNames('--package --allow-build --reporter --dir -C --filter -F --registry'));
const otherValues = takesNextIn(optionNames('-p --package --registry --cwd'));

/** A launcher that runs packages itself; `names` are the options that name them. */
function direct(takesNext: TakesNext, ...names: readonly string[]): Launcher {
  return (args, given) => {
    const walked = walkOptions(args, takesNext);
    return judgePackages(walked, valuesOf(walked, ...names), given);
  };
}

/** One that runs packages behind `command`. The options that name them may stand before it (pnpm.io/cli/dlx). */
function behind(command: string, takesNext: TakesNext, ...names: readonly string[]): Launcher {
  return (args, given) => {
    const before = walkOptions(args, takesNext);
    if (before.rest[0] !== command) return [pin('local', null, 'a script of a project of this machine')];
    const after = walkOptions(before.rest.slice(1), takesNext);
    const walked = { options: [...before.options, ...after.options], rest: after.rest };
    return judgePackages(walked, valuesOf(walked, ...names), given);
  };
}

export const npx = direct(npxTakesNext, '--package', '-p');
export const pnpx = direct(pnpmValues, '--package');
export const bunx = direct(otherValues, '--package', '-p');
export const pnpm = behind('dlx', pnpmValues, '--package');
export const yarn = behind('dlx', otherValues, '--package', '-p');
export const bun = behind('x', otherValues, '--package', '-p');

/** With `--package` the first operand is only the name of a command; all packages are installed. */
function judgePackages(walked: Walked, packages: readonly string[], given: Given): readonly Pin[] {
  const [operand, ...args] = walked.rest;
  const specs = packages.length > 0 ? packages : operand === undefined ? [] : [operand];
  const remarks = registryRemarks(walked, given);
  if (specs.length === 0) return withRemarks([pin('unknown', null, 'it names no package')], remarks);
  const pins = specs.map((spec) => withInstalled(judgeNpmSpec(spec, spec, given)));
  const proxied = pins.flatMap((one) => judgeProxied(one.package, args, given));
  return [...withRemarks(pins, remarks), ...proxied];
}

/** A bare name runs what this machine has before the registry is asked. */
function withInstalled(one: Pin): Pin {
  return one.reason === 'no version is named'
    ? { ...one, reason: 'no version is named: whatever is newest runs, or what is installed here' }
    : one;
}

/** Another registry is another owner of the same name. */
function registryRemarks({ options }: Walked, { env }: Given): readonly Remark[] {
  const named = options
    .filter(({ name }) => /^--(?:reg|registry|@[^:]+:registry)$/.test(name))
    .map(({ name, value }) => [name, value ?? ''] as const);
  const set = Object.entries(env).filter(([name]) =>
    /^(?:npm_config_(?:.*_)?registry|yarn_npm_registry_server|bun_config_registry)$/i.test(name),
  );
  return [...named, ...set]
    .filter(([, address]) => !URL.canParse(address) || !isUsualRegistry(new URL(address).host))
    .map(([about]) => ({ kind: 'registry-override', about }));
}
