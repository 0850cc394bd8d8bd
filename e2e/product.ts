import { chromium, type BrowserContext, type Frame, type Page } from 'playwright-core';
import { inject } from 'vitest';
import type { Language } from '#shared/i18n/language.ts';
import { tellOfFailures } from './failures.ts';
import { watchRequests } from './page.ts';
import { startOnCopy } from './products.ts';
import { adminPassword } from './server.ts';

/** The state of one visitor of the product. */
export type Profile = Pick<BrowserContext, 'cookies' | 'grantPermissions' | 'close'>;

export interface Product {
  readonly url: string;
  /** An empty browser profile, and a page of the given width. */
  readonly open: (options?: {
    width?: number;
    height?: number;
    dark?: boolean;
    language?: Language;
    /** With animations, as most people see; other visitors have reduced motion, which saves waiting. */
    moving?: boolean;
    /** An unused one: settings of a whole profile, such as its clock, end with it. */
    fresh?: boolean;
    /** With a finger in place of a mouse; in a profile of its own. */
    touch?: boolean;
  }) => Promise<{ context: Profile; page: Page }>;
  /** Logs a person in without the login page, from the next page on: the administrator, or the given one. */
  readonly enter: (page: Page, person?: { readonly username: string; readonly password: string }) => Promise<void>;
  /** Goes to a page of the product and waits for its heading. */
  readonly visit: (page: Page, path: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * The product and the browser of this worker, shared by its test files, changes included. `alone` is for files that
 * change what everybody sees, such as the fields of records: they get their own company. So do files with their own
 * `entry`.
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
  /** A second visit takes half the time: the program is cached in the profile. */
  const unused: BrowserContext[] = [];

  return {
    url,
    open: async (options = {}) => {
      const { width = 1440, height = 900, dark = false, language = 'cn', moving = false, touch = false } = options;
      const fresh = options.fresh === true || touch;
      const context =
        (fresh ? undefined : unused.pop()) ?? (await browser.newContext({ ...profiles, hasTouch: touch }));
      const page = await context.newPage();
      watchRequests(page);
      tellOfFailures(page);
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

/** Everything a profile stores except the cached program. */
async function forget(context: BrowserContext, page: Page, url: string): Promise<void> {
  await context.clearCookies();
  const session = await context.newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin: url, storageTypes: 'all' });
  await session.detach();
}

/**
 * Starts only the next page of the product with this in its storage; the page may then change it. News of the empty
 * page before it may come late, and does not count.
 */
async function keepOnce(page: Page, key: string, value: object): Promise<void> {
  const kept = JSON.stringify(JSON.stringify(value));
  const script = await page.addInitScript(`localStorage.setItem('${key}', ${kept})`);
  const startsWithIt = (frame: Frame) => {
    if (frame !== page.mainFrame() || frame.url() === 'about:blank') return;
    page.off('framenavigated', startsWithIt);
    void script.dispose();
  };
  page.on('framenavigated', startsWithIt);
}

export async function logIn(page: Page, url: string, username = 'admin', password = adminPassword): Promise<void> {
  await page.goto(`${url}/login`);
  await page.locator('input[autocomplete="username"]').fill(username);
  await page.locator('input[autocomplete="current-password"]').fill(password);
  await page.locator('button[type="submit"]').click();
  await page.waitForURL((address) => !address.pathname.startsWith('/login'));
}
