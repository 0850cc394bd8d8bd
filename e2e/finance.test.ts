import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { en } from '#shared/i18n/en.ts';
import { fill } from '#shared/i18n/fill.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { receivableType } from '#shared/crm/receivables/receivable-type.ts';
import { seriousFaults } from './accessibility.ts';
import { openApi, type Person } from './api.ts';
import { flows, openDealCompany } from './deal-company.ts';
import { button, dialog, pageWidth, settled, titled } from './page.ts';
import { openProduct, type Product } from './product.ts';
import { adminPassword } from './server.ts';

let product: Product;
const api = openApi(() => product);
const company = openDealCompany(api);
let seller: Person;
let finance: Person;
beforeAll(async () => {
  // flows of approval and closed months are the company's
  product = await openProduct({ alone: true });
  seller = await api.hire('钱销售', '11');
  finance = await api.hire('钱会计', '10');
  await company.asks([flows.contracts, flows.receivables]);
});
afterAll(async () => product.close());

async function contractOf(customer_name: string, name: string, money: string) {
  const { customerId = 0 } = await api.save('CrmCustomer', { customer_name }, seller.token);
  const entity = { name, customer_id: customerId, money };
  const { data } = await api.call('CrmContract/saveAndUpdate', { entity, field: [] }, seller.token);
  await company.passLast(contractType.code);
  return { customerId, contractId: (data as { contractId: number }).contractId };
}
const figures = async (contractId: number) =>
  (await api.call('CrmLedger/queryFigures', { contractId }, finance.token))['data'] as Record<string, string>;
const choose = async (page: Page, name: string, file: string, rows: readonly string[]) => {
  const chooser = page.waitForEvent('filechooser');
  await button(page, name).click();
  await (await chooser).setFiles([{ name: file, mimeType: 'text/csv', buffer: Buffer.from(`${rows.join('\n')}\n`) }]);
};

describe('bank lines', () => {
  const head = '交易日期,对方户名,收入金额,流水号,摘要';
  it('of a sheet are proposed to what they pay, confirmed by a person, and passed over and taken back', async () => {
    const { contractId } = await contractOf('流水科技有限公司', '流水合同', '800.50');
    const { context, page } = await product.open();
    await product.enter(page, finance);
    await product.visit(page, '/crm/bank');
    await choose(page, cn['bank.upload'], '流水.csv', [
      head,
      '2026-11-03,流水科技有限公司,800.50,A1,货款',
      '2026-11-03,不认识的人,7,A2,',
      '2026-11-04,供应商,-30,A3,付款',
    ]);
    await page.getByText(fill('cn', cn['bank.loaded_count'], { count: 2 })).waitFor();
    const line = (payer: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: payer });
    await line('不认识的人').getByText(cn['bank.no_match']).waitFor();
    await line('流水科技').getByText('800.50').waitFor();
    expect(['bank lines', await seriousFaults(page)]).toEqual(['bank lines', []]);
    // a statement that holds one of them again is refused as a whole, naming its row
    await choose(page, cn['bank.upload'], '又一次.csv', [
      head,
      '2026-11-05,新来的人,9,B1,',
      '2026-11-03,不认识的人,7,A2,',
    ]);
    await page.getByText(fill('cn', cn['bank.loaded'], { row: 3 })).waitFor();
    expect(await line('新来的人').count()).toBe(0);
    await button(line('流水科技'), fill('cn', cn['bank.confirm'], { contract: '流水合同' })).click();
    await line('流水科技').waitFor({ state: 'detached' });
    // confirmed is submitted: somebody decides as on any other
    expect((await figures(contractId))['receivedMoney']).toBe('0.00');
    await company.passLast(receivableType.code);
    expect(await figures(contractId)).toMatchObject({ receivedMoney: '800.50', unreceivedMoney: '0.00' });
    await button(line('不认识的人'), cn['bank.pass_over']).click();
    await line('不认识的人').waitFor({ state: 'detached' });
    const show = async (status: 'bank.status.0' | 'bank.status.1' | 'bank.status.2') => {
      await page.getByLabel(cn['bank.status'], { exact: true }).click();
      await page.locator('.ant-select-item-option', { hasText: cn[status] }).last().click();
      await settled(page);
    };
    await show('bank.status.1');
    await line('流水科技').getByText(finance.realname).waitFor();
    await show('bank.status.2');
    await button(line('不认识的人'), cn['bank.take_back']).click();
    await line('不认识的人').waitFor({ state: 'detached' });
    await show('bank.status.0');
    await line('不认识的人').waitFor();
    await context.close();

    const phone = await product.open({ width: 390, height: 844, dark: true, language: 'en' });
    await product.enter(phone.page, finance);
    await product.visit(phone.page, '/crm/bank');
    await phone.page.getByText(en['bank.no_match']).waitFor();
    expect(await pageWidth(phone.page)).toBe(390);
    expect(['on a phone', await seriousFaults(phone.page)]).toEqual(['on a phone', []]);
    await phone.context.close();
  });
});

