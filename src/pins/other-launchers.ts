import { gitVerdict } from './git-revision.ts';
import { judgeNpmSpec } from './npm-spec.ts';
import {
  holdsVariable,
  pin,
  variableReason,
  withRemarks,
  type Given,
  type Launcher,
  type Pin,
  type Remark,
} from './pin.ts';
import { optionNames, takesNextIn, walkAll, walkOptions } from './walk-options.ts';

const nothing = [pin('unknown', null, 'it runs no server')];

const denoTakesNext = takesNextIn(
  optionNames('-c --config --import-map --lock --cert --env-file -L --log-level --location --seed --ext'),
);

/** `deno run [options] target`: options with a list take it behind `=`. */
export const deno: Launcher = (args, given) => {
  const before = walkOptions(args, denoTakesNext).rest;
  if (!['run', 'serve', 'x'].includes(before[0] ?? '')) return nothing;
  const { options, rest } = walkOptions(before.slice(1), denoTakesNext);
  const open = options.filter(({ name }) => name === '-A' || name === '--allow-all');
  const remarks = open.map(({ name }): Remark => ({ kind: 'all-permissions', about: name }));
  return withRemarks(rest[0] === undefined ? nothing : [denoTarget(rest[0], given)], remarks);
};

function denoTarget(target: string, given: Given): Pin {
  const [, scheme, spec = ''] = /^(npm|jsr):\/?(.+)$/.exec(target) ?? [];
  if (scheme !== undefined)
    return judgeNpmSpec(spec.replace(/^(@[^/]+\/[^/]+|[^@/]+)\/.*$/, '$1'), target, given, `${scheme}:`);
  if (/^https?:/.test(target))
    return pin('floating', target, 'a script at an address, whose content may change', { operand: target });
  return pin('local', target, 'a file of this machine', { operand: target });
}

const goTakesNext = takesNextIn(
  optionNames('-C -exec -p -mod -modfile -overlay -tags -ldflags -gcflags -asmflags -pkgdir'),
);
const goWeak = optionNames('GOPRIVATE GONOSUMDB GONOSUMCHECK GOINSECURE GOFLAGS');

export const go: Launcher = (args, { env }) => {
  if (args[0] !== 'run') return nothing;
  const [operand] = walkOptions(args.slice(1), goTakesNext).rest;
  const off = Object.entries(env).filter(
    ([name, value]) => goWeak.has(name) || (name === 'GOSUMDB' && value === 'off'),
  );
  const remarks = [
    ...off.map(([about]): Remark => ({ kind: 'checksums-off', about })),
    ...('GOPROXY' in env ? [{ kind: 'registry-override', about: 'GOPROXY' } as const] : []),
  ];
  return withRemarks(operand === undefined ? nothing : [goModule(operand)], remarks);
};

function goModule(operand: string): Pin {
  const [module = operand, version] = operand.split('@', 2);
  if (version === undefined) return pin('local', operand, 'a module of this machine', { operand });
  if (holdsVariable(operand)) return pin('unknown', module, variableReason, { operand });
  if (/^v\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/.test(version))
    return pin('pinned-version', module, 'an exact version, kept by the checksum database', { operand });
  if (/^[0-9a-f]{40}$/.test(version)) return pin('pinned-digest', module, 'a whole commit', { operand });
  return pin('floating', module, 'it names no exact version', { operand });
}

const dnxTakesNext = takesNextIn(
  optionNames('--version --source --add-source --configfile --framework -v --verbosity'),
);

/** `dnx package[@version]`, `dotnet tool exec package[@version]`. */
export const dnx: Launcher = (args) => {
  const { options, rest } = walkAll(args, dnxTakesNext);
  const [operand] = rest;
  if (operand === undefined) return nothing;
  const [name = operand, at] = operand.split('@', 2);
  const version = at ?? options.find((option) => option.name === '--version')?.value ?? '';
  const remarks = options
    .filter((option) => /^--(?:add-)?source$/.test(option.name))
    .map((option): Remark => ({ kind: 'registry-override', about: option.name }));
  const isExact = /^\d+\.\d+(?:\.\d+){0,2}(?:-[\w.-]+)?$/.test(version);
  const one = holdsVariable(operand)
    ? pin('unknown', name, variableReason, { operand })
    : isExact
      ? pin('pinned-version', name, 'an exact version', { operand })
      : pin('floating', name, version === '' ? 'no version is named' : 'it names no exact version', { operand });
  return withRemarks([one], remarks);
};

export const dotnet: Launcher = (args, given) => {
  if (args[0] === 'tool' && args[1] === 'exec') return dnx(args.slice(2), given);
  if (args[0] === 'dnx') return dnx(args.slice(1), given);
  return [pin('local', args.find((arg) => !arg.startsWith('-')) ?? null, 'a program of this machine')];
};

/** `nix run flake -- ...`, `nix shell flake --command ...`. */
export const nix: Launcher = (args) => {
  const before = walkOptions(args, takesNextIn(optionNames('--option'))).rest;
  if (before[0] !== 'run' && before[0] !== 'shell') return nothing;
  const [operand] = walkOptions(
    before.slice(1),
    takesNextIn(optionNames('--option --inputs-from --override-input')),
  ).rest;
  if (operand === undefined || /^(?:[./]|path:)/.test(operand))
    return [pin('local', operand ?? null, 'a flake of this machine', { operand: operand ?? null })];
  const [reference = operand] = operand.split('#', 1);
  const rev =
    /[?&]rev=([^&]+)/.exec(reference)?.[1] ??
    /^(?:github|gitlab|sourcehut):[^/]+\/[^/?]+\/([^/?]+)/.exec(reference)?.[1];
  if (rev !== undefined) return [gitVerdict(reference, rev, operand)];
  return [pin('floating', reference, 'a flake without a commit', { operand })];
};
