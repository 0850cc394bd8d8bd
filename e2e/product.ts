import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';

const root = fileURLToPath(new URL('../', import.meta.url));
export const adminPassword = 'Jy-Browser-7412';

export interface Product {
  readonly url: string;
  readonly browser: Browser;
  /** A fresh browser profile of the given width. */
  readonly open: (options?: {
    width?: number;
    height?: number;
    dark?: boolean;
  }) => Promise<{ context: BrowserContext; page: Page }>;
  readonly close: () => Promise<void>;
}

const freePort = (): Promise<number> =>
  new Promise((done, failed) => {
    const server = createServer();
    server.on('error', failed);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });

/** Starts the whole product on a data folder of its own and a browser to use it with. */
export async function openProduct(): Promise<Product> {
  const folder = mkdtempSync(join(tmpdir(), 'jianye-browser-'));
  const port = await freePort();
  const server = spawn(process.execPath, ['--disable-proto=delete', 'server/main.ts'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), DATA_DIR: folder, ADMIN_PASSWORD: adminPassword, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  await ready(server, url);
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });
  return {
    url,
    browser,
    open: async ({ width = 1440, height = 900, dark = false } = {}) => {
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme: dark ? 'dark' : 'light',
        locale: 'zh-CN',
        acceptDownloads: true,
      });
      return { context, page: await context.newPage() };
    },
    close: async () => {
      await browser.close();
      const ended = new Promise((done) => server.once('exit', done));
      server.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function ready(server: ChildProcess, url: string): Promise<void> {
  for (let round = 0; round < 300; round += 1) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`);
    const answer = await fetch(`${url}/health`).catch(() => null);
    // the demo company is loaded after the door opens
    if (answer?.ok && (await canLogIn(url))) return;
    await new Promise((done) => setTimeout(done, 200));
  }
  throw new Error('the server did not come up');
}

async function canLogIn(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: adminPassword }),
  });
  const { code, user } = (await answer.json()) as { code: number; user?: unknown };
  return code === 0 && user !== undefined;
}

export async function logIn(page: Page, url: string, username = 'admin', password = adminPassword): Promise<void> {
  await page.goto(`${url}/login`);
  await page.locator('input[autocomplete="username"]').fill(username);
  await page.locator('input[autocomplete="current-password"]').fill(password);
  await page.locator('button[type="submit"]').click();
  await page.waitForURL((address) => !address.pathname.startsWith('/login'));
}
