import { expect } from 'vitest';
import type { Json } from '../../src/core/json.ts';
import { own } from '../../src/core/json.ts';
import type { CompleteObservation, FailedObservation, Observation } from '../../src/monitor/ports-reading.ts';

/** The observation of a reading that has to be complete. */
export function complete(observation: Observation): CompleteObservation {
  if ('items' in observation) return observation;
  throw new Error(`the reading failed: ${observation.outcome}, ${observation.reason}`);
}

/** The observation of a reading that has to fail, with a reason that is one plain sentence. */
export function failed(observation: Observation): FailedObservation {
  if ('items' in observation) throw new Error('the reading succeeded');
  expect(observation.reason).toMatch(/^[a-z][ -~…]{10,}[^.]$/);
  return observation;
}

export function toolsOf(observation: Observation): readonly Json[] {
  return complete(observation)
    .items.filter(({ kind }) => kind === 'tool')
    .map(({ value }) => value);
}

export function toolNames(observation: Observation): readonly (string | null)[] {
  return toolsOf(observation).map((tool) => {
    const name = own(tool, 'name');
    return typeof name === 'string' ? name : null;
  });
}

/** The instructions as they were received; undefined if there are none. */
export function instructionsOf(observation: Observation): Json | undefined {
  return complete(observation).items.find(({ kind }) => kind === 'instructions')?.value;
}
