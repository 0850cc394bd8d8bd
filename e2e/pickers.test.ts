import type { Locator, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyPersonField } from '#shared/crm/contacts-type.ts';
import { cn } from '#shared/i18n/cn.ts';
import { en } from '#shared/i18n/en.ts';
import { translate } from '#shared/i18n/translate.ts';
import { seriousFaults } from './accessibility.ts';
import { openApi, type Person } from './api.ts';
import { button, dialog, pageWidth } from './page.ts';
import { openProduct, type Product } from './product.ts';

const videoUrl = 'https://videos.invalid/customers.mp4';

let product: Product;
let seller: Person;
const { call, hire } = openApi(() => product);
/** The seller's browser; one login for all tests that need no other. */
let page: Page;
beforeAll(async () => {
  product = await openProduct();
  await hireSeller();
  ({ page } = await product.open());
  await asSeller(page);
});
afterAll(async () => product.close());

/** A manager of the sales with 23 customers, which are three pages of the picker, 17 contacts of one, and a lead. */
const hireSeller = async (): Promise<void> => {
  seller = await hire('江小关', '8');
  const { token } = seller;
  for (let number = 1; number <= 23; number += 1) {
    const customer_name = `关联测试${String(number).padStart(2, '0')}号公司`;
    await call('CrmCustomer/addOrUpdate', { entity: { customer_name }, field: [] }, token);
  }
  const { data } = await call('CrmCustomer/queryPageList', { page: 1, limit: 1, search: '23号' }, token);
  const customer_id = (data as { list: { customerId: number }[] }).list[0]?.customerId;
  for (let number = 10; number <= 26; number += 1) {
    const entity = { name: `联络${number}`, customer_id, mobile: `137000008${number}` };
    const field = [{ fieldName: keyPersonField, value: '否' }];
    await call('CrmContacts/addOrUpdate', { entity, field }, token);
  }
  await call('CrmLeads/addOrUpdate', { entity: { leads_name: '关联测试线索' }, field: [] }, token);
};

const asSeller = (page: Page) => product.enter(page, seller);
const rowsOf = (within: Locator) => within.locator('tbody tr.ant-table-row');
const firstRow = async (within: Locator) => (await rowsOf(within).first().textContent()) ?? '';
const inputOf = (within: Locator, fieldName: string) => within.locator(`[data-field="${fieldName}"] input`).first();

/** The page's requests of a call, in order. */
const watch = (page: Page, path: string): Record<string, unknown>[] => {
  const asked: Record<string, unknown>[] = [];
  page.on('request', (request: Request) => {
    if (request.url().endsWith(`/api/${path}`)) asked.push(request.postDataJSON() as Record<string, unknown>);
  });
  return asked;
};

