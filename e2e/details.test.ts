import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApi } from './api.ts';
import { dialog } from './page.ts';
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

const open = async (page: Page, path: string, rowId: number | undefined): Promise<void> => {
  await product.visit(page, `${path}?rowId=${rowId}`);
  await dialog(page).getByRole('tab').first().waitFor();
};
/** Without the numbers of children. */
const tabs = async (page: Page): Promise<string[]> =>
  (await dialog(page).getByRole('tab').allTextContents()).map((text) => text.replace(/ \d+$/, ''));
const figures = (page: Page): Promise<string[]> => dialog(page).locator('dl').first().locator('dt').allTextContents();

describe('the detail', () => {
  it('of each type has its tabs and the values of its head in the order that people know', async () => {
    const { leadsId } = await save('CrmLeads', { leads_name: '页签线索' });
    const { customerId } = await save('CrmCustomer', { customer_name: '页签公司' });
    const { contactsId } = await save('CrmContacts', { name: '页签联系人', customer_id: customerId });
    const { context, page } = await product.open();
    await product.enter(page);
    const head = ['跟进记录', '基本信息'];
    const end = ['附件', '操作记录', '权限说明'];

    await open(page, '/crm/clue', leadsId);
    expect(await tabs(page)).toEqual([...head, ...end]);
    expect(await figures(page)).toEqual(['线索来源', '手机', '负责人', '创建时间']);

    await open(page, '/crm/customer', customerId);
    expect(await tabs(page)).toEqual([...head, '联系人', '相关团队', '公海', ...end]);
    expect(await figures(page)).toEqual(['客户级别', '成交状态', '负责人', '更新时间']);

    await open(page, '/crm/contacts', contactsId);
    expect(await tabs(page)).toEqual([...head, '商机', ...end]);
    expect(await figures(page)).toEqual(['客户名称', '职务', '手机', '创建时间']);

    const released = await api.call('CrmCustomer/updateCustomerByIds', { ids: [customerId] }, token);
    expect(released['code']).toBe(0);
    await open(page, '/crm/seas', customerId);
    expect(await tabs(page)).toEqual([...head, '联系人', '查看记录', ...end]);
    await context.close();
  });
});
