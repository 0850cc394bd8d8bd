import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { en } from '#shared/i18n/en.ts';
import { seriousFaults } from './accessibility.ts';
import { openApi, type Person } from './api.ts';
import { button, dialog, pageWidth, settled } from './page.ts';
import { logIn, openProduct, type Product } from './product.ts';

const oneTime = 'once-only-5521';
const chosenPassword = 'Lianjie-Mima-4417';

let product: Product;
let keeper: Person;
const api = openApi(() => product);
beforeAll(async () => {
  product = await openProduct();
  keeper = await api.hire('柳人事', '3');
});
afterAll(async () => product.close());

const newNumber = () => `18${String(randomInt(1_000_000_000)).padStart(9, '0')}`;

describe('a role that the staff keeper may not give', () => {
  it('waits, is confirmed from the to-do page, and the person sets a password by the one-time link', async () => {
    const username = newNumber();
    const name = `卓新人${randomInt(10_000)}`;
    const hr = await product.open();
    await product.enter(hr.page, keeper);
    await product.visit(hr.page, '/manager/employee-dep?dept=1');
    await settled(hr.page);
    await button(hr.page, cn['staff.new']).first().click();
    const form = hr.page.getByRole('dialog', { name: cn['staff.new'] });
    await form.getByLabel(cn['person.mobile']).fill(username);
    await form.getByLabel(cn['staff.one_time']).fill(oneTime);
    await form.getByLabel(cn['person.realname']).fill(name);
    await form.getByRole('checkbox', { name: `销售员角色${cn['staff.role_waits']}` }).check();
    await button(form, cn['action.save']).click();
    await dialog(hr.page).getByText(oneTime).waitFor();
    await button(dialog(hr.page), cn['action.ok']).click();
    await dialog(hr.page)
      .getByText(/其余已完成；您没有其中的权限（线索管理·/)
      .waitFor();
    await button(dialog(hr.page), cn['action.ok']).click();
    await product.visit(hr.page, '/manager/rights-requests');
    await hr.page.getByText(cn['rights.own'], { exact: true }).click();
    const own = hr.page.getByRole('listitem').filter({ hasText: name });
    await own.getByText(cn['rights.state_0'], { exact: true }).waitFor();

    const admin = await product.open();
    await product.enter(admin.page);
    await product.visit(admin.page, '/crm/message?kind=rightsRequest');
    const kinds = admin.page.getByRole('navigation', { name: cn['todo.kinds'] });
    await kinds.getByRole('link', { name: cn['rights.requests'] }).click();
    const entry = admin.page.getByRole('listitem').filter({ hasText: `为${name}` });
    await entry.getByText('销售员角色').waitFor();
    expect(['requests', await seriousFaults(admin.page)]).toEqual(['requests', []]);
    await button(entry, cn['rights.look']).click();
    const asked = admin.page.getByRole('dialog', { name: cn['rights.look_title'] });
    await asked.getByText(cn['rights.link_hint']).waitFor();
    expect(['request', await seriousFaults(admin.page)]).toEqual(['request', []]);
    await button(asked, cn['rights.confirm']).click();
    await dialog(admin.page).getByText(cn['rights.links_text']).waitFor();
    const link =
      (await dialog(admin.page)
        .getByText(/\/set-password#/)
        .textContent()) ?? '';
    await button(dialog(admin.page), cn['action.ok']).click();
    await entry.waitFor({ state: 'detached' });
    await admin.context.close();
    // whoever asked sees it without looking again
    await own.getByText(cn['rights.state_1'], { exact: true }).waitFor();
    await hr.context.close();

    const person = await product.open();
    const known = await person.page.request.post(`${product.url}/api/login`, { data: { username, password: oneTime } });
    expect(await known.json()).toMatchObject({ msg: cn['session.wrong'] });
    await person.page.goto(link);
    await person.page.getByText(cn['link.hint']).waitFor();
    expect(person.page.url()).not.toContain('#');
    expect(['link', await seriousFaults(person.page)]).toEqual(['link', []]);
    await person.page.getByLabel(cn['password.new'], { exact: true }).fill(chosenPassword);
    await person.page.getByLabel(cn['password.repeat']).fill(chosenPassword);
    await button(person.page, cn['action.save']).click();
    await person.page.getByText(cn['link.done']).waitFor();
    await button(person.page, cn['link.to_login']).click();
    await logIn(person.page, product.url, username, chosenPassword);
    await person.page.waitForURL(/\/crm\/workbench/);
    await person.context.close();

    const again = await product.open({ width: 390, height: 844, language: 'en' });
    await again.page.goto(link);
    await again.page.getByText(en['link.hint']).waitFor();
    expect(await pageWidth(again.page)).toBeLessThanOrEqual(390);
    await again.page.getByLabel(en['password.new'], { exact: true }).fill(chosenPassword);
    await again.page.getByLabel(en['password.repeat']).fill(chosenPassword);
    await button(again.page, en['action.save']).click();
    await again.page.getByText(en['password.link']).waitFor();
    await again.context.close();
  });

  it('is declined on a phone in English, and whoever asked reads why', async () => {
    const name = `邵销售${randomInt(10_000)}`;
    const seller = await api.hire(name, '11');
    const hr = await product.open();
    await product.enter(hr.page, keeper);
    await product.visit(hr.page, `/manager/employee-dep?search=${encodeURIComponent(seller.realname)}`);
    await hr.page.getByRole('button', { name: `${name}的更多操作` }).click();
    await hr.page.getByRole('menuitem', { name: cn['staff.reset'] }).click();
    await button(dialog(hr.page), cn['staff.generate']).click();
    await button(dialog(hr.page), cn['staff.reset']).click();
    await dialog(hr.page)
      .getByText(/已提交申请，待有权限的人或管理员确认/)
      .waitFor();
    await button(dialog(hr.page), cn['action.ok']).click();
    // nothing has changed
    await api.tokenOf(seller.username, seller.password);

    const admin = await product.open({ width: 390, height: 844, language: 'en' });
    await product.enter(admin.page);
    await product.visit(admin.page, '/manager/rights-requests');
    const entry = admin.page.getByRole('listitem').filter({ hasText: `Reset the password of ${name}` });
    await entry.waitFor();
    await settled(admin.page);
    expect(await pageWidth(admin.page)).toBeLessThanOrEqual(390);
    expect(['phone', await seriousFaults(admin.page)]).toEqual(['phone', []]);
    await button(entry, en['rights.look']).click();
    const asked = admin.page.getByRole('dialog', { name: en['rights.look_title'] });
    await asked.getByLabel(en['rights.reason']).fill('Call me first');
    await button(asked, en['rights.decline']).click();
    await admin.page.getByText(en['rights.declined'], { exact: true }).first().waitFor();
    await entry.waitFor({ state: 'detached' });
    await admin.context.close();

    await product.visit(hr.page, '/manager/rights-requests');
    const own = hr.page.getByRole('listitem').filter({ hasText: `重置${name}的密码` });
    await own.getByText(cn['rights.state_2'], { exact: true }).waitFor();
    await button(own, cn['rights.look']).click();
    await dialog(hr.page).getByText('原因：Call me first').waitFor();
    await hr.context.close();
    await api.tokenOf(seller.username, seller.password);
  });
});