describe('the relation picker', () => {
  it('has the required size, and requests ten rows a page', async () => {
    const asked = watch(page, 'CrmCustomer/queryPageList');
    await product.visit(page, '/crm/contacts?create=1');
    await button(dialog(page), cn['picker.open']).click();
    const title = translate('cn', 'picker.title', { name: cn['crm_customer'] });
    expect(title).toBe('关联客户模块');
    const picker = page.getByRole('dialog', { name: title });
    await rowsOf(picker).first().waitFor();
    const widths = await picker.locator('thead th').evaluateAll((cells) => cells.map((cell) => cell.clientWidth));
    expect(widths).toEqual([55, 150, 150, 150, 150]);
    // once the dialog has its final size
    await expect.poll(async () => (await picker.locator('.ant-table-wrapper').boundingBox())?.height).toBe(250);
    await expect
      .poll(() => picker.locator('thead th').allTextContents())
      .toEqual([
        '',
        cn['crm_customer.customer_name'],
        cn['crm_customer.next_time'],
        cn['record.update_time'],
        cn['record.create_time'],
      ]);
    // the default scene is selected, and there is only one type, so no tabs
    await picker.getByText('全部客户', { exact: true }).waitFor();
    expect(await picker.getByRole('tab').count()).toBe(0);
    expect(asked.at(-1)).toMatchObject({ page: 1, limit: 10, type: 2 });
    expect(['picker', await seriousFaults(page)]).toEqual(['picker', []]);
  });

  it('offers every kind in its tabs when a follow-up is started, and opens the box of the picked record', async () => {
    await product.visit(page, '/crm/workbench');
    await button(page, '新建').click();
    await page.getByRole('menuitem', { name: '写跟进' }).click();
    const picker = page.getByRole('dialog', { name: /^关联.+模块$/ });
    await rowsOf(picker).first().waitFor();
    const texts = (selector: string) => () => picker.locator(selector).allTextContents();
    await expect.poll(texts('[role=tab]')).toEqual(['客户', '联系人', '线索', '商机', '合同', '收件人']);
    for (const [tab, wanted] of [
      ['联系人', ['', '姓名', '手机', '电话', '是否关键决策人', '职务', '地址']],
      ['收件人', ['', '姓名', '手机', '地址']],
      ['线索', ['', '线索名称', '下次联系时间', '更新时间', '创建时间']],
    ] as const) {
      await picker.getByRole('tab', { name: tab, exact: true }).click();
      await expect.poll(texts('thead th')).toEqual(wanted);
      if (tab !== '收件人') continue;
      await button(picker, cn['picker.addressee.new']).click();
      const form = page.getByRole('dialog').filter({ hasText: cn['form.basic'] }).last();
      await form.getByText('新建收件人').first().waitFor();
      const address = form.locator('[data-field=address] input');
      await address.focus();
      await address.blur();
      await form.getByText(translate('cn', 'field.required', { name: cn['crm_contacts.address'] })).waitFor();
      await button(form, cn['action.cancel']).click();
      await form.waitFor({ state: 'detached' });
    }
    await page.getByRole('dialog', { name: '关联线索模块' }).waitFor();
    await rowsOf(picker).first().click();
    await button(picker, cn['action.ok']).click();
    await page.waitForURL(/\/crm\/clue\?rowId=\d+/);
    await page.getByRole('dialog').locator('textarea:focus').waitFor();
  });

  it('speaks English, in its cells too', async () => {
    const { context, page: english } = await product.open({ language: 'en' });
    await asSeller(english);
    await product.visit(english, '/crm/workbench');
    await button(english, en['action.create']).click();
    await english.getByRole('menuitem', { name: en['cell.follow_up'] }).click();
    await dialog(english).getByRole('tab', { name: en['crm_contacts'], exact: false }).first().click();
    await dialog(english).getByRole('columnheader', { name: en['picker.key_person'] }).waitFor();
    await rowsOf(dialog(english)).first().getByText(en['option.否'], { exact: true }).waitFor();
    await context.close();
  });

  it('pages, and keeps the last row', async () => {
    await product.visit(page, '/crm/contacts?create=1');
    await button(dialog(page), cn['picker.open']).click();
    const picker = page.getByRole('dialog', { name: '关联客户模块' });
    await rowsOf(picker).first().waitFor();
    const [previous, next] = [button(picker, cn['picker.previous']), button(picker, cn['picker.next'])];
    const ok = button(picker, cn['action.ok']);
    const isAt = (at: number) => picker.getByText(translate('cn', 'picker.page', { page: at, pages: 3 })).waitFor();
    await isAt(1);
    expect([await previous.isDisabled(), await next.isDisabled(), await ok.isDisabled()]).toEqual([true, false, true]);
    await rowsOf(picker).nth(3).click();
    await next.click();
    await isAt(2);
    expect(await previous.isDisabled()).toBe(false);
    await next.click();
    await isAt(3);
    await picker.getByText('关联测试03号公司').waitFor();
    expect([await rowsOf(picker).count(), await next.isDisabled()]).toEqual([3, true]);
    await rowsOf(picker).first().click();
    await previous.click();
    await isAt(2);
    await previous.click();
    await isAt(1);
    expect(await picker.getByRole('radio', { checked: true }).count()).toBe(0);
    // a search starts at page 1, and a result can also be selected by its radio button
    const box = picker.getByRole('searchbox');
    await box.fill('07号');
    await box.press('Enter');
    await picker.getByText(translate('cn', 'picker.page', { page: 1, pages: 1 })).waitFor();
    expect([await previous.isDisabled(), await next.isDisabled()]).toEqual([true, true]);
    expect(await firstRow(picker)).toContain('关联测试07号公司');
    await picker.getByRole('radio', { name: translate('cn', 'picker.pick', { name: '关联测试07号公司' }) }).check();
    await ok.click();
    await picker.waitFor({ state: 'hidden' });
    await dialog(page).getByTitle('关联测试07号公司').waitFor();
  });

  it('creates a record without closing the form', async () => {
    await product.visit(page, '/crm/contacts?create=1');
    await inputOf(dialog(page), 'name').fill('关联测试联系人');
    await button(dialog(page), cn['picker.open']).click();
    const picker = page.getByRole('dialog', { name: '关联客户模块' });
    await rowsOf(picker).first().waitFor();
    await button(picker, cn['crm_customer.new']).click();
    // Escape closes one dialog at a time
    await page.getByRole('dialog', { name: cn['crm_customer.new'] }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: cn['crm_customer.new'] }).waitFor({ state: 'hidden' });
    await button(picker, cn['crm_customer.new']).click();
    const form = page.getByRole('dialog', { name: cn['crm_customer.new'] });
    await inputOf(form, 'customer_name').fill('关联测试新建公司');
    await button(form, cn['action.save']).click();
    await form.waitFor({ state: 'hidden' });
    await picker.getByText('关联测试新建公司').click();
    await button(picker, cn['action.ok']).click();
    const contact = page.getByRole('dialog', { name: cn['crm_contacts.new'] });
    await contact.getByTitle('关联测试新建公司').waitFor();
    expect(await inputOf(contact, 'name').inputValue()).toBe('关联测试联系人');
    await button(contact, cn['action.save']).click();
    await contact.waitFor({ state: 'hidden' });
  });
});

