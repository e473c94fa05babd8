import { holdsVariable, pin, variableReason, type Pin } from './pin.ts';

/** How firmly a git repository at `revision` is named: only a whole commit is its content. */
export function gitVerdict(name: string, revision: string | null, operand: string): Pin {
  if (revision === null || revision === '')
    return pin('floating', name, 'a git repository without a commit', { operand });
  if (holdsVariable(revision)) return pin('unknown', name, variableReason, { operand });
  if (/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/i.test(revision))
    return pin('pinned-digest', name, 'a whole commit', { operand });
  if (/^v?\d+(?:\.\d+)*(?:[-+.]\w+)*$/.test(revision) && /[.v]/.test(revision))
    return pin('tag', name, 'a git tag, which its owner can move', { operand });
  return pin('floating', name, 'a git branch or part of a commit', { operand });
}
