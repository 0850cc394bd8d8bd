import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ofToday } from '#server/testing/repetitions.ts';
import { cn } from '#shared/i18n/cn.ts';
import { en } from '#shared/i18n/en.ts';
import { translate } from '#shared/i18n/translate.ts';
import { seriousFaults } from './accessibility.ts';
import { openApi, type Person } from './api.ts';
import { formRows, libraryItem } from './designer.ts';
import { field, form, input, openForm } from './form-parts.ts';
import { button, dialog, pageWidth } from './page.ts';
import { openProduct, type Product } from './product.ts';

let product: Product;
let seller: Person;
const api = openApi(() => product);
beforeAll(async () => {
  // the forms of customers are everybody's business
  product = await openProduct({ alone: true });
  seller = await api.hire('按公式填表的人', '11');
});
afterAll(async () => product.close());

const path = '/manager/custom-field/handlefield/crm_customer/2';
const property = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const add = async (page: Page, name: string) => {
  await libraryItem(page, 'floatnumber').click();
  await property(page, cn['designer.name']).fill(name);
};

describe('a default by formula', () => {
  it('is set up beside the plain one, and told what is wrong with it', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    await page.goto(product.url + path);
    await formRows(page).first().waitFor();
    // made of a field that is not saved yet
    await add(page, '月租');
    await add(page, '年租');
    await property(page, cn['designer.default']).waitFor();
    await page.getByRole('checkbox', { name: cn['designer.default_computed'] }).check();
    expect(await property(page, cn['designer.default']).count()).toBe(0);
    // an empty one is no formula
    await button(page, cn['action.save']).click();
    await formRows(page).getByText(cn['designer.default_missing']).waitFor();
    const formula = property(page, cn['designer.default_formula']);
    await formula.fill('{没有这个字段}*2');
    await page.getByRole('complementary').getByText('没有这个字段').last().waitFor();
    await formula.fill('{月租}*12');
    await page.getByRole('complementary').getByText('没有字段').waitFor({ state: 'detached' });
    expect(['designer', await seriousFaults(page)]).toEqual(['designer', []]);
    // the preview computes before anything is saved
    await button(page, cn['designer.preview']).click();
    await dialog(page).getByLabel('月租').fill('2.5');
    await expect.poll(() => dialog(page).getByLabel('年租').inputValue()).toBe('30.00');
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'hidden' });
    await button(page, cn['action.save']).click();
    await page.getByText(cn['action.done']).last().waitFor();
    await expect.poll(() => button(page, cn['action.save']).isDisabled()).toBe(true);
    // one that is demanded
    await add(page, '保证金');
    await page.getByRole('checkbox', { name: cn['designer.default_computed'] }).check();
    await property(page, cn['designer.default_formula']).fill('{月租}*1');
    await page.getByRole('checkbox', { name: cn['designer.required'], exact: true }).check();
    await button(page, cn['action.save']).click();
    await expect.poll(() => button(page, cn['action.save']).isDisabled()).toBe(true);
    await page.reload();
    await formRows(page).locator('button[aria-pressed]').filter({ hasText: '年租' }).click();
    await expect.poll(() => property(page, cn['designer.default_formula']).inputValue()).toBe('{月租}*12');
    await context.close();
  });

  it.each(
    ofToday([
      [1440, 'cn'],
      [390, 'en'],
    ] as const),
  )(
    'follows the form while it is filled in, until somebody enters something, at %i px in %s',
    async (width, language) => {
      const words = language === 'cn' ? cn : en;
      const { context, page } = await product.open({ width, height: 844, language });
      await product.enter(page, seller);
      const stored = async (name: string, steps: () => Promise<void>) => {
        await openForm(product, page, '/crm/customer');
        await input(page, 'customer_name').fill(name);
        await steps();
        await button(form(page), words['action.save']).click();
        await page.getByText(words['form.added']).last().waitFor();
        const filter = { data: [{ fieldName: 'customer_name', condition: 'is', value: name }] };
        const answer = await api.call('CrmCustomer/queryPageList', filter, seller.token);
        return (answer['data'] as { list: Record<string, unknown>[] }).list[0];
      };
      const year = () => input(page, '年租').inputValue();
      const followed = await stored(`按公式${width}`, async () => {
        // what is demanded and comes to nothing yet is refused, and right again once it comes to something
        await button(form(page), words['action.save']).click();
        await field(page, '保证金').getByRole('alert').waitFor();
        await input(page, '月租').fill('10');
        await expect.poll(year).toBe('120.00');
        await field(page, '保证金').getByRole('alert').waitFor({ state: 'detached' });
        await input(page, '月租').fill('20');
        await expect.poll(year).toBe('240.00');
        await input(page, '年租').focus();
        await page.keyboard.press('Tab');
        await input(page, '月租').fill('30');
        await expect.poll(year).toBe('360.00');
        expect(['form', await seriousFaults(page)]).toEqual(['form', []]);
        expect(await pageWidth(page)).toBe(width);
      });
      expect(followed).toMatchObject({ 月租: '30.00', 年租: '360.00', 保证金: '30.00' });
      const typed = await stored(`自己填${width}`, async () => {
        await input(page, '月租').fill('10');
        await expect.poll(year).toBe('120.00');
        await input(page, '年租').fill('100');
        await input(page, '月租').fill('20');
        await input(page, '月租').blur();
        expect(await year()).toMatch(/^100(\.00)?$/);
      });
      expect(typed).toMatchObject({ 月租: '20.00', 年租: '100.00' });
      const emptied = await stored(`自己清空${width}`, async () => {
        await input(page, '月租').fill('10');
        await expect.poll(year).toBe('120.00');
        await input(page, '年租').fill('');
        await input(page, '月租').fill('20');
        await input(page, '月租').blur();
        expect(await year()).toBe('');
        expect(await field(page, '年租').getByRole('alert').count()).toBe(0);
      });
      expect(emptied).toMatchObject({ 月租: '20.00', 年租: '' });
      await context.close();
    },
  );

  it('says which default needs a field that is to be deleted', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    await page.goto(product.url + path);
    const row = formRows(page).filter({ has: page.locator('button[aria-pressed]').getByText('月租', { exact: true }) });
    await row.getByRole('button', { name: translate('cn', 'designer.remove', { name: '月租' }) }).click();
    const notice = page
      .getByRole('dialog')
      .filter({ hasText: translate('cn', 'form_life.cannot_remove', { name: '月租' }) });
    await notice.getByText(cn['field_use.default']).waitFor();
    await notice.getByText('年租').waitFor();
    await context.close();
  });
});
