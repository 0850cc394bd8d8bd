import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { en } from '#shared/i18n/en.ts';
import { translate } from '#shared/i18n/translate.ts';
import { seriousFaults } from './accessibility.ts';
import { openApi } from './api.ts';
import { field, form, input, openForm, panel } from './form-parts.ts';
import { button, overlaysLeft, pageWidth, settled, titled } from './page.ts';
import { openProduct, type Product } from './product.ts';
import { adminPassword } from './server.ts';

let product: Product;
let token: string;
const api = openApi(() => product);
beforeAll(async () => {
  product = await openProduct();
  token = await api.tokenOf('admin', adminPassword);
});
afterAll(async () => product.close());

const save = (family: string, entity: object) => api.save(family, entity, token);
/** Headings, buttons and labels on the page. */
const words = async (within: Locator): Promise<string[]> =>
  (await within.locator('label, h1, h2, h3, h4, button, dt, [role=tab]').allTextContents()).filter(
    (text) => /[\u4e00-\u9fff]/.test(text) && !text.includes('公司'),
  );

describe('the duplicate check', () => {
  it('asks, opens the list, shows matches after half a second, and opens the row there', async () => {
    const { leadsId } = await save('CrmLeads', { leads_name: '查重专用线索甲' });
    const { context, page } = await product.open();
    // the delays that the page requests, however slow the machine
    await page.addInitScript(`
      window.delays = [];
      const wait = window.setTimeout;
      window.setTimeout = (work, delay, ...more) => (window.delays.push(delay), wait(work, delay, ...more));`);
    await product.enter(page);
    await product.visit(page, '/crm/contacts');
    await button(page.locator('header').first(), cn['duplicates.check']).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('tab').first().waitFor();
    await expect
      .poll(() => dialog.getByRole('tab').allTextContents())
      .toEqual([cn['duplicates.customer'], cn['duplicates.leads']]);
    const confirm = button(dialog, cn['duplicates.confirm']);
    await confirm.click();
    await dialog.getByText('查询条件不能为空', { exact: true }).waitFor();
    expect(['dialog', await seriousFaults(page)]).toEqual(['dialog', []]);
    await dialog.getByRole('tab', { name: cn['duplicates.leads'] }).click();
    await dialog.getByLabel(cn['duplicates.input']).fill('查重专用');
    await page.evaluate('delays.length = 0');
    const asked = page.waitForRequest(/CrmLeads\/queryList/);
    await confirm.click();
    await page.waitForURL(/\/crm\/clue$/);
    expect(await page.evaluate<number[]>('delays')).toContain(500);
    expect((await asked).postDataJSON()).toMatchObject({ leadsName: '查重专用', page: 1, limit: 5 });
    const view = page.getByRole('dialog').filter({ hasText: translate('cn', 'duplicates.view', { text: '查重专用' }) });
    const row = view.getByRole('row').filter({ hasText: '查重专用线索甲' });
    expect(await row.textContent()).toContain('admin');
    expect(['view', await seriousFaults(page)]).toEqual(['view', []]);
    await row.getByRole('link').click();
    await page.waitForURL(new RegExp(`/crm/clue\\?rowId=${leadsId}$`));
    await page.getByRole('dialog').getByText('查重专用线索甲').first().waitFor();
    await page.keyboard.press('Escape');

    // no match: the dialog reports it
    await product.visit(page, '/crm/clue');
    await button(page.locator('header').first(), cn['duplicates.check']).click();
    await page.getByRole('dialog').getByLabel(cn['duplicates.input']).fill('13677770001');
    const byMobile = page.waitForRequest(/CrmCustomer\/findByCustomerPageList/);
    await button(page.getByRole('dialog'), cn['duplicates.confirm']).click();
    expect((await byMobile).postDataJSON()).toMatchObject({ mobile: '13677770001', limit: 5, type: 1, sort: 0 });
    await page.waitForURL(/\/crm\/customer$/);
    await page.getByRole('dialog').getByText('暂无重复数据', { exact: true }).waitFor();

    // more than the server sends stand on pages of twenty
    const list = Array.from({ length: 25 }, (_, at) => ({
      customerId: 9000 + at,
      customerName: `重复公司${at}`,
      mobile: '',
      ownerUserName: 'admin',
      createTime: '2026-11-21 09:00:00',
      mayRead: 1,
    }));
    await page.route('**/CrmCustomer/findByCustomerPageList', (route) =>
      route.fulfill({ json: { code: 0, data: { list, totalRow: 25 } } }),
    );
    await product.visit(page, '/crm/customer');
    await button(page.locator('header').first(), cn['duplicates.check']).click();
    await page.getByRole('dialog').getByLabel(cn['duplicates.input']).fill('重复公司');
    await button(page.getByRole('dialog'), cn['duplicates.confirm']).click();
    const found = page.getByRole('dialog').getByRole('link', { name: /^重复公司/ });
    await found.first().waitFor();
    expect(await found.count()).toBe(20);

    // what the server does not send is counted
    await page.unroute('**/CrmCustomer/findByCustomerPageList');
    for (const at of [1, 2, 3, 4, 5, 6, 7]) await save('CrmCustomer', { customer_name: `数得清公司${at}` });
    await product.visit(page, '/crm/customer');
    await button(page.locator('header').first(), cn['duplicates.check']).click();
    await page.getByRole('dialog').getByLabel(cn['duplicates.input']).fill('数得清');
    await button(page.getByRole('dialog'), cn['duplicates.confirm']).click();
    await page
      .getByRole('dialog')
      .getByText(translate('cn', 'duplicates.more', { count: 2 }))
      .waitFor();
    expect(
      await page
        .getByRole('dialog')
        .getByRole('link', { name: /^数得清/ })
        .count(),
    ).toBe(5);
    await context.close();
  });

  it('excludes the record in whose form it is started', async () => {
    const { customerId } = await save('CrmCustomer', { customer_name: '独一无二的查重名' });
    const { context, page } = await product.open();
    await product.enter(page);
    await product.visit(page, `/crm/customer?rowId=${customerId}`);
    await button(form(page), cn['action.edit']).click();
    const edit = titled(page, cn['crm_customer.edit']);
    await button(edit.locator('[data-field=customer_name]'), cn['duplicates.check']).click();
    await page.getByText('暂无重复数据', { exact: true }).waitFor();
    await context.close();
  });

  it('is offered next to names and mobiles, and reports possible duplicates while they are typed', async () => {
    await save('CrmCustomer', { customer_name: '查重专用客户乙', mobile: '13687654321' });
    const { context, page } = await product.open();
    await product.enter(page);
    await openForm(product, page, '/crm/customer');
    const check = (name: string) => button(field(page, name), cn['duplicates.check']);
    await check('customer_name').click();
    await page.getByText('查询条件不能为空', { exact: true }).waitFor();
    await input(page, 'customer_name').fill('没有人用过的名字');
    await check('customer_name').click();
    await page.getByText('暂无重复数据', { exact: true }).waitFor();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(1);
    await input(page, 'mobile').fill('13687654321');
    const duplicate = translate('cn', 'duplicates.one', { name: '查重专用客户乙', owner: 'admin' });
    await field(page, 'mobile')
      .getByText(translate('cn', 'duplicates.possible', { name: duplicate }))
      .waitFor();
    expect(await field(page, 'customer_name').getByRole('status').count()).toBe(0);
    await check('mobile').click();
    const link = page.getByRole('dialog').last().getByRole('link', { name: '查重专用客户乙' });
    // the form stays: the record opens in a new tab
    expect(await link.getAttribute('target')).toBe('_blank');
    await page.keyboard.press('Escape');
    await link.waitFor({ state: 'detached' });
    // the same number with its code in front, which is moved to its field; the line below shows all matches
    await input(page, 'mobile').fill('+86 136-8765-4321');
    await input(page, 'telephone').focus();
    await expect.poll(() => input(page, 'mobile').inputValue()).toBe('13687654321');
    await field(page, 'mobile').getByRole('status').getByRole('button').click();
    await link.waitFor();
    await page.keyboard.press('Escape');
    await link.waitFor({ state: 'detached' });
    await input(page, 'mobile').fill('0060 12-345 6789');
    await input(page, 'telephone').focus();
    await field(page, 'mobile').getByTitle('+60').waitFor();
    expect(await input(page, 'mobile').inputValue()).toBe('123456789');
    await input(page, 'customer_name').fill('查重专用马来客户');
    // the save keys twice, one customer
    const saves: string[] = [];
    page.on('request', (request) => request.url().endsWith('CrmCustomer/addOrUpdate') && saves.push(request.url()));
    await page.keyboard.press('Control+Enter');
    await page.keyboard.press('Control+Enter');
    await page.getByText(cn['form.added']).waitFor();
    const saved = page.getByRole('dialog', { name: '查重专用马来客户' });
    await saved.getByText('+60 123456789', { exact: true }).first().waitFor();
    expect(saves).toHaveLength(1);
    await product.visit(page, '/crm/customer');
    // a cell also stores the code of the number
    const row = page.getByRole('row').filter({ hasText: '查重专用马来客户' });
    await row.getByText('+60 123456789', { exact: true }).dblclick();
    const cell = row.locator('input:not([type=checkbox])').last();
    await cell.fill('+65 9123 4567');
    await cell.press('Enter');
    await row.getByText('+65 91234567', { exact: true }).waitFor();
    await openForm(product, page, '/crm/clue');
    await input(page, 'leads_name').fill('查重专用线索');
    await field(page, 'leads_name')
      .getByRole('status')
      .getByText(/^可能重复：查重专用线索甲/)
      .waitFor();

    // the thirteen areas (R10.1)
    await openForm(product, page, '/crm/customer');
    await field(page, 'mobile').getByRole('combobox').click();
    const areas = page.locator('.ant-select-dropdown:visible .ant-select-item-option');
    await areas.first().waitFor();
    await expect
      .poll(() => areas.allTextContents())
      .toEqual(
        (['86', '60', '66', '34', '886', '65', '62', '33', '49', '63', '61', '81', '1'] as const).map(
          (code) => `+${code} ${cn[`phone.area.${code}`]}`,
        ),
      );
    await context.close();
  });

  it('the duplicate and the company check are shown only with their right, and while the settings enable them', async () => {
    // tried twice, it needs another name
    const role = await api.call('system/role/add', { roleName: `一把钥匙${Date.now()}`, roleType: 2 }, token);
    const { roleId } = role['data'] as { roleId: number };
    const seller = await api.hire('钥匙员', String(roleId));
    const { context, page } = await product.open();
    // lists and forms of leads, customers
    const common = [17, 19, 20, 26, 28, 29];
    const keys = { clueDuplicateCheck: 1001, cluecheck: 1002, duplicateCheck: 1003, customercheck: 1004 };
    const grant = (...ids: number[]) =>
      api.call('system/role/updateRoleMenu', { id: roleId, rules: [...common, ...ids] }, token);
    await grant();
    await product.enter(page, seller);
    /**
     * Waits for the expected offers, then returns them: the buttons of both forms, and the tabs behind the header's.
     */
    const offered = async (...expected: string[]) => {
      const seen: string[] = [];
      for (const [path, name, kind] of [
        ['/crm/customer', 'customer_name', 'customer'],
        ['/crm/clue', 'leads_name', 'leads'],
      ] as const) {
        await openForm(product, page, path);
        const checks = (['duplicates.check', 'enterprise.check'] as const).map((label) => ({
          label: `${kind} ${label}`,
          shown: button(field(page, name), cn[label]),
        }));
        for (const { label, shown } of checks) if (expected.includes(label)) await shown.waitFor();
        await settled(page);
        for (const { label, shown } of checks) if ((await shown.count()) > 0) seen.push(label);
      }
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      const header = button(page.locator('header').first(), cn['duplicates.check']);
      if ((await header.count()) === 0) return seen;
      await header.click();
      const tabs = page.getByRole('dialog').getByRole('tab');
      await tabs.first().waitFor();
      const kinds = await tabs.allTextContents();
      // a right taken away would close it, and with that go back, while the next page is being opened
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await overlaysLeft(page);
      return [...seen, ...kinds];
    };
    const shows = async (...expected: string[]) => expect(await offered(...expected)).toEqual(expected);
    const [customers, leads] = [cn['duplicates.customer'], cn['duplicates.leads']];
    await shows();
    await grant(keys.duplicateCheck);
    await shows('customer duplicates.check', customers);
    await grant(keys.customercheck);
    await shows('customer enterprise.check');
    await grant(keys.clueDuplicateCheck);
    await shows('leads duplicates.check', leads);
    await grant(keys.cluecheck);
    await shows('leads enterprise.check');
    await grant(...Object.values(keys));

    const { context: office, page: settings } = await product.open();
    await product.enter(settings);
    await product.visit(settings, '/manager/system-customer/biz-param/duplicates');
    await settings.getByLabel(cn['duplicates.switch_customer']).click();
    await settings.getByText(cn['action.done']).waitFor();
    await shows('customer enterprise.check', 'leads duplicates.check', 'leads enterprise.check', leads);
    await settings.getByLabel(cn['duplicates.switch_customer']).click();
    await office.close();
    await context.close();
  });

  it('speak English, in the dark and on a phone', async () => {
    const { context, page } = await product.open({ width: 390, height: 844, dark: true, language: 'en' });
    await product.enter(page);
    await openForm(product, page, '/crm/clue');
    await input(page, 'leads_name').fill('科技');
    await button(field(page, 'leads_name'), en['enterprise.check']).click();
    await panel(page).getByRole('listitem').first().waitFor();
    expect([await pageWidth(page), await words(panel(page))]).toEqual([390, []]);
    expect(['phone', await seriousFaults(page)]).toEqual(['phone', []]);
    await panel(page).getByRole('listitem').first().getByRole('button').click();
    await button(panel(page), en['enterprise.fill']).click();
    await panel(page).waitFor({ state: 'detached' });
    expect(await input(page, 'leads_name').inputValue()).toMatch(/科技/);
    await product.visit(page, '/crm/customer');
    await button(page, en['shell.more']).last().click();
    await button(page.getByRole('dialog'), en['duplicates.check']).click();
    await page.getByRole('dialog').getByLabel(en['duplicates.input']).fill('查重专用');
    expect([await pageWidth(page), await words(page.getByRole('dialog'))]).toEqual([390, []]);
    await button(page.getByRole('dialog'), en['duplicates.confirm']).click();
    await page.getByRole('dialog').getByRole('link').first().waitFor();
    expect(await pageWidth(page)).toBe(390);
    await product.visit(page, '/manager/system-customer/biz-param/registry');
    await page.getByText(/compan(?:y|ies) stored/).waitFor();
    expect(await pageWidth(page)).toBe(390);
    await context.close();
  });
});
