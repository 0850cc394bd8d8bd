import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ofToday } from '#server/testing/repetitions.ts';
import { cn } from '#shared/i18n/cn.ts';
import { translate } from '#shared/i18n/translate.ts';
import { seriousFaults } from './accessibility.ts';
import { openApi } from './api.ts';
import { button, dialog, pageWidth } from './page.ts';
import { withTree, type Tree } from './permission-tree.ts';
import { openProduct, type Product } from './product.ts';

let product: Product;
beforeAll(async () => {
  // what roles may do is everybody's business
  product = await openProduct({ alone: true });
});
afterAll(async () => product.close());

const openGroup = async (page: Page, group: number): Promise<void> => {
  await product.enter(page);
  await page.goto(`${product.url}/manager/role-auth/${group}`);
  await page.getByRole('heading', { level: 1, name: cn[`role_type.${group as 2}`] }).waitFor();
};
const act = async (page: Page, role: string, title: string): Promise<void> => {
  await button(page, translate('cn', 'role.acts_named', { name: role })).click();
  await page.getByRole('menuitem', { name: title }).click();
};
const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click();

describe('the entrance of administration', () => {
  it('is a gear for who sees the company page, applications or employees, and leads the others to the first group of roles', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    const roles = '/manager/role-auth/1/%E7%B3%BB%E7%BB%9F%E7%AE%A1%E7%90%86%E8%A7%92%E8%89%B2';
    for (const [manage, hasGear] of [
      [{ users: { read: true } }, true],
      [{ users: { userSave: true } }, false],
      [{ system: { read: true }, permission: { update: true } }, true],
      [{ configSet: { read: true }, permission: { update: true } }, true],
      [{ permission: { update: true } }, false],
    ] as [Record<string, Record<string, true>>, boolean][]) {
      await page.unrouteAll();
      await withTree(page, { manage, crm: { customer: { index: true } } } as Tree);
      await page.goto(`${product.url}/person/index`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expect.poll(() => button(page, cn['shell.enter_manage']).count()).toBe(hasGear ? 1 : 0);
    }
    await page.goto(`${product.url}/manager`);
    await page.waitForURL(`${product.url}${roles}`);
    // each group is an entry of its own, in their order
    const entries = page.getByRole('navigation', { name: cn['shell.pages'] }).getByRole('link');
    await expect
      .poll(() => entries.allTextContents())
      .toEqual(expect.arrayContaining([1, 7, 2, 8].map((type) => cn[`role_type.${type as 2}`])) as string[]);
    await entries.filter({ hasText: cn['role_type.7'] }).click();
    await page.getByRole('heading', { level: 1, name: cn['role_type.7'] }).waitFor();
    await context.close();
  });
});

