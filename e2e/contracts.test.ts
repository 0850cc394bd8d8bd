import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ofToday } from '#server/testing/repetitions.ts';
import { cn } from '#shared/i18n/cn.ts';
import { en } from '#shared/i18n/en.ts';
import { fill } from '#shared/i18n/fill.ts';
import { customerLevelField } from '#shared/crm/customer-type.ts';
import { seriousFaults } from './accessibility.ts';
import { openApi, type Person } from './api.ts';
import { flows, openDealCompany, type Worker } from './deal-company.ts';
import { button, dialog, pageWidth } from './page.ts';
import { openProduct, type Product } from './product.ts';
import { adminPassword } from './server.ts';

let product: Product;
let seller: Person;
let director: Worker;
let customerId: number;
let pens: number;
const api = openApi(() => product);
const company = openDealCompany(api);
beforeAll(async () => {
  product = await openProduct({ alone: true });
  seller = await api.hire('钱有单', '11');
  director = await company.hire('孙总监', '8');
  await company.asks([flows.contracts], director);
  customerId = (await api.save('CrmCustomer', { customer_name: '云帆文具有限公司' }, seller.token))['customerId'] ?? 0;
  pens = await company.newProduct('签字钢笔', '100');
});
afterAll(async () => product.close());

const line = (num: string, salesPrice?: string) => ({ productId: pens, num, ...(salesPrice ? { salesPrice } : {}) });
const newDraft = async (name: string, lines: readonly object[]): Promise<number> => {
  const entity = { name, customer_id: customerId, checkStatus: 5 };
  const { data } = await api.call('CrmContract/saveAndUpdate', { entity, field: [], product: lines }, seller.token);
  return (data as { contractId: number }).contractId;
};
const read = async (contractId: number) =>
  (await api.call('CrmContract/queryById', { contractId }, seller.token))['data'] as Record<string, unknown>;
const decide = async (contractId: number, status: 1 | 2) => {
  const waiting = (await api.call('examineRecord/queryWaitingList', { limit: 50 }, director.token))['data'] as {
    list: { recordId: number; id: number }[];
  };
  const recordId = waiting.list.find(({ id }) => id === contractId)?.recordId;
  await api.call('examineRecord/auditExamine', { recordId, status, remarks: '意见' }, director.token);
};
const open = (page: Page, contractId: number) => product.visit(page, `/crm/contract?rowId=${contractId}`);

