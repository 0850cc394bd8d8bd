import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { en } from '#shared/i18n/en.ts';
import { translate } from '#shared/i18n/translate.ts';
import { seriousFaults } from './accessibility.ts';
import { openApi, type Person } from './api.ts';
import { button, dialog, pageWidth, settled, titled } from './page.ts';
import { openProduct, type Product } from './product.ts';
import { adminPassword } from './server.ts';

let product: Product;
let agent: Person;
let adviser: Person;
let admin: string;
const api = openApi(() => product);
beforeAll(async () => {
  product = await openProduct({ alone: true });
  admin = await api.tokenOf('admin', adminPassword);
  agent = await api.hire('代理商甲', '11');
  adviser = await api.hire('顾问乙', '11');
  await api.hire('顾问丙', '11');
  await api.call('system/user/setAgentFlag', { userIds: String(await idOf('代理商甲')), agentFlag: 1 }, admin);
});
afterAll(() => product.close());

const idOf = async (search: string): Promise<number> => {
  const { data } = await api.call('system/user/queryUserList', { search, type: 9 }, admin);
  return (data as { list: { userId: number }[] }).list[0]?.userId ?? 0;
};
const address = '/manager/system-customer/owner-source';
const rows = (page: Page) => page.locator('tbody tr[data-row-key]');
const enter = async (page: Page) => {
  await product.enter(page);
  await product.visit(page, address);
};
/** Types into a picker of people and takes the first that it offers. */
const pick = async (page: Page, form: Locator, label: string, name: string) => {
  await form.getByLabel(label, { exact: true }).click();
  await page.keyboard.type(name);
  await page.locator('.ant-select-dropdown:visible').getByText(name).click();
  await page.keyboard.press('Tab');
};
const setDay = async (page: Page, form: Locator, day: string) => {
  const input = form.getByLabel(cn['owner_source.effective']);
  await input.fill(day);
  await input.press('Enter');
  await page.locator('.ant-picker-dropdown:visible').waitFor({ state: 'detached' });
};

describe('the bindings of agents and advisers', () => {
  it('is found in the menu, and a binding added there puts the adviser into the team of a new customer', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    await product.visit(page, '/manager/employee-dep');
    await page.getByRole('link', { name: cn['page.owner_source'] }).click();
    await page.getByText(cn['owner_source.none']).waitFor();
    await page.keyboard.press('n');
    const form = dialog(page);
    await button(form, cn['action.save']).click();
    await form.locator('.ant-form-item-explain-error').getByText(cn['owner_source.choose_agent']).waitFor();
    // nobody but agents is offered
    await form.getByLabel(cn['owner_source.agent_name'], { exact: true }).click();
    await page.keyboard.type('顾问乙');
    await page.locator('.ant-select-dropdown:visible').getByText(cn['state.empty'], { exact: true }).waitFor();
    for (const _letter of '顾问乙') await page.keyboard.press('Backspace');
    await page.keyboard.type('代理商甲');
    await page.locator('.ant-select-dropdown:visible').getByText('代理商甲').click();
    await pick(page, form, cn['owner_source.advisers'], '顾问乙');
    await setDay(page, form, '2024-01-01');
    expect(['form', await seriousFaults(page)]).toEqual(['form', []]);
    await button(form, cn['action.save']).click();
    await page.getByText(cn['owner_source.saved']).waitFor();
    await expect.poll(() => rows(page).first().textContent()).toContain('代理商甲顾问乙');
    const { customerId } = await api.save('CrmCustomer', { customer_name: '代理商的新客户' }, agent.token);
    const { data } = await api.call('CrmCustomer/getMembers', { customerId }, adviser.token);
    expect((data as { realname: string; powerType: number }[]).map((one) => [one.realname, one.powerType])).toEqual([
      ['代理商甲', 0],
      ['顾问乙', 2],
    ]);
    await context.close();
  });

  it('is edited, ended by a later binding, deleted and taken back', async () => {
    const { context, page } = await product.open();
    await enter(page);
    await page.getByRole('button', { name: /^编辑代理商甲/ }).click();
    const form = dialog(page);
    await form.getByLabel(cn['owner_source.remark']).fill('华东渠道');
    await button(form, cn['action.save']).click();
    await expect.poll(() => rows(page).first().textContent()).toContain('华东渠道');
    await button(page, cn['owner_source.add']).click();
    await pick(page, form, cn['owner_source.agent_name'], '代理商甲');
    await pick(page, form, cn['owner_source.advisers'], '顾问丙');
    await setDay(page, form, '2024-01-01');
    await button(form, cn['action.save']).click();
    await page.getByText(translate('cn', 'owner_source.taken', { name: '代理商甲', day: '2024-01-01' })).waitFor();
    await setDay(page, form, '2025-01-01');
    await button(form, cn['action.save']).click();
    await expect.poll(() => rows(page).count()).toBe(2);
    const former = rows(page).filter({ hasText: '2024-01-01' });
    await expect.poll(() => former.textContent()).toContain(cn['owner_source.ended']);
    expect(await former.textContent()).toContain(translate('cn', 'owner_source.until', { day: '2025-01-01' }));
    expect(['list', await seriousFaults(page)]).toEqual(['list', []]);
    await page.getByLabel(cn['owner_source.state'], { exact: true }).click();
    await page.locator('.ant-select-dropdown:visible').getByText(cn['owner_source.current'], { exact: true }).click();
    await expect.poll(() => rows(page).count()).toBe(1);
    const acts = translate('cn', 'owner_source.acts_named', { name: '代理商甲', day: '2025-01-01' });
    await button(page, acts).click();
    await page.getByRole('menuitem', { name: cn['action.delete'] }).click();
    await button(dialog(page), cn['action.delete']).click();
    await expect.poll(() => rows(page).first().textContent()).toContain('2024-01-01');
    await button(page, cn['setting.changes']).click();
    const changes = page.getByRole('dialog', { name: cn['setting.changes'] });
    await changes.getByRole('listitem').first().getByRole('button').click();
    await button(titled(page, cn['setting.take_back_question']), cn['action.ok']).click();
    await page.getByText(cn['setting.taken_back']).first().waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => rows(page).first().textContent()).toContain('2025-01-01');
    await context.close();
  });

  it('is a column of cards on a phone, in English and in the dark', async () => {
    const { context, page } = await product.open({ width: 390, height: 844, language: 'en', dark: true });
    await enter(page);
    const card = page.getByRole('main').getByRole('listitem').filter({ hasText: '2025-01-01' });
    await card.getByText(en['owner_source.current']).waitFor();
    await settled(page);
    expect(await pageWidth(page)).toBeLessThanOrEqual(390);
    expect(['phone', await seriousFaults(page)]).toEqual(['phone', []]);
    await button(card, translate('en', 'owner_source.edit_named', { name: '代理商甲', day: '2025-01-01' })).click();
    await dialog(page).getByLabel(en['owner_source.remark']).fill('asked by phone');
    await button(dialog(page), en['action.save']).click();
    await card.getByText('asked by phone').waitFor();
    await context.close();
  });

  it('is closed to whoever lacks the right', async () => {
    const { context, page } = await product.open();
    await product.enter(page, adviser);
    await page.goto(`${product.url}${address}`);
    await page.waitForURL(/\/404/);
    await context.close();
  });
});
