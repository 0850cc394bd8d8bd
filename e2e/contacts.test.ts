import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyPersonField } from '#shared/crm/contacts-type.ts';
import { cn } from '#shared/i18n/cn.ts';
import { en } from '#shared/i18n/en.ts';
import { seriousFaults } from './accessibility.ts';
import { openApi } from './api.ts';
import { button, dialog, pageWidth } from './page.ts';
import { openProduct, type Product } from './product.ts';
import { adminPassword } from './server.ts';

let product: Product;
const api = openApi(() => product);
beforeAll(async () => {
  product = await openProduct();
});
afterAll(async () => product.close());

/** In a list on a phone; while it loads, empty ones are placeholders. */
const cards = (page: Page) => page.getByRole('main').getByRole('listitem').getByRole('button');
const form = (page: Page, title: string) => page.getByRole('dialog', { name: title });

describe('contacts', () => {
  it('have a page with list, form and detail, and a link to their customer', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    await product.visit(page, '/crm/contacts');
    const rows = page.locator('tbody tr.ant-table-row');
    await rows.first().waitFor();
    await expect.poll(() => rows.count()).toBe(30);
    expect(['list', await seriousFaults(page)]).toEqual(['list', []]);
    // each heading is above its column, also one longer than the cells below
    const lefts = async (cells: Locator) => {
      const boxes = await Promise.all((await cells.all()).map((cell) => cell.boundingBox()));
      return boxes.map((box) => Math.round(box?.x ?? 0));
    };
    expect(await lefts(page.locator('.ant-table-thead th'))).toEqual(await lefts(rows.first().locator('td')));
    // a decider of the demo
    const deciders = [{ fieldName: keyPersonField, condition: 'is', value: '是' }];
    await product.visit(page, `/crm/contacts?filters=${encodeURIComponent(JSON.stringify(deciders))}`);
    const decider = rows.filter({ has: page.getByRole('cell', { name: '是', exact: true }) }).first();
    await decider.getByRole('link').first().click();
    await dialog(page).getByText(cn['contacts.key_person'], { exact: true }).first().waitFor();
    const figures = dialog(page).locator('dl');
    for (const label of ['crm_contacts.customer_id', 'crm_contacts.post', 'crm_contacts.mobile'] as const)
      await figures.getByText(cn[label], { exact: true }).waitFor();
    const customer = figures.getByRole('link', { name: /公司$/ });
    const name = (await customer.textContent()) ?? '';
    expect(name).toMatch(/公司$/);
    await customer.click();
    await dialog(page).getByRole('tab', { name: cn['crm_contacts.many'] }).click();
    await dialog(page).getByRole('columnheader', { name: cn['contacts.key_person'] }).waitFor();
    await context.close();
  });

  it('have no page for people without the right', async () => {
    // manages staff and has nothing to do with customers
    const clerk = await api.hire('顾小安', '3');
    const { context, page } = await product.open();
    await product.enter(page, clerk);
    await page.goto(`${product.url}/crm/contacts`);
    await page.getByRole('heading', { name: cn['missing.title'] }).waitFor();
    await context.close();
  });

  it('are created right after a new customer, prefilled with it, and in its tab', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    await product.visit(page, '/crm/customer?create=1');
    const name = '晨曦云杉联系人有限公司';
    const first = form(page, cn['crm_customer.new']);
    await first.getByLabel(cn['crm_customer.customer_name']).fill(name);
    await button(first, cn['contacts.save_and_new']).click();
    const second = form(page, cn['crm_contacts.new']);
    await second.getByText(name, { exact: true }).waitFor();
    // only a new customer offers it
    expect(await button(second, cn['contacts.save_and_new']).count()).toBe(0);
    await second.getByLabel(cn['crm_contacts.name']).fill('秦明远');
    await second.getByRole('textbox', { name: cn['crm_contacts.mobile'] }).fill('13812345670');
    await button(second, cn['action.save']).click();
    // the customer is there with its contact
    const detail = page.getByRole('dialog', { name });
    await detail.getByRole('tab', { name: cn['crm_contacts.many'] }).click();
    await detail.getByRole('link', { name: '13812345670' }).waitFor();
    await button(detail, cn['action.edit']).click();
    const edit = form(page, cn['crm_customer.edit']);
    await button(edit, cn['action.save']).waitFor();
    expect(await button(edit, cn['contacts.save_and_new']).count()).toBe(0);
    await button(edit, cn['action.cancel']).click();
    await edit.waitFor({ state: 'detached' });
    // another one from the tab, prefilled too
    await button(detail, cn['crm_contacts.new']).click();
    const third = form(page, cn['crm_contacts.new']);
    await third.getByText(name, { exact: true }).waitFor();
    await third.getByLabel(cn['crm_contacts.name']).fill('秦小雨');
    await button(third, cn['action.save']).click();
    await third.waitFor({ state: 'detached' });
    await button(detail, '秦小雨').click();
    const contact = page.getByRole('dialog', { name: '秦小雨' });
    await contact.getByRole('tab', { name: cn['detail.information'] }).waitFor();
    await page.keyboard.press('Escape');
    await contact.waitFor({ state: 'detached' });
    // a customer with contacts stays, and its transfer includes them
    await button(detail, cn['record_action.transfer']).click();
    await dialog(page).getByText(cn['record_action.transfer_along'], { exact: true }).waitFor();
    await dialog(page).getByRole('checkbox', { name: cn['crm_contacts'] }).check();
    expect(['transfer', await seriousFaults(page)]).toEqual(['transfer', []]);
    await button(dialog(page), cn['action.cancel']).click();
    await button(detail, cn['record_action.more']).click();
    await page.getByRole('menuitem', { name: cn['record_action.delete'] }).click();
    // Enter would not delete
    const cancel = dialog(page).locator('button:focus').getByText(cn['action.cancel']);
    await cancel.waitFor();
    await page.keyboard.press('Escape');
    await cancel.waitFor({ state: 'detached' });
    await button(detail, cn['record_action.more']).click();
    await page.getByRole('menuitem', { name: cn['record_action.delete'] }).click();
    await button(dialog(page), cn['action.ok']).click();
    await page.getByText(`客户「${name}」还有 2 个联系人（秦小雨、秦明远），不能删除`).waitFor();
    await context.close();
  });

  it('ask before a link to an opportunity is removed', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    const envelope = (data: unknown) => ({
      contentType: 'application/json',
      body: JSON.stringify({ code: 0, msg: '', data }),
    });
    const linked = [
      { businessId: 7, businessName: '云杉一期', money: '1200.00', customerName: '', typeName: '', statusName: '' },
    ];
    let unlinked = '';
    // opportunities come later: the future answer of the server
    await page.route('**/CrmContacts/queryBusiness', async (route) =>
      route.fulfill(envelope(unlinked === '' ? linked : [])),
    );
    await page.route('**/CrmContacts/unrelateBusiness', async (route) => {
      unlinked = route.request().postData() ?? '';
      await route.fulfill(envelope(null));
    });
    await product.visit(page, '/crm/contacts');
    await page.locator('tbody tr.ant-table-row').first().getByRole('link').first().click();
    await dialog(page).getByRole('tab', { name: cn['contacts.opportunities'] }).click();
    await button(dialog(page), '取消关联「云杉一期」').click();
    await page.getByText('确认取消关联?', { exact: true }).waitFor();
    await dialog(page).locator('button:focus').getByText(cn['action.ok']).click();
    await page.getByText(cn['contacts.no_opportunity']).waitFor();
    expect(unlinked).toContain('"businessIds":[7]');
    await context.close();
  });

  it('speak English on a phone, in the dark', async () => {
    const token = await api.tokenOf('admin', adminPassword);
    const saved = await api.call(
      'CrmCustomer/addOrUpdate',
      { entity: { customer_name: '随身公司' }, field: [] },
      token,
    );
    const { customerId: customer_id } = saved['data'] as { customerId: number };
    const contact = { name: '随身联系人', customer_id, mobile: '13812345671' };
    await api.call('CrmContacts/addOrUpdate', { entity: contact, field: [] }, token);
    const { context, page } = await product.open({ width: 390, height: 844, dark: true, language: 'en' });
    await product.enter(page);
    await product.visit(page, `/crm/customer?search=${encodeURIComponent('随身公司')}`);
    await cards(page).first().click();
    await page.getByRole('tab', { name: en['crm_contacts.many'] }).click();
    await button(dialog(page), en['crm_contacts.new']).waitFor();
    await dialog(page).locator('a[href^="tel:"]').first().waitFor();
    expect(await pageWidth(page)).toBe(390);
    expect(['panel', await seriousFaults(page)]).toEqual(['panel', []]);
    await button(dialog(page), en['crm_contacts.new']).click();
    await form(page, en['crm_contacts.new']).getByLabel(en['crm_contacts.name']).waitFor();
    expect(await pageWidth(page)).toBe(390);
    await product.visit(page, '/crm/contacts');
    await cards(page).first().click();
    await dialog(page).getByText(en['crm_contacts.customer_id'], { exact: true }).first().waitFor();
    expect(['detail', await seriousFaults(page)]).toEqual(['detail', []]);
    // a tab that is pressed stays under the finger, also one at the edge
    for (const tab of await dialog(page).getByRole('tab').all()) {
      await tab.click();
      await expect.poll(() => tab.getAttribute('aria-selected')).toBe('true');
    }
    await context.close();
  });
});
