import { randomUUID } from 'node:crypto';
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

const address = '/manager/webhooks';
const rows = (page: Page) => page.locator('tbody tr[data-row-key]');
const fresh = (prefix: string) => `${prefix}${randomUUID().slice(0, 8)}`;
type Named = 'webhook.edit_named' | 'webhook.acts_named' | 'webhook.log_named';
const named = (key: Named, name: string, language: 'cn' | 'en' = 'cn') => translate(language, key, { name });
const choose = async (page: Page, label: string, option: string) => {
  const box = dialog(page).getByLabel(label, { exact: true });
  await box.click();
  await page.locator('.ant-select-dropdown:visible').getByText(option, { exact: true }).click();
  await box.press('Tab');
};
/** An act of the menu of a webhook. */
const act = async (page: Page, name: string, item: string) => {
  await button(page, named('webhook.acts_named', name)).click();
  await page.getByRole('menuitem', { name: item }).click();
};

describe('webhooks', () => {
  it('are found in the menu, added with a secret that is shown once, tested, changed and deleted', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    await product.visit(page, '/manager/employee-dep');
    await page.getByRole('link', { name: cn['page.webhooks'] }).click();
    await rows(page).first().waitFor();
    const name = fresh('财务');
    await button(page, cn['webhook.add']).click();
    const form = dialog(page);
    await button(form, cn['action.save']).click();
    await expect.poll(() => form.locator('.ant-form-item-explain-error').count()).toBe(3);
    await form.getByLabel(cn['webhook.name'], { exact: true }).fill(name);
    await form.getByLabel(cn['messaging.url'], { exact: true }).fill('https://10.0.0.1/hook');
    await choose(page, cn['webhook.types'], cn.crm_customer);
    await button(form, cn['action.save']).click();
    await page.getByText(cn['outside.address']).waitFor();
    // a name whose address is known only when it is asked for
    await form.getByLabel(cn['messaging.url'], { exact: true }).fill('https://localhost/hook');
    expect(['form', await seriousFaults(page)]).toEqual(['form', []]);
    await button(form, cn['action.save']).click();
    const told = page.getByRole('dialog', { name: translate('cn', 'webhook.secret_title', { name }) });
    const secret = await told.getByLabel(cn['webhook.secret'], { exact: true }).inputValue();
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect(['secret', await seriousFaults(page)]).toEqual(['secret', []]);
    await button(told, cn['webhook.secret_kept']).click();
    await told.waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(secret);

    await act(page, name, cn['webhook.test']);
    const log = page.getByRole('dialog', { name: translate('cn', 'webhook.log_of', { name }) });
    await log.getByText(cn['outbox.reason_refused']).waitFor();
    expect(['log', await seriousFaults(page)]).toEqual(['log', []]);
    await button(log, translate('cn', 'webhook.replay_named', { name: cn['webhook.event_ping'] })).click();
    await page.getByText(translate('cn', 'outbox.repeated', { count: 1 })).waitFor();
    await page.keyboard.press('Escape');
    await log.waitFor({ state: 'detached' });

    await button(page, named('webhook.edit_named', name)).click();
    const changed = fresh('财务');
    await dialog(page).getByLabel(cn['webhook.name'], { exact: true }).fill(changed);
    await dialog(page).getByRole('switch').click();
    await button(dialog(page), cn['action.save']).click();
    await rows(page).filter({ hasText: changed }).getByText(cn['messaging.off'], { exact: true }).waitFor();
    await act(page, changed, cn['action.delete']);
    await button(dialog(page), cn['action.delete']).click();
    await rows(page).filter({ hasText: changed }).waitFor({ state: 'detached' });
    expect(['page', await seriousFaults(page)]).toEqual(['page', []]);
    await context.close();
  });

  it('fit a phone, in English and in the dark, with what was delivered', async () => {
    const { context, page } = await product.open({ width: 390, height: 844, language: 'en', dark: true });
    await product.enter(page);
    await product.visit(page, address);
    await button(page, named('webhook.log_named', '仓库系统', 'en')).click();
    await page.getByText(en['outbox.reason_status']).waitFor();
    expect(await pageWidth(page)).toBeLessThanOrEqual(390);
    expect(['log', await seriousFaults(page)]).toEqual(['log', []]);
    await page.keyboard.press('Escape');
    await page.getByText(en['outbox.reason_status']).waitFor({ state: 'detached' });
    await page.keyboard.press('n');
    await dialog(page).getByLabel(en['webhook.name'], { exact: true }).waitFor();
    expect(await pageWidth(page)).toBeLessThanOrEqual(390);
    expect(['phone', await seriousFaults(page)]).toEqual(['phone', []]);
    await context.close();
  });
});
