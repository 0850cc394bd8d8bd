import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { en } from '#shared/i18n/en.ts';
import { translate } from '#shared/i18n/translate.ts';
import { seriousFaults } from './accessibility.ts';
import { openApi, type Person } from './api.ts';
import { button, pageWidth, settled } from './page.ts';
import { openProduct, type Product } from './product.ts';

let product: Product;
let keeper: Person;
const api = openApi(() => product);
const mark = randomInt(100_000);
beforeAll(async () => {
  product = await openProduct();
  keeper = await api.hire(`靛人事${mark}`, '3');
});
afterAll(async () => product.close());

const ask = (realname: string) =>
  api.call(
    'system/user/addUser',
    {
      username: `19${String(randomInt(1_000_000_000)).padStart(9, '0')}`,
      password: 'once-only-7719',
      realname,
      deptId: 1,
      roleIds: '11',
    },
    keeper.token,
  );

describe('requests on the staff page', () => {
  it('are confirmed together, and their links handed over', async () => {
    const names = [`并批${mark}甲`, `并批${mark}乙`];
    for (const name of names) await ask(name);
    const { context, page } = await product.open();
    await product.enter(page);
    await product.visit(page, '/manager/employee-dep');
    await page.getByRole('button', { name: /个权限申请待确认$/ }).click();
    const drawer = page.getByRole('dialog', { name: cn['rights.requests'] });
    for (const name of names) await drawer.getByRole('checkbox', { name: new RegExp(name) }).check();
    await settled(page);
    expect(['drawer', await seriousFaults(page)]).toEqual(['drawer', []]);
    await button(drawer, translate('cn', 'rights.confirm_chosen', { count: 2 })).click();
    await page.getByText(translate('cn', 'rights.confirmed_many', { count: 2 })).waitFor();
    const links = page.getByRole('dialog', { name: cn['rights.links_title'] });
    for (const name of names) await links.getByText(new RegExp(name)).waitFor();
    await button(links, cn['action.ok']).click();
    for (const name of names)
      await drawer.getByRole('checkbox', { name: new RegExp(name) }).waitFor({ state: 'detached' });
    await context.close();
  });

  it('are declined with a reason on a phone, in English and dark', async () => {
    const name = `并拒${mark}`;
    await ask(name);
    const { context, page } = await product.open({ width: 390, height: 844, language: 'en', dark: true });
    await product.enter(page);
    await product.visit(page, '/manager/employee-dep');
    await page.getByRole('button', { name: /to confirm$/ }).click();
    const drawer = page.getByRole('dialog', { name: en['rights.requests'] });
    await drawer.getByRole('checkbox', { name: new RegExp(name) }).check();
    await settled(page);
    expect(await pageWidth(page)).toBeLessThanOrEqual(390);
    expect(['phone', await seriousFaults(page)]).toEqual(['phone', []]);
    await drawer.getByRole('textbox', { name: en['rights.reason'] }).fill('Next year');
    await button(drawer, en['rights.decline']).click();
    await page.getByText(translate('en', 'rights.declined_many', { count: 1 })).waitFor();
    await context.close();
  });
});