describe('a bank line', () => {
  it('of more than a contract lacks is confirmed with a question, and the rest is credit', async () => {
    const { contractId } = await contractOf('多汇有限公司', '多汇合同', '100');
    const { context, page } = await product.open();
    await product.enter(page, finance);
    await product.visit(page, '/crm/bank');
    const rows = ['交易日期,对方户名,收入金额,流水号,摘要', '2026-11-09,多汇有限公司,120.50,C1,货款'];
    await choose(page, cn['bank.upload'], '多汇.csv', rows);
    const line = page.getByRole('main').getByRole('listitem').filter({ hasText: '多汇有限公司' });
    const surplus = fill('cn', cn['bank.with_surplus'], { money: '20.50' });
    await line.getByRole('button').filter({ hasText: surplus }).click();
    const said = fill('cn', cn['receivable.surplus'], { due: '100.00', money: '20.50' });
    const question = page.getByRole('dialog').filter({ hasText: said });
    await question.getByRole('button', { name: /多汇合同/ }).click();
    await line.waitFor({ state: 'detached' });
    await company.passLast(receivableType.code);
    expect(await figures(contractId)).toMatchObject({ receivedMoney: '100.00', creditMoney: '20.50' });
    await context.close();
  });
});

describe('an overpayment', () => {
  it('is confirmed by finance in the form, and shown on receivable, contract and statement', async () => {
    const { customerId, contractId } = await contractOf('多付公司', '多付合同', '1000');
    const { context, page } = await product.open();
    await product.enter(page, finance);
    await product.visit(page, `/crm/contract?rowId=${contractId}`);
    await dialog(page).getByRole('tab', { name: cn['crm_receivables'], exact: true }).click();
    await button(dialog(page), cn['crm_receivables.new']).click();
    const form = page.getByRole('dialog', { name: cn['crm_receivables.new'] });
    await form.getByLabel(cn['crm_receivables.money']).fill('1234.50');
    const said = fill('cn', cn['receivable.surplus'], { due: '1,000.00', money: '234.50' });
    await form.getByRole('status').getByText(said).waitFor();
    await button(form, cn['approval.submit']).click();
    const question = titled(page, said);
    await button(question, cn['approval.submit']).click();
    await form.waitFor({ state: 'detached' });
    await company.passLast(receivableType.code);
    expect(await figures(contractId)).toMatchObject({
      receivedMoney: '1000.00',
      unreceivedMoney: '0.00',
      creditMoney: '234.50',
    });
    await product.visit(page, `/crm/customer?rowId=${customerId}`);
    await dialog(page).getByRole('tab', { name: cn['statement.tab'] }).click();
    const panel = dialog(page).getByRole('tabpanel');
    const row = panel.getByRole('row').filter({ hasText: cn['ledger.event.overpaid'] });
    await row.getByText('234.50', { exact: true }).first().waitFor();
    await panel
      .getByRole('row')
      .filter({ hasText: cn['ledger.event.received'] })
      .getByText('1,000.00')
      .first()
      .waitFor();
    await panel.getByRole('region', { name: cn['credit.left'] }).getByText('234.50').waitFor();
    const { data } = await api.call('CrmReceivables/queryPageList', { page: 1, limit: 15 }, finance.token);
    const [{ receivablesId } = { receivablesId: 0 }] = (
      data as { list: { receivablesId: number; money: string }[] }
    ).list.filter(({ money }) => money === '1234.50');
    await context.close();

    const phone = await product.open({ width: 390, height: 844, language: 'en' });
    await product.enter(phone.page, finance);
    await product.visit(phone.page, `/crm/money?rowId=${receivablesId}`);
    await dialog(phone.page).getByText(en['receivable.surplusMoney']).waitFor();
    await dialog(phone.page).getByText('234.50', { exact: true }).first().waitFor();
    expect(await pageWidth(phone.page)).toBe(390);
    await phone.context.close();
  });

  it('is not offered to a salesperson, who reads what the contract lacks', async () => {
    const { contractId } = await contractOf('多付公司二', '多付合同二', '50');
    const { context, page } = await product.open();
    await product.enter(page, seller);
    await product.visit(page, `/crm/contract?rowId=${contractId}`);
    await dialog(page).getByRole('tab', { name: cn['crm_receivables'], exact: true }).click();
    await button(dialog(page), cn['crm_receivables.new']).click();
    const form = page.getByRole('dialog', { name: cn['crm_receivables.new'] });
    await form.getByLabel(cn['crm_receivables.money']).fill('60');
    // no question is ahead
    const due = form.getByRole('status').filter({ hasText: fill('cn', cn['receivable.due'], { due: '50.00' }) });
    await due.waitFor();
    expect(await due.innerText()).not.toContain('10.00');
    await settled(page);
    await button(form, cn['approval.submit']).click();
    await page
      .getByText(fill('cn', cn['receivable.over_contract'], { left: '50.00' }))
      .first()
      .waitFor();
    expect(await figures(contractId)).toMatchObject({ receivedMoney: '0.00', creditMoney: '0.00' });
    await context.close();
  });
});

