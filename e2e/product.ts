import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { inject } from 'vitest';
import { adminPassword, startServer } from './server.ts';

export interface Product {
  readonly url: string;
  readonly browser: Browser;
  /** A fresh browser profile of the given width. */
  readonly open: (options?: {
    width?: number;
    height?: number;
    dark?: boolean;
  }) => Promise<{ context: BrowserContext; page: Page }>;
  /** Logs somebody in without the login page, and leaves the page where no screen is yet: the administrator, or who is given. */
  readonly enter: (page: Page, person?: { readonly username: string; readonly password: string }) => Promise<void>;
  /** Goes to a page of the product and waits for its heading. */
  readonly visit: (page: Page, path: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Starts the whole product, or what starts at `entry`, on a copy of the demo company and a browser to use it with. */
export async function openProduct(entry?: string): Promise<Product> {
  const folder = mkdtempSync(join(tmpdir(), 'jianye-browser-'));
  // the database starts only in a folder that nobody else can read
  process.umask(0o077);
  cpSync(inject('demoFolder'), folder, { recursive: true });
  const { url, end } = await startServer(folder, entry);
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
    enter: async (page, { username, password } = { username: 'admin', password: adminPassword }) => {
      // shares its cookies with the page
      const answer = await page.request.post(`${url}/api/login`, { data: { username, password, type: 1 } });
      const { access_token, user_id, exp } = (await answer.json()) as Record<string, number | string>;
      const token = { value: access_token, userId: user_id, expiresAt: Number(exp) * 1000 };
      await page.goto(`${url}/health`);
      await page.evaluate(`localStorage.setItem('Admin-Token', ${JSON.stringify(JSON.stringify(token))})`);
    },
    visit: async (page, path) => {
      await page.goto(url + path);
      await page.getByRole('heading', { level: 1 }).waitFor();
    },
    close: async () => {
      await browser.close();
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function logIn(page: Page, url: string, username = 'admin', password = adminPassword): Promise<void> {
  await page.goto(`${url}/login`);
  await page.locator('input[autocomplete="username"]').fill(username);
  await page.locator('input[autocomplete="current-password"]').fill(password);
  await page.locator('button[type="submit"]').click();
  await page.waitForURL((address) => !address.pathname.startsWith('/login'));
}
