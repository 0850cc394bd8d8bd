import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ofToday } from '#server/testing/repetitions.ts';
import { cn } from '#shared/i18n/cn.ts';
import { translate } from '#shared/i18n/translate.ts';
import { seriousFaults } from './accessibility.ts';
import { openApi, type Person } from './api.ts';
import { button, dialog, pageWidth, settled } from './page.ts';
import { openProduct, type Product } from './product.ts';
import { adminPassword } from './server.ts';

let product: Product;
let admin: string;
let seller: Person;
const api = openApi(() => product);
beforeAll(async () => {
  product = await openProduct({ alone: true });
  admin = await api.tokenOf('admin', adminPassword);
  seller = await api.hire('钱有单', '11');
  await api.save('CrmCustomer', { customer_name: '选品贸易' }, seller.token);
});
afterAll(async () => product.close());

const newProduct = async (name: string, categoryId: number, price: string): Promise<number> => {
  const entity = { name, category_id: categoryId, price };
  const { data } = await api.call('CrmProduct/saveAndUpdate', { entity, field: [] }, admin);
  return (data as { productId: number }).productId;
};
interface Node {
  readonly categoryId: number;
  readonly name: string;
  readonly children?: readonly Node[];
}
const tree = async () =>
  (await api.call('CrmProductCategory/queryList', {}, admin))['data'] as unknown as readonly Node[];

describe('products', () => {
  it('are sorted into categories that are made and deleted where they are listed', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    await product.visit(page, '/crm/product');
    await button(page, cn['list.more']).click();
    await page.getByRole('menuitem', { name: cn['product_category.title'] }).click();
    const set = page.getByRole('dialog', { name: cn['product_category.title'] });
    await button(set, cn['tree.add']).click();
    await set.getByLabel(cn['tree.name']).fill('文具');
    await page.keyboard.press('Enter');
    await set.getByText('文具', { exact: true }).waitFor();
    const act = async (name: string, title: string) => {
      await button(set, translate('cn', 'tree.acts', { name })).click();
      await page.getByRole('menuitem', { name: title }).click();
    };
    await act('文具', cn['tree.add_below']);
    await set.getByLabel(cn['tree.name']).fill('钢笔');
    await page.keyboard.press('Enter');
    await set.getByText('钢笔', { exact: true }).waitFor();
    const found = (await tree()).find(({ name }) => name === '文具');
    expect(found?.children).toMatchObject([{ name: '钢笔' }]);
    await newProduct('签字笔', found?.children?.[0]?.categoryId ?? 0, '12.5');
    for (const [name, refusal] of [
      ['钢笔', cn['product_category.in_use']],
      ['文具', cn['product_category.has_children']],
    ] as const) {
      await act(name, cn['tree.delete']);
      await dialog(page)
        .getByRole('button', { name: /^确\s?定$/ })
        .click();
      await page.getByText(refusal).waitFor();
    }
    expect(await seriousFaults(page)).toEqual([]);
    await context.close();
  });

  it.each(ofToday([1440, 390]))(
    'are chosen many at once for a contract, those on the shelf alone, at %s px',
    async (width) => {
      const [root] = await tree();
      const sold = `墨水${width}`;
      const ids = [await newProduct(sold, root?.categoryId ?? 1, '8'), await newProduct(`停产${width}`, 1, '9')];
      await newProduct(`信纸${width}`, 1, '3');
      await api.call('CrmProduct/updateStatus', { ids: [ids[1]], status: 0 }, admin);
      const { context, page } = await product.open({ width, height: 844 });
      await product.enter(page, seller);
      await product.visit(page, '/crm/contract');
      await button(page, cn['crm_contract.new']).first().click();
      const form = page.getByRole('dialog', { name: cn['crm_contract.new'] });
      await button(form, translate('cn', 'lines.pick', { name: cn['crm_product'] })).click();
      const pick = page.getByRole('dialog', { name: translate('cn', 'lines.pick', { name: cn['crm_product'] }) });
      await pick.getByText(sold).waitFor();
      expect(await pick.getByText(`停产${width}`).count()).toBe(0);
      for (const name of [sold, `信纸${width}`])
        await pick.locator('tr', { hasText: name }).locator('input[type=checkbox]').check();
      const cart = pick.getByLabel(cn['lines.cart'], { exact: true });
      await cart.getByLabel(translate('cn', 'lines.cart_amount', { name: sold })).fill('5');
      await settled(page);
      expect(await pageWidth(page)).toBe(width);
      await button(pick, translate('cn', 'lines.pick_add', { count: 2 })).click();
      await pick.waitFor({ state: 'detached' });
      // 5 x 8 and 1 x 3
      await expect.poll(() => form.getByText('43.00').count()).toBeGreaterThan(0);
      await context.close();
    },
  );

  it('go off the shelf and back by the list, and say so', async () => {
    const name = '上架的墨盒';
    const productId = await newProduct(name, 1, '99');
    const { context, page } = await product.open();
    await product.enter(page);
    await product.visit(page, `/crm/product?search=${encodeURIComponent(name)}`);
    const row = page.locator('tr.ant-table-row', { hasText: name });
    for (const [act, status] of [
      ['product.take_off', 0],
      ['product.put_on', 1],
    ] as const) {
      await row.locator('input[type=checkbox]').check();
      await button(page.getByRole('toolbar'), cn[act]).click();
      await dialog(page)
        .getByRole('button', { name: /^确\s?定$/ })
        .click();
      await expect
        .poll(async () => (await api.call('CrmProduct/queryById', { productId }, admin))['data'])
        .toMatchObject({ status, 是否上下架: status === 1 ? '上架' : '下架' });
    }
    await context.close();
  });
});
