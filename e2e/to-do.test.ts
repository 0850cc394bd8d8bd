import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { en } from '#shared/i18n/en.ts';
import { translate } from '#shared/i18n/translate.ts';
import { seriousFaults } from './accessibility.ts';
import { openApi, type Person } from './api.ts';
import { button, dialog, pageWidth } from './page.ts';
import { openProduct, type Product } from './product.ts';

let product: Product;
const api = openApi(() => product);
beforeAll(async () => {
  product = await openProduct();
});
afterAll(async () => product.close());

/** In the company's time zone, that many minutes from now. */
const clock = (minutes: number): string =>
  new Date(Date.now() + (8 * 60 + minutes) * 60_000).toISOString().slice(0, 19).replace('T', ' ');
/** Early today: due all day, and too old for a notification. */
const thisMorning = () => `${clock(0).slice(0, 10)} 00:00:01`;
const days = 24 * 60;

/** A person with no work yet. */
const hireSeller = async (realname: string) => api.hire(realname, '8');
const addLead = async (name: string, token: string, more: object = {}): Promise<number> =>
  Number(
    dataOf(
      await api.call('CrmLeads/addOrUpdate', { entity: { leads_name: name, ...more }, field: [] }, token),
      'leadsId',
    ),
  );
const addCustomer = async (name: string, token: string, more: object = {}): Promise<number> =>
  Number(
    dataOf(
      await api.call('CrmCustomer/addOrUpdate', { entity: { customer_name: name, ...more }, field: [] }, token),
      'customerId',
    ),
  );
const dataOf = (envelope: Record<string, unknown>, key: string) => (envelope['data'] as Record<string, unknown>)[key];

describe('the to-do page', () => {
  const addLeads = async (count: number, { realname, token }: Person) => {
    const names = Array.from({ length: count }, (_, at) => `${realname}的线索${String(at + 1).padStart(3, '0')}`);
    const ids: number[] = [];
    // at most a handful of concurrent calls per person
    for (let at = 0; at < count; at += 5)
      ids.push(...(await Promise.all(names.slice(at, at + 5).map((name) => addLead(name, token)))));
    return ids;
  };

  it('shows 120 to-dos as 99+ in the sidebar, and the exact number once there are few', async () => {
    const busy = await hireSeller('尤待办');
    const leads = await addLeads(120, busy);
    const { context, page } = await product.open();
    await product.enter(page, busy);
    await product.visit(page, '/crm/workbench');
    const entry = page
      .getByRole('navigation', { name: cn['shell.pages'] })
      .getByRole('link', { name: cn['page.todo'] });
    await entry.getByText('99+', { exact: true }).waitFor();
    await entry.click();
    await page.waitForURL(/\/crm\/message/);
    const kinds = page.getByRole('navigation', { name: cn['todo.kinds'] });
    await kinds.getByRole('link', { name: cn['todo.followLeads'] }).getByText('99+', { exact: true }).waitFor();
    // an entry for each kind that the person may see, and no other
    const { totalNum, ...counts } = (await api.call('CrmBackLog/num', {}, busy.token))['data'] as Record<
      string,
      number
    >;
    expect(totalNum).toBe(120);
    await expect.poll(() => kinds.getByRole('link').count()).toBe(Object.keys(counts).length);
    // stands in for another person's browser
    await api.call('CrmBackLog/setLeadsFollowup', { ids: leads.slice(5).join(',') }, busy.token);
    await entry.getByText('5', { exact: true }).waitFor({ timeout: 25_000 });
    await context.close();
  });

  it('switches kinds and states, marks many as followed up, undoes it, and opens the detail', async () => {
    const busy = await hireSeller('单待办');
    await addLeads(5, busy);
    await addCustomer('逾期客户', busy.token, { next_time: clock(-2 * days) });
    await addCustomer('今日客户', busy.token, { next_time: thisMorning() });
    const { context, page } = await product.open();
    await product.enter(page, busy);
    await product.visit(page, '/crm/message');
    const rows = page.locator('tbody tr.ant-table-row');
    await rows.getByText('今日客户').waitFor();
    await page.getByText(cn['todo.todayCustomer.2'], { exact: true }).click();
    await rows.getByText('逾期客户').waitFor();
    await expect.poll(() => rows.count()).toBe(1);
    // mine or my reports'
    await page.getByLabel(cn['todo.whose']).click();
    await page.locator('.ant-select-item-option').getByText(cn['todo.subordinates'], { exact: true }).click();
    await page.getByText(cn['state.empty']).waitFor();
    expect(new URL(page.url()).search).toContain('sub=2');

    await page.getByRole('link', { name: cn['todo.followLeads'] }).click();
    await page.getByRole('heading', { name: cn['todo.followLeads.list'] }).waitFor();
    await rows.nth(4).waitFor();
    await page.getByRole('combobox', { name: /页码|Page Size/ }).click();
    await expect
      .poll(() => page.locator('.ant-select-item-option').allTextContents())
      .toEqual([15, 30, 45, 60].map((size) => `${size} 条/页`));
    await page.keyboard.press('Escape');
    expect(['message', await seriousFaults(page)]).toEqual(['message', []]);
    for (const at of [0, 1]) await rows.nth(at).getByRole('checkbox').check();
    await button(page.getByRole('toolbar'), cn['todo.mark']).click();
    await page.getByText(translate('cn', 'todo.mark_many', { count: 2 })).waitFor();
    await dialog(page).locator('button:focus').getByText(cn['action.ok']).click();
    await page.getByText(cn['action.done']).waitFor();
    await expect.poll(() => rows.count()).toBe(3);
    await button(page, cn['record_action.undo']).click();
    await expect.poll(() => rows.count()).toBe(5);

    const name = (await rows.first().getByRole('link').textContent()) ?? '';
    await rows.first().getByRole('link').click();
    await dialog(page).getByText(name).first().waitFor();
    expect(page.url()).toMatch(/kind=followLeads.*rowId=\d+/);
    await context.close();
  });
});