describe('the page of roles', () => {
  it('makes a role out of another one, hides a field from it, and gives it to somebody, whose open page changes by itself', async () => {
    const api = openApi(() => product);
    const colleague = await api.hire('田野', '9');
    const other = await product.open();
    await product.enter(other.page, colleague);
    await other.page.goto(`${product.url}/person/index`);
    await other.page.getByRole('heading', { level: 1 }).waitFor();
    const areas = other.page.getByRole('navigation', { name: cn['shell.areas'] });
    expect(await areas.getByRole('link', { name: cn['area.crm'] }).count()).toBe(0);

    const { context, page } = await product.open();
    await openGroup(page, 2);
    await act(page, '销售经理角色', cn['role.copy']);
    await page.getByText(cn['role.copied']).waitFor();
    await act(page, '销售经理角色(1)', cn['role.rename']);
    await dialog(page).getByLabel(cn['role.name']).fill('区域经理');
    await dialog(page).getByRole('button', { name: cn['action.save'] }).click();
    await page.getByRole('button', { name: '区域经理', exact: true }).waitFor();
    await page.getByText(cn['role.nobody']).waitFor();

    await tab(page, cn['role.rights']);
    const leads = page.getByRole('group', { name: '线索管理' });
    await leads.getByRole('checkbox', { name: '删除' }).uncheck();
    expect(await leads.getByRole('checkbox', { name: '线索管理' }).isChecked()).toBe(false);
    await page.getByText(cn['role.scope'], { exact: true }).click();
    await page.getByRole('radio', { name: '本部门及下属部门' }).check();
    await button(page, cn['action.save']).click();
    await page.getByText(cn['role.saved']).waitFor();
    await expect.poll(() => button(page, cn['action.save']).isDisabled()).toBe(true);

    await tab(page, cn['role.fields']);
    const costs = page.getByRole('region', { name: '产品', exact: true }).getByRole('radiogroup', { name: '成本价' });
    await costs.getByText(cn['role.level_0']).click();
    await button(page, cn['action.save']).click();
    await page.getByText(translate('cn', 'role.restricted', { count: 1 })).waitFor();
    // there is nothing left to save
    await expect.poll(() => button(page, cn['action.save']).isDisabled()).toBe(true);
    await page.reload();
    await expect.poll(() => costs.getByRole('radio', { name: cn['role.level_0'] }).isChecked()).toBe(true);

    await tab(page, cn['role.people']);
    await button(page, cn['role.relate']).click();
    await dialog(page).getByLabel(cn['role.people']).fill('田野');
    await page.locator('.ant-select-item-option').filter({ hasText: '田野' }).click();
    await dialog(page)
      .getByText(translate('cn', 'role.relate_to', { role: '区域经理' }))
      .click();
    await dialog(page).getByRole('button', { name: cn['action.save'] }).click();
    await page.getByRole('row', { name: /田野/ }).waitFor();
    await areas.getByRole('link', { name: cn['area.crm'] }).waitFor();

    await button(page, translate('cn', 'role.unbind_named', { name: '田野' })).click();
    await dialog(page).getByRole('button', { name: cn['action.ok'] }).click();
    await page.getByText(cn['role.nobody']).waitFor();
    await areas.getByRole('link', { name: cn['area.crm'] }).waitFor({ state: 'detached' });

    await act(page, '区域经理', cn['action.delete']);
    await dialog(page).getByRole('button', { name: cn['action.delete'] }).click();
    await page.getByRole('button', { name: '区域经理', exact: true }).waitFor({ state: 'detached' });
    await context.close();
    await other.context.close();
  });

  it('shows what a change that was taken back has left, and nothing to save', async () => {
    const { context, page } = await product.open();
    await openGroup(page, 2);
    await page.getByRole('button', { name: '行政管理', exact: true }).click();
    await tab(page, cn['role.rights']);
    const leads = page.getByRole('group', { name: '线索管理' }).getByRole('checkbox', { name: '查看列表' });
    await leads.check();
    await button(page, cn['action.save']).click();
    await page.getByText(cn['role.saved']).waitFor();
    await button(page, cn['setting.changes']).click();
    const history = page.getByRole('dialog', { name: cn['setting.changes'] });
    await history.getByText('行政管理').first().waitFor();
    await history.getByRole('button', { name: /^撤销/ }).first().click();
    await page
      .getByRole('dialog', { name: cn['setting.take_back_question'] })
      .getByRole('button', { name: cn['action.ok'] })
      .click();
    await page.getByText(cn['setting.taken_back']).waitFor();
    await expect.poll(() => leads.isChecked()).toBe(false);
    expect(await button(page, cn['action.save']).isDisabled()).toBe(true);
    await context.close();
  });

  it('asks before what is not saved is lost, and refuses to touch the role of administrators', async () => {
    const { context, page } = await product.open();
    await openGroup(page, 2);
    await tab(page, cn['role.rights']);
    await page.getByRole('group', { name: '公海管理' }).getByRole('checkbox', { name: '公海管理' }).click();
    await page.getByRole('link', { name: cn['role_type.1'] }).click();
    await dialog(page).getByText(cn['form.leave']).waitFor();
    await dialog(page).getByRole('button', { name: cn['form.discard'] }).click();
    await page.getByRole('heading', { level: 1, name: cn['role_type.1'] }).waitFor();
    await page.getByRole('button', { name: '超级管理员', exact: true }).click();
    await page.getByText(cn['role.fixed_admin']).waitFor();
    expect(await page.getByRole('tab').allTextContents()).toEqual([cn['role.people']]);
    expect(await button(page, translate('cn', 'role.acts_named', { name: '超级管理员' })).count()).toBe(0);
    await context.close();
  });

  it.each(
    ofToday([
      { width: 1440, dark: true },
      { width: 390, dark: false },
    ]),
  )('is readable for everybody: $width, dark $dark', async ({ width, dark }) => {
    const { context, page } = await product.open({ width, dark, touch: width < 500 });
    await openGroup(page, 2);
    for (const name of [cn['role.people'], cn['role.rights'], cn['role.fields']]) {
      await tab(page, name);
      await page.getByRole('tabpanel', { name }).locator('table, .boxes, [role=group], .ant-empty').first().waitFor();
      expect(await seriousFaults(page), name).toEqual([]);
      expect(await pageWidth(page), name).toBeLessThanOrEqual(width);
    }
    await context.close();
  });
});
