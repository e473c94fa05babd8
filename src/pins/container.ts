import { globalValues } from './container-options.ts';
import { compose } from './compose.ts';
import { containerRemarks } from './container-remarks.ts';
import { readRun } from './container-run.ts';
import { holdsVariable, pin, variableReason, withRemarks, type Launcher, type Pin } from './pin.ts';
import { takesNextIn, walkOptions } from './walk-options.ts';

/** docker, podman, nerdctl. */
export const container: Launcher = (args, given) => {
  const { rest } = walkOptions(args, takesNextIn(globalValues));
  const [command, ...others] = rest[0] === 'container' ? rest.slice(1) : rest;
  switch (command) {
    case 'run':
      return judgeRun(others);
    case 'compose':
      return compose(others, given);
    case 'exec':
    case 'start':
      return [pin('local', null, 'a container that runs already')];
    case 'mcp':
      return [pin('floating', 'docker mcp gateway', 'the servers come from a catalogue, which may change')];
    default:
      return [pin('unknown', null, 'it runs no image')];
  }
};

function judgeRun(args: readonly string[]): readonly Pin[] {
  const { options, image, unknown } = readRun(args);
  const remarks = containerRemarks(options);
  if (unknown !== null)
    return withRemarks([pin('unknown', null, 'an option in front of the image is not known')], remarks);
  if (image === null) return withRemarks([pin('unknown', null, 'it names no image')], remarks);
  if (options.some(({ name }) => name === '--rootfs'))
    return withRemarks([pin('local', image, 'a folder of this machine')], remarks);
  return withRemarks([judgeImage(image)], remarks);
}

/** Only a digest is the content of an image; what a tag names is for its owner to say, also `:1.2.3`. */
function judgeImage(reference: string): Pin {
  const operand = reference;
  if (holdsVariable(reference)) return pin('unknown', reference, variableReason, { operand });
  const [name = '', digest] = reference.split('@', 2);
  if (digest !== undefined)
    return /^sha256:[0-9a-f]{64}$/.test(digest)
      ? pin('pinned-digest', name, 'a digest of the image', { operand })
      : pin('unknown', reference, 'the digest is not a whole SHA-256', { operand });
  if (/^(?:sha256:)?[0-9a-f]{12,64}$/.test(reference))
    return pin('local', reference, 'an image of this machine', { operand });
  // `host:5000/image` has a port and no tag.
  const [, repository = name, tag] = /^(.+):([^/:]+)$/.exec(name) ?? [];
  if (tag === undefined) return pin('floating', repository, 'no tag and no digest is named', { operand });
  if (tag === 'latest') return pin('floating', repository, 'the tag "latest" follows every release', { operand });
  return pin('tag', repository, 'a tag, which its owner can move to another image', { operand });
}
