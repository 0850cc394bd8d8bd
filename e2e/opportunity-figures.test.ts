import { afterAll, beforeAll, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { en } from '#shared/i18n/en.ts';
import { fill } from '#shared/i18n/fill.ts';
import { seriousFaults } from './accessibility.ts';
import { openApi, type Person } from './api.ts';
import { button, dialog, pageWidth, settled, titles } from './page.ts';
import { openProduct, type Product } from './product.ts';

let product: Product;
let seller: Person;
let helper: Person;
const api = openApi(() => product);
beforeAll(async () => {
  product = await openProduct();
  seller = await api.hire('单漏斗', '11');
  helper = await api.hire('分成帮手', '11');
});
afterAll(async () => product.close());

async function newOpportunity(business_name: string, money: string): Promise<number> {
  const { customerId } = await api.save('CrmCustomer', { customer_name: `${business_name}的客户` }, seller.token);
  const entity = { business_name, customer_id: customerId, type_id: 1, money };
  return (await api.save('CrmBusiness', entity, seller.token))['businessId'] ?? 0;
}
const sharesOf = async (businessId: number) => {
  const { data } = await api.call('CrmBusiness/queryShares', { businessId }, seller.token);
  return (data as { realname: string; percent: string }[]).map(({ realname, percent }) => [realname, Number(percent)]);
};

it('whose performance an opportunity is is split in per cent, which have to come to a hundred', async () => {
  const businessId = await newOpportunity('分成商机', '1000');
  const { context, page } = await product.open();
  await product.enter(page, seller);
  await product.visit(page, `/crm/business?rowId=${businessId}`);
  await dialog(page).getByRole('tab', { name: cn['crm_business.shares'] }).click();
  const panel = dialog(page).getByRole('tabpanel');
  await panel.getByText(cn['opportunity.shares_none']).waitFor();
  await button(panel, cn['opportunity.shares_edit']).click();
  const own = panel.getByLabel(fill('cn', cn['opportunity.share_of'], { name: seller.realname }));
  expect(await own.inputValue()).toBe('100');
  await own.fill('66.5');
  await panel.getByText(fill('cn', cn['opportunity.share_total'], { total: 66.5 })).waitFor();
  const save = button(panel, cn['action.save']);
  expect(await save.isDisabled()).toBe(true);
  await button(panel, cn['opportunity.share_add']).click();
  // the rest is offered to whoever is added
  expect(await save.isDisabled()).toBe(true);
  const person = panel.getByRole('combobox', { name: cn['opportunity.share_person'] }).last();
  await person.fill(helper.realname);
  await page.locator('.ant-select-item-option').filter({ hasText: helper.realname }).last().click();
  expect(await panel.getByLabel(fill('cn', cn['opportunity.share_of'], { name: helper.realname })).inputValue()).toBe(
    '33.5',
  );
  expect(['shares', await seriousFaults(page)]).toEqual(['shares', []]);
  await save.click();
  await panel.getByText('33.5%').waitFor();
  expect(await sharesOf(businessId)).toEqual([
    [seller.realname, 66.5],
    [helper.realname, 33.5],
  ]);
  await context.close();

  const phone = await product.open({ width: 390, height: 844, language: 'en' });
  await product.enter(phone.page, seller);
  await product.visit(phone.page, `/crm/business?rowId=${businessId}`);
  await dialog(phone.page).getByRole('tab', { name: en['crm_business.shares'] }).click();
  await button(dialog(phone.page), en['opportunity.shares_edit']).click();
  await dialog(phone.page)
    .getByText(fill('en', en['opportunity.share_total'], { total: 100 }))
    .waitFor();
  expect(await pageWidth(phone.page)).toBe(390);
  await phone.context.close();
});

it('the funnel counts what the list shows by stage, and a press on a stage narrows the list to it', async () => {
  const ids = [];
  for (const [name, money] of [
    ['漏斗甲', '1000'],
    ['漏斗乙', '2000'],
    ['漏斗丙', '4000'],
  ] as const)
    ids.push(await newOpportunity(name, money));
  const { data } = await api.call('CrmBusiness/queryBusinessStatusOptions', {}, seller.token);
  const [group] = data as { typeId: number; statusList: { statusId: number; name: string }[] }[];
  const [first, second] = group?.statusList ?? [];
  await api.call('CrmBusiness/boostBusinessStatus', { businessId: ids[2], statusId: second?.statusId }, seller.token);
  const { context, page } = await product.open();
  await product.enter(page, seller);
  await product.visit(page, '/crm/business');
  const strip = page.getByRole('region', { name: cn['opportunity.funnel'] });
  const stage = (name: string | undefined) => strip.getByRole('button').filter({ hasText: name ?? '-' });
  // the other test's is in the first stage as well
  await expect.poll(() => stage(second?.name).locator('b').innerText()).toBe('1');
  const inFirst = Number(await stage(first?.name).locator('b').innerText());
  expect(inFirst).toBeGreaterThanOrEqual(2);
  expect(await stage(second?.name).locator('small').getAttribute('title')).toContain('4,000.00');
  expect(['funnel', await seriousFaults(page)]).toEqual(['funnel', []]);
  // beside a name stands what has to be looked at
  const names = async () =>
    (await titles(page).allInnerTexts()).map((name) => name.replace(cn['opportunity.no_next'], '').trim());
  await stage(second?.name).click();
  await settled(page);
  await expect.poll(() => names()).toEqual(['漏斗丙']);
  // the strip still shows all of the stages
  expect(await stage(first?.name).locator('b').innerText()).toBe(String(inFirst));
  await stage(first?.name).click();
  await settled(page);
  await expect.poll(async () => (await names()).length).toBe(inFirst);
  expect(await names()).not.toContain('漏斗丙');
  await context.close();

  const phone = await product.open({ width: 390, height: 844, dark: true, language: 'en' });
  await product.enter(phone.page, seller);
  await product.visit(phone.page, '/crm/business');
  await phone.page.getByRole('region', { name: en['opportunity.funnel'] }).waitFor();
  expect(await pageWidth(phone.page)).toBe(390);
  await phone.context.close();
});
