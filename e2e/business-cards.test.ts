import { randomBytes } from 'node:crypto';
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
import { adminPassword } from './server.ts';

let product: Product;
const api = openApi(() => product);
beforeAll(async () => {
  product = await openProduct({ alone: true });
});
afterAll(async () => product.close());

const address = '/manager/IdCardManagement';
const rows = (page: Page) => page.locator('tbody tr[data-row-key]');
const rowOf = (page: Page, words: string) => rows(page).filter({ hasText: words });
const enter = async (page: Page) => {
  await product.enter(page);
  await product.visit(page, address);
};
/** Chooses an option of a select. */
const choose = async (page: Page, select: Locator, option: string) => {
  await select.click();
  await page.locator('.ant-select-dropdown:visible').getByText(option, { exact: true }).click();
};
const choosePhoto = async (page: Page, opener: Locator, name: string, mimeType: string, buffer: Buffer) => {
  const chooser = page.waitForEvent('filechooser');
  await opener.click();
  await (await chooser).setFiles({ name, mimeType, buffer });
};
/** A stored file. */
async function bytesOf(fileId: number): Promise<ArrayBuffer> {
  const authorization = `Bearer ${await api.tokenOf('admin', adminPassword)}`;
  const headers = { 'content-type': 'application/json', authorization };
  const body = JSON.stringify({ fileId });
  return (await fetch(`${product.url}/api/file/downFile`, { method: 'POST', headers, body })).arrayBuffer();
}
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#3366cc' } })
    .png()
    .toBuffer();
/** A picture of 450 by 630 that is large as png and as jpeg. */
const noisy = () => {
  const dark = 15;
  const bytes = randomBytes(450 * 630 * 3).map((byte) => (byte > 127 ? byte | (255 - dark) : byte & dark));
  return sharp(bytes, { raw: { width: 450, height: 630, channels: 3 } })
    .png()
    .toBuffer();
};

