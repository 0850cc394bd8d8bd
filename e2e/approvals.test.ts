import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { fill } from '#shared/i18n/fill.ts';
import { seriousFaults } from './accessibility.ts';
import { openApi } from './api.ts';
import { openDealCompany, type Worker } from './deal-company.ts';
import { button, dialog, pageWidth, settled } from './page.ts';
import { openProduct, type Product } from './product.ts';

let product: Product;
const api = openApi(() => product);
const company = openDealCompany(api);
let seller: Worker, director: Worker, finance: Worker;
let customerId: number, productId: number;

beforeAll(async () => {
  // flows of approval are the company's
  product = await openProduct({ alone: true });
  seller = await company.hire('周瑾', '11');
  director = await company.hire('陆远川', '8');
  finance = await company.hire('方静', '8');
  customerId = (await api.save('CrmCustomer', { customer_name: '宁波启川' }, seller.token))['customerId'] ?? 0;
  productId = await company.newProduct('精密注塑模', '1000', { floor_price: '950' });
});
afterAll(async () => product.close());

const save = async (entity: Record<string, unknown>, further: Record<string, unknown> = {}): Promise<number> => {
  const answer = await api.call('CrmContract/saveAndUpdate', { entity, field: [], ...further }, seller.token);
  return (answer['data'] as { contractId: number }).contractId;
};
/** A draft that is sold below the floor price. */
const draft = (name: string, num = '1'): Promise<number> =>
  save({ name, customer_id: customerId, checkStatus: 5 }, { product: [{ productId, salesPrice: '900', num }] });
const submit = (contractId: number, approver: Worker | null = director) =>
  save({ contractId }, approver ? { checkUserId: approver.userId } : {});
const approvalOf = async (id: number) => {
  const { data } = await api.call('examineRecord/queryByDocument', { label: 6, id }, seller.token);
  return data as { recordId: number; checkStatus: number };
};
const enter = async (person: Worker, options: Parameters<Product['open']>[0] = {}): Promise<Page> => {
  const { page } = await product.open(options);
  await product.enter(page, person);
  return page;
};
const opened = async (page: Page, id: number): Promise<Locator> => {
  await page.goto(`${product.url}/crm/contract?rowId=${id}`);
  const detail = page.getByRole('dialog').first();
  await detail.getByRole('tab', { name: cn['approval.tab'], exact: true }).waitFor();
  return detail;
};
const tab = (detail: Locator) => detail.getByRole('tab', { name: cn['approval.tab'], exact: true });

