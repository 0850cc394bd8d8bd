import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { en } from '#shared/i18n/en.ts';
import { translate } from '#shared/i18n/translate.ts';
import { seriousFaults } from './accessibility.ts';
import { button, dialog, pageWidth } from './page.ts';
import { openProduct, type Product } from './product.ts';

let product: Product;
beforeAll(async () => {
  product = await openProduct({ alone: true });
});
afterAll(async () => product.close());

const address = '/manager/CorporateMessagingServices';
const rows = (page: Page) => page.locator('tbody tr[data-row-key]');
const named = (key: 'messaging.edit_named' | 'messaging.test_named', channel: 'wecom' | 'sms') =>
  translate('cn', key, { name: cn[`messaging.channel_${channel}`] });

describe('the messaging services', () => {
  it('are found in the menu; a channel is set, and its key is never shown again', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    await product.visit(page, '/manager/employee-dep');
    await page.getByRole('link', { name: cn['page.messaging'] }).click();
    await button(page, named('messaging.edit_named', 'sms')).click();
    const form = dialog(page);
    await form.getByLabel(cn['messaging.words']).fill('{customer}');
    await button(form, cn['action.save']).click();
    await page.getByText('消息文字中没有占位符 {customer}').waitFor();
    await form.getByLabel(cn['messaging.words']).fill('{name}：{title}');
    await form.getByLabel(cn['messaging.key'], { exact: true }).fill('a-key-of-the-service');
    expect(['dialog', await seriousFaults(page)]).toEqual(['dialog', []]);
    await button(form, cn['action.save']).click();
    await page.getByText(cn['messaging.saved']).waitFor();
    await button(page, named('messaging.edit_named', 'sms')).click();
    const key = dialog(page).getByLabel(cn['messaging.key'], { exact: true });
    expect([await key.inputValue(), await key.getAttribute('placeholder')]).toEqual(['', cn['messaging.key_set']]);
    await button(dialog(page), cn['action.cancel']).click();
    expect(['page', await seriousFaults(page)]).toEqual(['page', []]);
    await context.close();
  });

  it('list what has left; a failed entry is dropped, and a test is sent', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    await product.visit(page, `${address}?tab=sent`);
    await expect.poll(() => rows(page).count()).toBe(6);
    await page.getByLabel(cn['messaging.state'], { exact: true }).click();
    await page.locator('.ant-select-dropdown:visible').getByText(cn['outbox.state_2'], { exact: true }).click();
    await expect.poll(() => rows(page).count()).toBe(2);
    const late = rows(page).filter({ hasText: cn['outbox.reason_timeout'] });
    await late.getByRole('button').click();
    await page.getByRole('menuitem', { name: cn['outbox.drop'] }).click();
    await button(dialog(page), cn['outbox.drop']).click();
    await expect.poll(() => rows(page).count()).toBe(1);
    await product.visit(page, address);
    await button(page, named('messaging.test_named', 'wecom')).click();
    await page.getByText(cn['messaging.incomplete']).waitFor();
    await button(page, named('messaging.test_named', 'sms')).click();
    await page.getByText(cn['messaging.test_sent']).waitFor();
    await page.getByRole('tab', { name: cn['messaging.tab_sent'] }).click();
    await rows(page).filter({ hasText: cn['messaging.is_test'] }).waitFor();
    expect(['sent', await seriousFaults(page)]).toEqual(['sent', []]);
    await page.getByRole('tab', { name: cn['messaging.tab_uses'] }).click();
    await expect.poll(() => rows(page).count()).toBe(3);
    await context.close();
  });

  it('set the company look-up, on a phone, in English and in the dark', async () => {
    const { context, page } = await product.open({ width: 390, height: 844, language: 'en', dark: true });
    await product.enter(page);
    await product.visit(page, `${address}?tab=registry`);
    await page.getByLabel(en['messaging.url']).fill('http://127.0.0.1/companies');
    await button(page, en['action.save']).click();
    await page.getByText(en['outside.address']).waitFor();
    await page.getByLabel(en['messaging.url']).fill('https://registry.example.com/companies');
    await page.getByLabel(en['messaging.key'], { exact: true }).fill('another-key');
    await button(page, en['action.save']).click();
    await page.getByText(en['messaging.saved']).waitFor();
    await page.getByPlaceholder(en['messaging.key_set']).waitFor();
    expect(await pageWidth(page)).toBeLessThanOrEqual(390);
    expect(['phone', await seriousFaults(page)]).toEqual(['phone', []]);
    await page.getByRole('tab', { name: en['messaging.tab_channels'] }).click();
    await button(page, translate('en', 'messaging.edit_named', { name: en['messaging.channel_wecom'] })).click();
    await dialog(page).getByLabel(en['messaging.words']).fill('{title}');
    await button(dialog(page), en['action.save']).click();
    await dialog(page).waitFor({ state: 'detached' });
    await context.close();
  });
});
