import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('../', import.meta.url)),
  test: {
    include: ['e2e/**/*.test.ts'],
    globalSetup: ['e2e/demo-company.ts'],
    testTimeout: 120_000,
    hookTimeout: 180_000,
    maxWorkers: 2,
    pool: 'forks',
    fileParallelism: true,
    // two browsers and two products share the machine: a second, which is standard, is little for an answer
    expect: { poll: { timeout: 15_000 } },
  },
});
