import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manageMenus } from '#shared/admin/menus/manage-menus.ts';
import { cn } from '#shared/i18n/cn.ts';
import { en } from '#shared/i18n/en.ts';
import { translate } from '#shared/i18n/translate.ts';
import { seriousFaults } from './accessibility.ts';
import { openApi } from './api.ts';
import { button, dialog, pageWidth } from './page.ts';
import { withTree, type Tree } from './permission-tree.ts';
import { openProduct, type Product } from './product.ts';

let product: Product;
beforeAll(async () => {
  product = await openProduct();
});
afterAll(async () => product.close());

const groups = [1, 7, 2, 8].map((type) => cn[`role_type.${type as 2}`]);
/** What each key of administration opens; what has no page opens none. */
const opens: Partial<Record<string, readonly string[]>> = {
  'system.read': [cn['page.system_config']],
  'system.update': [cn['page.webhooks'], cn['page.programs']],
  'configSet.read': [cn['page.applications']],
  'users.read': [cn['staff.title']],
  'permission.update': groups,
  'oa.examine': [cn['page.approval_categories']],
  'examineFlow.update': [cn['flow.title']],
  'audit.read': [cn['page.audit']],
  'operation.read': [cn['page.operation']],
  'work.update': [cn['page.project_roles']],
  'crm.field': [cn['page.custom_fields']],
  'crm.pool': [cn['page.pool_rules']],
  'crm.setting': [cn['page.templates'], cn['page.parameters']],
  'crm.achievement': [cn['page.goals']],
  'crm.schedule': [cn['page.duty']],
  'crm.publicCourseMapAuth': [cn['page.course_map']],
  'crm.clue': [cn['page.lead_sources']],
  'crm.ownerSource': [cn['page.owner_source']],
  'crm.ElectronicCardConfig': [cn['page.business_cards']],
  'crm.enterpriseInfo': [cn['page.messaging']],
  'crm.operate': [cn['page.operation_guide']],
  'crm.log': [cn['page.order_log']],
  'crm.SMSBlackListAuth': [cn['page.sms_blacklist']],
};
const keys = Object.entries(manageMenus.modules).flatMap(([module, { actions = {} }]: [string, { actions?: object }]) =>
  Object.keys(actions).map((action) => [module, action] as const),
);

const menu = (page: Page) => page.getByRole('navigation', { name: cn['shell.pages'] });
const box = (page: Page) => page.getByRole('searchbox', { name: cn['setting_search.box'] });

describe('the menu of administration', () => {
  it('begins with the settings of the company', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    await page.goto(`${product.url}/manager`);
    await page.waitForURL(`${product.url}/manager/systemconfig`);
    await page.getByRole('heading', { level: 1, name: cn['page.system_config'] }).waitFor();
    await context.close();
  });

  it('shows with each key alone the pages that it opens, besides the requests of everybody who administers', async () => {
    expect(Object.keys(opens).filter((key) => !keys.some((parts) => parts.join('.') === key))).toEqual([]);
    const { context, page } = await product.open();
    await product.enter(page);
    for (const [module, action] of keys) {
      const key = `${module}.${action}`;
      await page.unrouteAll();
      await withTree(page, { manage: { [module]: { [action]: true } } } as Tree);
      await page.goto(`${product.url}/manager/rights-requests`);
      await page.getByRole('heading', { level: 1, name: cn['rights.requests'] }).waitFor();
      const expected = [cn['rights.requests'], ...(opens[key] ?? [])].toSorted();
      await expect
        .poll(async () => [key, (await menu(page).getByRole('link').allTextContents()).toSorted()])
        .toEqual([key, expected]);
    }
    await context.close();
  });
});

describe('the search over settings', () => {
  it('finds by name and by what a setting does, leads to its place by keys, and goes with Esc', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    await page.goto(`${product.url}/manager/systemconfig`);
    await box(page).fill(cn['page.pool_rules'].slice(2, 6));
    const links = menu(page).getByRole('link');
    await expect.poll(() => links.first().textContent()).toContain(cn['page.pool_rules']);
    await box(page).fill('谁能导出');
    await expect.poll(() => links.first().textContent()).toContain(cn['who_can.title']);
    const count = await links.count();
    await menu(page)
      .getByText(translate('cn', 'setting_search.count', { count }), { exact: true })
      .waitFor();
    expect(['found', await seriousFaults(page)]).toEqual(['found', []]);
    await box(page).fill('导出多少行');
    await expect.poll(() => links.first().textContent()).toContain(cn['find.exports']);
    await page.keyboard.press('Enter');
    await page.waitForURL(/systemconfig#exports$/);
    const heading = page.getByRole('heading', { name: cn['system_config.exports'], exact: true });
    await expect.poll(() => heading.and(page.locator(':focus')).count()).toBe(1);
    await box(page).fill('天气预报');
    await menu(page).getByText(cn['setting_search.none']).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => box(page).inputValue()).toBe('');
    await menu(page).getByRole('link', { name: cn['page.duty'], exact: true }).waitFor();
    // a part of a page, from the page of another one
    await box(page).fill('赢单率');
    await links.first().click();
    await page.waitForURL(/biz-param\/stages$/);
    await page.getByRole('heading', { level: 2, name: cn['stage_group.title'] }).waitFor();
    await context.close();
  });

  it('finds nothing that one may not open, neither in the menu nor in the search of everything', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    await withTree(page, { manage: { users: { read: true } } } as Tree);
    await page.goto(`${product.url}/manager/employee-dep`);
    await box(page).fill(cn['staff.title'].slice(0, 2));
    await menu(page).getByText(cn['find.staff']).waitFor();
    await box(page).fill(cn['page.pool_rules']);
    await menu(page).getByText(cn['setting_search.none']).waitFor();
    // without a list to search, pages and settings are found all the same
    await page.keyboard.press('Control+k');
    const everything = page.getByRole('combobox', { name: cn['search.placeholder'] });
    await everything.fill('重置密码');
    await dialog(page).getByRole('option', { name: cn['staff.title'] }).first().waitFor();
    await everything.fill(cn['page.pool_rules']);
    await dialog(page)
      .getByText(translate('cn', 'search.none', { text: cn['page.pool_rules'] }))
      .waitFor();
    await context.close();
  });

  it('is in the search of everything on a phone, in the dark and in English', async () => {
    const { context, page } = await product.open({ width: 390, height: 844, dark: true, language: 'en' });
    await product.enter(page);
    await page.goto(`${product.url}/manager/systemconfig`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await button(page, en['shell.search_hint']).click();
    await page.getByRole('combobox', { name: en['search.placeholder'] }).fill('who can export');
    const first = dialog(page).getByRole('group', { name: en['search.settings'] }).getByRole('option').first();
    await first.getByText(en['who_can.title'], { exact: true }).waitFor();
    expect((await first.boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(44);
    expect(await pageWidth(page)).toBe(390);
    expect(['phone', await seriousFaults(page)]).toEqual(['phone', []]);
    await first.click();
    await page.getByRole('dialog', { name: en['who_can.title'] }).waitFor();
    await context.close();
  });

  it('is offered by keys to an ordinary colleague nowhere', async () => {
    const api = openApi(() => product);
    const colleague = await api.hire('闵行', '11');
    const { context, page } = await product.open();
    await product.enter(page, colleague);
    await page.goto(`${product.url}/crm/customer`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: cn['search.placeholder'] }).fill('谁能导出');
    await dialog(page)
      .getByText(translate('cn', 'search.none', { text: '谁能导出' }))
      .waitFor();
    await context.close();
  });
});
