import { chromium, type Locator, type Page, type Request } from 'playwright-core';
import type { LoadCompany } from './load-company.ts';

/** Milliseconds of interactions. */
export type Interactions = readonly number[];

interface PageVisit {
  readonly page: Page;
  /** Each kind of work with the slowest interaction of each repetition. */
  readonly measure: (repetitions: number, only?: string) => Promise<Map<string, Interactions>>;
  readonly close: () => Promise<void>;
}

/** Milliseconds between keys, as people type: some words are searched for while the next letter comes. */
const pauses = [90, 140, 320, 110, 420];
const words = ['4827', '0571', '138', '99', 'bjhr', '2026'];
/** Milliseconds that a pointer rests on what it is about to press; people take longer. */
const rest = 100;
/** The shortest duration that the browser reports, in milliseconds. */
const shortest = 16;

/** The customer list with 100 rows, as the manager of 200 people sees it. */
export async function openPageVisit(company: LoadCompany, slowdown: number): Promise<PageVisit> {
  const url = `http://127.0.0.1:${company.port}`;
  const token = await company.tokenOf(3);
  await fillRows(url, token);
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' });
  const page = await context.newPage();
  watch(page);
  const stored = JSON.stringify(JSON.stringify({ value: token, userId: 3, expiresAt: Date.now() + 3_600_000 }));
  await page.addInitScript(`localStorage.setItem('Admin-Token', ${stored}); ${observer}`);
  await page.goto(`${url}/crm/customer?limit=100`);
  await rows(page).nth(10).waitFor();
  // what opens later is loaded after two quiet seconds
  await page.waitForTimeout(4000);
  await quiet(page);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return {
    page,
    close: () => browser.close(),
    measure: async (repetitions, only) => {
      const measured = new Map<string, Interactions>();
      for (const [name, work] of Object.entries(works)) {
        if (only && !name.includes(only)) continue;
        const times: number[] = [];
        // the first two compile what the others run
        for (let at = -2; at < repetitions; at += 1) {
          const one: number[] = [];
          await work(page, at + 2, async (act) => void one.push(...(await timed(page, act))));
          if (at >= 0) times.push(Math.max(...one));
        }
        measured.set(name, times);
      }
      return measured;
    },
  };
}

const rows = (page: Page): Locator => page.locator('.ant-table-row');

type Time = (act: () => Promise<unknown>) => Promise<void>;

/** The yardstick: what the machine itself takes, whatever the page does. */
export const nothing = 'a press that does nothing';

const works: Readonly<Record<string, (page: Page, at: number, time: Time) => Promise<void>>> = {
  [nothing]: async (page, _at, time) => {
    await time(() => page.locator('footer').click({ position: { x: 200, y: 8 } }));
    await quiet(page);
  },
  'typing in search': async (page, at, time) => {
    const box = page.locator('main input[type=search]');
    await pointAt(box);
    await time(() => pressThere(page));
    for (const [place, sign] of [...(words[at % words.length] ?? '')].entries()) {
      await time(() => page.keyboard.press(sign));
      await page.waitForTimeout(pauses[(at + place) % pauses.length] ?? 0);
    }
    await quiet(page);
    await time(() => box.press('Control+a'));
    await time(() => box.press('Delete'));
    await quiet(page);
  },
  'opening a record': async (page, at, time) => {
    const name = rows(page)
      .nth(at % 12)
      .locator('a')
      .first();
    // its beginning: the buttons of the row come beside it
    await pointAt(name, { x: 10, y: 8 });
    await time(() => pressThere(page));
    await page.getByRole('dialog').waitFor();
    await quiet(page);
    await time(() => page.keyboard.press('Escape'));
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await quiet(page);
  },
  'switching views': async (page, at, time) => {
    await pointAt(page.locator('nav button[class*=scene]').nth(at % 2 === 0 ? 1 : 0));
    await time(() => pressThere(page));
    await quiet(page);
  },
  'selecting 100 rows': async (page, _at, time) => {
    const box = page.locator('thead input[type=checkbox]').first();
    await pointAt(box);
    await time(() => pressThere(page));
    await page.getByRole('toolbar').waitFor();
    await pointAt(rows(page).nth(3).locator('input[type=checkbox]'));
    await time(() => pressThere(page));
    await time(() => page.keyboard.press('Escape'));
    await page.getByRole('toolbar').waitFor({ state: 'detached' });
    await quiet(page);
  },
  'a cell edit': async (page, at, time) => {
    const cell = rows(page)
      .nth(2 + (at % 8))
      .locator('td, .ant-table-cell')
      .nth(await columnOf(page, '电话'));
    await pointAt(cell, { x: 6, y: 8 });
    await time(() => pressThere(page));
    for (const sign of `0571-${1000 + at}`) await time(() => page.keyboard.press(sign));
    await time(() => page.keyboard.press('Enter'));
    await quiet(page);
    await time(() => page.keyboard.press('ArrowDown'));
  },
};

