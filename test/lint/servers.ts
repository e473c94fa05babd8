import { buildSurface } from '../../src/core/surface.ts';
import type { JsonObject } from '../../src/core/json.ts';
import type { LintServer } from '../../src/lint/lint-finding.ts';
import { anItem, instructions as instructionsItem } from '../core/builders.ts';
import { launchOf } from '../pins/launches.ts';

type Parts = Partial<Omit<LintServer, 'recorded'>> & {
  readonly tools?: readonly JsonObject[];
  readonly instructions?: string;
};

/** A server that is started by `line`; `parts` replace or add what else is known of it. */
export function aServer(line: string, { tools, instructions, ...parts }: Parts = {}): LintServer {
  const items = [...(tools ?? []).map(anItem), ...(instructions === undefined ? [] : [instructionsItem(instructions)])];
  const { definitions } = buildSurface(items);
  const recorded =
    items.length === 0
      ? []
      : [definitions.map(({ kind, name, text, copies }) => ({ kind, name, text, copies, isApproved: false }))];
  return { name: 'files', launch: launchOf(line), headers: {}, npmrc: [], served: null, recorded, ...parts };
}

/** A server at an address. */
export function aRemote(url: string, headers: Readonly<Record<string, string>> = {}): LintServer {
  return aServer('x', { launch: { kind: 'http', url }, headers });
}

export const allHints = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true };
