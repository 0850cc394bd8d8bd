import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { translate } from '#shared/i18n/translate.ts';
import { openApi, type Person } from './api.ts';
import { button, dialog } from './page.ts';
import { openProduct, type Product } from './product.ts';

// Drafts of an old system, taken over from the lists of contracts and of receivables.

let product: Product;
const api = openApi(() => product);
beforeAll(async () => {
  product = await openProduct({ alone: true });
});
afterAll(async () => product.close());

type Saved = Record<string, number>;
const save = async (path: string, entity: object, { token }: Person): Promise<Saved> =>
  (await api.call(path, { entity, field: [] }, token))['data'] as Saved;

/** Two drafts of contracts, and two of receivables of the first. */
async function drafts(person: Person, customer: string) {
  const { customerId } = await api.save('CrmCustomer', { customer_name: customer }, person.token);
  const draft = { customer_id: customerId, checkStatus: 5 };
  const contractOf = async (name: string, money: string) =>
    (await save('CrmContract/saveAndUpdate', { ...draft, name, money }, person))['contractId'];
  const contractId = await contractOf(`${customer}一`, '1200');
  await contractOf(`${customer}二`, '800');
  for (const money of ['300', '450.5'])
    await save('CrmReceivables/saveOrUpdate', { ...draft, contract_id: contractId, money }, person);
  return { customerId, contractId };
}

const rows = (page: Page, customer: string) => page.locator('tr.ant-table-row', { hasText: customer });
const chooseBoth = async (page: Page, customer: string): Promise<void> => {
  for (const at of [0, 1]) await rows(page, customer).nth(at).getByRole('checkbox').check();
};
const bothAre = (page: Page, customer: string, state: string): Promise<void> =>
  expect.poll(() => rows(page, customer).getByText(state, { exact: true }).count()).toBe(2);

/** Takes over what is chosen, after a look at the question. */
async function takeOver(
  page: Page,
  params: { readonly count: number; readonly money: string },
  { isAlone = false }: { readonly isAlone?: boolean } = {},
): Promise<void> {
  await button(page, cn['approval.take_over']).click();
  await dialog(page)
    .getByText(translate('cn', 'approval.ask_take_over', params), { exact: true })
    .waitFor();
  if (isAlone) await dialog(page).getByRole('switch').click();
  await button(dialog(page), cn['action.ok']).click();
}

it('comes into force by one press after a question, and is taken back by another', async () => {
  const person = await api.hire('期初录入', '1');
  const customer = `期初公司${Date.now()}`;
  const { contractId } = await drafts(person, customer);
  const { context, page } = await product.open();
  await product.enter(page, person);

  await product.visit(page, `/crm/contract?search=${encodeURIComponent(customer)}`);
  await chooseBoth(page, customer);
  await takeOver(page, { count: 2, money: '2,000.00' }, { isAlone: true });
  await bothAre(page, customer, cn['approval.approved']);

  await product.visit(page, '/crm/money');
  await chooseBoth(page, customer);
  await takeOver(page, { count: 2, money: '750.50' });
  await bothAre(page, customer, cn['approval.approved']);
  const received = async () => {
    const { data } = await api.call('CrmLedger/queryFigures', { contractId }, person.token);
    return data;
  };
  expect(await received()).toMatchObject({ contractMoney: '1200.00', receivedMoney: '750.50', arrearsMoney: '0.00' });

  await button(page, cn['record_action.undo']).click();
  await page.getByText(translate('cn', 'record_action.undone', { count: 2 })).waitFor();
  await bothAre(page, customer, cn['approval.draft']);
  expect(await received()).toMatchObject({ contractMoney: '1200.00', receivedMoney: '0.00' });
  await context.close();
});

it('takes contracts and what was received for them over by one press, and both back by another', async () => {
  const person = await api.hire('期初一步', '1');
  const customer = `一步公司${Date.now()}`;
  const { contractId } = await drafts(person, customer);
  const { context, page } = await product.open();
  await product.enter(page, person);
  const figures = async () =>
    (await api.call('CrmLedger/queryFigures', { contractId }, person.token))['data'] as Record<string, string>;

  await product.visit(page, `/crm/contract?search=${encodeURIComponent(customer)}`);
  await chooseBoth(page, customer);
  await takeOver(page, { count: 2, money: '2,000.00' });
  await bothAre(page, customer, cn['approval.approved']);
  expect(await figures()).toMatchObject({ contractMoney: '1200.00', receivedMoney: '750.50', arrearsMoney: '0.00' });

  await button(page, cn['record_action.undo']).click();
  await bothAre(page, customer, cn['approval.draft']);
  expect(await figures()).toMatchObject({ contractMoney: '0.00', receivedMoney: '0.00' });
  await context.close();
});

it('is offered to nobody without the key', async () => {
  const person = await api.hire('期初旁观', '11');
  const customer = `旁观公司${Date.now()}`;
  await drafts(person, customer);
  const { context, page } = await product.open();
  await product.enter(page, person);
  await product.visit(page, `/crm/contract?search=${encodeURIComponent(customer)}`);
  await chooseBoth(page, customer);
  await button(page, cn['record_action.edit_field']).waitFor();
  expect(await button(page, cn['approval.take_over']).count()).toBe(0);
  await context.close();
});
