import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { en } from '#shared/i18n/en.ts';
import { translate } from '#shared/i18n/translate.ts';
import { seriousFaults } from './accessibility.ts';
import { openApi } from './api.ts';
import { button, dialog, pageWidth } from './page.ts';
import { openProduct, type Product } from './product.ts';
import { adminPassword } from './server.ts';

let product: Product;
const api = openApi(() => product);
let token: string;
beforeAll(async () => {
  product = await openProduct();
  token = await api.tokenOf('admin', adminPassword);
});
afterAll(async () => product.close());

const asAdmin = (path: string, body: object) => api.call(path, body, token);
const save = (name: string, more: object = {}) =>
  asAdmin('CrmLeads/addOrUpdate', {
    entity: { leads_name: name, ...more },
    field: [{ name: '线索来源', value: '广告' }],
  });

/** The first of these names that no customer has. */
const firstNew = async (names: readonly string[]): Promise<string> => {
  for (const name of names) {
    const { data } = await asAdmin('CrmCustomer/queryPageList', { search: name });
    if ((data as { totalRow: number }).totalRow === 0) return name;
  }
  throw new Error('every company of the registry is a customer');
};

const search = async (page: Page, text: string): Promise<void> => {
  await page.getByPlaceholder(cn['crm_leads.search']).fill(text);
  const found = page.waitForResponse((answer) => (answer.request().postData() ?? '').includes(text));
  await page.keyboard.press('Enter');
  await found;
};
const tick = (page: Page, name: string) =>
  page.getByRole('row').filter({ hasText: name }).getByRole('checkbox').check();
const bulk = (page: Page) => page.getByRole('toolbar').last();