describe('contracts', () => {
  it('offer the prices of the customer’s level in their form, which one press takes over', async () => {
    const { data } = await api.call(
      'CrmCustomer/addOrUpdate',
      {
        entity: { customer_name: `级别价公司 ${Date.now()}` },
        field: [{ name: customerLevelField, fieldName: customerLevelField, value: 'A（重点客户）' }],
      },
      seller.token,
    );
    const { customerId: buyer } = data as { customerId: number };
    const ink = await company.newProduct(`彩色墨水 ${Date.now()}`, '50');
    const admin = await api.tokenOf('admin', adminPassword);
    const prices = [{ level: 'A（重点客户）', levelPrice: '45' }];
    const changed = await api.call(
      'CrmProduct/saveAndUpdate',
      { entity: { product_id: ink }, field: [], prices },
      admin,
    );
    expect(changed['code']).toBe(0);
    const entity = { name: '级别价合同', customer_id: buyer, checkStatus: 5 };
    const lines = [{ productId: ink, num: '2' }, line('1')];
    const saved = await api.call('CrmContract/saveAndUpdate', { entity, field: [], product: lines }, seller.token);
    const { contractId } = saved['data'] as { contractId: number };
    const { context, page } = await product.open();
    await product.enter(page, seller);
    await open(page, contractId);
    await button(dialog(page), cn['action.edit']).click();
    const form = page.getByRole('dialog').nth(1);
    await form.getByText(fill('cn', cn['contract.level_prices'], { count: 1 })).waitFor();
    await button(form, cn['contract.take_level_prices']).click();
    await form.getByText(fill('cn', cn['contract.level_prices'], { count: 1 })).waitFor({ state: 'detached' });
    expect(['level prices', await seriousFaults(page)]).toEqual(['level prices', []]);
    await button(form, cn['approval.save_draft']).click();
    await form.waitFor({ state: 'detached' });
    expect(((await read(contractId))['product'] as { salesPrice: string }[]).map((one) => one.salesPrice)).toEqual([
      '45.00',
      '100.00',
    ]);
    await context.close();
  });

  it.each(ofToday(['cn', 'en'] as const))(
    'are made from an opportunity with its lines, and submitted (%s)',
    async (language) => {
      const words = language === 'cn' ? cn : en;
      const name = language === 'cn' ? '云帆钢笔采购' : 'Pens for Yunfan';
      const { businessId = 0 } = (
        await api.call(
          'CrmBusiness/addOrUpdate',
          {
            entity: { business_name: name, customer_id: customerId, type_id: 1 },
            field: [],
            product: [line('3', '95')],
          },
          seller.token,
        )
      )['data'] as Record<string, number>;
      const { context, page } = await product.open({ language });
      await product.enter(page, seller);
      await product.visit(page, `/crm/business?rowId=${businessId}`);
      const detail = dialog(page);
      await detail.getByRole('tab', { name: new RegExp(`^${words['crm_contract']}`, 'i') }).click();
      await button(detail, words['crm_contract.new']).click();
      const form = page.getByRole('dialog', { name: words['crm_contract.new'] });
      await form.getByText('云帆文具有限公司').first().waitFor();
      await expect.poll(() => form.getByLabel(words['crm_contract.name']).inputValue()).toBe(name);
      await form.getByText('孙总监').waitFor();
      expect(await seriousFaults(page)).toEqual([]);
      await button(form, words['approval.submit']).click();
      await page.getByText(words['approval.submitted_now']).waitFor();
      await form.waitFor({ state: 'detached' });
      const { list } = (await api.call('CrmContract/queryPageList', { search: name }, seller.token))['data'] as {
        list: Record<string, unknown>[];
      };
      expect(list).toMatchObject([
        { name, money: '285.00', checkStatus: 0, customerName: '云帆文具有限公司', businessId },
      ]);
      await context.close();
    },
  );

  it('are kept as drafts, refused, changed and submitted again', async () => {
    const contractId = await newDraft('往返合同', [line('2', '80')]);
    const { context, page } = await product.open();
    await product.enter(page, seller);
    await open(page, contractId);
    await button(dialog(page), cn['action.edit']).click();
    const form = page.getByRole('dialog', { name: cn['crm_contract.edit'] });
    await form.getByLabel(cn['crm_contract.name']).fill('往返合同二');
    await button(form, cn['approval.save_draft']).click();
    await page.getByText(cn['approval.draft_saved']).waitFor();
    expect(await read(contractId)).toMatchObject({ name: '往返合同二', checkStatus: 5 });
    await button(dialog(page), cn['action.edit']).click();
    await button(form, cn['approval.submit']).click();
    await page.getByText(cn['approval.submitted_now']).waitFor();
    await decide(contractId, 2);
    await page.reload();
    await button(dialog(page), cn['action.edit']).click();
    await button(form, cn['approval.submit']).click();
    await form.waitFor({ state: 'detached' });
    expect(await read(contractId)).toMatchObject({ checkStatus: 0 });
    // what is being approved is not edited
    await expect.poll(() => button(dialog(page), cn['action.edit']).count()).toBe(0);
    await decide(contractId, 1);
    await page.reload();
    await dialog(page).getByText(cn['contract.unreceived']).waitFor();
    await dialog(page).getByRole('tab', { name: cn['contract.versions'] }).click();
    await dialog(page)
      .getByText(/^版本1 · 钱有单/)
      .waitFor();
    await context.close();
  });

  it('at full price pass by themselves after a question, on a phone too', async () => {
    const contractId = await newDraft('正价合同', [line('1')]);
    const { context, page } = await product.open({ width: 390, height: 844 });
    await product.enter(page, seller);
    await open(page, contractId);
    await button(dialog(page), cn['action.edit']).click();
    const form = page.getByRole('dialog', { name: cn['crm_contract.edit'] });
    await button(form, cn['approval.submit']).waitFor();
    expect(await pageWidth(page)).toBe(390);
    await button(form, cn['approval.submit']).click();
    const question = page.getByRole('dialog').filter({ hasText: cn['contract.full_price'] });
    await button(question, cn['approval.submit']).click();
    await form.waitFor({ state: 'detached' });
    expect(await read(contractId)).toMatchObject({ checkStatus: 1, money: '100.00' });
    await context.close();
  });
});
