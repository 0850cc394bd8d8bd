import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { translate } from '#shared/i18n/translate.ts';
import { seriousFaults } from './accessibility.ts';
import { openApi } from './api.ts';
import { openProduct, type Product } from './product.ts';

let product: Product;
beforeAll(async () => {
  product = await openProduct();
});
afterAll(() => product.close());

const api = openApi(() => product);

describe('looking at the product', () => {
  it('as a person shows what they see, says so all the time, and changes nothing', async () => {
    const seller = await api.hire('任视角', '11');
    await api.save('CrmCustomer', { customer_name: '视角里的客户' }, seller.token);
    const { context, page } = await product.open();
    await product.enter(page);
    await product.visit(page, `/manager/employee-dep?search=${seller.username}`);
    await page.getByRole('button', { name: translate('cn', 'staff.more_actions', { name: seller.realname }) }).click();
    await page.getByRole('menuitem', { name: cn['viewing.as_person'] }).click();
    const banner = page.getByText(translate('cn', 'viewing.banner_person', { name: seller.realname }));
    await banner.waitFor();
    await page.goto(`${product.url}/crm/customer`);
    await page.getByRole('main').getByText('视角里的客户').waitFor();
    expect(await page.getByRole('main').getByRole('row').count()).toBe(2);
    await banner.waitFor();
    expect(['view', await seriousFaults(page)]).toEqual(['view', []]);
    await page.getByRole('main').getByText('视角里的客户').click();
    await page.reload();
    await banner.waitFor();
    await page.getByRole('button', { name: cn['viewing.leave'] }).click();
    await page.waitForURL(/\/manager\/employee-dep/);
    await page.getByRole('heading', { name: cn['staff.title'] }).waitFor();
    expect(await banner.count()).toBe(0);
    await context.close();
  });

  it('by a role shows its menus, on a phone too', async () => {
    const { context, page } = await product.open({ width: 390, touch: true });
    await product.enter(page);
    await product.visit(page, '/manager/role-auth/2?role=11');
    await page.getByRole('button', { name: cn['list.more'], exact: true }).first().click();
    await page.getByRole('menuitem', { name: cn['viewing.as_role'] }).click();
    const banner = page.getByText(translate('cn', 'viewing.banner_role', { name: '销售员角色' }));
    await banner.waitFor();
    await page.goto(`${product.url}/manager/employee-dep`);
    await page.waitForURL(/\/404/);
    await page.getByRole('button', { name: cn['viewing.leave'] }).click();
    await page.waitForURL(/\/manager\/role-auth/);
    await context.close();
  });
});
