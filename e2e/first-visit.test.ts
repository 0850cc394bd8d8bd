import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openApi } from './api.ts';
import { settled } from './page.ts';
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
const limit = 428;

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

/** What the program for PDF is recognised by: its own words, as they stay when names are shortened. */
const ofPdf = ['%PDF-', 'FlateDecode', 'CIDFontType2'];

it('the program for PDF is in no file of the page', () => {
  const folder = new URL('../dist/web/assets/', import.meta.url);
  const files = readdirSync(folder).filter((name) => name.endsWith('.js'));
  expect(files.length).toBeGreaterThan(50);
  const having = (content: string) => ofPdf.filter((word) => content.includes(word));
  for (const name of files) expect([name, having(readFileSync(new URL(name, folder), 'utf8'))]).toEqual([name, []]);
  // the words are those of the program that is meant
  const program = createRequire(import.meta.url).resolve('pdfkit');
  expect(having(readFileSync(program, 'utf8')).length).toBeGreaterThan(1);
});

it('paints the list as it was at the next visit before anything is answered, and then as it is', async () => {
  const api = openApi(() => product);
  // who sees their own customers alone
  const { username, password, token } = await api.hire('回清单', '11');
  for (const customer_name of ['再看的公司甲', '再看的公司乙']) await api.save('CrmCustomer', { customer_name }, token);
  const { context, page } = await product.open({ fresh: true });
  await product.enter(page, { username, password });
  const path = '/crm/customer';
  const names = () => page.locator('tbody a[href^="?rowId="]').allTextContents();
  await page.goto(product.url + path);
  await expect.poll(names).toEqual(['再看的公司乙', '再看的公司甲']);
  await settled(page);
  await page.goto('about:blank');
  await api.save('CrmCustomer', { customer_name: '再看的公司丙' }, token);
  const answer = Promise.withResolvers<undefined>();
  await page.route('**/api/**', async (route) => {
    await answer.promise;
    await route.continue().catch(() => undefined);
  });
  await page.goto(product.url + path);
  await expect.poll(names).toEqual(['再看的公司乙', '再看的公司甲']);
  answer.resolve(undefined);
  await expect.poll(names).toEqual(['再看的公司丙', '再看的公司乙', '再看的公司甲']);
  await context.close();
});
