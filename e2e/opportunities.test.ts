import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { openApi, type Person } from './api.ts';
import { button, dialog, pageWidth, settled } from './page.ts';
import { openProduct, type Product } from './product.ts';

let product: Product;
let seller: Person;
let manager: Person;
beforeAll(async () => {
  product = await openProduct();
  // all of the records that the tests make, and the setting of CRM
  seller = await api.hire('商机销售', '11');
  manager = await api.hire('商机管理员', '1');
});
afterAll(async () => product.close());

const api = openApi(() => product);
const call = async (path: string, body: object, who = seller) => (await api.call(path, body, who.token))['data'];
async function newCustomer(customer_name: string): Promise<number> {
  return (await api.save('CrmCustomer', { customer_name }, seller.token))['customerId'] ?? 0;
}
async function newOpportunity(business_name: string, more: object = {}): Promise<number> {
  const entity = { business_name, customer_id: await newCustomer(`${business_name}的客户`), type_id: 1, ...more };
  return (await api.save('CrmBusiness', entity, seller.token))['businessId'] ?? 0;
}
async function newProduct(name: string, price: string): Promise<void> {
  await call('CrmProduct/saveAndUpdate', { entity: { name, price, category_id: 1 }, field: [] }, manager);
}
const read = async (businessId: number) =>
  (await call('CrmBusiness/queryById', { businessId })) as Record<string, unknown>;

async function enter(path: string, options: Parameters<Product['open']>[0] = {}) {
  const { context, page } = await product.open(options);
  page.setDefaultTimeout(12_000);
  await product.enter(page, seller);
  await page.goto(`${product.url}${path}`);
  await settled(page);
  return { context, page };
}
const ok = (page: Page) => dialog(page).getByRole('button', { name: /^确\s?定$/ });
const choose = async (page: Page, label: string, option: string) => {
  await dialog(page).getByLabel(label).click();
  await page.locator('.ant-select-item-option', { hasText: option }).last().click();
};

