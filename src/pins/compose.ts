import { visibleName } from '../core/visible-line.ts';
import { composeRunValues, composeValues } from './container-options.ts';
import { pin, type Launcher } from './pin.ts';
import { takesNextIn, valuesOf, walkAll, walkOptions } from './walk-options.ts';

/** Where docker looks if no file is named (docs.docker.com/compose/intro/compose-application-model). */
const usualFile = 'compose.yaml';

/** `docker compose -f x.yaml run service`: which image that is stands in the file, which nobody here reads. */
export const compose: Launcher = (args) => {
  const before = walkOptions(args, takesNextIn(composeValues));
  const [command, ...others] = before.rest;
  if (command === 'exec') return [pin('local', null, 'a container that runs already')];
  if (command !== 'run' && command !== 'up') return [pin('unknown', null, 'it runs no image')];
  const files = valuesOf(before, '-f', '--file');
  const walk = command === 'run' ? walkOptions : walkAll;
  const [service = null] = walk(others, takesNextIn(composeRunValues)).rest;
  const named = (files.length > 0 ? files : [usualFile]).map((file) => visibleName(file, 120)).join(' and ');
  return [
    pin('unknown', service, `cannot be told from this line: its image stands in ${named}`, {
      operand: files[0] ?? null,
    }),
  ];
};