describe('business cards', () => {
  it('are found in the menu, and by name, number, type and state, which stay in the address', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    await product.visit(page, '/manager/employee-dep');
    await page.getByRole('link', { name: cn['page.business_cards'] }).click();
    await expect.poll(() => rows(page).count()).toBe(10);
    await page.getByPlaceholder(cn['business_card.search_mobile']).pressSequentially('139 0000 0001');
    await expect.poll(() => rows(page).count()).toBe(2);
    const name = (await rows(page).first().locator('td').nth(1).textContent()) ?? '';
    await page.getByPlaceholder(cn['business_card.search_mobile']).fill('');
    await expect.poll(() => rows(page).count()).toBe(10);
    await page.getByPlaceholder(cn['business_card.search_name']).fill(name);
    await expect.poll(() => rows(page).count()).toBe(2);
    await choose(page, page.getByLabel(cn['business_card.type'], { exact: true }), '讲师名片');
    await expect.poll(() => rows(page).count()).toBe(1);
    await page.reload();
    await rowOf(page, '讲师名片').waitFor();
    expect(page.url()).toContain('type=3');
    await page.getByPlaceholder(cn['business_card.search_name']).fill('没有这个人');
    await page.getByText(cn['business_card.no_match']).waitFor();
    await button(page, cn['filter.clear']).click();
    await choose(page, page.getByLabel(cn['business_card.status'], { exact: true }), cn['business_card.disabled']);
    await expect.poll(() => rows(page).count()).toBe(1);
    await choose(page, page.getByLabel(cn['business_card.status'], { exact: true }), cn['business_card.any_status']);
    await expect.poll(() => rows(page).count()).toBe(10);
    expect(['list', await seriousFaults(page)]).toEqual(['list', []]);
    await context.close();
  });

  it('are filled from the staff list, with a photo that is cropped to 450 by 630', async () => {
    const { context, page } = await product.open();
    await api.hire('名片新人', '9');
    await enter(page);
    await page.keyboard.press('n');
    const form = dialog(page);
    await button(form, cn['action.save']).click();
    for (const missing of ['person_missing', 'type_missing', 'name_missing'] as const)
      await form.getByText(cn[`business_card.${missing}`]).waitFor();
    await form.getByLabel(cn['business_card.person'], { exact: true }).click();
    await page.keyboard.type('名片新人');
    await page.locator('.ant-select-dropdown:visible').getByText('名片新人').click();
    const name = form.getByLabel(cn['business_card.name'], { exact: true });
    await expect.poll(() => name.inputValue()).toBe('名片新人');
    await expect
      .poll(() => form.getByLabel(cn['business_card.mobile'], { exact: true }).inputValue())
      .toMatch(/^1\d{10}$/);
    await choose(page, form.getByLabel(cn['business_card.type'], { exact: true }), '讲师名片');
    await form.getByLabel(cn['business_card.post'], { exact: true }).fill('特邀讲师');
    await form.getByLabel(cn['business_card.introduction'], { exact: true }).fill('十年经验');
    const preview = form.getByRole('region', { name: cn['business_card.preview'] });
    for (const words of ['名片新人', '特邀讲师', '十年经验']) await preview.getByText(words).waitFor();
    const opener = button(form, cn['business_card.photo_choose']);
    await choosePhoto(page, opener, '简历.pdf', 'application/pdf', Buffer.from('%PDF'));
    await page.getByText(cn['business_card.photo_type']).waitFor();
    await choosePhoto(page, opener, '照片.png', 'image/png', await plain(1200, 900));
    const cropper = page.getByRole('dialog', { name: cn['business_card.photo_crop'] });
    const frame = await cropper.locator('canvas').first().boundingBox();
    expect([Math.round(frame?.width ?? 0), Math.round(frame?.height ?? 0)]).toEqual([200, 280]);
    expect(['cropper', await seriousFaults(page)]).toEqual(['cropper', []]);
    const sent = page.waitForResponse((response) => response.url().endsWith('file/upload'));
    await button(cropper, cn['action.ok']).click();
    await page.getByText(cn['business_card.uploaded']).waitFor();
    await preview.getByAltText(translate('cn', 'business_card.photo_of', { name: '名片新人' })).waitFor();
    const { fileId } = (await (await sent).json()) as { fileId: number };
    const { format, width, height } = await sharp(await bytesOf(fileId)).metadata();
    expect([format, width, height]).toEqual(['png', 450, 630]);
    expect(['form', await seriousFaults(page)]).toEqual(['form', []]);
    await button(form, cn['action.save']).click();
    await page.getByText(cn['business_card.saved']).waitFor();
    const added = rowOf(page, '名片新人');
    await added.getByText('特邀讲师').waitFor();
    await button(added, translate('cn', 'business_card.show_named', { name: '名片新人' })).click();
    const shown = dialog(page);
    await shown.getByAltText(translate('cn', 'business_card.photo_of', { name: '名片新人' })).waitFor();
    const saved = page.waitForEvent('download');
    await button(shown, cn['qr.download']).click();
    expect((await saved).suggestedFilename()).toBe('名片新人.png');
    await context.close();
  });

  it('warn of a photo over 200 KB, and send nothing', async () => {
    const { context, page } = await product.open();
    await enter(page);
    await button(page, cn['business_card.add']).first().click();
    const form = dialog(page);
    let uploads = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('file/upload')) uploads += 1;
    });
    const opener = button(form, cn['business_card.photo_choose']);
    await choosePhoto(page, opener, '照片.png', 'image/png', await noisy());
    const cropper = page.getByRole('dialog', { name: cn['business_card.photo_crop'] });
    await button(cropper, cn['action.ok']).click();
    await page.getByText('证件照图片大小不能超过200KB').waitFor();
    await cropper.waitFor({ state: 'detached' });
    await opener.waitFor();
    expect(uploads).toBe(0);
    await context.close();
  });

  it('are changed, turned off and deleted, and each is taken back', async () => {
    const { context, page } = await product.open();
    await enter(page);
    const card = rowOf(page, '讲师名片').filter({ hasText: '市场经理' });
    const name = (await card.locator('td').nth(1).textContent()) ?? '';
    await button(card, translate('cn', 'business_card.edit_named', { name })).click();
    await dialog(page).getByLabel(cn['business_card.post'], { exact: true }).fill('首席讲师');
    await button(dialog(page), cn['action.save']).click();
    const changed = rowOf(page, '首席讲师');
    await changed.waitFor();
    await button(changed, translate('cn', 'business_card.acts_named', { name })).click();
    await page.getByRole('menuitem', { name: cn['business_card.disabled'] }).click();
    await page.getByText(translate('cn', 'business_card.turned_off', { name })).waitFor();
    await changed.getByText(cn['business_card.disabled']).waitFor();
    await button(changed, translate('cn', 'business_card.acts_named', { name })).click();
    await page.getByRole('menuitem', { name: cn['action.delete'] }).click();
    await button(dialog(page), cn['action.delete']).click();
    await changed.waitFor({ state: 'detached' });
    const back = async (at: number) => {
      await button(page, cn['setting.changes']).click();
      const changes = page.getByRole('dialog', { name: cn['setting.changes'] });
      await changes.getByText(name).first().waitFor();
      if (at === 4) await changes.getByText('首席讲师').first().waitFor();
      await changes.getByRole('listitem').nth(at).getByRole('button').click();
      await button(titled(page, cn['setting.take_back_question']), cn['action.ok']).click();
      await page.getByText(cn['setting.taken_back']).first().waitFor();
      await page.keyboard.press('Escape');
      await changes.waitFor({ state: 'detached' });
    };
    await back(0);
    await changed.getByText(cn['business_card.disabled']).waitFor();
    await back(2);
    await changed.getByText(cn['business_card.enabled']).waitFor();
    await back(4);
    await card.waitFor();
    await context.close();
  });

  it('are a column on a phone, in English and in the dark, and mark people whose account is disabled', async () => {
    const colleague = await api.hire('Card Leaver', '9');
    const { context, page } = await product.open({ width: 390, height: 844, language: 'en', dark: true });
    await enter(page);
    await button(page, en['business_card.add']).first().click();
    const form = dialog(page);
    await form.getByLabel(en['business_card.person'], { exact: true }).click();
    await page.keyboard.type('Card Leaver');
    await page.locator('.ant-select-dropdown:visible').getByText('Card Leaver').click();
    await expect
      .poll(() => form.getByLabel(en['business_card.name'], { exact: true }).inputValue())
      .toBe('Card Leaver');
    await choose(page, form.getByLabel(en['business_card.type'], { exact: true }), 'Adviser');
    expect(await pageWidth(page)).toBeLessThanOrEqual(390);
    expect(['form', await seriousFaults(page)]).toEqual(['form', []]);
    await button(form, en['action.save']).click();
    const card = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Card Leaver' });
    await card.waitFor();
    const admin = await api.tokenOf('admin', adminPassword);
    const { data } = await api.call('system/user/queryLoginUser', {}, colleague.token);
    await api.call('system/user/setUserStatus', { userIds: (data as { userId: number }).userId, status: 0 }, admin);
    await page.reload();
    await card.getByText(en['business_card.left']).waitFor();
    await settled(page);
    expect(await pageWidth(page)).toBeLessThanOrEqual(390);
    expect(['phone', await seriousFaults(page)]).toEqual(['phone', []]);
    await button(card, translate('en', 'business_card.show_named', { name: 'Card Leaver' })).click();
    await dialog(page).getByText(en['business_card.scan']).waitFor();
    await settled(page);
    expect(['card', await seriousFaults(page)]).toEqual(['card', []]);
    await context.close();
  });

  it('are closed to whoever lacks the right', async () => {
    const colleague = await api.hire('名片路人', '9');
    const { context, page } = await product.open();
    await product.enter(page, colleague);
    await page.goto(`${product.url}${address}`);
    await page.waitForURL(/\/404/);
    expect(await rows(page).count()).toBe(0);
    await context.close();
  });
});