describe('an opportunity', () => {
  it('is made with products, a stage of its group and the amount that they come to', async () => {
    await newCustomer('选品客户');
    const crmBusinessStatus = [{ name: '签约', rate: 90 }];
    await call(
      'businessType/setBusinessType',
      { crmBusinessType: { name: '选品用组' }, deptIds: [], crmBusinessStatus },
      manager,
    );
    await newProduct('选品甲', '100');
    await newProduct('选品乙', '40.5');
    const { context, page } = await enter('/crm/business');
    await button(page, cn['crm_business.new']).first().click();
    await dialog(page).getByLabel(cn['crm_business.business_name']).fill('带产品的商机');
    await dialog(page).getByLabel(cn['crm_business.customer_id']).fill('选品客户');
    await page.locator('.ant-select-item-option', { hasText: '选品客户' }).click();
    // a stage belongs to its group: another group clears it
    await choose(page, cn['crm_business.type_id'], '选品用组');
    await choose(page, cn['crm_business.status_name'], '签约');
    await choose(page, cn['crm_business.type_id'], '默认商机组');
    expect(await page.locator('[data-field=status_id]').innerText()).not.toContain('签约');
    await button(page, cn['action.save']).click();
    await page.getByText('商机阶段不能为空').waitFor();
    await choose(page, cn['crm_business.status_name'], '需求分析');
    await button(page, '选择产品').click();
    for (const name of ['选品甲', '选品乙']) {
      await dialog(page).getByPlaceholder(cn['crm_product.search']).fill(name);
      const rows = dialog(page).locator('tr.ant-table-row');
      await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringContaining(name)]);
      await rows.click();
    }
    await page.getByLabel('选品乙的数量').fill('2');
    await button(page, '添加 2 项').click();
    await button(page, cn['action.save']).click();
    await settled(page);
    expect(await page.getByRole('alert').allInnerTexts()).toEqual([cn['form.added']]);
    const { list } = (await call('CrmBusiness/queryPageList', { search: '带产品的商机' })) as {
      list: Record<string, unknown>[];
    };
    expect(list[0]).toMatchObject({ statusName: '需求分析', money: '181.00' });
    await context.close();
  });

  it('is moved on the board, taken back, and won there', async () => {
    const id = await newOpportunity('看板上的商机', { money: '12000' });
    const { context, page } = await enter('/crm/business?board=status_name&search=看板上的商机');
    const lane = (name: string) => page.getByRole('region', { name, exact: true });
    await lane('验证客户').getByText('看板上的商机').waitFor();
    expect(await lane('验证客户').innerText()).toContain('1.2万');
    await lane('验证客户').getByRole('listitem').dragTo(lane('方案/报价'));
    await lane('方案/报价').getByText('看板上的商机').waitFor();
    await settled(page);
    expect(await lane('方案/报价').innerText()).toContain('9600');
    await button(page, cn['record_action.undo']).last().click();
    await lane('验证客户').getByText('看板上的商机').waitFor();
    await settled(page);
    // how it ends stands in the menu of the card too
    await lane('验证客户')
      .getByRole('button', { name: /看板上的商机/ })
      .click();
    await page.getByRole('menuitem', { name: cn['crm_business.win'], exact: true }).click();
    await ok(page).click();
    await lane('验证客户').getByText('看板上的商机').waitFor({ state: 'detached' });
    expect(await read(id)).toMatchObject({ isEnd: 1, statusId: 1 });
    await context.close();
  });

  it('moves along its bar, is lost with a reason, reopened, and its history says so', async () => {
    const id = await newOpportunity('推进的商机');
    const { context, page } = await enter(`/crm/business?rowId=${id}`);
    const bar = page.getByRole('region', { name: cn['opportunity.stages'] });
    await bar.getByRole('button', { name: /方案\/报价/ }).click();
    await page.getByText('确定进入方案/报价阶段吗？').waitFor();
    await ok(page).click();
    await bar.locator('[aria-current=step]', { hasText: '方案/报价' }).waitFor();
    await button(page, cn['crm_business.lose']).first().click();
    expect(await ok(page).isDisabled()).toBe(true);
    await dialog(page).getByRole('combobox').click();
    await page.locator('.ant-select-item-option', { hasText: '价格过高' }).click();
    await ok(page).click();
    await bar.locator('[aria-current=step]', { hasText: cn['crm_business.lost'] }).waitFor();
    await page.getByText('原因：价格过高').waitFor();
    expect(await button(page, cn['action.edit']).count()).toBe(0);
    await bar.getByRole('button', { name: cn['crm_business.activate'] }).click();
    await ok(page).click();
    await bar.locator('[aria-current=step]', { hasText: '方案/报价' }).waitFor();
    await page.getByRole('tab', { name: cn['opportunity.stages'] }).click();
    await page.locator('tbody tr.ant-table-row').nth(3).waitFor();
    expect(await page.getByRole('tabpanel').last().innerText()).toContain('价格过高');
    await context.close();
  });

  it('says on a phone what is asked for before a stage', async () => {
    const body = {
      crmBusinessType: { name: '要金额的组' },
      deptIds: [],
      crmBusinessStatus: [
        { name: '起步', rate: 10 },
        { name: '报价', rate: 60 },
      ],
    };
    const { typeId } = (await call('businessType/setBusinessType', body, manager)) as { typeId: number };
    const groups = (await call('CrmBusiness/queryBusinessStatusOptions', {})) as {
      typeId: number;
      statusList: { statusId: number }[];
    }[];
    const stages = groups.find((one) => one.typeId === typeId)?.statusList.map(({ statusId }) => statusId) ?? [];
    const fields = (await call('field/queryField', { label: 5 })) as { fieldId: number; fieldName: string }[];
    const money = fields.find(({ fieldName }) => fieldName === 'money')?.fieldId;
    const required = [{ statusId: stages[1], fieldIds: [money] }];
    await call('businessType/setBusinessTypeOptions', { typeId, required }, manager);
    const id = await newOpportunity('手机商机', { type_id: typeId });
    const { context, page } = await enter(`/crm/business?rowId=${id}`, { width: 390, height: 844 });
    await page.getByRole('region', { name: cn['opportunity.stages'] }).getByRole('button', { name: /报价/ }).click();
    await ok(page).click();
    await page.getByText('“手机商机”进入“报价”阶段前，请先填写：商机金额').waitFor();
    expect(await pageWidth(page)).toBe(390);
    await context.close();
  });
});
