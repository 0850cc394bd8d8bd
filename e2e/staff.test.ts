import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { en } from '#shared/i18n/en.ts';
import { translate } from '#shared/i18n/translate.ts';
import { passwordWanted } from '#shared/wire/envelope.ts';
import { seriousFaults } from './accessibility.ts';
import { openApi, type Person } from './api.ts';
import { dialog } from './page.ts';
import { logIn, openProduct, type Product } from './product.ts';

const oneTime = 'once-only-8342';
const chosenPassword = 'Xin-Tongshi-6621';

let product: Product;
let hr: Person;
beforeAll(async () => {
  product = await openProduct();
  hr = await openApi(() => product).hire(`${'人事专员'.repeat(12)}小周`, '3,11');
});
afterAll(async () => product.close());

const openStaff = async (page: Page, query = ''): Promise<void> => {
  await product.enter(page, hr);
  await page.goto(`${product.url}/manager/employee-dep${query}`);
  await page.getByRole('heading', { name: cn['staff.title'] }).waitFor();
};
const act = async (page: Page, name: string, title: string): Promise<void> => {
  await page.getByRole('button', { name: translate('cn', 'staff.more_actions', { name }) }).click();
  await page.getByRole('menuitem', { name: title }).click();
};

describe('the staff page', () => {
  it('adds a department and a person, who logs in, has the rights of the role, and is logged out once disabled', async () => {
    const { context, page } = await product.open();
    await logIn(page, product.url, hr.username, hr.password);
    await page.getByRole('button', { name: cn['shell.user_menu'] }).click();
    await page.getByRole('menuitem', { name: cn['shell.enter_manage'] }).click();
    await page.waitForURL(/\/manager\/employee-dep/);

    await page.getByRole('button', { name: cn['department.new'] }).click();
    await dialog(page).getByLabel(cn['department.name']).fill('西北销售部');
    await dialog(page).getByRole('button', { name: cn['action.save'] }).click();
    await page.getByText(cn['department.added']).waitFor();
    await page.waitForURL(/dept=\d+/);
    await page.getByText(cn['staff.empty']).waitFor();

    await page.getByRole('button', { name: cn['staff.new'] }).first().click();
    // the previous dialog may not have closed yet
    const form = page.getByRole('dialog', { name: cn['staff.new'] });
    await form.getByRole('button', { name: cn['action.save'] }).click();
    for (const problem of ['staff.one_time_required', 'user.name_required', 'staff.choose_roles'] as const)
      await form.getByText(cn[problem]).waitFor();
    // the message has the name of the label
    await form.getByText(translate('cn', 'field.required', { name: cn['person.mobile'] })).waitFor();
    await form.getByLabel(cn['person.mobile']).fill(hr.username);
    await form.getByLabel(cn['staff.one_time']).fill('short');
    await form.getByText(translate('cn', 'password.too_short', { min: 8 })).waitFor();
    await form.getByLabel(cn['staff.one_time']).fill(oneTime);
    await form.getByLabel(cn['person.realname']).fill('秦岭');
    await form.getByRole('checkbox', { name: `客户管理员${cn['staff.role_waits']}` }).waitFor();
    await form.getByRole('checkbox', { name: '销售员角色' }).check();
    await form.getByRole('button', { name: cn['action.save'] }).click();
    await form.getByText(cn['user.username_taken']).waitFor();
    await form.getByLabel(cn['person.mobile']).fill('13700000102');
    await page.keyboard.press('Control+Enter');
    await page.getByText(cn['staff.added_title']).waitFor();
    await dialog(page).getByText(oneTime).waitFor();
    await dialog(page).getByRole('button', { name: cn['action.ok'] }).click();
    await page.getByRole('row', { name: /秦岭.*未激活.*13700000102.*西北销售部.*销售员角色/ }).waitFor();

    const other = await product.open();
    await logIn(other.page, product.url, '13700000102', oneTime);
    await other.page.getByText(cn['login.change_hint']).waitFor();
    await other.page.getByLabel(cn['password.new'], { exact: true }).fill(chosenPassword);
    await other.page.getByLabel(cn['password.repeat']).fill(chosenPassword);
    await other.page.getByRole('button', { name: cn['action.save'] }).click();
    await other.page.getByRole('button', { name: cn['session.ended_button'] }).click();
    await other.page.waitForURL(/\/login/);
    await logIn(other.page, product.url, '13700000102', chosenPassword);
    await other.page.waitForURL(/\/crm\/workbench/);
    await other.page.getByRole('button', { name: cn['shell.user_menu'] }).click();
    await other.page.getByRole('menuitem', { name: cn['shell.person'] }).waitFor();
    expect(await other.page.getByRole('menuitem', { name: cn['shell.enter_manage'] }).count()).toBe(0);
    await other.page.goto(`${product.url}/manager/employee-dep`);
    await other.page.waitForURL(/\/404/);
    await other.page.goto(`${product.url}/crm/customer`);
    await other.page.getByRole('main').getByRole('searchbox').waitFor();

    await act(page, '秦岭', cn['staff.disable']);
    await dialog(page).getByText(cn['staff.disable_effect']).waitFor();
    await dialog(page).getByRole('button', { name: cn['staff.disable'] }).click();
    await dialog(page)
      .getByText(translate('cn', 'hand_over.none', { name: '秦岭' }))
      .waitFor();
    await dialog(page).getByRole('button', { name: cn['hand_over.close'] }).click();
    await page.getByRole('row', { name: /秦岭.*禁用/ }).waitFor();
    // it searches by itself; an Enter would press the button of the dialog
    await other.page.getByRole('main').getByRole('searchbox').fill('云');
    await dialog(other.page).getByText(cn['session.ended_text']).waitFor();
    await other.page.getByRole('button', { name: cn['session.ended_button'] }).click();
    await other.page.waitForURL(/\/login/);
    await other.context.close();
    await context.close();
  });

  it('asks for the own password after an old login, again when it is wrong, and does nothing without it', async () => {
    const { context, page } = await product.open();
    const plain = await openApi(() => product).hire('甄重置', '9');
    await openStaff(page, `?search=${plain.username}`);
    // the server treats a login of this test as recent, so its first answer is faked here; the rest is real
    await page.route('**/api/system/user/resetPassword', async (route) => {
      if ('currentPassword' in (route.request().postDataJSON() as object)) return route.continue();
      await route.fulfill({
        json: { code: 403, msg: translate('cn', 'session.confirm', { minutes: 15 }), detail: passwordWanted },
      });
    });
    const name = (await page.locator('tbody button[title]').first().getAttribute('title')) ?? '';
    await act(page, name, cn['staff.reset']);
    await dialog(page).getByRole('button', { name: cn['staff.generate'] }).click();
    await expect.poll(() => dialog(page).getByRole('textbox').first().inputValue()).not.toBe('');
    await dialog(page).getByRole('button', { name: cn['staff.reset'] }).click();
    const own = page.getByRole('dialog', { name: cn['identity.title'] });
    await own.getByText(translate('cn', 'session.confirm', { minutes: 15 })).waitFor();
    await own.getByRole('button', { name: cn['action.cancel'] }).click();
    await page.getByText(cn['action.cancelled']).waitFor();

    await dialog(page).getByRole('button', { name: cn['staff.reset'] }).click();
    await own.getByLabel(cn['identity.password']).fill('not-my-password');
    await page.keyboard.press('Enter');
    await own.getByText(cn['password.wrong']).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await own.getByLabel(cn['identity.password']).fill(hr.password);
    await page.keyboard.press('Enter');
    await page.getByText(cn['staff.reset_done']).waitFor();
    expect(await own.count()).toBe(0);
    await context.close();
  });

  it('changes a person, asks before changes are lost, and keeps what it lists in the address', async () => {
    const { context, page } = await product.open();
    await openStaff(page);
    await page.getByRole('main').getByRole('searchbox').fill('13900000003');
    await page.getByRole('main').getByRole('searchbox').press('Enter');
    await page.waitForURL(/search=13900000003/);
    await page
      .getByRole('row', { name: /13900000003/ })
      .getByRole('button')
      .first()
      .click();
    await dialog(page).getByLabel(cn['person.post']).fill('大区经理');
    await page.goBack();
    await page.getByText(cn['form.leave']).waitFor();
    await dialog(page).getByRole('button', { name: cn['form.keep_editing'] }).click();
    await dialog(page).getByRole('button', { name: cn['action.save'] }).click();
    await page.getByText(cn['staff.saved']).waitFor();
    await page.getByRole('row', { name: /13900000003.*大区经理/ }).waitFor();
    await page.reload();
    await page.getByRole('row', { name: /13900000003.*大区经理/ }).waitFor();
    await expect.poll(() => page.locator('tbody tr.ant-table-row').count()).toBe(1);

    await act(
      page,
      (await page.locator('tbody button[title]').first().getAttribute('title')) ?? '',
      cn['staff.agent_on'],
    );
    await page.getByRole('row', { name: new RegExp(cn['staff.agent']) }).waitFor();
    await context.close();
  });

  it('shows the refusals of the server, and offers nothing without the right', async () => {
    const { context, page } = await product.open();
    await openStaff(page);
    await page.getByRole('button', { name: translate('cn', 'department.actions', { name: '办公室' }) }).click();
    await page.getByRole('menuitem', { name: cn['department.delete'] }).click();
    await dialog(page).getByRole('button', { name: cn['action.delete'] }).click();
    await page.getByText(cn['dept.has_users']).waitFor();
    // only role administrators see the roles of others
    await page
      .getByRole('checkbox', { name: /^选择(?!全部)/ })
      .first()
      .check();
    const bar = page.getByRole('toolbar');
    await bar.getByRole('button', { name: cn['staff.disable'] }).waitFor();
    expect(await bar.getByRole('button', { name: cn['staff.add_roles'] }).count()).toBe(0);
    await context.close();
  });

  it('moves several people into another department, and each back by one press', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    await page.goto(`${product.url}/manager/employee-dep?search=1390000000`);
    const row = (mobile: string) => page.getByRole('row', { name: new RegExp(mobile) });
    const mobiles = ['13900000005', '13900000006'];
    const before: string[] = [];
    for (const mobile of mobiles) {
      await row(mobile).getByRole('checkbox').check();
      before.push((await row(mobile).textContent()) ?? '');
    }
    await page.getByRole('toolbar').getByRole('button', { name: cn['staff.move'] }).click();
    const form = dialog(page);
    await form.getByRole('button', { name: cn['action.save'] }).click();
    await form.getByText(cn['staff.dept_required']).last().waitFor();
    await form.getByLabel(cn['person.dept']).fill('办公室');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+Enter');
    await page.getByText(translate('cn', 'staff.moved', { count: 2 })).waitFor();
    // both have customers
    await page.getByRole('button', { name: cn['hand_over.hand'], exact: true }).waitFor();
    for (const mobile of mobiles) await row(mobile).getByText('办公室', { exact: true }).waitFor();
    await page.getByRole('button', { name: cn['record_action.undo'] }).click();
    await page.getByText(cn['staff.moved_back']).waitFor();
    for (const [at, mobile] of mobiles.entries()) await expect.poll(() => row(mobile).textContent()).toBe(before[at]);
    await context.close();
  });

  for (const dark of [false, true]) {
    it(`has no serious accessibility fault in the ${dark ? 'dark' : 'light'} theme, in English`, async () => {
      const { context, page } = await product.open({ dark });
      await openStaff(page);
      await page.getByRole('button', { name: cn['shell.language_mark'] }).first().click();
      await page.getByRole('heading', { name: en['staff.title'], exact: true }).waitFor();
      for (const box of (await page.locator('tr.ant-table-row input[type=checkbox]:enabled').all()).slice(0, 2))
        await box.check();
      expect(await seriousFaults(page)).toEqual([]);
      await page.goto(`${product.url}/manager/employee-dep?create=1`);
      await dialog(page).getByRole('checkbox').first().waitFor();
      expect(await seriousFaults(page)).toEqual([]);
      await context.close();
    });
  }

  it('fits a phone, with the departments behind a button', async () => {
    const { context, page } = await product.open({ width: 390, height: 844 });
    await openStaff(page);
    await page.locator('main ul li').nth(14).waitFor();
    await page.getByRole('main').getByRole('searchbox').fill(hr.username);
    await page.getByRole('main').getByRole('searchbox').press('Enter');
    await page.locator('main').getByText(hr.realname).waitFor();
    await page.locator('main li:only-child').waitFor();
    expect(await page.evaluate<number>("document.querySelector('main').scrollWidth")).toBeLessThanOrEqual(390);
    await page.getByRole('button', { name: cn['department.title'] }).click();
    await dialog(page).getByRole('button', { name: cn['department.all'] }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await dialog(page).getByRole('button', { name: '总经办', exact: true }).click();
    await page.waitForURL(/dept=\d+/);
    await context.close();
  });
});
