import { mkdtempSync, readFileSync, renameSync, rmSync, watch, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Reserved } from './tool-server.ts';
import type { ToolDefinition } from './tools.ts';

/** What the stdio servers built with an SDK serve. */
export interface StdioState {
  readonly tools: readonly ToolDefinition[];
  readonly instructions?: string;
  readonly reserved?: Reserved;
  readonly ttlMs?: number;
  /** False: a change of this file is not announced. Default true. */
  readonly notify?: boolean;
}

/** One thing that a child did: `started`, `grandchild`, or the method of a request that it received. */
export interface TraceEntry {
  readonly event: string;
  /** The child, or the grandchild for `grandchild`. */
  readonly pid: number;
}

/** A JSON file that a child serves from and watches, in a folder of its own, with a trace that the child writes beside it. */
export interface StateFile<State> {
  readonly path: string;
  /** Replaces the file in one step: a child never reads half of it. */
  set(state: State): void;
  /** What the children that were started with this file did so far, oldest first. */
  trace(): readonly TraceEntry[];
  /** Resolves with the trace once it holds `event` at least `count` (default 1) times. */
  whenTraced(event: string, count?: number): Promise<readonly TraceEntry[]>;
  /** Deletes the folder. Stop the children first. */
  remove(): void;
}

/** Creates the file in a new temporary folder. */
export function createStateFile<State>(initial: State): StateFile<State> {
  const folder = mkdtempSync(join(tmpdir(), 'tooldrift-state-'));
  const path = join(folder, 'state.json');
  const tracePath = `${path}.trace`;
  const set = (state: State): void => {
    const next = `${path}.next`;
    writeFileSync(next, JSON.stringify(state));
    renameSync(next, path);
  };
  writeFileSync(tracePath, '');
  set(initial);
  const trace = (): readonly TraceEntry[] => parseTrace(readFileSync(tracePath, 'utf8'));
  return {
    path,
    set,
    trace,
    async whenTraced(event, count = 1) {
      const watcher = watch(tracePath);
      try {
        for (;;) {
          const changed = once(watcher, 'change');
          const entries = trace();
          if (entries.filter((entry) => entry.event === event).length >= count) return entries;
          await changed;
        }
      } finally {
        watcher.close();
      }
    },
    remove() {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A line that is still being written has no newline yet, and waits for the next look. */
function parseTrace(text: string): readonly TraceEntry[] {
  const lines = text.split('\n').slice(0, -1);
  // Written by `state-child.mjs` beside this file.
  return lines.map((line) => JSON.parse(line) as TraceEntry);
}
