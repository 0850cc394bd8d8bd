import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('../', import.meta.url)),
  test: {
    include: ['e2e/**/*.test.ts'],
    globalSetup: ['e2e/products.ts'],
    setupFiles: ['e2e/failures.ts'],
    testTimeout: 120_000,
    hookTimeout: 180_000,
    maxWorkers: availableParallelism(),
    pool: 'forks',
    // the default of a second is too short for an answer
    expect: { poll: { timeout: 15_000 } },
  },
});
