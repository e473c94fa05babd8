import { sameCircumstances, type Circumstances } from '../core/circumstances.ts';
import { Settling } from '../core/settling.ts';
import { holdChangedLaunch } from './changed-launch.ts';
import { plannedNext, type CheckDeps, type CheckResult, type Reading } from './check-result.ts';
import type { CompleteObservation, Observation } from './ports-reading.ts';
import type { WatchedServer } from './ports-watched.ts';
import { recordFailure } from './record-failure.ts';
import { circumstancesOf, recordReading } from './record-reading.ts';

/** What the last complete reading of a server in this process found: an equal one is not compared again. */
export interface Memory {
  readonly digest: string;
  readonly circumstances: Circumstances;
  readonly revision: number;
  readonly result: CheckResult;
}

export interface Checked {
  readonly result: CheckResult;
  readonly memory: Memory | null;
}

/** A removal counts when readings in a row agree on it (`settling.ts`); this many are tried. */
const settleReadings = 3;

/**
 * Reads one server, compares, decides and commits: the same for the daemon and for `check`. `read` may be called again,
 * on the same connection; `memory` is what this function returned last for this server.
 */
export async function checkServer(
  server: WatchedServer,
  read: () => Promise<Reading>,
  deps: CheckDeps,
  memory: Memory | null,
  signal: AbortSignal,
): Promise<Checked> {
  // Whoever remembers a reading of this process has seen that the launch is the approved one.
  const held = memory === null ? await holdChangedLaunch(server, deps) : null;
  if (held !== null) return { result: held, memory: null };
  const settling = deps.settling ?? new Settling(0);
  let goesWith: readonly string[] = [];
  for (let attempt = 1; ; attempt += 1) {
    const reading = await read();
    const { observation } = reading;
    if (!isComplete(observation))
      return { result: await recordFailure(server, reading, observation, deps), memory: null };
    const alternates = deps.alternation?.note(observation.digest) ?? false;
    const circumstances = circumstancesOf(server, reading);
    const isRepeated = memory?.digest === observation.digest && sameCircumstances(memory.circumstances, circumstances);
    if (isRepeated && (await touch(server.name, observation, memory, deps))) {
      return { result: memory.result, memory };
    }
    const before = { settling, alternates, goesWith };
    const recorded = await recordReading(server, reading, observation, before, deps).catch((error: unknown) => {
      if (!isBug(error)) throw error;
      deps.onBug?.(server.name, error);
      return null;
    });
    if (recorded === null) return { result: await recordFailure(server, reading, notCompared, deps), memory: null };
    const { result, revision, isSettled } = recorded;
    if (isSettled || attempt === settleReadings || signal.aborted) {
      const { digest } = observation;
      return { result, memory: isSettled && !alternates ? { digest, circumstances, revision, result } : null };
    }
    goesWith = recorded.goesWith;
    await deps.clock.sleep(deps.settleMs, signal);
  }
}

/** Who makes us stumble must not be taken for one that shows nothing new. */
const notCompared = {
  outcome: 'invalid',
  reason: 'what it shows could not be compared, because of a bug of tooldrift: please report it',
} as const;

/** What the database throws is of other kinds. */
function isBug(error: unknown): error is Error {
  return [TypeError, RangeError, SyntaxError, ReferenceError, DOMException].some((kind) => error instanceof kind);
}

function isComplete(observation: Observation): observation is CompleteObservation {
  return observation.outcome === 'listed' || observation.outcome === 'no-tools';
}

/** The reading that changed nothing: one small update, provided that nobody wrote in between. */
async function touch(
  name: string,
  observation: CompleteObservation,
  memory: Memory,
  deps: CheckDeps,
): Promise<boolean> {
  const at = deps.clock.now().toISOString();
  const patch = {
    lastReadingAt: at,
    lastCompleteAt: at,
    ...(memory.result.verdict === 'clean' ? { lastGoodAt: at } : {}),
    ...plannedNext(deps, observation.ttlMs, 0),
  };
  return deps.store.touch(name, memory.revision, patch, at);
}
