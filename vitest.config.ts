import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: availableParallelism(),
    pool: 'forks',
    // the workers and their databases share the machine: a second, which is standard, is little for an answer
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'scripts/**/*.test.ts'],
          globalSetup: ['server/testing/cluster.ts'],
        },
      },
      {
        // without a database, a process or a mock of a module: the files of a worker share what they import
        extends: true,
        test: { name: 'pure', include: ['shared/**/*.test.ts', 'web/**/*.test.{ts,tsx}'], isolate: false },
      },
    ],
  },
});
