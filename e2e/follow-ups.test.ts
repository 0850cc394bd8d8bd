import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { translate } from '#shared/i18n/translate.ts';
import { companyTime } from '#shared/record/time.ts';
import { seriousFaults } from './accessibility.ts';
import { openApi, type Person } from './api.ts';
import { button } from './page.ts';
import { openProduct, type Product } from './product.ts';
import { adminPassword } from './server.ts';

const company = '北京云图跟进科技';

let product: Product;
const api = openApi(() => product);
const { call } = api;
let token = '';
let seller: Person;
let customerId = 0;
beforeAll(async () => {
  product = await openProduct({ alone: true });
  token = await api.tokenOf('admin', adminPassword);
  seller = await api.hire('跟进小王', '8');
  const entity = { customer_name: company, mobile: '13812349876' };
  customerId = ((await call('CrmCustomer/addOrUpdate', { entity, field: [] }, token))['data'] as { customerId: number })
    .customerId;
  const contact = { name: '云联系人', customer_id: customerId };
  await call('CrmContacts/addOrUpdate', { entity: contact, field: [] }, token);
  const other = await call('CrmCustomer/addOrUpdate', { entity: { customer_name: '别家' }, field: [] }, token);
  const foreign = { name: '别家的人', customer_id: (other['data'] as { customerId: number }).customerId };
  await call('CrmContacts/addOrUpdate', { entity: foreign, field: [] }, token);
  const memberIds = [await idOf(seller.realname)];
  await call('CrmCustomer/addMembers', { ids: [customerId], memberIds, power: 1 }, token);
});
afterAll(async () => product.close());

async function idOf(realname: string): Promise<number> {
  const { data } = await call('system/user/queryUserList', { search: realname, page: 1, limit: 15 }, token);
  return (data as { list: { userId: number }[] }).list[0]?.userId ?? 0;
}

const box = (page: Page) => page.getByRole('dialog').getByRole('textbox', { name: cn['detail.write_follow_up'] });
// without the files in them, and without what was changed
const entries = (page: Page) =>
  page.getByRole('list', { name: cn['detail.follow_ups'] }).locator('> li[data-kind=follow-up]');
const openRecord = async (page: Page): Promise<void> => {
  await page.goto(`${product.url}/crm/customer?rowId=${customerId}`);
  await box(page).waitFor();
};

