import { classifyAddition } from './classify.ts';
import { parseCanonical } from './compare.ts';
import type { Definition } from './definition.ts';
import type { Consequence } from './finding.ts';
import { missingHints, type MissingHints } from './missing-hints.ts';
import type { OtherTool } from './name-index.ts';
import { signalContext } from './signals/context.ts';
import { signalsIn } from './signals/raise.ts';
import type { Signal, SignalContext } from './signals/signal.ts';

/** What a person should know of a definition that nobody approved yet. */
export interface FirstSight {
  /** What in it speaks for an attack. */
  readonly signals: readonly Signal[];
  /** What clients do with it that they would not do with one that says nothing of itself. */
  readonly consequences: readonly Consequence[];
  /** Of a tool: what it does not say. */
  readonly missing: MissingHints | null;
}

type Recorded = Pick<Definition, 'kind' | 'name' | 'fingerprint' | 'text' | 'copies'>;

/** What texts are judged by of which nothing is approved yet: own addresses are those of the launch. */
export function firstContext(
  definitions: readonly Pick<Definition, 'kind' | 'name' | 'text'>[],
  elsewhere: readonly OtherTool[],
): SignalContext {
  const launch = definitions.filter(({ kind }) => kind === 'launch').map(({ text }) => text);
  const tools = definitions.filter(({ kind }) => kind === 'tool').map(({ name }) => name);
  return signalContext(launch, tools, elsewhere);
}

/**
 * An approval aid for each of `definitions`. Own addresses are those of the launch; `elsewhere` are the tools of other servers;
 * `isFirst`: nothing of the server is approved yet.
 */
export function firstSights<T extends Recorded>(
  definitions: readonly T[],
  elsewhere: readonly OtherTool[],
  isFirst: boolean,
): ReadonlyMap<T, FirstSight> {
  const context = firstContext(definitions, elsewhere);
  return new Map(
    definitions.map((item) => {
      const value = parseCanonical(item.text);
      const { consequences = [] } = classifyAddition(
        { ...item, value, length: item.text.length, invalid: null },
        context,
      );
      const missing = item.kind === 'tool' && item.copies === 1 ? missingHints(value) : null;
      return [item, { signals: signalsIn(item, value, context, isFirst), consequences, missing }];
    }),
  );
}