describe('a related record', () => {
  it('is found by typing, 15 at a time, and removed again', async () => {
    const asked = watch(page, 'CrmCustomer/queryPageList');
    await product.visit(page, '/crm/contacts?create=1');
    const input = inputOf(dialog(page), 'customer_id');
    await input.click();
    const list = page.locator('.ant-select-dropdown:visible');
    await list.getByText('关联测试23号公司').waitFor();
    expect(asked.at(-1)).toMatchObject({ page: 1, limit: 15, type: 2, search: '' });
    await list.hover();
    await page.mouse.wheel(0, 2000);
    await expect.poll(() => asked.at(-1)?.['page']).toBe(2);
    await input.fill('19号');
    await list.getByText('关联测试19号公司').click();
    const chosen = dialog(page).locator('[data-field="customer_id"]');
    await chosen.getByTitle('关联测试19号公司').waitFor();
    await chosen.hover();
    await chosen.locator('.ant-select-clear').click();
    await chosen.getByText(cn['picker.search_name']).waitFor();
    await inputOf(dialog(page), 'name').fill('联络人');
    await button(dialog(page), cn['action.save']).click();
    await chosen.getByText(translate('cn', 'field.required', { name: cn['crm_contacts.customer_id'] })).waitFor();
  });

  it('opens from the list that shows it, and filters that list', async () => {
    await product.visit(page, '/crm/contacts');
    const link = page.getByRole('link', { name: '关联测试新建公司', exact: true });
    expect(await link.getAttribute('href')).toMatch(/^\/crm\/customer\?rowId=\d+$/);
    await link.click();
    // over the list, which stays
    await dialog(page).getByText(cn['detail.information']).waitFor();
    expect(await dialog(page).textContent()).toContain('关联测试新建公司');
    expect(new URL(page.url()).pathname).toBe('/crm/contacts');
    await page.keyboard.press('Escape');
    await button(page, cn['filter.add']).click();
    const builder = page.locator('.ant-popover:visible');
    await page
      .locator('.ant-select-dropdown:visible')
      .getByText(cn['crm_contacts.customer_id'], { exact: true })
      .click();
    await button(builder, cn['picker.open']).click();
    const picker = page.getByRole('dialog', { name: '关联客户模块' });
    await picker.getByText('关联测试新建公司').click();
    await button(picker, cn['action.ok']).click();
    await button(builder, cn['action.ok']).click();
    await page.getByText(`${cn['crm_contacts.customer_id']} ${cn['operator.is']} 关联测试新建公司`).waitFor();
    await page.getByText('关联测试联系人').waitFor();
    await button(page, cn['filter.clear']).click();
  });
});

