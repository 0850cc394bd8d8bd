import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startServer } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Data folder of a product that was started once and ended; every test file starts on a copy. */
    demoFolder: string;
  }
}

/** The first start, once for a test run: it takes three times as long as a later one. */
export default async function demoCompany(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'jianye-browser-demo-'));
  const { end } = await startServer(folder);
  await end();
  project.provide('demoFolder', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
