import { pin, withRemarks, type Given, type Launcher, type Pin, type Remark } from './pin.ts';
import { judgeProxied } from './proxied.ts';
import { judgePythonSpec } from './python-spec.ts';
import { optionNames, takesNextIn, valuesOf, walkOptions, type Walked } from './walk-options.ts';

/** The options of uv that take a value (docs.astral.sh/uv/reference/cli); all others take none. */
const uvTakesNext = takesNextIn(
  optionNames(
    '--from --with -w --with-editable --with-requirements -p --python --index --default-index -i --index-url ' +
      '--extra-index-url -f --find-links --index-strategy --keyring-provider --allow-insecure-host --cache-dir --directory ' +
      '--project --config-file --env-file -c --constraints --overrides -b --build-constraints -C --config-setting ' +
      '--exclude-newer --prerelease --resolution --fork-strategy --link-mode --color -P --upgrade-package ' +
      '--refresh-package --reinstall-package --no-binary-package --no-build-package --no-build-isolation-package',
  ),
);
const pipxTakesNext = takesNextIn(optionNames('--spec --python --pip-args -i --index-url --with'));

export const uvx: Launcher = (args, given) => {
  const walked = walkOptions(args, uvTakesNext);
  const [operand = null, ...rest] = walked.rest;
  const from = valuesOf(walked, '--from').at(-1);
  const pins = [...toolOf(operand, from, walked, given), ...extras(walked, given)];
  const proxied = judgeProxied(pins[0]?.package ?? null, rest, given);
  return [...withRemarks(frozen(pins, walked, given), indexRemarks(walked, given)), ...proxied];
};

/** `uvx python` is the interpreter, no package: what it runs comes with `--with`. */
function toolOf(operand: string | null, from: string | undefined, walked: Walked, given: Given): readonly Pin[] {
  if (from !== undefined) return [judgePythonSpec(from, '==', given)];
  if (operand === null) return [pin('unknown', null, 'it names no package')];
  if (!/^python(?:\d[\d.]*)?(?:@.*)?$/.test(operand)) return [judgePythonSpec(operand, '@', given)];
  return extras(walked, given).length > 0 ? [] : [pin('local', operand, 'an interpreter and what it finds here')];
}

/** `uv tool run`, `uv run`, which runs what a project of this machine says. */
export const uv: Launcher = (args, given) => {
  const walked = walkOptions(args, uvTakesNext);
  const [command, ...rest] = walked.rest;
  if (command === 'tool') {
    const inner = walkOptions(rest, uvTakesNext).rest;
    return inner[0] === 'run' ? uvx(inner.slice(1), given) : [pin('unknown', null, 'it runs no server')];
  }
  if (command !== 'run') return [pin('unknown', null, 'it runs no server')];
  return uvRun(walkOptions(rest, uvTakesNext), given);
};

function uvRun(walked: Walked, given: Given): readonly Pin[] {
  const operand = walked.rest[0] ?? null;
  const isLocked = walked.options.some(({ name }) => name === '--locked' || name === '--frozen');
  const added = extras(walked, given);
  const reason = isLocked
    ? 'a project of this machine, held to its lock'
    : 'a project of this machine, not held to its lock';
  const own =
    operand !== null && /^https?:/.test(operand)
      ? judgePythonSpec(operand, '==', given)
      : pin('local', operand, reason);
  return withRemarks(frozen([...added, own], walked, given), indexRemarks(walked, given));
}

export const pipx: Launcher = (args, given) => {
  if (args[0] !== 'run') return [pin('unknown', null, 'it runs no server')];
  const walked = walkOptions(args.slice(1), pipxTakesNext);
  const spec = valuesOf(walked, '--spec').at(-1) ?? walked.rest[0];
  const pins =
    spec === undefined ? [pin('unknown', null, 'it names no package')] : [judgePythonSpec(spec, '==', given)];
  return withRemarks([...pins, ...extras(walked, given)], indexRemarks(walked, given));
};

/** Each of what is installed beside it needs a pin of its own. */
function extras(walked: Walked, given: Given): readonly Pin[] {
  const specs = valuesOf(walked, '--with', '-w').flatMap((value) => value.split(',').map((spec) => spec.trim()));
  const files = valuesOf(walked, '--with-requirements', '--with-editable');
  return [
    ...specs.map((spec) => judgePythonSpec(spec, '==', given)),
    ...files.map((file) => pin('local', file, 'a folder or file of this machine')),
  ];
}

/** Nothing that was published later is looked at, dependencies included. */
function frozen(pins: readonly Pin[], walked: Walked, { env }: Given): readonly Pin[] {
  const date = valuesOf(walked, '--exclude-newer').at(-1) ?? env['UV_EXCLUDE_NEWER'] ?? '';
  if (!/^\d{4}-\d{2}-\d{2}/.test(date)) return pins;
  return pins.map((one) =>
    one.verdict === 'floating' && one.pinned !== one.operand && !/:\/\//.test(one.operand ?? '')
      ? {
          ...one,
          verdict: 'pinned-version',
          reason: 'nothing that was published after a date is looked at',
          pinned: null,
        }
      : one,
  );
}

const confusing = new Set(['--extra-index-url', 'UV_EXTRA_INDEX_URL', 'PIP_EXTRA_INDEX_URL']);
const otherIndex = optionNames('-i --index-url --index --default-index -f --find-links --allow-insecure-host');
const otherIndexInEnv = optionNames('UV_INDEX UV_DEFAULT_INDEX UV_INDEX_URL UV_FIND_LINKS PIP_INDEX_URL');

function indexRemarks({ options }: Walked, { env }: Given): readonly Remark[] {
  const names = [...options.map(({ name }) => name), ...Object.keys(env)];
  const unsafe = options.filter(({ name, value }) => name === '--index-strategy' && value?.startsWith('unsafe'));
  return [
    ...names.filter((name) => confusing.has(name)).map((about) => ({ kind: 'index-confusion', about }) as const),
    ...unsafe.map(({ name }) => ({ kind: 'index-confusion', about: name }) as const),
    ...names
      .filter((name) => otherIndex.has(name) || otherIndexInEnv.has(name))
      .map((about) => ({ kind: 'registry-override', about }) as const),
  ];
}
