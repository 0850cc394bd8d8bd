import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { en } from '#shared/i18n/en.ts';
import { translate } from '#shared/i18n/translate.ts';
import { seriousFaults } from './accessibility.ts';
import { openApi, type Person } from './api.ts';
import { button, dialog, pageWidth, titled } from './page.ts';
import { openProduct, type Product } from './product.ts';

const companyPath = '/manager/systemconfig';
const applicationPath = '/manager/application';

let product: Product;
let seller: Person;
beforeAll(async () => {
  product = await openProduct({ alone: true });
  seller = await openApi(() => product).hire('潘小海', '11');
});
afterAll(async () => product.close());

const saved = (page: Page) => page.getByText(cn['system_config.saved']).waitFor();
const saveOf = (page: Page, section: 'identity' | 'passwords' | 'exports' | 'navigation') =>
  button(page, translate('cn', 'system_config.save_section', { name: cn[`system_config.${section}`] }));
const brand = (page: Page) => page.getByRole('banner').locator('a').first();

describe('企业首页', () => {
  it('changes name and logo, which header and login page show at once', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    await product.visit(page, companyPath);
    const name = page.getByLabel(cn['system_config.name'], { exact: true });
    await name.fill('x');
    await name.fill(' ');
    await page.getByText(cn['system_config.name_required']).waitFor();
    await name.fill('云帆科技');
    const choose = async (file: { name: string; mimeType: string; buffer: Buffer }) => {
      const chooser = page.waitForEvent('filechooser');
      await button(page, cn['system_config.logo_upload']).click();
      await (await chooser).setFiles(file);
    };
    await choose({ name: 'logo.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') });
    await page.getByText(cn['system_config.logo_type']).waitFor();
    const picture = { create: { width: 1200, height: 800, channels: 3, background: '#3366cc' } } as const;
    await choose({ name: 'logo.png', mimeType: 'image/png', buffer: await sharp(picture).png().toBuffer() });
    const cropper = page.getByRole('dialog', { name: cn['system_config.logo_edit'] });
    expect(Math.round((await cropper.boundingBox())?.width ?? 0)).toBe(550);
    const preview = await cropper.locator('canvas').last().boundingBox();
    // 150 by 40 and a line around it
    expect([Math.round(preview?.width ?? 0), Math.round(preview?.height ?? 0)]).toEqual([150, 40]);
    await button(cropper, cn['action.ok']).click();
    await page.getByAltText(cn['system_config.logo_alt']).waitFor();
    await saveOf(page, 'identity').click();
    await saved(page);
    await brand(page).getByText('云帆科技').waitFor();
    const shown = brand(page).locator('img[src^="data:image/png"]');
    await shown.waitFor();
    const size =
      '(({ naturalWidth, naturalHeight }) => [naturalWidth, naturalHeight])(document.querySelector("header a img"))';
    await expect.poll(() => page.evaluate<number[]>(size)).toEqual([600, 160]);

    const stranger = await product.open();
    await stranger.page.goto(`${product.url}/login`);
    await stranger.page.getByText('云帆科技').first().waitFor();
    await stranger.page.locator('img[src^="data:image/png"]').first().waitFor();
    await stranger.context.close();

    await button(page, cn['system_config.logo_remove']).click();
    await saveOf(page, 'identity').click();
    await shown.waitFor({ state: 'detached' });
    await button(page, cn['system_config.logo_upload']).waitFor();
    await button(page, cn['setting.changes']).click();
    await dialog(page).getByText(cn['system_config.logo'], { exact: true }).first().waitFor();
    await dialog(page).getByRole('button', { name: /撤销/ }).first().click();
    await page.getByText(cn['setting.take_back_question']).waitFor();
    await dialog(page).locator('button:focus').waitFor();
    await button(titled(page, cn['setting.take_back_question']), cn['action.ok']).click();
    await shown.waitFor();
    await context.close();
  });

  it('sets the minimum length of passwords, by which every form for one goes', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    await product.visit(page, companyPath);
    const length = page.getByLabel(cn['system_config.min_password']);
    for (const wrong of ['7', '65', '']) {
      await length.fill(wrong);
      await saveOf(page, 'passwords').click();
      await page.getByText(translate('cn', 'system_config.range', { min: 8, max: '64' })).waitFor();
    }
    await length.fill('20');
    await length.press('Enter');
    await saved(page);
    await page.goto(`${product.url}/person/index`);
    await button(page, cn['person.change_password']).click();
    const own = dialog(page);
    await own.getByText(translate('cn', 'password.rule', { min: 20 })).waitFor();
    await own.getByLabel(cn['password.old']).fill('x');
    await own.getByLabel(cn['password.new'], { exact: true }).fill('kw7 qpz9 bnv');
    await own.locator('button[type=submit], .ant-btn-primary').last().click();
    await own.getByText(translate('cn', 'password.too_short', { min: 20 })).waitFor();
    await context.close();
  });

  it('shows an entry of the header to those whose rights have it, without a reload of the own page', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    await product.visit(page, companyPath);
    const help = page.getByLabel(translate('cn', 'system_config.address', { name: cn['navigation.help'] }));
    await help.fill('http://help.example.com');
    await saveOf(page, 'navigation').click();
    await page.getByText(cn['system_config.address_wrong']).waitFor();
    await help.fill('https://help.example.com/start');
    await saveOf(page, 'navigation').click();
    await saved(page);
    const rows = page.getByLabel(cn['system_config.most_exported']);
    await rows.fill('50');
    await saveOf(page, 'exports').click();
    await expect.poll(() => saveOf(page, 'exports').isDisabled()).toBe(true);
    await page.getByRole('link', { name: cn['system_config.calendar'] }).click();
    await page
      .getByRole('radio', { name: cn['flow.calendar'] })
      .and(page.locator(':checked'))
      .waitFor({ state: 'attached' });
    await page.getByRole('link', { name: cn['shell.leave_manage'] }).click();
    const link = page.getByRole('link', { name: translate('cn', 'navigation.opens', { name: cn['navigation.help'] }) });
    await link.waitFor();
    expect(await link.getAttribute('href')).toBe('https://help.example.com/start');
    expect(await link.getAttribute('target')).toBe('_blank');
    expect(await link.getAttribute('rel')).toContain('noopener');
    await context.close();
  });
});

