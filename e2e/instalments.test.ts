import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { en } from '#shared/i18n/en.ts';
import { fill } from '#shared/i18n/fill.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
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

async function contractOf(seller: Person): Promise<number> {
  await company.asks([flows.contracts]);
  const { customerId } = await api.save('CrmCustomer', { customer_name: `分期公司 ${Date.now()}` }, seller.token);
  const entity = { name: '分期合同', customer_id: customerId, money: '1000' };
  const { data } = await api.call('CrmContract/saveAndUpdate', { entity, field: [] }, seller.token);
  await company.passLast(contractType.code);
  return (data as { contractId: number }).contractId;
}

async function amountsOf(contractId: number, { token }: Person): Promise<[string, string][]> {
  const path = 'CrmContract/qureyReceivablesPlanListByContractId';
  const { data } = await api.call(path, { contractId, pageType: 0 }, token);
  return (data as { money: string; returnDate: string }[]).map(({ money, returnDate }) => [money, returnDate]);
}

async function beginOn(page: Page, contractId: number, words: Record<keyof typeof cn, string> = cn) {
  await product.visit(page, `/crm/contract?rowId=${contractId}`);
  await button(dialog(page), words['record_action.more']).click();
  await page.getByRole('menuitem', { name: words['plan.instalments'], exact: true }).click();
  const made = page.getByRole('dialog', { name: words['plan.instalments'], exact: true });
  await made.getByRole('table').waitFor();
  const preview = () => made.locator('tr.ant-table-row').allInnerTexts();
  return { made, preview };
}

it('a contract is planned in three parts that divide unevenly, and the plans are taken back', async () => {
  const seller = await api.hire('孙分期', salesperson);
  const contractId = await contractOf(seller);
  const { context, page } = await product.open();
  await product.enter(page, seller);
  const { made, preview } = await beginOn(page, contractId);
  await made.getByTitle(cn['option.支票'], { exact: true }).waitFor();
  await made.getByLabel(cn['plan.first_date']).fill('2026-12-31');
  await made.getByLabel(cn['plan.months_apart']).fill('2');
  await expect
    .poll(preview)
    .toEqual(['第1期\t2026-12-31\t333.33', '第2期\t2027-02-28\t333.33', '第3期\t2027-04-30\t333.34']);
  expect(await made.locator('tfoot').innerText()).toContain('1,000.00');
  expect(['instalments', await seriousFaults(page)]).toEqual(['instalments', []]);
  await made.getByLabel(cn['plan.count'], { exact: true }).focus();
  await button(made, cn['action.save']).press('Enter');
  await page.getByText(cn['plan.instalments_added']).waitFor();
  const shown = [
    ['333.33', '2026-12-31'],
    ['333.33', '2027-02-28'],
    ['333.34', '2027-04-30'],
  ];
  expect(await amountsOf(contractId, seller)).toEqual(shown);
  await button(page.locator('.ant-message'), cn['record_action.undo']).click();
  await expect.poll(() => amountsOf(contractId, seller)).toEqual([]);
  await context.close();
});

it('shares must come to the whole, and what is refused stays typed, on a phone', async () => {
  const seller = await api.hire('李分期', salesperson);
  const contractId = await contractOf(seller);
  const { context, page } = await product.open({ width: 390, height: 844 });
  await product.enter(page, seller);
  const { made, preview } = await beginOn(page, contractId);
  await made.getByText(cn['plan.split_shares'], { exact: true }).click();
  const share = (num: number) => made.getByLabel(fill('cn', cn['plan.share_of'], { num }), { exact: true });
  await share(3).fill('39.99');
  const save = button(made, cn['action.save']);
  await expect.poll(() => save.isDisabled()).toBe(true);
  await made.getByText(fill('cn', cn['plan.share_total'], { total: '99.99' })).waitFor();
  await share(3).fill('40');
  await made.getByLabel(cn['plan.first_date']).fill('2026-12-01');
  // the calendar is a sheet over the buttons until one goes on
  await page.keyboard.press('Tab');
  await expect
    .poll(preview)
    .toEqual(['第1期\t2026-12-01\t300.00', '第2期\t2027-01-01\t300.00', '第3期\t2027-02-01\t400.00']);
  expect(await pageWidth(page)).toBe(390);
  for (const target of [save, share(1), button(made, fill('cn', cn['plan.share_remove'], { num: 1 }))])
    expect(
      (await target.locator('xpath=ancestor-or-self::*[self::button or contains(@class,"affix")][1]').boundingBox())
        ?.height,
    ).toBeGreaterThanOrEqual(44);

  // somebody else plans the whole contract meanwhile
  const path = 'Crm/ReceivablesPlan/addByPeriods';
  await api.call(path, { contractId, count: 1, firstDate: '2026-11-30', returnType: '电汇' }, seller.token);
  await save.click();
  await made.getByRole('alert').filter({ hasText: cn['plan.nothing_left'] }).waitFor();
  expect(await share(3).inputValue()).toBe('40');
  expect(await amountsOf(contractId, seller)).toEqual([['1000.00', '2026-11-30']]);
  await context.close();
});

it('the preview is in English in English, as are the plans, and legible in the dark', async () => {
  const seller = await api.hire('吴分期', salesperson);
  const contractId = await contractOf(seller);
  const { context, page } = await product.open({ dark: true, language: 'en' });
  await product.enter(page, seller);
  const { made, preview } = await beginOn(page, contractId, en);
  await made.getByLabel(en['plan.first_date']).fill('2026-12-01');
  await expect.poll(async () => (await preview()).at(-1)).toBe('Instalment 3\t2027-02-01\t333.34');
  expect(['instalments', await seriousFaults(page)]).toEqual(['instalments', []]);
  // its payment method is in English too, where it is chosen and in the list of plans
  await made.getByTitle(en['option.支票'], { exact: true }).waitFor();
  await button(made, en['action.save']).click();
  await page.getByText(en['plan.instalments_added']).waitFor();
  await product.visit(page, '/crm/plan');
  const paidBy = page.locator('tbody').getByText(en['option.支票'], { exact: true });
  await expect.poll(() => paidBy.count()).toBe(3);
  await context.close();
});
