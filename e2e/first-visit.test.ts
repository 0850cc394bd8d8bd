import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openProduct, type Product } from './product.ts';

// What a person who has never been here waits for until there are rows: round trips, and bytes of the program.

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

/** Shows a list to a person who is logged in, in three round trips; returns the files of the program that came with them. */
async function firstRows(path: string, call: string): Promise<readonly string[]> {
  const { context, page } = await product.open({ fresh: true });
  await product.enter(page);
  const { release } = await gated(page);
  const visit = page.goto(product.url + path, { waitUntil: 'commit' });
  expect(await release()).toEqual([path]);
  await visit;
  const program = await release();
  expect(program.every((asked) => asked.startsWith('/assets/'))).toBe(true);
  const rest = await release();
  expect(rest).toContain(call);
  // nothing is answered any more
  await page.locator('tr.ant-table-row').first().waitFor();
  await context.close();
  return [...program, ...rest].filter(isProgram);
}

/** The files of the program that a person without a login waits for. */
async function filesOfLogin(path: string): Promise<readonly string[]> {
  const { context, page } = await product.open({ fresh: true });
  const files: string[] = [];
  page.on('request', (request) => files.push(new URL(request.url()).pathname));
  await page.goto(product.url + path);
  await page.locator('button[type="submit"]').waitFor();
  await context.close();
  return files.filter(isProgram);
}

const isProgram = (path: string): boolean => /\.(?:js|css)$/.test(path);

/** Its bytes on the wire, without headers. */
async function sizeOf(path: string): Promise<number> {
  const { headers, body } = await fetch(product.url + path, { headers: { 'accept-encoding': 'br' } });
  await body?.cancel();
  expect(headers.get('content-encoding'), path).toBe('br');
  return Number(headers.get('content-length'));
}

/** Kilobytes of JavaScript and CSS: what was reached, and a little (docs/decisions/first-visit.md). */
const limit = 429;

it.each([
  ['/crm/customer', '/api/CrmCustomer/queryPageList'],
  ['/crm/contract', '/api/CrmContract/queryPageList'],
])('shows rows of %s after three round trips, with a program that stays small', async (path, call) => {
  const files = new Set([...(await filesOfLogin(path)), ...(await firstRows(path, call))]);
  expect(files.size).toBeGreaterThan(10);
  const sizes = await Promise.all([...files].map(sizeOf));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  expect(bytes / 1000).toBeLessThan(limit);
});
