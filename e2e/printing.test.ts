import { buffer } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ofToday } from '#server/testing/repetitions.ts';
import { pdfPages } from '#server/testing/documents/pdf-text.ts';
import { cn } from '#shared/i18n/cn.ts';
import { productType } from '#shared/crm/products/product-type.ts';
import { openApi } from './api.ts';
import { openProduct, type Product } from './product.ts';
import { button, dialog, pageWidth, settled } from './page.ts';
import { adminPassword } from './server.ts';

// A record on paper, and the templates by which it gets there.

let product: Product;
let token: string;
let id: number;
const api = openApi(() => product);
const name = '打印用的𠮷祥椅';
beforeAll(async () => {
  product = await openProduct();
  token = await api.tokenOf('admin', adminPassword);
  const entity = { name, price: '1234.5', category_id: 1 };
  const saved = await api.call('CrmProduct/saveAndUpdate', { entity, field: [] }, token);
  id = (saved['data'] as { productId: number }).productId;
});
afterAll(async () => product.close());

const opened = async (width: number) => {
  const { context, page } = await product.open({ width });
  await product.enter(page);
  // the print dialog is the browser's own
  await page.addInitScript('window.print = () => { window.asked = (window.asked ?? 0) + 1; }');
  await product.visit(page, `/crm/product?rowId=${id}`);
  await button(page.getByRole('dialog'), cn['record_action.more']).first().click();
  await page.getByRole('menuitem', { name: cn['print.start'] }).click();
  const print = dialog(page);
  await paper(page).first().waitFor();
  return { context, page, print };
};
const paper = (page: Page) => page.getByRole('img', { name: cn['print.page'].replace('{page}', '1'), exact: true });

describe('a record', () => {
  it.each(ofToday([1440, 390]))(
    'is seen as it will be printed, printed and saved as a PDF, from a window %i wide',
    async (width) => {
      const { context, page, print } = await opened(width);
      expect(await paper(page).textContent()).toMatch(/打印用的𠮷祥椅.*1,234\.50/);
      expect(await pageWidth(page)).toBe(width);
      await print.getByRole('checkbox', { name: cn['print.without_prices'] }).check();
      await expect.poll(() => paper(page).textContent()).not.toContain('1,234.50');
      const coming = page.waitForEvent('download');
      await button(print, cn['print.download']).click();
      const file = await coming;
      expect(file.suggestedFilename()).toBe(`${productType.fileName}_${id}.pdf`);
      const text = (await pdfPages(await buffer(await file.createReadStream()))).join('');
      expect(text).toContain(name);
      expect(text).not.toContain('1,234.50');
      await button(print, cn['print.now']).click();
      await expect.poll(() => page.evaluate('window.asked')).toBe(1);
      await page.emulateMedia({ media: 'print' });
      const sheet = page.locator('body > article');
      expect(await sheet.locator('svg').isVisible()).toBe(true);
      expect(await page.locator('#root').isVisible()).toBe(false);
      await page.emulateMedia({ media: 'screen' });
      expect(await sheet.isVisible()).toBe(false);
      await page.evaluate(`dispatchEvent(new Event('afterprint'))`);
      await sheet.waitFor({ state: 'detached' });
      await context.close();
    },
  );
});

describe('a template', () => {
  it('is made from a built-in one by the keyboard, seen while it is made, and printed by as the default', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    await product.visit(page, `/manager/print-templates?label=${productType.code}`);
    const copy = button(page, cn['template.copy']).first();
    await copy.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: cn['template.name'], exact: true }).fill('报价单');
    const content = page.getByRole('list', { name: cn['template.content'] });
    await button(page, cn['template.add']).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: cn['template.block_text'], exact: true }).press('Enter');
    const text = page.getByRole('textbox', { name: cn['template.text'], exact: true });
    await text.fill(`报价：{${cn['crm_product.price']}:capitals}`);
    await content.getByText(`报价：{${cn['crm_product.price']}:capitals}`).waitFor();
    await page.getByRole('combobox', { name: cn['template.preview_with'] }).click();
    await page.locator('.ant-select-item-option').filter({ hasText: name }).click();
    await expect.poll(() => paper(page).textContent()).toContain('报价：壹仟贰佰叁拾肆元伍角整');
    // to the top
    await content.getByRole('button').last().focus();
    for (let press = 0; press < 5; press += 1) await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(() => content.getByRole('button').nth(1).textContent()).toContain('报价');
    await page.getByRole('checkbox', { name: cn['template.is_default'] }).check();
    await button(page, cn['action.save']).click();
    await page.getByText(cn['template.saved'].replace('{name}', '报价单')).waitFor();
    await settled(page);
    await page.getByText(cn['template.default'], { exact: true }).waitFor();
    await context.close();
    const later = await opened(1440);
    expect(await paper(later.page).textContent()).toContain('报价：壹仟贰佰叁拾肆元伍角整');
    await later.context.close();
    const { data } = await api.call('printing/queryTemplateList', { label: productType.code }, token);
    const [first] = data as { key: string; name: string }[];
    expect(first?.name).toBe('报价单');
    await api.call('printing/deleteTemplate', { label: productType.code, templateId: Number(first?.key) }, token);
  });
});
