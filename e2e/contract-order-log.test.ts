import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { en } from '#shared/i18n/en.ts';
import { seriousFaults } from './accessibility.ts';
import { openApi } from './api.ts';
import { button, dialog, pageWidth } from './page.ts';
import { openProduct, type Product } from './product.ts';

let product: Product;
const api = openApi(() => product);
beforeAll(async () => {
  product = await openProduct({ alone: true });
});
afterAll(async () => product.close());

const address = '/manager/system-log';
const rows = (page: Page) => page.locator('tbody tr[data-row-key]');

describe('the log of contract orders', () => {
  it('is found in the menu, by number and result, and sends a refused order again', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    await product.visit(page, '/manager/employee-dep');
    await page.getByRole('link', { name: cn['page.order_log'] }).click();
    await expect.poll(() => rows(page).count()).toBe(5);
    expect(['list', await seriousFaults(page)]).toEqual(['list', []]);
    await page.getByLabel(cn['messaging.state'], { exact: true }).click();
    await page.locator('.ant-select-dropdown:visible').getByText(cn['outbox.state_2'], { exact: true }).click();
    await expect.poll(() => rows(page).count()).toBe(1);
    await rows(page).getByRole('button').click();
    await page.getByRole('menuitem', { name: cn['outbox.repeat'] }).click();
    // the school is not set: nothing leaves, and the row says why
    await page.getByText(cn['messaging.no_match']).waitFor();
    await button(page, cn['filter.clear']).click();
    await rows(page).filter({ hasText: cn['outbox.reason_no_key'] }).waitFor();
    await context.close();
  });

  it('sets the school, whose key is never shown again, on a phone in English', async () => {
    const { context, page } = await product.open({ width: 390, height: 844, language: 'en', dark: true });
    await product.enter(page);
    await product.visit(page, address);
    await button(page, en['order_log.settings']).click();
    await dialog(page).getByLabel(en['messaging.url']).fill('https://169.254.169.254/orders');
    await button(dialog(page), en['action.save']).click();
    await page.getByText(en['outside.address']).waitFor();
    await dialog(page).getByLabel(en['messaging.url']).fill('https://school.example.com/orders');
    await dialog(page).getByLabel(en['messaging.key'], { exact: true }).fill('a-key');
    expect(['dialog', await seriousFaults(page)]).toEqual(['dialog', []]);
    await button(dialog(page), en['action.save']).click();
    await page.getByText(en['messaging.saved']).waitFor();
    expect(await pageWidth(page)).toBeLessThanOrEqual(390);
    expect(['phone', await seriousFaults(page)]).toEqual(['phone', []]);
    await context.close();
  });

  it('is closed to whoever lacks the right', async () => {
    const colleague = await api.hire('日志路人', '9');
    const { context, page } = await product.open();
    await product.enter(page, colleague);
    await page.goto(`${product.url}${address}`);
    await page.waitForURL(/\/404/);
    expect(await rows(page).count()).toBe(0);
    await context.close();
  });
});
