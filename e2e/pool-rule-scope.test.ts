import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { openApi } from './api.ts';
import { button, pageWidth, titled } from './page.ts';
import { openProduct, type Product } from './product.ts';

interface Rules {
  readonly data: readonly { readonly fieldName: string; readonly condition: string; readonly value?: unknown }[];
  readonly clock: string;
  readonly clocks: readonly { readonly fieldName: string; readonly name: string }[];
}

const rulesPath = '/manager/system-customer/customer';
let product: Product;
const api = openApi(() => product);
let admin: string;
beforeAll(async () => {
  product = await openProduct({ alone: true });
  admin = (await api.hire('公海管理员', '1')).token;
  // of so many days that no change takes anybody
  await api.call('CrmCustomer/updateRulesSetting', { type: 1, followupDay: 3650, dealDay: 3650 }, admin);
});
afterAll(async () => product.close());

const rules = async () => (await api.call('CrmCustomer/getRulesSetting', {}, admin))['data'] as Rules;
/** Whom the rules apply to and from which day they count, as they hold. */
const held = async () => {
  const { data, clock } = await rules();
  return [data.map(({ fieldName, value }) => [fieldName, value]), clock];
};
const opened = async (options: Parameters<Product['open']>[0] = {}) => {
  const { context, page } = await product.open(options);
  await product.enter(page);
  await product.visit(page, rulesPath);
  const scope = page.getByRole('group', { name: cn['pool_rules.applies'] });
  const clock = page.getByRole('combobox', { name: cn['pool_rules.clock'] });
  await clock.waitFor();
  return { context, page, scope, clock };
};
const isSaved = async (page: Page) => button(page, cn['form.discard']).waitFor({ state: 'detached' });
const option = (page: Page, name: string): Locator =>
  page.locator('.ant-select-item-option').filter({ visible: true, hasText: name }).first();

it('the rules of the pool apply to what conditions say and count from a field, set by the mouse', async () => {
  const [first] = (await rules()).clocks;
  expect(await held()).toEqual([[], '']);
  const { context, page, scope, clock } = await opened();
  await scope.getByText(cn['pool_rules.all']).waitFor();
  await button(scope, cn['filter.add']).click();
  const form = page.getByRole('tooltip').last();
  await form.getByRole('combobox', { name: cn['filter.pick_field'] }).click();
  await option(page, cn['crm_customer.remark']).click();
  await form.getByLabel(cn['filter.pick_value']).fill('老客户');
  await form.getByRole('button', { name: /^确\s?定$/ }).click();
  await scope.getByText('老客户').waitFor();
  expect(await scope.getByText(cn['pool_rules.all']).count()).toBe(0);
  await clock.click();
  await option(page, first?.name ?? '').click();
  const changed = page.getByRole('status').filter({ hasText: cn['pool_rules.changed_clock'] });
  expect(await changed.textContent()).toContain(cn['pool_rules.changed_applies']);
  expect(await held()).toEqual([[], '']);
  await button(page, cn['action.save']).click();
  await isSaved(page);
  expect(await held()).toEqual([[['remark', '老客户']], first?.fieldName]);
  await context.close();
});

it('they are changed by keys, and what is discarded stays as it was', async () => {
  const before = await held();
  const { context, page, scope, clock } = await opened();
  await button(scope, cn['filter.clear']).focus();
  await page.keyboard.press('Enter');
  await scope.getByText(cn['pool_rules.all']).waitFor();
  await button(page, cn['form.discard']).focus();
  await page.keyboard.press('Enter');
  await scope.getByText('老客户').waitFor();
  expect(await held()).toEqual(before);

  await button(scope, cn['filter.add']).focus();
  await page.keyboard.press('Enter');
  const form = page.getByRole('tooltip').last();
  await form.getByLabel(cn['filter.pick_field']).and(page.locator(':focus')).waitFor();
  await page.keyboard.type(`${cn['crm_customer.remark']}\n`);
  await form.getByLabel(cn['filter.pick_value']).and(page.locator(':focus')).waitFor();
  await page.keyboard.type('华东\n');
  await scope.getByText('华东').waitFor();
  await clock.focus();
  await page.keyboard.press('Enter');
  await option(page, cn['pool_rules.owned']).waitFor();
  await page.keyboard.press('Home');
  for (
    let at = 0;
    at < 20 && !(await page.locator('.ant-select-item-option-active').textContent())?.includes(cn['pool_rules.owned']);
    at += 1
  )
    await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.getByRole('status').filter({ hasText: cn['pool_rules.changed_clock'] }).waitFor();
  await button(page, cn['action.save']).focus();
  await page.keyboard.press('Enter');
  await isSaved(page);
  expect(await held()).toEqual([
    [
      ['remark', '老客户'],
      ['remark', '华东'],
    ],
    '',
  ]);
  await context.close();
});

it('they follow what somebody else saves meanwhile, and keep what was entered', async () => {
  const { context, page } = await opened();
  const days = (key: 'pool_rules.deal_day' | 'pool_rules.followup_day') =>
    page.getByRole('spinbutton', { name: cn[key] });
  await days('pool_rules.deal_day').fill('3000');
  await page.getByRole('status').filter({ hasText: '3000' }).waitFor();
  await api.call('CrmCustomer/updateRulesSetting', { type: 1, followupDay: 3600, dealDay: 3650 }, admin);
  // as whoever comes back to the page sees it
  await expect
    .poll(
      async () => {
        await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
        return days('pool_rules.followup_day').inputValue();
      },
      { timeout: 20_000 },
    )
    .toBe('3600');
  expect(await days('pool_rules.deal_day').inputValue()).toBe('3000');
  await button(page, cn['action.save']).click();
  await isSaved(page);
  expect(await api.call('CrmCustomer/getRulesSetting', {}, admin)).toMatchObject({
    data: { followupDay: '3600', dealDay: '3000' },
  });
  await context.close();
});

it('their conditions are set by a finger on a phone', async () => {
  const days = { type: 1, followupDay: 3650, dealDay: 3650 };
  await api.call('CrmCustomer/updateRulesSetting', { ...days, data: [], clock: '' }, admin);
  const { context, page, scope } = await opened({ width: 390, height: 844, touch: true });
  await scope.getByText(cn['pool_rules.all']).waitFor();
  await button(scope, cn['filter.add']).tap();
  const form = titled(page, cn['filter.add']);
  const pick = form.getByRole('combobox', { name: cn['filter.pick_field'] });
  await pick.tap();
  await pick.fill(cn['crm_customer.remark']);
  await option(page, cn['crm_customer.remark']).tap();
  await form.getByLabel(cn['filter.pick_value']).fill('西北');
  await form.getByRole('button', { name: /^确\s?定$/ }).tap();
  await scope.getByText('西北').waitFor();
  expect(await pageWidth(page)).toBe(390);
  await button(page, cn['action.save']).tap();
  await isSaved(page);
  expect(await held()).toEqual([[['remark', '西北']], '']);
  await context.close();
});
