import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { en } from '#shared/i18n/en.ts';
import { fill } from '#shared/i18n/fill.ts';
import { checkStatuses } from '#shared/approval/approval-state.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { receivableType } from '#shared/crm/receivables/receivable-type.ts';
import { seriousFaults } from './accessibility.ts';
import { openApi, type Person } from './api.ts';
import { flows, openDealCompany } from './deal-company.ts';
import { button, dialog, pageWidth } from './page.ts';
import { openProduct, type Product } from './product.ts';

let product: Product;
const api = openApi(() => product);
const company = openDealCompany(api);
let seller: Person;
let customerId: number;
let lamps: number;
beforeAll(async () => {
  // flows of approval are the company's
  product = await openProduct({ alone: true });
  seller = await api.hire('何续签', '11');
  await company.asks([flows.contracts, flows.receivables]);
  customerId = (await api.save('CrmCustomer', { customer_name: '明远照明' }, seller.token))['customerId'] ?? 0;
  lamps = await company.newProduct('吸顶灯', '100');
});
afterAll(async () => product.close());

/** A contract of four lamps below their price, in force. */
async function inForce(name: string): Promise<number> {
  const entity = { name, customer_id: customerId, start_time: '2026-01-01', end_time: '2026-12-31' };
  const sold = [{ productId: lamps, num: '4', salesPrice: '90' }];
  const { data } = await api.call('CrmContract/saveAndUpdate', { entity, field: [], product: sold }, seller.token);
  await company.passLast(contractType.code);
  return (data as { contractId: number }).contractId;
}
const read = async (contractId: number) =>
  (await api.call('CrmContract/queryById', { contractId }, seller.token))['data'] as Record<string, unknown>;
const found = async (name: string) => {
  const { data } = await api.call('CrmContract/queryPageList', { search: name, page: 1, limit: 15 }, seller.token);
  return (data as { list: { contractId: number }[] }).list.map(({ contractId }) => contractId);
};
async function choose(page: Page, contractId: number, act: string, words: Record<keyof typeof cn, string> = cn) {
  await product.visit(page, `/crm/contract?rowId=${contractId}`);
  await button(dialog(page), words['record_action.more']).click();
  await page.getByRole('menuitem', { name: act, exact: true }).click();
}

it('a contract is renewed from the day after its end, and copied, with its lines and a number of its own', async () => {
  const contractId = await inForce('照明框架');
  const former = await read(contractId);
  const { context, page } = await product.open();
  await product.enter(page, seller);
  await choose(page, contractId, cn['contract.renew']);
  const form = page.getByRole('dialog', { name: cn['crm_contract.new'] });
  await expect.poll(() => form.getByLabel(cn['crm_contract.start_time']).inputValue()).toBe('2027-01-01');
  expect(await form.getByLabel(cn['crm_contract.end_time']).inputValue()).toBe('2027-12-31');
  await form.getByLabel(cn['crm_contract.name']).fill('照明框架续签');
  await button(form, cn['approval.save_draft']).click();
  await form.waitFor({ state: 'detached' });
  const [renewedId = 0] = await found('照明框架续签');
  const renewed = await read(renewedId);
  expect(renewed).toMatchObject({
    checkStatus: checkStatuses.draft,
    startTime: '2027-01-01',
    endTime: '2027-12-31',
    money: '360.00',
    product: [{ name: '吸顶灯', num: '4', salesPrice: '90.00' }],
  });
  expect(renewed['num']).not.toBe(former['num']);

  await choose(page, contractId, cn['contract.copy']);
  await expect.poll(() => form.getByLabel(cn['crm_contract.name']).inputValue()).toBe('照明框架');
  // its dates are those of any new contract
  expect(await form.getByLabel(cn['crm_contract.start_time']).inputValue()).not.toBe('2026-01-01');
  await form.getByLabel(cn['crm_contract.name']).fill('照明框架副本');
  await button(form, cn['approval.save_draft']).click();
  await form.waitFor({ state: 'detached' });
  const [copyId = 0] = await found('照明框架副本');
  const copy = await read(copyId);
  expect(copy).toMatchObject({
    checkStatus: checkStatuses.draft,
    customerId,
    money: '360.00',
    product: [{ name: '吸顶灯', num: '4', salesPrice: '90.00' }],
  });
  const numbers = [former['num'], renewed['num'], copy['num']];
  expect(new Set(numbers).size).toBe(3);
  // what it was made of is as it was
  expect(await read(contractId)).toMatchObject({
    name: '照明框架',
    checkStatus: checkStatuses.passed,
    endTime: '2026-12-31',
  });
  await context.close();
});