describe('应用管理', () => {
  it('switches an application off for everybody at once, after a question, and on again', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    const other = await product.open();
    await product.enter(other.page, seller);
    await product.visit(other.page, '/crm/customer');
    await product.visit(page, applicationPath);
    const group = (name: keyof typeof cn) => page.getByRole('region', { name: cn[name] });
    const crm = cn['application.crm'];
    for (const name of ['application.oa', 'application.crm', 'application.project'] as const)
      await group('application.on').getByText(cn[name], { exact: true }).waitFor();
    expect(await group('application.coming_group').getByText(cn['application.coming_tag']).count()).toBe(2);
    expect(await group('application.coming_group').getByRole('button').count()).toBe(0);
    const disable = button(page, translate('cn', 'application.disable_named', { name: crm }));
    await disable.click();
    await dialog(page).getByText(cn['application.disable_effect']).waitFor();
    await button(dialog(page), cn['action.cancel']).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await group('application.on').getByText(crm, { exact: true }).waitFor();
    await disable.click();
    await button(dialog(page), cn['application.disable']).click();
    await group('application.off').getByText(crm, { exact: true }).waitFor();
    // the page of somebody else, without a reload
    await other.page.getByRole('heading', { level: 1, name: cn['page.customers'] }).waitFor({ state: 'detached' });
    expect(await other.page.getByRole('link', { name: cn['page.customers'] }).count()).toBe(0);
    await button(page, translate('cn', 'application.enable_named', { name: crm })).click();
    await group('application.on').getByText(crm, { exact: true }).waitFor();
    await product.visit(other.page, '/crm/customer');
    await other.page.getByRole('heading', { level: 1, name: cn['page.customers'] }).waitFor();
    await other.context.close();
    await context.close();
  });
});

describe('on a phone, in the dark and in English', () => {
  it('both pages fit, and everything can be reached', async () => {
    const { context, page } = await product.open({ width: 390, height: 844, dark: true, language: 'en' });
    await product.enter(page);
    for (const [path, words] of [
      [companyPath, ['page.system_config', 'system_config.min_password', 'system_config.navigation']],
      [applicationPath, ['page.applications', 'application.on', 'application.crm']],
    ] as const) {
      await product.visit(page, path);
      for (const word of words) await page.getByText(en[word], { exact: true }).first().waitFor();
      expect([path, await pageWidth(page)]).toEqual([path, 390]);
      expect([path, await seriousFaults(page)]).toEqual([path, []]);
      const labels = await page.locator('label, h1, h2, main button').allTextContents();
      expect(labels.filter((label) => /[\u4e00-\u9fff]/.test(label))).toEqual([]);
      for (const one of await page.locator('main button:visible').all())
        expect((await one.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    }
    await button(page, translate('en', 'application.disable_named', { name: en['application.project'] })).click();
    await dialog(page).getByText(en['application.disable_effect']).waitFor();
    expect(await pageWidth(page)).toBe(390);
    await context.close();
  });
});
