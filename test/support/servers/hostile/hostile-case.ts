import type { Era, ListenState, Outcome } from '../../../../src/monitor/ports-reading.ts';
import type { Script } from '../script.ts';
import { searchNotesTool } from '../tools.ts';

export type HostileTransport = 'http' | 'stdio';

/** A server that no SDK would build. */
export interface HostileCase {
  /** What the server does, to be read after "a server that ". */
  readonly name: string;
  readonly eras: readonly Era[];
  readonly transports: readonly HostileTransport[];
  /** How a reading may end; more than one where both are honest. */
  readonly outcomes: readonly Outcome[];
  /** What a complete reading finds, in the order served: the names of the tools, or null for one without. */
  readonly toolNames?: readonly (string | null)[];
  /** How listening may end up, where that is the point. */
  readonly listen?: readonly ListenState[];
  readonly script: (era: Era) => Script;
}

/** Both eras, both transports. */
export const everywhere = { eras: ['modern', 'legacy'], transports: ['http', 'stdio'] } as const;

/** Both eras, only where there are status codes and bodies. */
export const overHttp = { eras: ['modern', 'legacy'], transports: ['http'] } as const;

/** Both eras, only where there is a child process. */
export const overStdio = { eras: ['modern', 'legacy'], transports: ['stdio'] } as const;

/** Text of a harmless tool: it must survive whatever stands beside it. */
export const neighbour = JSON.stringify(searchNotesTool);
export const neighbourName = searchNotesTool.name;
