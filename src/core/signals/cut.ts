import type { ItemKey } from '../definition.ts';
import type { Text } from './signal.ts';

/** Where Claude Code cuts the description of a tool, and instructions: characters, by its documentation as read in 2026-11. */
export const claudeCodeCut = 2_048;

/** True for the texts that Claude Code cuts. */
export function isCut({ path, inKey }: Text, { kind }: ItemKey): boolean {
  if (inKey) return false;
  // Of several tools of one name, each stands below its number.
  return kind === 'instructions' || (kind === 'tool' && /^(?:\d+\/)?description$/.test(path.join('/')));
}