describe('a document in approval', () => {
  it('is refused on the phone, comes back with what has changed, and passes behind finance, who is added there', async () => {
    const id = await draft('二期模具');
    await submit(id);
    const phone = await enter(director, { width: 390, height: 844, touch: true });
    const detail = await opened(phone, id);
    await button(detail, cn['approval.reject']).tap();
    const sheet = dialog(phone);
    await button(sheet, cn['approval.title_reject']).tap();
    await sheet.getByRole('alert').getByText(cn['approval.remarks']).waitFor();
    await sheet.getByRole('textbox').fill('价格再谈一谈');
    await button(sheet, cn['approval.title_reject']).tap();
    await button(detail, cn['approval.reject']).waitFor({ state: 'hidden' });
    await expect.poll(async () => (await approvalOf(id)).checkStatus).toBe(2);
    const { data } = await api.call('CrmContract/queryById', { contractId: id }, seller.token);
    const [line] = (data as { product: Record<string, unknown>[] }).product;
    const product = [{ lineId: line?.['lineId'], productId, salesPrice: '920', num: '1' }];
    await save({ contractId: id, remark: '已确认' }, { product, checkUserId: director.userId });
    await tab(detail).tap();
    await detail.getByText(cn['approval.grave'], { exact: true }).waitFor();
    const text = await detail.getByRole('tabpanel').innerText();
    for (const word of [
      '已确认',
      '900.00',
      '920.00',
      cn['crm_product.floor_price'],
      '950.00',
      '1,000.00',
      '价格再谈一谈',
    ])
      expect(text).toContain(word);
    expect(await pageWidth(phone)).toBe(390);
    expect(await seriousFaults(phone)).toEqual([]);
    await detail.getByRole('button', { name: cn['approval.more'] }).tap();
    await phone.getByRole('menuitem', { name: cn['approval.add'] }).tap();
    const adding = phone.getByRole('dialog', { name: cn['approval.add'] });
    await adding.getByRole('combobox').first().fill('方静');
    await phone.locator('.ant-select-item-option').filter({ hasText: '方静' }).last().tap();
    // the answer takes its time: what follows is on what has been added, not on what was shown before
    await phone.route('**/examineRecord/queryByDocument', async (route) => {
      await sleep(500);
      await route.continue();
    });
    await button(adding, cn['approval.add']).tap();
    await adding.waitFor({ state: 'hidden' });
    await button(detail, cn['approval.approve']).tap();
    await button(sheet, cn['approval.title_pass']).tap();
    // among the steps, and in the history once it is there
    const passed = detail.getByRole('listitem').filter({ hasText: cn['approval.action_passed'] });
    await passed.filter({ hasText: director.realname }).nth(1).waitFor();
    const own = await enter(finance);
    const theirs = await opened(own, id);
    await button(theirs, cn['approval.approve']).click();
    await dialog(own).getByRole('textbox').fill('同意');
    await button(dialog(own), cn['action.ok']).click();
    await theirs.getByText('同意', { exact: true }).first().waitFor();
    await expect.poll(async () => (await approvalOf(id)).checkStatus).toBe(1);
  });

  it('is found where it waits, and passed by keyboard', async () => {
    const id = await draft('三期模具');
    await submit(id);
    const page = await enter(director);
    await page.goto(`${product.url}/crm/message?kind=checkContract`);
    await page.getByRole('link', { name: '三期模具' }).click();
    const detail = page.getByRole('dialog').first();
    await button(detail, cn['approval.approve']).waitFor();
    await settled(page);
    await page.keyboard.press('a');
    await page.getByRole('dialog', { name: cn['approval.title_pass'] }).waitFor();
    await page.keyboard.press('Control+Enter');
    await detail.getByText(cn['approval.approved'], { exact: true }).first().waitFor();
    await expect.poll(async () => (await approvalOf(id)).checkStatus).toBe(1);
  });

  it('has one winner: who comes too late reads who was faster', async () => {
    const id = await draft('四期模具');
    await submit(id);
    const late = await enter(director);
    const theirs = await opened(late, id);
    await button(theirs, cn['approval.approve']).click();
    const own = await enter(seller);
    const mine = await opened(own, id);
    await button(mine, cn['approval.withdraw_act']).click();
    await dialog(own).getByRole('textbox').fill('金额有误');
    await button(dialog(own), cn['action.ok']).click();
    await mine.getByText(cn['approval.withdrawn'], { exact: true }).first().waitFor();
    await dialog(late).getByRole('textbox').fill('同意');
    await button(dialog(late), cn['action.ok']).click();
    await late
      .getByText(/周瑾.*撤回/)
      .first()
      .waitFor();
    // what was typed is still there
    expect(await dialog(late).getByRole('textbox').inputValue()).toBe('同意');
    expect((await approvalOf(id)).checkStatus).toBe(4);
  });

  it('asks in its form for the approver that the flow wants, and keeps a draft without one', async () => {
    const id = await draft('五期模具');
    const page = await enter(seller);
    const detail = await opened(page, id);
    await button(detail, cn['action.edit']).click();
    const form = page.getByRole('dialog', { name: cn['crm_contract.edit'] });
    await form.getByText(`${cn['approval.by_choice']} 合同审批流程`).waitFor();
    await button(form, cn['approval.submit']).click();
    await form.getByRole('alert').getByText(cn['approval.chosen']).waitFor();
    await button(form, cn['approval.save_draft']).click();
    await form.waitFor({ state: 'hidden' });
    expect((await api.call('CrmContract/queryById', { contractId: id }, seller.token))['data']).toMatchObject({
      checkStatus: 5,
    });
  });

  it('takes the flow whose conditions hold, which is rehearsed before it is saved; many are passed at once', async () => {
    const { page } = await product.open();
    await product.enter(page);
    await product.visit(page, '/manager/system-examine');
    await page.getByRole('button', { name: fill('cn', cn['flow.new_of'], { noun: cn.crm_contract }) }).click();
    const editor = page.getByRole('dialog', { name: cn['flow.new'] });
    await editor.getByLabel(cn['flow.name']).fill('大额合同');
    await editor.getByLabel(cn['flow.value']).fill('5000');
    await editor.getByRole('combobox', { name: fill('cn', cn['flow.who'], { level: '第1级' }) }).click();
    await page.getByText(cn['flow.step_2'], { exact: true }).last().click();
    await editor.getByRole('listitem', { name: '第1级' }).getByRole('combobox').nth(1).fill('陆远川');
    await page.locator('.ant-select-item-option').filter({ hasText: '陆远川' }).last().click();
    await button(editor, cn['flow.rehearse']).click();
    const rehearsal = page.getByRole('dialog', { name: fill('cn', cn['flow.rehearsal'], { name: '大额合同' }) });
    await rehearsal.getByText(/^最近 \d+ 份单据中，0 份会走这个流程/).waitFor();
    await button(rehearsal, cn['action.save']).click();
    await page.getByText('大额合同', { exact: true }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('button', { name: fill('cn', cn['flow.trial_of'], { noun: cn.crm_contract }) }).click();
    const trial = page.getByRole('dialog');
    const taken = (name: string) => trial.getByRole('listitem').filter({ hasText: name }).getByText(cn['flow.taken']);
    await trial.getByLabel(cn['flow.amount'], { exact: true }).fill('5000');
    await taken('合同审批流程').waitFor();
    await trial.getByLabel(cn['flow.amount'], { exact: true }).fill('5000.01');
    await taken('大额合同').waitFor();
    await trial.getByRole('list', { name: cn['approval.steps'] }).getByText('陆远川', { exact: true }).waitFor();
    expect(['trial', await seriousFaults(page)]).toEqual(['trial', []]);
    await page.keyboard.press('Escape');
    await trial.waitFor({ state: 'detached' });
    const ids = [await draft('大合同一', '10'), await draft('大合同二', '10')];
    for (const id of ids) await submit(id, null);
    const list = await enter(director);
    await list.goto(`${product.url}/crm/message?kind=checkContract`);
    for (const name of ['大合同一', '大合同二'])
      await list
        .getByRole('row', { name: new RegExp(name) })
        .getByRole('checkbox')
        .check();
    await list.keyboard.press('a');
    await button(dialog(list), cn['action.ok']).click();
    await list.getByRole('link', { name: '大合同一' }).waitFor({ state: 'hidden' });
    for (const id of ids) expect((await approvalOf(id)).checkStatus).toBe(1);
  });
});
