import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const serverTests = ['server/**/*.test.ts', 'scripts/**/*.test.ts'];

/**
 * Whether a test file changes what all files of a process would share: the registry of record types, to which fixtures
 * add theirs, a module in the place of another, or what the file names in a comment that begins `own process`.
 */
const needsOwnProcess = (file: string): boolean =>
  /server\/testing\/(?:fixtures|documents|orders|rollups|field-types)|registerRecordType|TestType|vi\.mock|\/\/ own process/.test(
    readFileSync(file, 'utf8'),
  );
const withOwnProcess = globSync(serverTests).filter(needsOwnProcess);

const server = { include: serverTests, globalSetup: ['server/testing/run/cluster.ts'] };

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: availableParallelism(),
    pool: 'forks',
    // the workers and their databases share the machine: a second, which is standard, is little for an answer
    expect: { poll: { timeout: 15_000 } },
    // in one line, what a list that should be empty holds: of a failure that comes rarely no more may be left
    chaiConfig: { truncateThreshold: 1000 },
    projects: [
      // loading the server takes about a second of a processor: files that can share a process load it once
      { extends: true, test: { ...server, name: 'own process', include: withOwnProcess } },
      {
        extends: true,
        test: {
          ...server,
          name: 'server',
          exclude: withOwnProcess,
          isolate: false,
          setupFiles: ['server/testing/run/shared-process.ts'],
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
