import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page, Request } from 'playwright-core';
import { expect } from 'vitest';

/** The button of exactly this name. */
export const button = (within: Page | Locator, name: string): Locator =>
  within.getByRole('button', { name, exact: true });

/** The dialog on top; while one over another goes, `titled` says which of them is meant. */
export const dialog = (page: Page): Locator => page.getByRole('dialog').last();

/** The dialog or question whose title has these words, whatever fades out above or below it. */
export const titled = (page: Page, title: string | RegExp): Locator => page.getByRole('dialog', { name: title });

/** Width of the page in CSS pixels; more than its window when content overflows. */
export const pageWidth = (page: Page): Promise<number> => page.evaluate<number>('document.documentElement.scrollWidth');

/** Switches the language to English. */
export async function inEnglish(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /中\/En|English/ })
    .first()
    .click();
  await page.locator('html[lang="en"]').waitFor();
}

/** Waits until no entry of the history belongs to an overlay any more: closing one goes back, which takes a while. */
export const overlaysLeft = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate<boolean>('Boolean(history.state?.overlays)')).toBe(false);

/** The names in a list, which open the rows; next to them are links to numbers, addresses and other records. */
export const titles = (page: Page) => page.locator('tbody a[href^="?rowId="]');

/** Unanswered requests of the page, except the event stream, which never ends. */
const underWay = new WeakMap<Page, Set<Request>>();

/** Tracks requests for `settled`; for pages that have shown nothing yet. */
export function watchRequests(page: Page): void {
  const asked = new Set<Request>();
  underWay.set(page, asked);
  page.on('request', (request) => {
    if (!request.url().includes('/push/stream')) asked.add(request);
  });
  page.on('requestfinished', (request) => void asked.delete(request));
  page.on('requestfailed', (request) => void asked.delete(request));
}

// paused animations never end, and a background page may not render: neither is waited for
const movesEnd = `Promise.race([
  new Promise((done) => setTimeout(done, 5000)),
  Promise.all(document.getAnimations()
    .filter((one) => one.playState === 'running' && one.effect?.getComputedTiming().endTime !== Infinity)
    .map((one) => one.finished.catch(() => null)))
    .then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))),
])`;

/** Waits until animations have ended and the page has rendered. */
export const drawn = (page: Page): Promise<unknown> => page.evaluate(movesEnd);

const longestAnswer = 15_000;

/** Waits until every call is answered and the page has rendered. */
export async function settled(page: Page): Promise<void> {
  const asked = underWay.get(page) ?? new Set();
  const end = performance.now() + longestAnswer;
  do {
    while (asked.size > 0) {
      if (performance.now() > end) throw new Error(`no answer: ${[...asked].map((one) => one.url()).join(', ')}`);
      await sleep(20);
    }
    await drawn(page);
  } while (asked.size > 0);
}

/** Goes to another page as a link does: without a reload, in a third of the time. */
export async function follow(page: Page, path: string): Promise<void> {
  const address = JSON.stringify(path);
  await page.evaluate(
    `history.pushState({}, '', ${address}); dispatchEvent(new PopStateEvent('popstate', { state: {} }))`,
  );
  await settled(page);
}

/** The same to a page that begins anew, whatever stood open on it; a question outlives the page that asked it. */
export async function followAfresh(page: Page, path: string): Promise<void> {
  await follow(page, '/nowhere');
  if ((await page.locator('[role=dialog]').filter({ visible: true }).count()) > 0) {
    await page.reload();
    await settled(page);
  }
  await follow(page, path);
}
