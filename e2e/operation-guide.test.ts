import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { en } from '#shared/i18n/en.ts';
import { translate } from '#shared/i18n/translate.ts';
import { seriousFaults } from './accessibility.ts';
import { openApi } from './api.ts';
import { button, dialog, pageWidth, settled, titled } from './page.ts';
import { openProduct, type Product } from './product.ts';

let product: Product;
beforeAll(async () => {
  product = await openProduct({ alone: true });
});
afterAll(async () => product.close());

const address = '/manager/system-operate';
const rows = (page: Page) => page.locator('tbody tr[data-row-key]');
const titles = async (page: Page) => page.locator('tbody button[title]').allTextContents();
const enter = async (page: Page) => {
  await product.enter(page);
  await product.visit(page, address);
};
const act = async (page: Page, title: string, name: string) => {
  await page.getByRole('button', { name: translate('cn', 'guide.acts_named', { title }) }).click();
  await page.getByRole('menuitem', { name }).click();
};
const choose = async (page: Page, select: Locator, option: string) => {
  await select.click();
  await page.locator('.ant-select-dropdown:visible').getByText(option, { exact: true }).click();
};

describe('the operation guide', () => {
  it('is found in the menu, by words and module, and put in order', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    await product.visit(page, '/manager/systemconfig');
    await page.getByRole('link', { name: cn['page.operation_guide'] }).click();
    await expect.poll(() => rows(page).count()).toBe(9);
    await page.getByPlaceholder(cn['guide.search']).fill('入门');
    await expect.poll(() => rows(page).count()).toBe(2);
    await page.getByPlaceholder(cn['guide.search']).fill('');
    await choose(page, page.getByLabel(cn['guide.module'], { exact: true }), cn['guide.module_4']);
    await expect.poll(() => titles(page)).toEqual(['制造企业销售团队管理案例', '连锁零售续费案例']);
    await act(page, '连锁零售续费案例', cn['guide.up']);
    await page.getByText(cn['guide.moved']).waitFor();
    await expect.poll(() => titles(page)).toEqual(['连锁零售续费案例', '制造企业销售团队管理案例']);
    await page.reload();
    await expect.poll(() => titles(page)).toEqual(['连锁零售续费案例', '制造企业销售团队管理案例']);
    expect(page.url()).toContain('module=4');
    await context.close();
  });

  it('takes an address or a file with a cover, plays and shows them, and takes a deletion back', async () => {
    const { context, page } = await product.open();
    await enter(page);
    await page.keyboard.press('n');
    const form = dialog(page);
    await form.getByLabel(cn['guide.title'], { exact: true }).waitFor();
    await button(form, cn['action.save']).click();
    for (const missing of ['guide.title_missing', 'guide.module_missing', 'guide.no_content'] as const)
      await form.getByText(cn[missing]).waitFor();
    await form.getByLabel(cn['guide.title'], { exact: true }).fill('电子签署演示');
    await choose(page, dialog(page).getByLabel(cn['guide.module'], { exact: true }), cn['guide.module_2']);
    await form.getByLabel(cn['guide.address']).fill('http://videos.invalid/sign.mp4');
    await form.getByLabel(cn['guide.tags']).fill('签署，合同');
    await form.getByText(cn['guide.unsafe_address']).waitFor();
    await form.getByLabel(cn['guide.address']).fill('https://videos.invalid/sign.mp4');
    await page.keyboard.press('Control+Enter');
    await page.getByText(cn['guide.saved']).waitFor();
    await page.getByRole('button', { name: translate('cn', 'guide.open_named', { title: '电子签署演示' }) }).click();
    // there is no such video here
    await dialog(page).getByText('https://videos.invalid/sign.mp4').waitFor();
    await page.keyboard.press('Escape');

    await button(page, cn['guide.add']).click();
    await dialog(page).getByLabel(cn['guide.title'], { exact: true }).fill('秋季海报');
    await choose(page, dialog(page).getByLabel(cn['guide.module'], { exact: true }), cn['guide.module_3']);
    await dialog(page).getByText(cn['guide.by_file'], { exact: true }).click();
    const picture = await sharp({ create: { width: 320, height: 200, channels: 3, background: '#3366cc' } })
      .png()
      .toBuffer();
    for (const label of [cn['guide.file_choose'], cn['guide.cover_choose']]) {
      const chooser = page.waitForEvent('filechooser');
      await button(dialog(page), label).click();
      await (await chooser).setFiles({ name: '秋季.png', mimeType: 'image/png', buffer: picture });
    }
    await button(dialog(page), cn['guide.file_change']).waitFor();
    await button(dialog(page), cn['guide.cover_change']).waitFor();
    await button(dialog(page), cn['action.save']).click();
    const poster = rows(page).filter({ hasText: '秋季海报' });
    await poster.getByText(cn['guide.kind_image']).waitFor();
    await poster.locator('img').waitFor();
    await poster
      .getByRole('button', { name: /秋季海报/ })
      .first()
      .click();
    await page.locator('dialog[open] img').first().waitFor();
    await page.keyboard.press('Escape');

    await act(page, '秋季海报', cn['action.delete']);
    await button(dialog(page), cn['action.delete']).click();
    await page.getByText(translate('cn', 'guide.deleted', { count: 1 })).waitFor();
    await poster.waitFor({ state: 'detached' });
    await button(page, cn['setting.changes']).click();
    const changes = page.getByRole('dialog', { name: cn['setting.changes'] });
    await changes.getByRole('listitem').first().getByRole('button').click();
    await button(titled(page, cn['setting.take_back_question']), cn['action.ok']).click();
    await page.getByText(cn['setting.taken_back']).waitFor();
    await page.keyboard.press('Escape');
    await poster.waitFor();
    await context.close();
  });

  it('fits a phone, in English and in the dark, without an accessibility fault', async () => {
    const { context, page } = await product.open({ width: 390, dark: true, language: 'en' });
    await enter(page);
    await page.getByRole('heading', { level: 1, name: en['page.operation_guide'] }).waitFor();
    await page.locator('main li button[title]').first().waitFor();
    expect(await pageWidth(page)).toBe(390);
    await button(page, en['guide.add']).click();
    await dialog(page).getByLabel(en['guide.title'], { exact: true }).waitFor();
    await settled(page);
    expect(await pageWidth(page)).toBe(390);
    expect(await seriousFaults(page)).toEqual([]);
    await context.close();
  });

  it('is closed to whoever lacks the right', async () => {
    const { context, page } = await product.open();
    await product.enter(page, await openApi(() => product).hire('没有权限', '11'));
    await page.goto(product.url + address);
    await page.waitForURL(/\/404/);
    await context.close();
  });
});
