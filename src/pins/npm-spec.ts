import npa from 'npm-package-arg';
import { gitVerdict } from './git-revision.ts';
import { holdsVariable, pin, variableReason, type Given, type Pin } from './pin.ts';
import { knownVulnerable } from './vulnerable.ts';

/** How firmly `spec`, as npm reads it, names a package. `prefix` stands before it in the launch: `npm:`. */
export function judgeNpmSpec(spec: string, operand: string, { served }: Pick<Given, 'served'>, prefix = ''): Pin {
  if (holdsVariable(spec)) return pin('unknown', spec, variableReason, { operand });
  const parsed = parse(spec);
  if (parsed === null) return pin('unknown', spec, 'npm would not understand it', { operand });
  const target = parsed.subSpec ?? parsed;
  const name = target.name ?? spec;
  const alias = parsed.subSpec === undefined ? '' : `${parsed.name ?? ''}@npm:`;
  const version = served !== null && served.name === name && isVersion(served.version) ? served.version : null;
  const pinned = version === null ? null : `${prefix}${alias}${name}@${version}`;
  const isFromNpm = prefix !== 'jsr:';
  switch (target.type) {
    case 'version':
      return pin('pinned-version', name, 'an exact version', {
        ...{ operand, isFromNpm },
        remarks: knownVulnerable(name, target.fetchSpec ?? ''),
      });
    case 'range':
      return pin('floating', name, rangeReason(target.fetchSpec ?? '*'), { operand, pinned, isFromNpm });
    case 'tag':
      return pin('floating', name, 'it follows a tag of the registry, which its owner moves', {
        operand,
        pinned,
        isFromNpm,
      });
    case 'git':
      return gitVerdict(spec, target.gitRange === undefined ? (target.gitCommittish ?? null) : null, operand);
    case 'remote':
      return pin('floating', spec, 'an archive at an address, whose content may change', { operand });
    default:
      return pin('local', spec, 'a folder or file of this machine', { operand });
  }
}

type Parsed = Pick<npa.Result, 'type' | 'name' | 'fetchSpec' | 'gitCommittish' | 'gitRange'> & {
  readonly subSpec?: npa.Result;
};

/** Null where npm would refuse it. It is only taken apart: no folder is looked at. */
function parse(spec: string): Parsed | null {
  try {
    return npa(spec, '/');
  } catch {
    return null;
  }
}

/** A version as npm installs it: what was read from a package is text of that package. */
function isVersion(text: string): boolean {
  return /^\d+\.\d+\.\d+(?:[-+][\w.+-]{1,80})?$/.test(text);
}

function rangeReason(range: string): string {
  return range === '*' ? 'no version is named' : 'it names a range of versions';
}
