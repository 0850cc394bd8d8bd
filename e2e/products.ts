import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { ballastFile } from '#server/platform/database/embedded/ballast.ts';
import { startServer } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Data folder of a product that was started once and ended: all others start on a copy of it. */
    demoFolder: string;
    /** The addresses of the product and the browser of each worker. */
    products: readonly { readonly url: string; readonly browser: string }[];
  }
}

const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // pages live for seconds: what would make them faster later is never worth its price
  '--js-flags=--no-turbofan --no-maglev',
];

/** A product on a copy of the demo company. */
export async function startOnCopy(
  demoFolder: string,
  entry?: string,
): Promise<{ url: string; end: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'jianye-browser-'));
  // the database starts only in a folder that no other user can read
  process.umask(0o077);
  cpSync(demoFolder, folder, { recursive: true });
  const { url, end } = await startServer(folder, entry);
  return {
    url,
    end: async () => {
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A product and a browser for each worker, shared by its test files; the demo company is loaded once. */
export default async function products(project: TestProject): Promise<() => Promise<void>> {
  const demoFolder = mkdtempSync(join(tmpdir(), 'jianye-browser-demo-'));
  await (await startServer(demoFolder)).end();
  // an empty file in place of the ballast, so that no copy contains one and no start creates it
  writeFileSync(ballastFile(join(demoFolder, 'database', 'cluster')), '');
  const workers = await Promise.all(
    Array.from({ length: project.config.maxWorkers }, async () => {
      const server = await startOnCopy(demoFolder);
      const browser = await chromium.launchServer({
        executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
        args: browserArguments,
      });
      return { server, browser };
    }),
  );
  project.provide('demoFolder', demoFolder);
  project.provide(
    'products',
    workers.map(({ server, browser }) => ({ url: server.url, browser: browser.wsEndpoint() })),
  );
  return async () => {
    for (const { server, browser } of workers) {
      await browser.close();
      await server.end();
    }
    rmSync(demoFolder, { recursive: true, force: true });
  };
}
