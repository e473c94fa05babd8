import { describe, expect } from 'vitest';
import { own, type Json } from '../../src/core/json.ts';
import type { Era, Observation } from '../../src/monitor/ports-reading.ts';
import type { HostileCase, HostileTransport } from '../support/servers/hostile/hostile-case.ts';
import { hostileCases } from '../support/servers/hostile/index.ts';
import { firstDifference } from './same-json.ts';
import { it, survivors } from './scope.ts';
import { servedTools } from './served-tools.ts';

interface Case {
  readonly hostile: HostileCase;
  readonly era: Era;
  readonly transport: HostileTransport;
}

const cases: readonly Case[] = hostileCases.flatMap((hostile) =>
  hostile.eras.flatMap((era) => hostile.transports.map((transport) => ({ hostile, era, transport }))),
);
const title = ({ hostile, era, transport }: Case) => `${hostile.name} (${era}, ${transport})`;

/** For servers of which nothing comes: they are waited for to the end. All others get their time on a busy machine. */
const short = { limits: { readTimeoutMs: 1_000, startTimeoutMs: 2_000 }, times: { probeMs: 500 } };

describe.concurrent('a server that', () => {
  it.for(cases.map((item) => [title(item), item] as const))('%s', async ([, item], { scope, expect }) => {
    const { hostile, era, transport } = item;
    const script = hostile.script(era);
    const served = await scope.serve(script, transport);
    const observation = await scope.read(served.launch, isHanging(hostile) ? short : {});

    expect(hostile.outcomes, describeFailure(observation)).toContain(observation.outcome);
    if ('items' in observation) {
      const tools = observation.items.filter(({ kind }) => kind === 'tool');
      expect(tools.map(({ value }) => nameOf(value))).toEqual(hostile.toolNames);
      expect(
        firstDifference(
          tools.map(({ value }) => value),
          servedTools(script),
        ),
      ).toBeNull();
    } else {
      expect(observation.reason).toMatch(/^[a-z][^\n]{10,}[^.]$/);
    }
    if (served.kind === 'stdio') expect(survivors(served.file)).toEqual([]);
  });
});

describe('the hostile cases', () => {
  it('cover both eras and transports', () => {
    expect(new Set(cases.map(({ era, transport }) => `${era} ${transport}`)).size).toBe(4);
  });
});

function isHanging({ name, outcomes }: HostileCase): boolean {
  return !outcomes.includes('listed') && /never|web page/.test(name);
}

function describeFailure(observation: Observation): string {
  return 'reason' in observation ? observation.reason : observation.outcome;
}

function nameOf(tool: Json): string | null {
  const name = own(tool, 'name');
  return typeof name === 'string' ? name : null;
}