it('a discard asks another question where something was received, which becomes the customer’s credit, on a phone too', async () => {
  const [unpaid, paid] = [await inForce('未付照明'), await inForce('已付照明')];
  const entity = { contract_id: paid, customer_id: customerId, money: '150.50' };
  await api.call('CrmReceivables/saveOrUpdate', { entity, field: [] }, seller.token);
  await company.passLast(receivableType.code);
  const { context, page } = await product.open({ language: 'en' });
  await product.enter(page);
  await choose(page, unpaid, en['contract.discard'], en);
  const question = page.getByRole('dialog').filter({ hasText: en['contract.discard_one'] });
  await button(question.last(), en['action.ok']).click();
  await page.getByText(en['contract.discarded']).waitFor();
  await expect.poll(async () => (await read(unpaid))['checkStatus']).toBe(checkStatuses.discarded);
  await context.close();

  const phone = await product.open({ width: 390, height: 844, touch: true });
  await product.enter(phone.page);
  await product.visit(phone.page, `/crm/contract?rowId=${paid}`);
  await button(dialog(phone.page), cn['record_action.more']).tap();
  await phone.page.getByRole('menuitem', { name: cn['contract.discard'], exact: true }).tap();
  const asked = phone.page.getByRole('dialog').filter({ hasText: cn['contract.discard_paid'] }).last();
  await asked.waitFor();
  expect(await pageWidth(phone.page)).toBe(390);
  await button(asked, cn['action.ok']).tap();
  await phone.page.getByText(cn['contract.discarded']).waitFor();
  await expect.poll(async () => (await read(paid))['checkStatus']).toBe(checkStatuses.discarded);
  const { data: figures } = await api.call('CrmLedger/queryFigures', { contractId: paid }, seller.token);
  expect(figures).toMatchObject({
    contractMoney: '0.00',
    receivedMoney: '0.00',
    unreceivedMoney: '0.00',
    arrearsMoney: '0.00',
    creditMoney: '150.50',
  });
  await phone.context.close();
});

it('an entry of a contract that was changed opens the version that booked it', async () => {
  const contractId = await inForce('变更照明');
  const { data } = await api.call('CrmContract/startChange', { contractId }, seller.token);
  const { contractId: orderId } = data as { contractId: number };
  const [line] = (await read(orderId))['product'] as { lineId: number }[];
  const fewer = [{ lineId: line?.lineId, num: '3' }];
  await api.call(
    'CrmContract/saveAndUpdate',
    { entity: { contractId: orderId }, field: [], product: fewer },
    seller.token,
  );
  await company.passLast(contractType.code);
  expect(await read(contractId)).toMatchObject({ money: '270.00' });
  const { context, page } = await product.open();
  await product.enter(page, seller);
  await product.visit(page, `/crm/contract?rowId=${contractId}`);
  await dialog(page).getByRole('tab', { name: cn['ledger.money_tab'] }).click();
  await dialog(page).getByRole('tabpanel').getByRole('button', { name: cn['ledger.contractMoney'] }).click();
  const entries = page.getByRole('dialog').filter({ hasText: cn['ledger.who'] }).last();
  const row = (version: number) =>
    entries.getByRole('row').filter({ hasText: fill('cn', cn['ledger.contract_version'], { version }) });
  await row(2).getByText('-90.00').waitFor();
  expect(await row(1).getByText('360.00').count()).toBe(1);
  expect(await row(1).getByText(seller.realname).or(row(1).getByText('admin')).count()).toBeGreaterThan(0);
  await row(1).getByRole('button').click();
  const versions = page.getByRole('dialog', { name: cn['contract.versions'] });
  // the first one is open: four lamps, as they were signed
  await versions.getByText('360.00').first().waitFor();
  await versions.getByRole('cell', { name: '4', exact: true }).waitFor();
  expect(['versions', await seriousFaults(page)]).toEqual(['versions', []]);
  await context.close();
});
