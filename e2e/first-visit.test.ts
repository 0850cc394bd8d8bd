import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openProduct, type Product } from './product.ts';

// How many times the network is waited for until a person who is logged in, and has never been here, sees rows.

let product: Product;
beforeAll(async () => {
  product = await openProduct();
});
afterAll(async () => product.close());

/** Answers nothing by itself: `release` answers all that waits, as one round trip would. */
async function gated(page: Page) {
  let waiting: Route[] = [];
  let last = Date.now();
  await page.route('**/*', async (route) => {
    // the stream of news, which nothing waits for, and icons
    if (/\/push\/stream|\.svg/.test(route.request().url())) return route.continue();
    waiting.push(route);
    last = Date.now();
  });
  return {
    /** Waits until the page asks for nothing more before it gets an answer. */
    release: async (): Promise<string[]> => {
      await expect.poll(() => waiting.length > 0 && Date.now() - last > 1500, { timeout: 20_000 }).toBe(true);
      const released = waiting;
      waiting = [];
      await Promise.all(
        released.map(async (route) => {
          // all answers are there before the page sees the first
          const response = await route.fetch();
          return async () => route.fulfill({ response });
        }),
      ).then((answers) => Promise.all(answers.map((answer) => answer())));
      return released.map((route) => new URL(route.request().url()).pathname);
    },
  };
}

it('shows rows after three round trips', async () => {
  const { context, page } = await product.open({ fresh: true });
  await product.enter(page);
  const { release } = await gated(page);
  const visit = page.goto(`${product.url}/crm/customer`, { waitUntil: 'commit' });
  expect(await release()).toEqual(['/crm/customer']);
  await visit;
  expect((await release()).every((path) => path.startsWith('/assets/'))).toBe(true);
  expect(await release()).toContain('/api/CrmCustomer/queryPageList');
  // nothing is answered any more
  await page.locator('tr.ant-table-row').first().waitFor();
  await context.close();
});