describe('follow-ups', () => {
  it('are of the kinds that an administrator has set up', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    await page.goto(`${product.url}/manager/system-customer/biz-param/follow-up`);
    await button(page, cn['follow_up_kinds.add']).click();
    await page.getByLabel(translate('cn', 'follow_up_kinds.name', { place: 4 }), { exact: true }).fill('视频会议');
    await page.getByRole('button', { name: cn['action.save'] }).click();
    await page.getByText(cn['action.done']).waitFor();
    expect((await call('CrmRecord/queryRecordOptions', {}, token))['data']).toEqual([
      '打电话',
      '发短信',
      '上门拜访',
      '视频会议',
    ]);
    await context.close();
  });

  it('are written with emoji, contacts and people by keyboard, and their drafts survive a reload', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    await openRecord(page);
    await box(page).fill('明天再谈');
    await page.getByRole('button', { name: cn['emoji.pick'] }).click();
    for (const category of ['表情', '自然', '物品', '地点', '符号'])
      await page.getByRole('tab', { name: category, exact: true }).waitFor();
    await page.getByRole('tab', { name: cn['emoji.nature'], exact: true }).click();
    await page.getByTitle('sunflower').click();
    expect(await box(page).inputValue()).toBe('明天再谈🌻');
    await box(page).press('End');
    await box(page).pressSequentially(' @跟进');
    await page
      .getByRole('menuitem')
      .or(page.locator('.ant-mentions-dropdown-menu-item'))
      .filter({ hasText: seller.realname })
      .first()
      .click();
    // the customer's own are offered
    await button(page, cn['picker.related']).click();
    const related = page.getByRole('dialog', { name: cn['picker.related'] });
    await related.getByRole('row').filter({ hasText: '云联系人' }).click();
    expect(await related.getByRole('row').filter({ hasText: '别家的人' }).count()).toBe(0);
    await button(related, cn['action.ok']).click();
    // so they are for a quick search, which finds others by name, with their company
    await button(page, cn['picker.contacts']).click();
    const search = page.getByRole('dialog', { name: cn['picker.contacts'] });
    await search.getByRole('button', { name: '云联系人' }).waitFor();
    expect(await search.getByRole('button', { name: '别家的人' }).count()).toBe(0);
    await search.getByRole('searchbox').fill('别家的');
    await search.getByRole('button', { name: '别家的人' }).getByText('别家', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    const written = await box(page).inputValue();
    expect(written).toContain(`明天再谈🌻 @${seller.realname}`);
    await openRecord(page);
    expect(await box(page).inputValue()).toBe(written);
    // a running picture upload belongs to this one: it is waited for
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    await page.route('**/file/upload', async (route) => {
      await arrived;
      await route.continue();
    });
    const buffer = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#2f6bff' } })
      .png()
      .toBuffer();
    await page
      .getByRole('dialog')
      .locator('input[type=file]')
      .setInputFiles({ name: '现场.png', mimeType: 'image/png', buffer });
    await page.getByText(cn['widget.uploading_picture']).first().waitFor();
    await box(page).press('Control+Enter');
    expect(await box(page).inputValue()).toBe(written);
    arrive();
    await page.getByText(cn['widget.uploaded']).waitFor();
    // it is kept with the text
    await page.unroute('**/file/upload');
    await openRecord(page);
    await button(page, translate('cn', 'widget.open_file', { name: '现场.png' })).waitFor();
    await box(page).press('Control+Enter');
    const first = entries(page).first();
    await first.getByText('明天再谈🌻').waitFor();
    const picture = button(first, translate('cn', 'widget.open_file', { name: '现场.png' }));
    await picture.waitFor();
    expect((await picture.locator('span').first().boundingBox())?.width).toBe(72);
    await first.getByText(translate('cn', 'follow_up.with', { names: '云联系人' })).waitFor();
    expect(await first.locator('p strong').textContent()).toBe(`@${seller.realname}`);
    expect(await first.textContent()).toContain(cn['ago.now']);
    expect(await box(page).inputValue()).toBe('');
    const { data } = await call('CrmCustomer/getRecord', { customerId }, token);
    expect((data as { content: string }[])[0]?.content).toContain('明天再谈:sunflower:');
    expect((data as object[])[0]).toMatchObject({ img: [{ name: '现场.png' }], file: [] });
    await context.close();
  });

  it('are no longer drafts when the user leaves, or returns, while they are published', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    await openRecord(page);
    const arrivals: (() => void)[] = [];
    await page.route('**/CrmCustomer/addRecord', async (route) => {
      await new Promise<void>((resolve) => arrivals.push(resolve));
      await route.continue();
    });
    const leave = async () => {
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await box(page).waitFor({ state: 'hidden' });
    };
    await box(page).fill('走开时发布');
    await box(page).press('Control+Enter');
    await expect.poll(() => arrivals.length).toBe(1);
    await leave();
    arrivals[0]?.();
    await page.getByText(cn['action.done']).waitFor();
    await openRecord(page);
    await entries(page).first().getByText('走开时发布').waitFor();
    expect(await box(page).inputValue()).toBe('');

    await box(page).fill('又回来了');
    // the key publishes wherever the last choice was made
    await page.getByRole('dialog').getByRole('button', { name: cn['moment.tomorrow'], exact: true }).first().click();
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => arrivals.length).toBe(2);
    await leave();
    await page.getByRole('link', { name: company }).first().click();
    await box(page).waitFor();
    expect(await box(page).inputValue()).toBe('又回来了');
    arrivals[1]?.();
    await expect.poll(() => box(page).inputValue()).toBe('');
    await context.close();
  });

  it('offer days from yesterday to 60 ahead for the next contact', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    await openRecord(page);
    const day = (distance: number) => companyTime(Date.now() + distance * 86_400_000).slice(0, 10);
    await page.getByRole('dialog').getByRole('button', { name: cn['moment.other'] }).click();
    const choice = (distance: number) =>
      page.getByRole('button', { name: day(distance).replace(/-0(\d)$/, '-$1'), exact: true });
    const leaf = async (distance: number, name: string) => {
      for (let round = 0; round < 3 && (await choice(distance).count()) === 0; round += 1)
        await page.getByRole('button', { name }).click();
      return choice(distance);
    };
    const isFree = async (distance: number, name: string) => (await leaf(distance, name)).isEnabled();
    const [before, after] = [cn['moment.month_before'], cn['moment.month_after']];
    expect([await isFree(-2, before), await isFree(-1, before)]).toEqual([false, true]);
    expect([await isFree(60, after), await isFree(61, after)]).toEqual([true, false]);
    // a chosen day is saved without leaving the calendar
    await (await leaf(60, before)).click();
    await box(page).fill('两个月后再谈');
    await box(page).press('Control+Enter');
    await entries(page).first().getByText('两个月后再谈').waitFor();
    const { data } = await call('CrmCustomer/getRecord', { customerId }, token);
    expect((data as { nextTime: string }[])[0]?.nextTime).toBe(`${day(60)} 09:00:00`);
    // the form of the record offers the same days
    await page.getByRole('dialog').getByRole('button', { name: cn['action.edit'] }).click();
    await page.locator('[data-field=next_time] input').click();
    const calendar = page.locator('.ant-picker-dropdown').last();
    await calendar.waitFor();
    const cell = (distance: number) => calendar.locator(`td[title="${day(distance)}"]`).first();
    const isOff = async (distance: number) =>
      (await cell(distance).getAttribute('class'))?.includes('ant-picker-cell-disabled');
    const turn = async (distance: number, button: string) => {
      for (let round = 0; round < 3 && (await cell(distance).count()) === 0; round += 1)
        await calendar.locator(button).first().click();
    };
    await turn(61, '.ant-picker-header-next-btn');
    expect([await isOff(60), await isOff(61)]).toEqual([false, true]);
    await context.close();
  });

  it('keep a day of the next contact that is pressed and published at once, by mouse and by finger', async () => {
    const tomorrow = companyTime(Date.now() + 86_400_000).slice(0, 10);
    for (const width of [1440, 390]) {
      const { context, page } = await product.open({ width, height: 844 });
      await product.enter(page);
      await page.goto(`${product.url}/crm/customer?rowId=${customerId}`);
      // on a phone it comes from below
      if (width === 390) await page.getByRole('button', { name: cn['cell.follow_up'], exact: true }).last().click();
      await box(page).fill(`后天见面 ${width}`);
      await page.getByRole('button', { name: cn['moment.other'] }).last().click();
      const day = page.getByRole('button', { name: tomorrow.replace(/-0(\d)$/, '-$1'), exact: true });
      await day.waitFor();
      // without a pause, and with the calendar open: a tap has no duration
      await day.dispatchEvent('click');
      await page.getByRole('button', { name: cn['detail.publish'] }).last().dispatchEvent('click');
      await entries(page).first().getByText(`后天见面 ${width}`).waitFor();
      const { data } = await call('CrmCustomer/getRecord', { customerId }, token);
      expect((data as { nextTime: string }[])[0]?.nextTime).toBe(`${tomorrow} 09:00:00`);
      await context.close();
    }
  });

  it('show relative times, load ten at a time while scrolling, and can be filtered', async () => {
    const { context, page } = await product.open();
    const now = Date.now();
    // a page looks at the clock every half minute
    const ages: [content: string, seconds: number, label: string][] = [
      ['刚才的', 5, cn['ago.now']],
      ['几分钟前', 345, translate('cn', 'ago.minutes', { count: 5 })],
      ['几小时前', 3 * 3600 + 60, translate('cn', 'ago.hours', { count: 3 })],
      ['昨天的', 30 * 3600, translate('cn', 'ago.day', { count: 1 })],
      ['以前的', 50 * 3600, companyTime(now - 50 * 3600 * 1000)],
    ];
    const { data } = await call('CrmCustomer/getRecord', { customerId }, token);
    const [model] = data as Record<string, unknown>[];
    await page.route('**/CrmCustomer/getRecord', async (route) => {
      const asked = route.request().postDataJSON() as { page?: number };
      const first = (asked.page ?? 1) === 1;
      const row = (content: string, seconds: number, recordId: number) => ({
        ...model,
        recordId,
        content,
        mentions: [],
        createTime: companyTime(Date.now() - seconds * 1000),
      });
      const rows = first
        ? [
            ...ages.map(([content, seconds], at) => row(content, seconds, 100 + at)),
            ...[5, 6, 7, 8, 9].map((at) => row('旧的 '.repeat(200), 1e6, 100 + at)),
          ]
        : [row('最后一条', 1e7, 200)];
      await route.fulfill({ json: { code: 0, msg: '', data: rows } });
    });
    await product.enter(page);
    await openRecord(page);
    for (const [content, , label] of ages) {
      const time = entries(page).filter({ hasText: content }).locator('time');
      expect([content, (await time.textContent())?.slice(0, 10)]).toEqual([content, label.slice(0, 10)]);
    }
    await expect.poll(() => entries(page).count()).toBe(10);
    await entries(page).last().scrollIntoViewIfNeeded();
    await page.getByText(cn['detail.no_more']).scrollIntoViewIfNeeded();
    await entries(page).filter({ hasText: '最后一条' }).waitFor();
    await page.unroute('**/CrmCustomer/getRecord');
    const text = page.getByRole('searchbox', { name: cn['follow_up.filter_text'] });
    await text.fill('没有这样的字');
    await page.getByText(cn['follow_up.none_found']).waitFor();
    await text.fill('明天再谈');
    await entries(page).filter({ hasText: '明天再谈🌻' }).waitFor();
    await expect.poll(() => entries(page).count()).toBe(1);
    expect(['follow-ups', await seriousFaults(page)]).toEqual(['follow-ups', []]);
    await context.close();
  });
});

