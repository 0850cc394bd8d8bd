import { afterAll, beforeAll, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { fill } from '#shared/i18n/fill.ts';
import { checkStatuses } from '#shared/approval/approval-state.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { receivableCalls } from '#shared/crm/receivables/receivable-calls.ts';
import { paymentMethodField, receivableType } from '#shared/crm/receivables/receivable-type.ts';
import { seriousFaults } from './accessibility.ts';
import { openApi, type Person } from './api.ts';
import { flows, openDealCompany } from './deal-company.ts';
import { button, dialog, pageWidth } from './page.ts';
import { openProduct, type Product } from './product.ts';

let product: Product;
const api = openApi(() => product);
const company = openDealCompany(api);
beforeAll(async () => {
  // flows of approval are the company's
  product = await openProduct({ alone: true });
});
afterAll(async () => product.close());

const salesperson = '11';
const amounts = { contract: '100000', plan: '60000', half: '30000', part: '10000' } as const;

async function contractWithPlans(seller: Person) {
  await company.asks([flows.contracts, flows.receivables]);
  const { customerId } = await api.save('CrmCustomer', { customer_name: `分期付款公司 ${Date.now()}` }, seller.token);
  const entity = { name: '分期合同', customer_id: customerId, money: amounts.contract };
  const saved = await api.call('CrmContract/saveAndUpdate', { entity, field: [] }, seller.token);
  const { contractId } = saved['data'] as { contractId: number };
  return { customerId, contractId };
}

/** A day before today. */
const settledOn = '2026-10-15';

it('half of a plan is paid: the rest is in arrears, is settled in two parts, and the figure opens its entries', async () => {
  const seller = await api.hire('钱回款', salesperson);
  const { customerId, contractId } = await contractWithPlans(seller);
  await company.passLast(contractType.code);
  const due = { contract_id: contractId, customer_id: customerId };
  const plan = await api.call(
    'Crm/ReceivablesPlan/saveAndUpdate',
    { entity: { ...due, money: amounts.plan, return_date: '2026-12-01', return_type: '电汇' }, field: [] },
    seller.token,
  );
  const { planId } = plan['data'] as { planId: number };
  await api.call(
    'CrmReceivables/saveOrUpdate',
    {
      entity: { ...due, plan_id: planId, money: amounts.half },
      field: [{ name: paymentMethodField, fieldName: paymentMethodField, value: '电汇' }],
    },
    seller.token,
  );
  await company.passLast(receivableType.code);

  const { context, page } = await product.open();
  await product.enter(page, seller);
  await product.visit(page, '/crm/arrearage');
  const row = page.locator('tbody tr', { hasText: '分期合同' });
  await row.getByText('30,000.00').first().waitFor();
  expect(['arrears', await seriousFaults(page)]).toEqual(['arrears', []]);
  const pocket = await product.open({ width: 390, height: 844, touch: true });
  await product.enter(pocket.page, seller);
  await product.visit(pocket.page, '/crm/arrearage');
  const owing = pocket.page.getByRole('listitem').getByRole('link', { name: '分期合同' });
  await owing.waitFor();
  expect((await owing.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await pocket.context.close();
  for (const money of [amounts.part, '']) {
    await button(row, cn['crm_receivables.new']).click();
    const form = dialog(page);
    const sent: string[] = [];
    page.on('request', (request) => sent.push(new URL(request.url()).pathname));
    // what is not to be settled is said at the amount, and nothing is sent
    for (const wrong of money === '' ? [] : ['30000.01', '0', '-5', '1.005', 'x']) {
      await form.getByLabel(cn['crm_receivables.money']).fill(wrong);
      await form.getByText(cn['arrears.money_wrong'], { exact: true }).waitFor();
      await button(form, cn['approval.submit']).click();
      expect([wrong, await form.getByText(cn['arrears.money_wrong'], { exact: true }).count()]).toEqual([wrong, 1]);
      await form.getByLabel(cn['crm_receivables.money']).fill('1');
      await form.getByText(cn['arrears.money_wrong'], { exact: true }).waitFor({ state: 'detached' });
    }
    expect(sent.filter((path) => path === `/api/${receivableCalls.save.path}`)).toEqual([]);
    if (money !== '') await form.getByLabel(cn['crm_receivables.money']).fill(money);
    await form.getByText(cn['option.支票'], { exact: true }).waitFor();
    await form.getByLabel(cn['crm_receivables.return_time']).fill(settledOn);
    await button(form, cn['approval.submit']).click();
    await form.waitFor({ state: 'detached' });
    await company.passLast(receivableType.code);
    await product.visit(page, '/crm/arrearage');
    if (money !== '') await row.getByText('20,000.00').waitFor();
  }
  await expect.poll(() => row.count()).toBe(0);
  const paid = await api.call('CrmReceivables/queryPageList', { page: 1, limit: 15 }, seller.token);
  const { list } = paid['data'] as { list: { returnTime: string }[] };
  expect(list.filter(({ returnTime }) => returnTime === settledOn)).toHaveLength(2);

  await product.visit(page, `/crm/contract?rowId=${contractId}`);
  await dialog(page).getByRole('tab', { name: cn['ledger.money_tab'] }).click();
  const figure = cn['ledger.receivedMoney'];
  await dialog(page).getByRole('tabpanel').getByRole('button', { name: figure }).click();
  const entries = page.getByRole('dialog', { name: fill('cn', cn['ledger.entries'], { figure, money: '60,000.00' }) });
  await entries.getByText(cn['ledger.event.settled']).first().waitFor();
  expect(await entries.locator('tbody tr.ant-table-row').count()).toBe(3);
  expect(await entries.getByRole('link').count()).toBe(3);
  await context.close();

  const phone = await product.open({ width: 390, height: 844 });
  await product.enter(phone.page, seller);
  await product.visit(phone.page, '/crm/arrearage');
  await phone.page.getByText(cn['arrears.age.1'], { exact: true }).waitFor();
  expect(await pageWidth(phone.page)).toBe(390);
  await phone.context.close();
});

it('is discarded by a press and a question, which reverses what it booked', async () => {
  const seller = await api.hire('钱作废', salesperson);
  const { customerId, contractId } = await contractWithPlans(seller);
  await company.passLast(contractType.code);
  await api.call(
    'CrmReceivables/saveOrUpdate',
    {
      entity: { contract_id: contractId, customer_id: customerId, money: amounts.half },
      field: [{ name: paymentMethodField, fieldName: paymentMethodField, value: '电汇' }],
    },
    seller.token,
  );
  const found = async () => {
    const { data } = await api.call('CrmReceivables/queryPageList', { page: 1, limit: 15 }, seller.token);
    return (data as { list: { receivablesId: number; checkStatus: number }[] }).list;
  };
  const [waiting] = await found();
  const { context, page } = await product.open();
  await product.enter(page, await api.hire('钱财务', '10'));
  const discard = button(dialog(page), cn['receivable.discard']);
  await product.visit(page, `/crm/money?rowId=${waiting?.receivablesId}`);
  await dialog(page).getByText('30,000.00').first().waitFor();
  // nothing is booked as long as somebody has to decide
  expect(await discard.count()).toBe(0);
  await company.passLast(receivableType.code);
  await product.visit(page, `/crm/money?rowId=${waiting?.receivablesId}`);
  await discard.click();
  await button(page.getByRole('dialog').nth(1), cn['action.ok']).click();
  await page.getByText(cn['receivable.discarded']).waitFor();
  await expect.poll(async () => (await found())[0]?.checkStatus).toBe(checkStatuses.discarded);
  const { data } = await api.call('CrmContract/queryById', { contractId }, seller.token);
  expect(data).toMatchObject({ receivedMoney: '0.00', unreceivedMoney: '100000.00' });
  await discard.waitFor({ state: 'detached' });
  await context.close();
});

it('a prepayment is the credit of its customer until it is taken back, by mouse and on a phone', async () => {
  const finance = await api.hire('钱预收', '10');
  const { token } = await api.hire('钱预付', salesperson);
  const { customerId } = await api.save('CrmCustomer', { customer_name: `预付公司 ${Date.now()}` }, token);
  const { context, page } = await product.open();
  await product.enter(page, finance);
  await product.visit(page, `/crm/customer?rowId=${customerId}`);
  await dialog(page).getByRole('tab', { name: cn['statement.tab'] }).click();
  const panel = dialog(page).getByRole('tabpanel');
  const credit = panel.getByRole('region', { name: cn['credit.left'] });
  await panel.getByText(cn['statement.closing']).waitFor();
  // a customer without any has no word of it
  expect(await credit.count()).toBe(0);
  await button(panel, cn['credit.kind.1']).click();
  const form = page.getByRole('dialog', { name: cn['credit.kind.1'] });
  await form.getByLabel(cn['ledger.amount']).fill('500');
  await form.getByRole('button', { name: cn['action.save'] }).click();
  await credit.getByText('500.00').first().waitFor();
  expect(['credit', await seriousFaults(page)]).toEqual(['credit', []]);
  await context.close();

  const phone = await product.open({ width: 390, height: 844, touch: true });
  await product.enter(phone.page, finance);
  await product.visit(phone.page, `/crm/customer?rowId=${customerId}`);
  await dialog(phone.page).getByRole('tab', { name: cn['statement.tab'] }).tap();
  const seen = dialog(phone.page).getByRole('tabpanel').getByRole('region', { name: cn['credit.left'] });
  await button(seen, cn['credit.void_act']).tap();
  await button(phone.page.getByRole('dialog').nth(1), cn['credit.void_act']).tap();
  await seen.getByText(cn['credit.voided']).waitFor();
  expect(await seen.getByText('0.00', { exact: true }).count()).toBe(1);
  expect(await button(seen, cn['credit.void_act']).count()).toBe(0);
  expect(await pageWidth(phone.page)).toBe(390);
  await phone.context.close();
});

it('amounts of drafts, which can be edited, end at the right like the others', async () => {
  const seller = await api.hire('钱右齐', salesperson);
  const { customerId, contractId } = await contractWithPlans(seller);
  await company.passLast(contractType.code);
  const due = { contract_id: contractId, customer_id: customerId };
  const add = (money: string, more: object) =>
    api.call('CrmReceivables/saveOrUpdate', { entity: { ...due, money, ...more }, field: [] }, seller.token);
  await add('1', {});
  await company.passLast(receivableType.code);
  await add('22222', { checkStatus: 5 });
  const { context, page } = await product.open();
  await product.enter(page, seller);
  await product.visit(page, '/crm/money');
  await page.getByText('22,222.00', { exact: true }).waitFor();
  const gaps = await page.evaluate<number[]>(`[...document.querySelectorAll('td')]
    .filter((cell) => /^(1|22,222)\\.00$/.test(cell.textContent))
    .map((cell) => {
      const text = document.createRange();
      text.selectNode(document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode());
      return Math.round(cell.getBoundingClientRect().right - text.getBoundingClientRect().right);
    })`);
  // the padding of a cell
  expect(gaps).toEqual([12, 12]);
  await context.close();
});

it('says at once who is missing where goods of the contract are sent', async () => {
  const seller = await api.hire('钱收件', salesperson);
  await company.asks([flows.contracts]);
  const { customerId } = await api.save('CrmCustomer', { customer_name: `收货公司 ${Date.now()}` }, seller.token);
  const productId = await company.newProduct('台灯', '100');
  const sent = { customer_id: customerId, recipient_name: '王收', recipient_address: '中山路1号' };
  const saved = await api.call(
    'CrmContract/saveAndUpdate',
    {
      entity: { name: '发货合同', ...sent },
      field: [],
      product: [{ productId, num: '2', deliveryType: 2, salesPrice: '90' }],
    },
    seller.token,
  );
  const { contractId } = saved['data'] as { contractId: number };
  await company.passLast(contractType.code);
  const { context, page } = await product.open();
  await product.enter(page, seller);
  await product.visit(page, `/crm/contract?rowId=${contractId}`);
  await dialog(page).getByRole('tab', { name: cn['crm_receivables'], exact: true }).click();
  await button(dialog(page), cn['crm_receivables.new']).click();
  const made = page.getByRole('dialog', { name: cn['crm_receivables.new'] });
  const box = (name: 'name' | 'address') => made.getByLabel(cn[`crm_receivables.recipient_${name}`]);
  const told = (message: string) => made.getByRole('alert').filter({ hasText: message });
  // as the contract has it
  await expect.poll(() => box('name').inputValue()).toBe('王收');
  expect(await box('address').inputValue()).toBe('中山路1号');
  await box('name').fill('');
  await told(cn['contract.addressee']).waitFor();
  await box('name').fill('李收');
  await told(cn['contract.addressee']).waitFor({ state: 'detached' });
  await box('address').fill('');
  await told(cn['contract.address']).waitFor();
  await box('address').fill('北京路2号');
  await told(cn['contract.address']).waitFor({ state: 'detached' });

  // a draft of a contract, which may still lack them
  const draft = { name: '待发货合同', customer_id: customerId, checkStatus: 5 };
  const kept = await api.call(
    'CrmContract/saveAndUpdate',
    { entity: draft, field: [], product: [{ productId, num: '2', deliveryType: 2, salesPrice: '90' }] },
    seller.token,
  );
  const { contractId: draftId } = kept['data'] as { contractId: number };
  await product.visit(page, `/crm/contract?rowId=${draftId}`);
  await button(dialog(page), cn['action.edit']).click();
  const edited = page
    .getByRole('dialog')
    .filter({ has: page.locator('form') })
    .last();
  const own = edited.getByLabel(cn['crm_contract.recipient_name']);
  await own.focus();
  await own.blur();
  const missing = edited.getByRole('alert').filter({ hasText: cn['contract.addressee'] });
  await missing.waitFor();
  await own.fill('王收');
  await missing.waitFor({ state: 'detached' });
  await context.close();
});
