import { registriesIn } from '../core/npmrc.ts';
import { visibleName } from '../core/visible-line.ts';
import { makeVisible } from '../core/visible.ts';
import type { Pin } from '../pins/pin.ts';
import { isUsualRegistry } from '../pins/usual-registry.ts';
import type { LintFinding, LintServer } from './lint-finding.ts';
import { placeOf } from './lint-launch.ts';
import { weighted } from './rules.ts';

/** Packages that npm gets from elsewhere because a file says so. What the launch itself says counts more, and is told as that. */
export function lintNpmrc({ name, launch, npmrc }: LintServer, pins: readonly Pin[]): readonly LintFinding[] {
  if (pins.some(({ remarks }) => remarks.some(({ kind }) => kind === 'registry-override'))) return [];
  return pins.flatMap(({ isFromNpm, package: of, operand }) => {
    const found = isFromNpm === true && of !== null ? registryOf(of, npmrc) : null;
    if (found === null) return [];
    const message = `${visibleName(of ?? '', 120)}: comes from ${found.host}, as ${found.label} says`;
    return [
      { ...weighted('registry-in-npmrc'), item: null, message, paste: null, path: placeOf(name, launch, operand) },
    ];
  });
}

/** The registry of a scope counts more than that of all packages, whichever file names it (npm: `scope`). */
function registryOf(
  name: string,
  npmrc: LintServer['npmrc'],
): { readonly host: string; readonly label: string } | null {
  const [scope = ''] = name.split('/', name.startsWith('@') ? 1 : 0);
  const named = [scope, ''].flatMap((of) =>
    npmrc.map(({ label, text }) => ({ label, host: registriesIn(text).get(of) })),
  );
  const first = named.find(({ host }) => host !== undefined);
  if (first?.host === undefined || (first.host !== null && isUsualRegistry(first.host))) return null;
  return {
    host: first.host === null ? 'a registry that a variable names' : visibleName(first.host, 120),
    label: makeVisible(first.label),
  };
}
