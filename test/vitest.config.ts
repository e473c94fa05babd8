import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './longest-first.ts';

const isCi = Boolean(process.env['CI']);

/** V8 stops to optimise patterns in a process that has run very much code: these files each need a young one. */
const patterns = ['test/core/**/*.test.ts', 'test/notify/**/*.test.ts', 'test/log.test.ts'];

// Much of the time is spent waiting for child processes and sockets.
const shared = { pool: 'forks', testTimeout: 60_000, hookTimeout: 60_000 } as const;

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    globalSetup: ['test/global-setup.ts'],
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { ...shared, name: 'patterns', include: patterns } },
      // A third of the time went into loading the same modules again for each file. None of them keeps state.
      { test: { ...shared, name: 'rest', include: ['test/**/*.test.ts'], exclude: patterns, isolate: false } },
    ],
    // `.ci/run` counts from this report.
    reporters: isCi ? ['default', 'json'] : ['default'],
    outputFile: { json: '.tmp/vitest.json' },
    coverage: { include: ['src/**', 'db/**'], reportsDirectory: 'coverage' },
  },
});
