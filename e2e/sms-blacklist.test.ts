import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { en } from '#shared/i18n/en.ts';
import { translate } from '#shared/i18n/translate.ts';
import { seriousFaults } from './accessibility.ts';
import { openApi } from './api.ts';
import { button, dialog, pageWidth, settled, titled } from './page.ts';
import { openProduct, type Product } from './product.ts';

let product: Product;
let folder: string;
const api = openApi(() => product);
beforeAll(async () => {
  product = await openProduct({ alone: true });
  folder = await mkdtemp(join(tmpdir(), 'jianye-blacklist-'));
});
afterAll(async () => {
  await product.close();
  await rm(folder, { recursive: true, force: true });
});

const address = '/manager/SMSBlackListSet';
const rows = (page: Page) => page.locator('tbody tr[data-row-key]');
const rowOf = (page: Page, phone: string) => rows(page).filter({ hasText: phone });
const enter = async (page: Page) => {
  await product.enter(page);
  await product.visit(page, address);
};
/** Chooses an option of a filter. */
const filter = async (page: Page, label: string, option: string) => {
  await page.getByLabel(label, { exact: true }).click();
  await page.locator('.ant-select-dropdown:visible').getByText(option, { exact: true }).click();
};

describe('the SMS blacklist', () => {
  it('is found in the menu, and by number, kind of messages and state, which stay in the address', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    await product.visit(page, '/manager/employee-dep');
    await page.getByRole('link', { name: cn['page.sms_blacklist'] }).click();
    await expect.poll(() => rows(page).count()).toBe(10);
    expect(await page.getByRole('columnheader').allTextContents()).toEqual([
      '',
      ...(['phone', 'businesses', 'status', 'remark', 'creator', 'created', 'acts'] as const).map(
        (key) => cn[`sms_blacklist.${key}`],
      ),
    ]);
    await expect.poll(() => rows(page).first().textContent()).toContain('13911057820');
    await page.getByPlaceholder(cn['sms_blacklist.search']).pressSequentially('+60');
    await expect.poll(() => rows(page).count()).toBe(1);
    expect(await rows(page).textContent()).toContain('+60 123456789');
    await page.getByPlaceholder(cn['sms_blacklist.search']).fill('');
    await filter(page, cn['sms_blacklist.businesses'], cn['sms_business.payment']);
    // what blocks everything blocks these too
    await expect.poll(() => rows(page).count()).toBe(5);
    await filter(page, cn['sms_blacklist.status'], cn['sms_blacklist.disabled']);
    await expect.poll(() => rows(page).count()).toBe(1);
    await page.reload();
    await rowOf(page, '13570918234').waitFor();
    expect(page.url()).toContain('businessKey=payment&enableFlag=0');
    await page.getByPlaceholder(cn['sms_blacklist.search']).fill('0000000');
    await page.getByText(cn['sms_blacklist.no_match']).waitFor();
    await button(page, cn['filter.clear']).click();
    await expect.poll(() => rows(page).count()).toBe(10);
    expect(['list', await seriousFaults(page)]).toEqual(['list', []]);
    await context.close();
  });

  it('changes what the address says, though the page is a change behind', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    await product.visit(page, `${address}?phone=%2B60`);
    await expect.poll(() => rows(page).count()).toBe(1);
    // as a search that is cleared, and not drawn yet
    await page.evaluate("history.replaceState(history.state, '', location.pathname)");
    await filter(page, cn['sms_blacklist.businesses'], cn['sms_business.payment']);
    await expect.poll(() => new URL(page.url()).search).toBe('?businessKey=payment');
    await expect.poll(() => rows(page).count()).toBe(5);
    await context.close();
  });

  it('says while a number is typed that it is listed, and takes one in any notation', async () => {
    const { context, page } = await product.open();
    await enter(page);
    await page.keyboard.press('n');
    const form = dialog(page);
    const phone = form.getByRole('textbox', { name: cn['sms_blacklist.phone'] });
    await form.locator('#blacklist-phone:focus').waitFor();
    await button(form, cn['action.save']).click();
    await form.getByText(cn['sms_blacklist.phone_missing']).waitFor();
    await phone.pressSequentially('136 1120 0481');
    const taken = translate('cn', 'sms_blacklist.taken', { phone: '13611200481' });
    await form.getByRole('alert').getByText(taken).waitFor();
    await expect.poll(() => button(form, cn['action.save']).isDisabled()).toBe(true);
    await phone.fill('123');
    await expect.poll(() => form.getByText(taken).count()).toBe(0);
    await phone.blur();
    await form.getByText(cn['field.mobile']).waitFor();
    await phone.fill('+60 12-345 6780');
    await phone.blur();
    await expect.poll(() => phone.inputValue()).toBe('123456780');
    await form.getByText('+60', { exact: true }).waitFor();
    await form.getByLabel(cn['sms_blacklist.businesses']).click();
    await page.keyboard.type('课程');
    await page.keyboard.press('Enter');
    // closes the options, not the form
    await page.keyboard.press('Tab');
    await form.getByLabel(cn['sms_blacklist.remark']).fill('来电要求');
    expect(['form', await seriousFaults(page)]).toEqual(['form', []]);
    await button(form, cn['action.save']).click();
    await page.getByText(cn['sms_blacklist.saved']).waitFor();
    const added = rowOf(page, '+60 123456780');
    await added.waitFor();
    expect(await added.textContent()).toContain(`${cn['sms_business.course']}${cn['sms_blacklist.enabled']}来电要求`);
    await button(added, translate('cn', 'sms_blacklist.edit_named', { phone: '+60 123456780' })).click();
    await expect.poll(() => phone.inputValue()).toBe('123456780');
    await form.getByLabel(cn['sms_blacklist.remark']).fill('改由邮件联系');
    await button(form, cn['action.save']).click();
    await rowOf(page, '改由邮件联系').waitFor();
    await context.close();
  });

  it('turns many off and deletes them at once, and takes each back', async () => {
    const { context, page } = await product.open();
    await enter(page);
    for (const phone of ['15810073926', '18621155709'])
      await page.getByLabel(translate('cn', 'list.select', { name: phone })).check();
    const bar = page.getByRole('toolbar', { name: translate('cn', 'list.selected', { count: 2 }) });
    await button(bar, cn['sms_blacklist.disabled']).click();
    await page.getByText(translate('cn', 'sms_blacklist.turned_off', { count: 2 })).waitFor();
    await expect.poll(() => rowOf(page, '18621155709').textContent()).toContain(cn['sms_blacklist.disabled']);
    await button(bar, cn['action.delete']).click();
    await dialog(page).getByText(cn['sms_blacklist.delete_effect']).waitFor();
    await button(dialog(page), cn['action.delete']).click();
    await rowOf(page, '18621155709').waitFor({ state: 'detached' });
    await bar.waitFor({ state: 'detached' });
    for (const at of [1, 2]) {
      await button(page, cn['setting.changes']).click();
      const changes = page.getByRole('dialog', { name: cn['setting.changes'] });
      await changes.getByText('15810073926').first().waitFor();
      await changes
        .getByRole('listitem')
        .nth(at === 1 ? 0 : 2)
        .getByRole('button')
        .click();
      await button(titled(page, cn['setting.take_back_question']), cn['action.ok']).click();
      await page.getByText(cn['setting.taken_back']).first().waitFor();
      await page.keyboard.press('Escape');
      await changes.waitFor({ state: 'detached' });
      await expect
        .poll(() => rowOf(page, '18621155709').textContent())
        .toContain(cn[at === 1 ? 'sms_blacklist.disabled' : 'sms_blacklist.enabled']);
    }
    await context.close();
  });

  it('takes a sheet, says what is wrong in which row, and gives those rows back as a file', async () => {
    const { context, page } = await product.open();
    await enter(page);
    await button(page, cn['sms_blacklist.import']).click();
    const sheet = dialog(page);
    await button(sheet, cn['sms_blacklist.import']).click();
    await sheet.getByText(cn['import.no_file']).waitFor();
    const lines = ['手机号,拦截业务', '13700002001,营销推广', '137,课程通知', '13611200481,', '13700002002,没有'];
    await sheet.getByLabel(cn['import.dialog.file']).setInputFiles({
      name: '黑名单.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`\uFEFF${lines.join('\n')}\n`),
    });
    await button(sheet, cn['sms_blacklist.import']).click();
    await sheet.getByText(translate('cn', 'import.dialog.done', { total: 4 })).waitFor();
    expect(await sheet.locator('tbody tr[data-row-key]').allTextContents()).toEqual([
      `3${cn['sms_blacklist.phone']}${cn['field.mobile']}`,
      `4${cn['sms_blacklist.phone']}${translate('cn', 'sms_blacklist.taken', { phone: '13611200481' })}`,
      `5${cn['sms_blacklist.businesses']}${translate('cn', 'sms_blacklist.business', { value: '没有' })}`,
    ]);
    expect(['import', await seriousFaults(page)]).toEqual(['import', []]);
    const saved = page.waitForEvent('download');
    await button(sheet, cn['import.dialog.save_errors']).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe(`${cn['sms_blacklist.failed_file']}.xlsx`);
    await file.saveAs(join(folder, 'failed.xlsx'));
    expect((await readFile(join(folder, 'failed.xlsx'))).subarray(0, 2).toString()).toBe('PK');
    // the cross of the dialog has the same name
    await button(sheet, cn['action.close']).last().click();
    await rowOf(page, '13700002001').waitFor();
    await context.close();
  });

  it('is a column of cards on a phone, in English and in the dark', async () => {
    const { context, page } = await product.open({ width: 390, height: 844, language: 'en', dark: true });
    await enter(page);
    const card = page.getByRole('main').getByRole('listitem').filter({ hasText: '+65 91234567' });
    await button(card, translate('en', 'sms_blacklist.acts_named', { phone: '+65 91234567' })).click();
    await page.getByRole('menuitem', { name: en['sms_blacklist.disabled'] }).click();
    await page.getByText(translate('en', 'sms_blacklist.turned_off', { count: 1 })).waitFor();
    await card.getByText(en['sms_blacklist.disabled']).waitFor();
    await settled(page);
    expect(await pageWidth(page)).toBeLessThanOrEqual(390);
    expect(['phone', await seriousFaults(page)]).toEqual(['phone', []]);
    await button(card, translate('en', 'sms_blacklist.edit_named', { phone: '+65 91234567' })).click();
    await dialog(page).getByLabel(en['sms_blacklist.remark']).fill('asked by phone');
    await button(dialog(page), en['action.save']).click();
    await card.getByText('asked by phone').waitFor();
    await context.close();
  });

  it('is closed to whoever lacks the right', async () => {
    const colleague = await api.hire('黑名单路人', '9');
    const { context, page } = await product.open();
    await product.enter(page, colleague);
    await page.goto(`${product.url}${address}`);
    await page.waitForURL(/\/404/);
    expect(await rows(page).count()).toBe(0);
    await context.close();
  });
});