it('whoever decides on a receivable sees on the page what differs from its plan', async () => {
  const { contractId, customerId } = await contractOf('计划公司', '计划合同', '900');
  const due = { contract_id: contractId, customer_id: customerId };
  const planned = { ...due, money: '600', return_date: '2026-12-01', return_type: '电汇' };
  const plan = await api.call('Crm/ReceivablesPlan/saveAndUpdate', { entity: planned, field: [] }, seller.token);
  const { planId } = plan['data'] as { planId: number };
  const entity = { ...due, plan_id: planId, money: '450.50', return_time: '2026-12-09' };
  const saved = await api.call('CrmReceivables/saveOrUpdate', { entity, field: [] }, seller.token);
  const { receivablesId } = saved['data'] as { receivablesId: number };
  const { context, page } = await product.open({ width: 390, height: 844 });
  await product.enter(page);
  await product.visit(page, `/crm/money?rowId=${receivablesId}`);
  await dialog(page).getByRole('tab', { name: cn['approval.tab'], exact: true }).click();
  const differing = (name: string) => dialog(page).getByRole('listitem').filter({ hasText: name });
  const money = differing(cn['crm_receivables_plan.money']);
  await money.getByText('450.50').waitFor();
  await money.getByText('600.00').waitFor();
  const day = differing(cn['crm_receivables_plan.return_date']);
  await day.getByText('2026-12-09').waitFor();
  await day.getByText('2026-12-01').waitFor();
  expect(await pageWidth(page)).toBe(390);
  await company.passLast(receivableType.code);
  await context.close();
});

describe('closing a month', () => {
  it('asks first, is said by whom, and books what comes later in the next month', async () => {
    const { contractId, customerId } = await contractOf('结账公司', '结账合同', '100');
    const admin = await api.tokenOf('admin', adminPassword);
    const { data } = await api.call('CrmLedger/queryFrozen', {}, admin);
    const { nextMonth } = data as { nextMonth: string };
    const { context, page } = await product.open();
    await product.enter(page, finance);
    await product.visit(page, '/crm/ledger');
    const close = fill('cn', cn['ledger.freeze.close'], { month: nextMonth });
    await button(page, close).click();
    const question = page
      .getByRole('dialog')
      .filter({ hasText: fill('cn', cn['ledger.freeze.ask'], { month: nextMonth }) });
    await question.waitFor();
    await button(question, cn['action.cancel']).click();
    await question.waitFor({ state: 'detached' });
    expect((await api.call('CrmLedger/queryFrozen', {}, admin))['data']).toEqual(data);
    await button(page, close).click();
    await button(question, close).click();
    const month = page.getByRole('main').getByRole('listitem').filter({ hasText: nextMonth });
    await month.getByText(finance.realname).waitFor();
    const after = (await api.call('CrmLedger/queryFrozen', {}, admin))['data'] as {
      openFrom: string;
      nextMonth: string;
    };
    expect(after.openFrom).toBe(`${after.nextMonth}-01`);
    await page.getByText(fill('cn', cn['ledger.freeze.open_from'], { day: after.openFrom })).waitFor();
    expect(['closed months', await seriousFaults(page)]).toEqual(['closed months', []]);
    // a payment of the closed month counts from the first open day
    const entity = { contract_id: contractId, customer_id: customerId, money: '100', return_time: `${nextMonth}-15` };
    await api.call('CrmReceivables/saveOrUpdate', { entity, field: [] }, seller.token);
    await company.passLast(receivableType.code);
    const asked = { contractId, figure: 'receivedMoney' };
    expect((await api.call('CrmLedger/queryEntries', asked, finance.token))['data']).toMatchObject({
      list: [{ documentDate: `${nextMonth}-15`, ledgerDate: after.openFrom }],
    });
    await button(page, cn['ledger.recount']).click();
    await page.getByText(/条分录与 \d+ 个合同的金额一致/).waitFor();
    await context.close();

    const phone = await product.open({ width: 390, height: 844, dark: true, language: 'en' });
    await product.enter(phone.page, finance);
    await product.visit(phone.page, '/crm/ledger');
    await phone.page.getByText(fill('en', en['ledger.freeze.open_from'], { day: after.openFrom })).waitFor();
    expect(await pageWidth(phone.page)).toBe(390);
    await phone.context.close();
  });
});