describe('contacts of a follow-up', () => {
  const popover = (name: string) => page.getByRole('dialog', { name, exact: true });

  it('are found by name or mobile, page by page until there are no more', async () => {
    const asked = watch(page, 'CrmContacts/queryPageList');
    await product.visit(page, '/crm/clue');
    await page.getByRole('link', { name: '关联测试线索' }).click();
    await button(dialog(page), cn['picker.contacts']).click();
    const found = popover(cn['picker.contacts']);
    const box = found.getByLabel(cn['picker.search_contacts']);
    await box.fill('联络');
    await found.getByText('联络26').waitFor();
    await expect.poll(() => asked.at(-1)).toMatchObject({ type: 3, page: 1, limit: 15, search: '联络' });
    await found.getByText('联络12').waitFor();
    expect([await found.locator('li button').count(), await found.getByText(cn['picker.no_more']).count()]).toEqual([
      15, 0,
    ]);
    await found.getByText('联络26').hover();
    await page.mouse.wheel(0, 2000);
    await found.getByText(cn['picker.no_more']).waitFor();
    expect([await found.locator('li button').count(), asked.at(-1)?.['page']]).toEqual([17, 2]);
    await box.fill('13700000812');
    await expect
      .poll(() => found.getByRole('listitem').allTextContents())
      .toEqual(['联络12关联测试23号公司13700000812', cn['picker.no_more']]);
    await found.getByText('联络12').click();
    await page.getByText('联系人-联络12', { exact: true }).waitFor();
  });

  it('are linked in a popover of 800 pixels, and unlinked after confirmation', async () => {
    await button(dialog(page), cn['picker.related']).click();
    const found = popover(cn['picker.related']);
    await rowsOf(found).first().waitFor();
    const outer = page.locator('.ant-popover-container').filter({ has: found });
    // once it is fully open
    await expect.poll(async () => (await outer.boundingBox())?.width).toBe(800);
    await found.getByText(translate('cn', 'picker.chosen', { count: 1 })).waitFor();
    await rowsOf(found).nth(1).click();
    await button(found, cn['picker.next']).click();
    await found.getByText(/^第 2 \//).waitFor();
    await rowsOf(found).nth(0).click();
    await found.getByText(translate('cn', 'picker.chosen', { count: 3 })).waitFor();
    await button(found, cn['action.ok']).click();
    const chips = page.locator('.ant-tag').filter({ hasText: '联系人-' });
    await expect.poll(() => chips.count()).toBe(3);
    await page.getByLabel(translate('cn', 'picker.unlink', { name: '联络12' })).click();
    await page.getByText('确认取消关联?', { exact: true }).waitFor();
    await dialog(page).locator('button:focus').getByText(cn['action.ok']).click();
    await expect.poll(() => chips.count()).toBe(2);
    expect(await page.getByText('联系人-联络12', { exact: true }).count()).toBe(0);
  });
});

describe('the province picker', () => {
  it('requests 50 provinces a page by their full name', async () => {
    const asked = watch(page, 'CrmPublicCourseMap/getProvices');
    await product.visit(page, '/crm/customer');
    await button(page, cn['filter.add']).click();
    const builder = page.locator('.ant-popover:visible');
    await expect.poll(() => page.evaluate('document.activeElement.role')).toBe('combobox');
    await page.keyboard.type(cn['crm_customer.map_address']);
    await page.keyboard.press('Enter');
    await builder.getByLabel(cn['picker.province']).fill('浙');
    // it is among all of them before the search is sent
    await expect.poll(() => asked.at(-1)).toEqual({ curpage: 1, pagesize: 50, fullName: '浙', type: 1, status: 1 });
    await page.locator('.ant-select-dropdown:visible').getByText('浙江省').click();
    expect(await builder.getByLabel(cn['filter.pick_value'], { exact: true }).inputValue()).toBe('浙江省');
  });
});

describe('the QR code of a record', () => {
  it('is shown from its detail and saved as a picture, in English and on a phone too', async () => {
    const { context, page: phone } = await product.open({ width: 390, height: 844, language: 'en' });
    await asSeller(phone);
    await product.visit(phone, '/crm/customer');
    await phone.getByText('关联测试23号公司').first().click();
    await phone.waitForURL(/rowId=\d+/);
    const address = phone.url();
    await dialog(phone).getByRole('button', { name: en['qr.share'], exact: true }).click();
    const shown = phone.getByRole('dialog', { name: translate('en', 'qr.title', { name: '关联测试23号公司' }) });
    await shown.locator('canvas').waitFor();
    expect(await shown.locator('code').textContent()).toBe(address);
    expect(await pageWidth(phone)).toBeLessThanOrEqual(390);
    const file = phone.waitForEvent('download');
    await button(shown, en['qr.download']).click();
    expect((await file).suggestedFilename()).toBe('关联测试23号公司.png');
    await context.close();
  });
});

describe('the help video of a form', () => {
  let admin: Page;
  beforeAll(async () => {
    ({ page: admin } = await product.open());
    await product.enter(admin);
  });

  it('is hidden while there is none, except for people who can set it', async () => {
    const told = page.waitForResponse(/\/api\/sysConfig\/queryHelpVideo$/);
    await Promise.all([told, product.visit(page, '/crm/customer?create=1')]);
    await inputOf(dialog(page), 'customer_name').waitFor();
    expect(await button(page, cn['help_video.open']).count()).toBe(0);
    for (const path of ['/crm/customer', '/crm/business']) {
      await product.visit(admin, `${path}?create=1`);
      await button(dialog(admin), cn['help_video.open']).click();
      await admin.getByText(cn['help_video.none']).waitFor();
    }
  });

  it('is set by an administrator and opens in a dialog', async () => {
    await product.visit(admin, '/manager/system-customer/biz-param/help-video');
    const box = admin.getByLabel(translate('cn', 'help_video.address', { name: cn['crm_customer'] }));
    const form = admin.locator('form').filter({ has: box });
    await box.fill('http://videos.invalid/a.mp4');
    await button(form, cn['action.save']).click();
    await admin.getByText(cn['config.video']).waitFor();
    await box.fill(videoUrl);
    await button(form, cn['action.save']).click();
    await admin.getByText(cn['help_video.saved']).waitFor();
    // what the content policy allows reaches the network
    await product.visit(admin, '/crm/customer?create=1');
    await Promise.all([admin.waitForRequest(videoUrl), button(dialog(admin), cn['help_video.open']).click()]);
    // the address does not exist, so a link is offered instead
    const player = admin.getByRole('dialog').filter({ hasText: cn['help_video.unplayable'] });
    expect(await player.getByRole('link', { name: videoUrl }).getAttribute('href')).toBe(videoUrl);
    await admin.keyboard.press('Escape');
    await player.waitFor({ state: 'hidden' });
    await inputOf(dialog(admin), 'customer_name').waitFor();
  });
});

describe('a list with a default scene', () => {
  it('is requested once, with that scene, and Back leaves it', async () => {
    const condition = { fieldName: 'leads_name', condition: 'contains', value: '关联' };
    const scene = { type: 1, name: '常用', data: [condition], isDefault: 1 };
    const { data } = await call('scene/addScene', scene, seller.token);
    const { sceneId } = data as { sceneId: number };
    // a browser that knows no views yet
    const { context, page } = await product.open();
    await product.enter(page, seller);
    await product.visit(page, '/crm/contacts');
    await page.getByRole('link', { name: '联络26' }).waitFor();
    const [asked, heads] = [watch(page, 'CrmLeads/queryPageList'), watch(page, 'field/queryListHead')];
    await page.getByRole('link', { name: cn['crm_leads'], exact: true }).first().click();
    await page.getByRole('link', { name: '关联测试线索' }).waitFor();
    await page.waitForURL(new RegExp(`/crm/clue\\?scene=${sceneId}$`));
    await page.locator('[aria-current=true]', { hasText: '常用' }).waitFor();
    expect([asked.map((one) => one['sceneId']), heads.map((one) => one['sceneId'])]).toEqual([[sceneId], [sceneId]]);
    await page.goBack();
    await page.waitForURL(/\/crm\/contacts/);
    await context.close();
  });
});