describe('leads', () => {
  it('are below the to-do page in the sidebar, are created and converted, and the customer is one click away', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    await product.visit(page, '/crm/workbench');
    const entries = page.getByRole('navigation').getByRole('link');
    const [leads, customers] = [cn['page.leads'], cn['page.customers']];
    await page.getByRole('navigation').getByText(leads, { exact: true }).click();
    await page.waitForURL(/\/crm\/clue/);
    const names = (await entries.allTextContents()).map((name) => name.trim());
    expect(names.indexOf(leads)).toBeGreaterThan(-1);
    expect(names.indexOf(leads)).toBe(names.indexOf(customers) - 1);
    await page.locator('tbody a').first().waitFor();
    expect(['list', await seriousFaults(page)]).toEqual(['list', []]);

    await button(page, cn['crm_leads.new']).click();
    await dialog(page).getByLabel(cn['crm_leads.leads_name']).first().fill('新线索光电');
    await dialog(page).getByLabel(cn['crm_leads.address']).fill('光谷路7号');
    await button(dialog(page), cn['action.save']).click();
    await dialog(page).getByText(cn['crm_leads.followup.0'], { exact: true }).first().waitFor();
    await button(dialog(page), cn['leads.convert']).click();
    await dialog(page).getByText(cn['leads.convert_question'], { exact: true }).waitFor();
    const address = dialog(page).getByRole('row').filter({ hasText: '光谷路7号' });
    expect(await address.textContent()).toContain(cn['crm_customer.map_address']);
    expect(['dialog', await seriousFaults(page)]).toEqual(['dialog', []]);
    await button(dialog(page), cn['action.ok']).click();
    await page.getByText(new RegExp(`^${cn['leads.converted_done']}`)).waitFor();
    const detail = page.getByRole('dialog').first();
    await detail.getByText(cn['leads.is_converted'], { exact: true }).waitFor();
    for (const gone of [cn['leads.convert'], cn['record_action.transfer'], cn['action.edit']])
      expect([gone, await button(detail, gone).count()]).toEqual([gone, 0]);
    await detail.getByRole('link', { name: cn['leads.open_customer'] }).click();
    await page.waitForURL(/\/crm\/customer\?rowId=/);
    await dialog(page).getByText('新线索光电', { exact: true }).first().waitFor();
    await dialog(page).getByRole('tab', { name: cn['detail.history'] }).click();
    await dialog(page)
      .getByText(translate('cn', 'history.converted', { title: '新线索光电' }))
      .last()
      .waitFor();
    await context.close();
  });

  it('take over what the registry knows of the chosen company', async () => {
    const { data } = await save('企业库科技线索', { telephone: '010-66001234' });
    const { leadsId } = data as { leadsId: number };
    const known = await asAdmin('CrmLeads/fuzzySearchPlus', { searchKey: '科技' });
    const name = await firstNew((known['data'] as { list: { Name: string }[] }).list.map(({ Name }) => Name));
    const { context, page } = await product.open();
    await product.enter(page);
    await product.visit(page, `/crm/clue?rowId=${leadsId}`);
    // the telephone is no mobile
    const mobile = dialog(page).locator('dl > div').filter({ hasText: cn['crm_leads.mobile'] });
    expect(await mobile.locator('dd').textContent()).toBe('–');
    await button(dialog(page), cn['leads.convert']).click();
    await button(dialog(page), cn['action.cancel']).click();
    await page.getByText('已取消操作').waitFor();
    await button(dialog(page), cn['leads.convert']).click();
    const company = dialog(page).getByLabel(cn['enterprise.search']);
    await company.click();
    await company.pressSequentially(name);
    await page.locator('.ant-select-item-option').filter({ hasText: name }).first().click();
    await button(dialog(page), cn['action.ok']).click();
    await page.getByText(new RegExp(`^${cn['leads.converted_done']}`)).waitFor();
    const found = await asAdmin('CrmCustomer/queryPageList', { search: '010-66001234' });
    const [customer] = (found['data'] as { list: Record<string, string>[] }).list;
    expect(customer).toMatchObject({ telephone: '010-66001234', customerName: name, receiptTitle: name });
    expect(customer?.['registCapi']).toMatch(/人民币$/);
    await context.close();
  });

  it('are converted many at once, with obstacles shown before, and undone', async () => {
    await save('批量甲纸业');
    await save('批量乙纸业');
    await save('批量丙纸业');
    await asAdmin('CrmCustomer/addOrUpdate', { entity: { customer_name: '批量丙纸业' }, field: [] });
    const { context, page } = await product.open();
    await product.enter(page);
    await product.visit(page, '/crm/clue');
    await search(page, '纸业');
    for (const name of ['批量甲纸业', '批量乙纸业', '批量丙纸业']) await tick(page, name);
    await button(bulk(page), cn['leads.convert']).click();
    const reason = translate('cn', 'field.unique', { name: cn['crm_customer.customer_name'] });
    await dialog(page)
      .getByText(translate('cn', 'leads.convert_refused_line', { name: '批量丙纸业', reason }))
      .waitFor();
    expect(await button(dialog(page), cn['action.ok']).isDisabled()).toBe(true);
    await dialog(page)
      .getByRole('checkbox', { name: translate('cn', 'leads.convert_rest', { count: 2 }) })
      .check();
    await button(dialog(page), cn['action.ok']).click();
    await page.getByText(new RegExp(`^${cn['leads.converted_done']}`)).waitFor();
    const link = page.getByRole('link', { name: '批量甲纸业' });
    await button(page, cn['record_action.undo']).click();
    await page.getByText(translate('cn', 'record_action.undone', { count: 2 })).waitFor();
    await link.waitFor();
    await context.close();
  });

  it('have a scene of converted ones, which cannot be transferred, converted or edited', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    await product.visit(page, '/crm/clue');
    await search(page, '新线索光电');
    await page.getByText(cn['crm_leads.scene.closed'], { exact: true }).click();
    await tick(page, '新线索光电');
    await button(bulk(page), cn['record_action.delete']).waitFor();
    for (const gone of [cn['leads.convert'], cn['record_action.transfer'], cn['record_action.edit_field']])
      expect([gone, await button(bulk(page), gone).count()]).toEqual([gone, 0]);
    await page.getByText(translate('cn', 'scene.all', { noun: cn['crm_leads'] }), { exact: true }).click();
    await page.getByRole('link', { name: '新线索光电' }).waitFor({ state: 'detached' });
    await context.close();
  });

  it('are on a board by their state, and a moved card is marked as followed up', async () => {
    await save('看板印刷');
    const { context, page } = await product.open();
    await product.enter(page);
    await product.visit(page, '/crm/clue');
    await search(page, '看板印刷');
    await button(page, cn['board.open']).click();
    await page
      .getByRole('menuitem', { name: translate('cn', 'board.by', { name: cn['crm_leads.followup'] }), exact: true })
      .click();
    const column = (name: string) => page.getByRole('region', { name, exact: true });
    const move = button(column(cn['crm_leads.followup.0']), translate('cn', 'board.move', { name: '看板印刷' }));
    await move.click();
    await page
      .getByRole('menuitem', { name: translate('cn', 'board.move_to', { name: cn['crm_leads.followup.1'] }) })
      .click();
    await column(cn['crm_leads.followup.1']).getByRole('link', { name: '看板印刷' }).waitFor();
    // it cannot be moved back: it has been followed up
    await move.waitFor({ state: 'detached' });
    expect(
      await button(column(cn['crm_leads.followup.1']), translate('cn', 'board.move', { name: '看板印刷' })).count(),
    ).toBe(0);
    await context.close();
  });

  it('speak English, in the dark and on a phone', async () => {
    await save('Phone Paper Ltd', { address: '1 Long Road', mobile: '91234567', area_code: '65' });
    const { context, page } = await product.open({ width: 390, height: 844, dark: true, language: 'en' });
    await product.enter(page);
    await product.visit(page, '/crm/clue?search=Phone%20Paper');
    await page.getByText(en['crm_leads.list'], { exact: true }).first().waitFor();
    expect(await pageWidth(page)).toBe(390);
    await page.locator('section ul button').filter({ hasText: 'Phone Paper Ltd' }).click();
    await dialog(page).getByText(en['crm_leads.followup.0'], { exact: true }).first().waitFor();
    await dialog(page).locator('a[href="tel:+6591234567"]').first().waitFor();
    const figures = dialog(page).locator('dl');
    for (const word of ['crm_leads.starter.source', 'option.广告'] as const)
      await figures.getByText(en[word], { exact: true }).waitFor();
    await button(dialog(page), en['record_action.more']).click();
    await page.getByRole('menuitem', { name: en['leads.convert'], exact: true }).click();
    await dialog(page).getByText(en['leads.convert_effect'], { exact: true }).waitFor();
    const words = (await dialog(page).locator('h1, th, p, button').allTextContents()).join(' ');
    expect(words).not.toMatch(/[\u4e00-\u9fff]/);
    const { x = 0, width: wide = 0 } = (await button(dialog(page), en['action.ok']).boundingBox()) ?? {};
    expect(x + wide).toBeLessThanOrEqual(390);
    expect(await pageWidth(page)).toBe(390);
    expect(['phone', await seriousFaults(page)]).toEqual(['phone', []]);
    await button(dialog(page), en['action.ok']).click();
    await button(page, en['leads.open_customer']).click();
    await page.waitForURL(/\/crm\/customer\?rowId=/);
    await context.close();
  });
});