describe('the global search', () => {
  it('finds by initials and opens by keyboard, and offers recently opened records', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    await product.visit(page, '/crm/workbench');
    await page.locator('h1').click();
    await page.keyboard.press('/');
    const search = page.getByRole('combobox', { name: cn['search.placeholder'] });
    await page.locator('input[type="search"]:focus').waitFor();
    await search.fill('ytgj');
    const options = page.getByRole('option');
    await options.filter({ hasText: company }).waitFor();
    expect(await options.first().locator('mark').textContent()).toBe('云图跟进');
    expect(['search', await seriousFaults(page)]).toEqual(['search', []]);
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`/crm/customer\\?rowId=${customerId}`));
    await box(page).waitFor();
    // over an open record, which stays when the search is closed
    await page.keyboard.press('/');
    await page.getByText(cn['search.recent']).waitFor();
    await page.keyboard.press('Escape');
    await search.waitFor({ state: 'detached' });
    await box(page).waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL((url) => !url.search.includes('rowId'));
    await page.locator('h1').click();
    await page.keyboard.press('/');
    await page.getByText(cn['search.recent']).waitFor();
    expect(await options.first().textContent()).toContain(company);
    await search.fill('49876');
    await options.filter({ hasText: '13812349876' }).waitFor();
    await search.fill('云');
    await options.nth(1).waitFor();
    await page.keyboard.press('ArrowDown');
    expect(await options.nth(1).getAttribute('aria-selected')).toBe('true');
    await search.fill('没有这一家');
    await page.getByText(translate('cn', 'search.none', { text: '没有这一家' })).waitFor();
    await page.keyboard.press('Escape');
    await search.waitFor({ state: 'hidden' });
    await context.close();
  });
});
