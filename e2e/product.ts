import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { inject } from 'vitest';
import type { Language } from '#shared/i18n/language.ts';
import { watchRequests } from './page.ts';
import { startOnCopy } from './products.ts';
import { adminPassword } from './server.ts';

/** What belongs to one visitor of the product. */
export type Profile = Pick<BrowserContext, 'cookies' | 'grantPermissions' | 'close'>;

export interface Product {
  readonly url: string;
  /** A browser profile in which nothing is kept, and a page of the given width. */
  readonly open: (options?: {
    width?: number;
    height?: number;
    dark?: boolean;
    language?: Language;
    /** With the movements that most people see; others have asked their system for none, and it saves the waiting. */
    moving?: boolean;
    /** One that nobody has used before: what is set for a whole profile, such as its clock, ends with it. */
    fresh?: boolean;
  }) => Promise<{ context: Profile; page: Page }>;
  /** Logs somebody in without the login page, from the next page on: the administrator, or who is given. */
  readonly enter: (page: Page, person?: { readonly username: string; readonly password: string }) => Promise<void>;
  /** Goes to a page of the product and waits for its heading. */
  readonly visit: (page: Page, path: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * The product and the browser of this worker, which its test files share: what one leaves there the next ones find.
 * `alone` is for those that change what everybody sees, such as the fields of records: a company of their own. So has what
 * starts at an `entry` of its own.
 */
export async function openProduct({
  alone = false,
  entry,
}: { alone?: boolean; entry?: string } = {}): Promise<Product> {
  const shared = inject('products')[Number(process.env['VITEST_POOL_ID'] ?? 1) - 1];
  if (!shared) throw new Error('there is no product for this worker');
  const own = alone || entry !== undefined ? await startOnCopy(inject('demoFolder'), entry) : null;
  const url = own?.url ?? shared.url;
  const browser = await chromium.connect(shared.browser);
  const profiles = { locale: 'zh-CN', acceptDownloads: true };
  /** A second visit takes half of the first: the program is in the profile's cache. */
  const unused: BrowserContext[] = [];

  return {
    url,
    open: async ({ width = 1440, height = 900, dark = false, language = 'cn', moving = false, fresh = false } = {}) => {
      const context = (fresh ? undefined : unused.pop()) ?? (await browser.newContext(profiles));
      const page = await context.newPage();
      watchRequests(page);
      await forget(context, page, url);
      await page.setViewportSize({ width, height });
      await page.emulateMedia({
        colorScheme: dark ? 'dark' : 'light',
        reducedMotion: moving ? 'no-preference' : 'reduce',
      });
      if (language !== 'cn') await keepOnce(page, 'preferences', { language });
      const close = async () => {
        if (fresh) return context.close();
        for (const used of context.pages()) await used.close();
        unused.push(context);
      };
      const profile: Profile = {
        cookies: () => context.cookies(),
        grantPermissions: (permissions) => context.grantPermissions(permissions),
        close,
      };
      return { context: profile, page };
    },
    enter: async (page, { username, password } = { username: 'admin', password: adminPassword }) => {
      // shares its cookies with the page
      const answer = await page.request.post(`${url}/api/login`, { data: { username, password, type: 1 } });
      const { access_token, user_id, exp } = (await answer.json()) as Record<string, number | string>;
      const token = { value: access_token, userId: user_id, expiresAt: Number(exp) * 1000 };
      await keepOnce(page, 'Admin-Token', token);
    },
    visit: async (page, path) => {
      await page.goto(url + path);
      await page.getByRole('heading', { level: 1 }).waitFor();
    },
    close: async () => {
      await browser.close();
      await own?.end();
    },
  };
}

/** All that a profile keeps but the program in its cache. */
async function forget(context: BrowserContext, page: Page, url: string): Promise<void> {
  await context.clearCookies();
  const session = await context.newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin: url, storageTypes: 'all' });
  await session.detach();
}

/** Has the next page begin with this in its storage, and none after it: what it does with it is its own. */
async function keepOnce(page: Page, key: string, value: object): Promise<void> {
  const kept = JSON.stringify(JSON.stringify(value));
  const script = await page.addInitScript(`localStorage.setItem('${key}', ${kept})`);
  page.once('framenavigated', () => void script.dispose());
}

export async function logIn(page: Page, url: string, username = 'admin', password = adminPassword): Promise<void> {
  await page.goto(`${url}/login`);
  await page.locator('input[autocomplete="username"]').fill(username);
  await page.locator('input[autocomplete="current-password"]').fill(password);
  await page.locator('button[type="submit"]').click();
  await page.waitForURL((address) => !address.pathname.startsWith('/login'));
}