describe('the follow-up queue', () => {
  const progress = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true }).waitFor();
  const title = (page: Page) => page.getByRole('heading', { level: 2 }).first();

  it('is worked by keyboard from the first to the last, and loses no text', async () => {
    const caller = await hireSeller('路跟进');
    const overdue = await addLead('逾期线索', caller.token, { next_time: clock(-3 * days), mobile: '13912345678' });
    await addCustomer('今日客户乙', caller.token, { next_time: thisMorning(), telephone: '010-88886666' });
    await addLead('全新线索', caller.token);
    const { context, page } = await product.open({ fresh: true });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await product.enter(page, caller);
    await product.visit(page, '/crm/message');
    await button(page, cn['queue.start']).click();
    await page.waitForURL(/follow-up-run/);
    await progress(page, '1 / 3');
    expect(await title(page).textContent()).toBe('逾期线索');
    expect(['run', await seriousFaults(page)]).toEqual(['run', []]);
    await page.keyboard.press('c');
    await page.getByText(translate('cn', 'queue.copied', { number: '13912345678' })).waitFor();
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe('13912345678');
    await page.evaluate(`addEventListener('click', (event) => {
      const link = event.target.closest('a[href^="tel:"]');
      if (link) { event.preventDefault(); window.called = link.href; }
    }, true)`);
    await page.keyboard.press('d');
    expect(await page.evaluate('window.called')).toBe('tel:13912345678');
    // Enter presses the focused element, and nothing else
    await button(page, cn['queue.following']).focus();
    await page.keyboard.press('Enter');
    await progress(page, '2 / 3');
    expect(await title(page).textContent()).toBe('今日客户乙');
    await page.keyboard.press('ArrowLeft');
    await progress(page, '1 / 3');

    // a draft is kept when the user moves to another item, and when the page is left
    const note = page.getByLabel(cn['queue.note']).locator('textarea');
    await page.keyboard.press('Enter');
    await page.keyboard.type('谈了价格');
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await progress(page, '2 / 3');
    expect(await note.inputValue()).toBe('');
    await page.reload();
    await progress(page, '1 / 3');
    expect(await note.inputValue()).toBe('谈了价格');
    // and is offered in the record's own follow-up box
    await product.visit(page, `/crm/clue?rowId=${overdue}`);
    const box = dialog(page).getByRole('textbox', { name: cn['detail.write_follow_up'] });
    await expect.poll(() => box.inputValue()).toBe('谈了价格');
    // input may be faster than the kinds of follow-ups load
    let bringKinds = () => {};
    const kindsCome = new Promise<void>((resolve) => (bringKinds = resolve));
    await page.route('**/api/CrmRecord/queryRecordOptions', async (route) => {
      await kindsCome;
      await route.continue();
    });
    await product.visit(page, '/crm/follow-up-run');
    await progress(page, '1 / 3');

    await page.keyboard.press('Enter');
    await page.keyboard.press('End');
    await page.keyboard.type('，周五再谈');
    await page.keyboard.press('Escape');
    await page.keyboard.press('1');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+Enter');
    bringKinds();
    await progress(page, '2 / 3');
    const { data } = await api.call('CrmLeads/getRecord', { leadsId: overdue }, caller.token);
    expect(data).toMatchObject([{ content: '谈了价格，周五再谈', category: '打电话' }]);
    expect((data as { nextTime: string }[])[0]?.nextTime.slice(0, 10)).toBe(clock(days).slice(0, 10));
    // the caret is in the box of the next one
    await page.keyboard.type('约好了');
    await page.keyboard.press('Control+Enter');
    await progress(page, '3 / 3');
    await page.keyboard.press('Escape');
    await page.keyboard.press('s');
    await page.getByText(translate('cn', 'queue.finished_hint', { done: 2, skipped: 1 })).waitFor();
    await button(page, cn['queue.again']).click();
    await progress(page, '1 / 1');
    expect(await title(page).textContent()).toBe('全新线索');
    await context.close();
  });

  it('takes four keys beside the text for each customer, and says how much is left', async () => {
    const caller = await hireSeller('快跟进');
    const ids: number[] = [];
    for (let at = 0; at < 3; at += 1)
      ids.push(await addCustomer(`快跟客户${at}`, caller.token, { next_time: clock((at - 4) * days) }));
    const { context, page } = await product.open();
    await product.enter(page, caller);
    await product.visit(page, '/crm/follow-up-run');
    const queue = page.getByRole('navigation', { name: cn['queue.list'] });
    await expect.poll(() => queue.getByRole('button').count()).toBe(3);
    await page.getByText(translate('cn', 'queue.left', { count: 3, minutes: 5 })).waitFor();
    // queue, record and composer side by side
    const note = page.getByRole('region', { name: cn['queue.note'], exact: true });
    const lefts = [queue, page.getByRole('heading', { level: 2 }).first(), note].map((one) => one.boundingBox());
    const [first, second, third] = (await Promise.all(lefts)).map((box) => box?.x ?? 0);
    expect([(first ?? 0) < (second ?? 0), (second ?? 0) < (third ?? 0)]).toEqual([true, true]);
    const begun = Date.now();
    for (let at = 0; at < 3; at += 1) {
      await progress(page, `${at + 1} / 3`);
      await page.keyboard.press('Enter');
      await page.keyboard.type('没有人接，过几天再打');
      for (const key of ['Escape', '3', 'Control+Enter']) await page.keyboard.press(key);
    }
    await page.getByText(translate('cn', 'queue.finished_hint', { done: 3, skipped: 0 })).waitFor();
    // what the product adds to the typing of a person
    expect((Date.now() - begun) / 3).toBeLessThan(5000);
    for (const customerId of ids) {
      const { data } = await api.call('CrmCustomer/queryById', { customerId }, caller.token);
      expect((data as { nextTime: string }).nextTime).toBe(`${clock(3 * days).slice(0, 10)} 09:00:00`);
    }
    await context.close();
  });

  it('stays where the user has moved while a note is saved, and the note is no draft any more', async () => {
    const hasty = await hireSeller('急跟进');
    for (const [at, name] of ['先存的线索', '跳过的线索', '再看的线索'].entries())
      await addLead(name, hasty.token, { next_time: clock((at - 4) * days) });
    const { context, page } = await product.open();
    await product.enter(page, hasty);
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    await page.route('**/CrmLeads/addRecord', async (route) => {
      await arrived;
      await route.continue();
    });
    await product.visit(page, '/crm/follow-up-run');
    await progress(page, '1 / 3');
    expect(await title(page).textContent()).toBe('先存的线索');
    await page.keyboard.press('Enter');
    await page.keyboard.type('马上再打');
    await page.keyboard.press('Control+Enter');
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await progress(page, '2 / 3');
    await page.keyboard.press('s');
    await progress(page, '3 / 3');
    arrive();
    const share = page.getByRole('progressbar', { name: cn['page.queue'] });
    await expect.poll(() => share.getAttribute('aria-valuenow')).toBe('67');
    await progress(page, '3 / 3');
    for (const [mark, at] of [
      ['queue.skipped_mark', 2],
      ['queue.done_mark', 1],
    ] as const) {
      await page.keyboard.press('k');
      await progress(page, `${at} / 3`);
      // beside the title: the record below has a field of the same words
      await title(page).locator('..').getByText(cn[mark], { exact: true }).waitFor();
    }
    expect(await page.getByLabel(cn['queue.note']).locator('textarea').inputValue()).toBe('');
    await context.close();
  });

  it('is worked with one thumb at 390 pixels, in English too', async () => {
    const caller = await hireSeller('司跟进');
    await addLead('手机线索', caller.token, { next_time: clock(-days), mobile: '13700001111' });
    await addLead('手机线索乙', caller.token);
    await addCustomer('手机客户', caller.token);
    const { context, page } = await product.open({ width: 390, height: 844, language: 'en' });
    await product.enter(page, caller);
    await product.visit(page, '/crm/message?kind=followLeads');
    // the entries scroll, including the badge of the last one
    await page.getByRole('link', { name: en['todo.followCustomer'] }).getByText('1', { exact: true }).waitFor();
    expect(await pageWidth(page)).toBe(390);
    await button(page, en['queue.start']).click();
    await progress(page, '1 / 2');
    const call = page.getByRole('link', { name: translate('en', 'queue.call', { number: '13700001111' }) });
    expect(await call.getAttribute('href')).toBe('tel:13700001111');
    const save = button(page, en['queue.save']);
    // in view without scrolling, above the bottom bar, large enough for a thumb
    const place = await save.boundingBox();
    expect(place?.height).toBeGreaterThanOrEqual(44);
    expect((place?.y ?? 0) + (place?.height ?? 0)).toBeLessThan(844 - 52);
    expect(await pageWidth(page)).toBe(390);
    expect(['run, phone', await seriousFaults(page)]).toEqual(['run, phone', []]);
    await page.getByLabel(en['queue.note']).locator('textarea').fill('Called back');
    await save.click();
    await progress(page, '2 / 2');
    await context.close();
  });

  it.each(['cn', 'en'] as const)('says whole on a phone how much is left: %s', async (language) => {
    const caller = await hireSeller('多跟进');
    const id = await addCustomer(`多跟进客户${language}`, caller.token, { next_time: clock(-days) });
    const { context, page } = await product.open({ width: 390, height: 844, language });
    await product.enter(page, caller);
    // as long as it gets: a full queue, and as many behind it
    await page.route('**/CrmBackLog/queryRun', async (route) => {
      const answer = (await (await route.fetch()).json()) as { data: { list: object[] } };
      const list = Array.from({ length: 100 }, (_, at) => ({ ...answer.data.list[0], id: id + at }));
      await route.fulfill({ json: { ...answer, data: { ...answer.data, list, totalRow: 1707 } } });
    });
    await product.visit(page, '/crm/follow-up-run');
    const words = translate(language, 'queue.left', { count: 100, minutes: 150 });
    const left = page.getByText(`${words} · ${translate(language, 'queue.more', { count: 1607 })}`, { exact: true });
    await left.waitFor();
    const { x = 0, width = 0 } = (await left.boundingBox()) ?? {};
    expect([x >= 0, x + width <= 390]).toEqual([true, true]);
    expect(
      await left.evaluate((one) => [one.scrollWidth - one.clientWidth, one.scrollHeight - one.clientHeight]),
    ).toEqual([0, 0]);
    expect(await pageWidth(page)).toBe(390);
    await context.close();
  });

  it('shows a desktop notification for a due contact, once allowed, and asks for permission only on request', async () => {
    const caller = await hireSeller('时跟进');
    const { context, page } = await product.open();
    await page.addInitScript(`
      window.asked = 0; window.told = [];
      window.Notification = class {
        static permission = 'default';
        static async requestPermission() { window.asked += 1; return (this.permission = 'granted'); }
        constructor(title, options) { this.title = title; this.tag = options.tag; window.told.push(this); }
        close() {}
      };`);
    await product.enter(page, caller);
    await product.visit(page, '/crm/follow-up-run');
    expect(await page.evaluate('window.asked')).toBe(0);
    const id = await addCustomer('到时客户', caller.token, { next_time: clock(4 / 60) });
    await page.getByRole('switch', { name: cn['queue.reminders'] }).click();
    await expect.poll(() => page.evaluate('window.told.length'), { timeout: 20_000 }).toBe(1);
    expect(await page.evaluate('[window.asked, window.told[0].title]')).toEqual([
      1,
      translate('cn', 'queue.due_now', { name: '到时客户' }),
    ]);
    await page.evaluate('window.told[0].onclick()');
    await page.waitForURL(new RegExp(`/crm/customer\\?rowId=${id}$`));
    await dialog(page).getByText('到时客户').first().waitFor();
    await context.close();
  });
});