/** Moves the pointer there, where it rests before the press. */
async function pointAt(place: Locator, position?: { x: number; y: number }): Promise<void> {
  await place.hover(position ? { position } : {});
  await place.page().waitForTimeout(rest);
}

async function pressThere(page: Page): Promise<void> {
  await page.mouse.down();
  await page.mouse.up();
}

async function columnOf(page: Page, name: string): Promise<number> {
  return (await page.locator('thead th').allTextContents()).indexOf(name);
}

/** Durations of the interactions of an act, as the browser measures them. */
async function timed(page: Page, act: () => Promise<unknown>): Promise<number[]> {
  await page.evaluate('interactions.length = 0');
  await act();
  // an entry is reported with the picture that follows
  const found = await page.evaluate<number[]>(
    `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done([...interactions]), 120))))`,
  );
  return found.length === 0 ? [shortest] : found;
}

const asked = new Set<Request>();

/** Unanswered requests, except the stream of news, which never ends. */
function watch(page: Page): void {
  page.on('request', (request) => {
    if (!request.url().includes('/push/stream')) asked.add(request);
  });
  page.on('requestfinished', (request) => void asked.delete(request));
  page.on('requestfailed', (request) => void asked.delete(request));
}

/** Until calls are answered and the page has rested: the search box asks after a quarter of a second. */
async function quiet(page: Page): Promise<void> {
  do {
    await page.waitForTimeout(400);
    await page.evaluate(`new Promise((done) => requestIdleCallback(done, { timeout: 3000 }))`);
  } while (asked.size > 0);
}

const observer = `globalThis.interactions = [];
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) if (one.interactionId) interactions.push(one.duration);
}).observe({ type: 'event', durationThreshold: ${shortest}, buffered: false });`;

/** Options, moments and texts for the customers of the first pages: empty cells would cost nothing. */
async function fillRows(url: string, token: string): Promise<void> {
  const call = async <T>(path: string, body: object): Promise<T> => {
    const answer = await fetch(`${url}/api/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'admin-token': token,
        'idempotency-key': crypto.randomUUID(),
      },
      body: JSON.stringify(body),
    });
    const { code, data, msg } = (await answer.json()) as { code: number; data: T; msg: string };
    if (code !== 0) throw new Error(`${path}: ${msg}`);
    return data;
  };
  const heads = await call<{ name: string; fieldName: string; setting: string[] }[]>('field/queryListHead', {
    label: 2,
  });
  const { list } = await call<{ list: { customerId: number }[] }>('CrmCustomer/queryPageList', { page: 1, limit: 100 });
  const parts = Array.from({ length: 5 }, (_, part) => list.filter((_row, at) => at % 5 === part));
  for (const [part, some] of parts.entries()) {
    const ids = some.map(({ customerId }) => customerId);
    const put = (fieldName: string, value: unknown) => call('CrmCustomer/updateFieldByIds', { ids, fieldName, value });
    for (const name of ['客户来源', '客户行业', '客户级别']) {
      const head = heads.find((one) => one.name === name);
      if (head) await put(head.fieldName, head.setting[part % head.setting.length]);
    }
    const day = new Date(Date.now() + (part - 2) * 86_400_000).toISOString().slice(0, 10);
    await put('nextTime', `${day} 09:00:00`);
    await put('remark', '约在下周三下午再谈价格，对方希望先看样品和交货时间，财务那边还没有确认');
  }
}
