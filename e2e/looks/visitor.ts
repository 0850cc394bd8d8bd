import type { Browser, BrowserContext, Page } from 'playwright-core';
import { translate } from '#shared/i18n/translate.ts';
import { settled, watchRequests } from '../page.ts';
import { pictured } from './clock.ts';
import { heights, type Combination } from './combinations.ts';
import type { Login } from './company.ts';
import type { Picture, Scene, State, Viewer, Visit } from './scene.ts';

type Logins = Readonly<Record<Exclude<Viewer, 'visitor'>, Login>>;

const mostRounds = 12;

/** Opens pages as one of the viewers sees them in one combination, and pictures them. */
export class Visitor {
  readonly #browser: Browser;
  readonly #url: string;
  readonly #logins: Logins;
  /** By viewer and combination: the program stays loaded. */
  readonly #contexts = new Map<string, Promise<BrowserContext>>();

  constructor(browser: Browser, url: string, logins: Logins) {
    this.#browser = browser;
    this.#url = url;
    this.#logins = logins;
  }

  async picture({ scene, state, combination }: Picture): Promise<Buffer> {
    // a page shows its last answer at once, so what is under way, failed or refused is seen by a profile without one
    const isKept = state === 'full' || state === 'empty';
    const who = state === 'empty' ? 'newcomer' : scene.who;
    const context = await (isKept ? this.#context(who, combination) : this.#open(who, combination));
    const page = await context.newPage();
    try {
      page.setDefaultTimeout(12_000);
      await page.clock.setFixedTime(pictured);
      watchRequests(page);
      await this.#reach(page, scene, state, combination);
      return await this.#atRest(page, state);
    } finally {
      await page.close();
      if (!isKept) await context.close();
    }
  }

  /** Once two pictures in a row are the same: what is loaded late, such as a dialog, has come. */
  async #atRest(page: Page, state: State): Promise<Buffer> {
    let last: Buffer = Buffer.alloc(0);
    for (let round = 0; round < mostRounds; round += 1) {
      // a page that is under way has a call that is never answered
      if (state !== 'loading') {
        await settled(page);
        // a table whose rows are still to be drawn
        await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
      }
      const next = await page.screenshot({ animations: 'disabled', caret: 'hide' });
      if (next.equals(last)) return next;
      last = next;
    }
    throw new Error('the page does not come to rest');
  }

  async #reach(page: Page, scene: Scene, state: State, combination: Combination): Promise<void> {
    const { language, width } = combination;
    const text: Visit['text'] = (key, values) => translate(language, key, values);
    if (state === 'loading' || state === 'error' || state === 'denied')
      await page.route(`**/api/${scene.filledBy ?? ''}`, async (route) => {
        if (state === 'loading') return;
        const [code, msg] = state === 'error' ? [500, ''] : [403, text('access.denied')];
        await route.fulfill({ json: { code, msg } });
      });
    await page.goto(this.#url + scene.path);
    await page.locator('h1, form, [role=dialog]').first().waitFor();
    const visit: Visit = { page, text, isPhone: width === 390 };
    if (state === 'loading') {
      await scene.reach?.(visit).catch(() => undefined);
      await page.locator('[aria-busy=true], .ant-skeleton').first().waitFor();
      return;
    }
    await settled(page);
    if (state !== 'full') {
      await scene.reach?.(visit).catch(() => undefined);
      return settled(page);
    }
    await scene.reach?.(visit);
    // a finger leaves nothing behind where it has pressed
    if (visit.isPhone) await page.mouse.move(0, 0);
    await settled(page);
  }

  #context(who: Viewer, combination: Combination): Promise<BrowserContext> {
    const key = JSON.stringify([who, combination]);
    const found = this.#contexts.get(key) ?? this.#open(who, combination);
    this.#contexts.set(key, found);
    return found;
  }

  async #open(who: Viewer, { language, isDark, width }: Combination): Promise<BrowserContext> {
    const context = await this.#browser.newContext({
      locale: 'zh-CN',
      timezoneId: 'Asia/Shanghai',
      colorScheme: isDark ? 'dark' : 'light',
      reducedMotion: 'reduce',
      viewport: { width, height: heights[width] },
      hasTouch: width === 390,
    });
    const stored = {
      preferences: { language },
      ...(who !== 'visitor' && { 'Admin-Token': this.#logins[who] }),
    };
    await context.addInitScript(
      (entries: [string, string][]) => {
        for (const [key, value] of entries) localStorage.setItem(key, value);
      },
      Object.entries(stored).map(([key, value]): [string, string] => [key, JSON.stringify(value)]),
    );
    return context;
  }
}
