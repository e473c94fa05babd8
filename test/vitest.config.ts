import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './longest-first.ts';

const isCi = Boolean(process.env['CI']);

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/bench/**'],
    globalSetup: ['test/global-setup.ts'],
    pool: 'forks',
    // A third of the time went into loading the same modules again for each file. None of them keeps state.
    isolate: false,
    // Much of the time is spent waiting for child processes and sockets.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // `.ci/run` counts from this report.
    reporters: isCi ? ['default', 'json'] : ['default'],
    outputFile: { json: '.tmp/vitest.json' },
    coverage: { include: ['src/**', 'db/**'], reportsDirectory: 'coverage' },
  },
});
