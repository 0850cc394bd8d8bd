import { randomInt } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { en } from '#shared/i18n/en.ts';
import { seriousFaults } from './accessibility.ts';
import { openApi } from './api.ts';
import { button, dialog, pageWidth, settled } from './page.ts';
import { openProduct, type Product } from './product.ts';
import { adminPassword } from './server.ts';

let product: Product;
const api = openApi(() => product);
beforeAll(async () => {
  product = await openProduct({ alone: true });
});
afterAll(async () => product.close());

const address = '/manager/operation';
const rows = (page: Page) => page.getByRole('main').getByRole('listitem');
const open = async (page: Page, part: string) => {
  await product.enter(page);
  await product.visit(page, `${address}/${part}`);
};

describe('the operation of the system', () => {
  it('begins with its health in words, and each part has an address', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    await product.visit(page, '/manager/employee-dep');
    await page.getByRole('link', { name: cn['page.operation'], exact: true }).click();
    await page.waitForURL(/\/manager\/operation\/health$/);
    await rows(page)
      .filter({ hasText: cn['operation.check.migrations'] })
      .getByText(cn['operation.level.good'])
      .waitFor();
    expect(['health', await seriousFaults(page)]).toEqual(['health', []]);
    for (const part of ['sessions', 'jobs', 'storage', 'backups', 'archive', 'erasure'] as const) {
      await page.getByRole('tab', { name: cn[`operation.${part}`] }).click();
      await page.waitForURL(new RegExp(`/${part}$`));
      await settled(page);
      expect([part, await seriousFaults(page)]).toEqual([part, []]);
    }
    await context.close();
  });

  it('ends the sessions of a person, who is out with the next click', async () => {
    const colleague = await api.hire('会话同事', '11');
    const theirs = await product.open();
    await product.enter(theirs.page, colleague);
    await product.visit(theirs.page, '/crm/workbench');
    const { context, page } = await product.open();
    await open(page, 'sessions');
    await page.getByLabel(cn['operation.column.person'], { exact: true }).fill('会话同事');
    await page.locator('.ant-select-dropdown:visible').getByText('会话同事').first().click();
    await rows(page).first().waitFor();
    await button(page, cn['operation.end_all']).click();
    await button(dialog(page), cn['operation.end']).click();
    await page.getByText(cn['operation.no_sessions']).waitFor();
    await theirs.page.reload();
    await theirs.page.getByText(cn['session.revoked']).waitFor();
    await theirs.context.close();
    await context.close();
  });

  it('backs up now and restores the backup for a trial', async () => {
    const { context, page } = await product.open();
    await open(page, 'backups');
    await button(page, cn['operation.back_up']).click();
    await button(dialog(page), cn['operation.back_up']).click();
    const attempt = rows(page).first().getByRole('button');
    await attempt.waitFor({ timeout: 60_000 });
    await attempt.click();
    await button(dialog(page), cn['operation.try']).click();
    await page
      .getByRole('status')
      .filter({ hasText: cn['operation.trial.good'].slice(6, 12).trim() })
      .waitFor({ timeout: 90_000 });
    await context.close();
  }, 180_000);

  it('makes an archive of the whole company, which is downloaded and deleted', async () => {
    const { context, page } = await product.open();
    await open(page, 'archive');
    await page.getByText(cn['archive.none']).waitFor();
    await button(page, cn['archive.start']).click();
    await button(dialog(page), cn['archive.start']).click();
    const row = rows(page).first();
    await row.getByText(cn['archive.state.done']).waitFor({ timeout: 60_000 });
    expect(await seriousFaults(page)).toEqual([]);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      row.getByRole('button', { name: cn['archive.download'] }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^整体归档 .*\.zip$/);
    expect((await buffer(await file.createReadStream())).subarray(0, 2).toString()).toBe('PK');
    await row.getByRole('button', { name: cn['archive.delete'] }).click();
    await button(dialog(page), cn['archive.delete']).click();
    await page.getByText(cn['archive.none']).waitFor();
    await context.close();
  }, 120_000);

  it('finds a person by name, erases what is chosen, and keeps no name', async () => {
    const name = `被遗忘人${randomInt(1_000_000_000)}`;
    const token = await api.tokenOf('admin', adminPassword);
    await api.save('CrmLeads', { leads_name: name, mobile: '13700112233', remark: '私事' }, token);
    const { context, page } = await product.open();
    await open(page, 'erasure');
    await page.getByText(cn['erasure.past_none']).waitFor();
    await button(page, cn['erasure.find']).click();
    await page.getByText(cn['erasure.nobody']).waitFor();
    await page.getByLabel(cn['erasure.name'], { exact: true }).fill(name);
    await page.keyboard.press('Enter');
    const row = rows(page).filter({ hasText: name });
    expect(await row.getByRole('checkbox').isChecked()).toBe(true);
    expect(await row.textContent()).not.toContain('13700112233');
    await row.getByRole('checkbox').click();
    expect(await button(page, cn['erasure.erase']).isDisabled()).toBe(true);
    await row.getByRole('checkbox').click();
    expect(await seriousFaults(page)).toEqual([]);
    await button(page, cn['erasure.erase']).click();
    await button(dialog(page), cn['erasure.erase']).click();
    await rows(page).filter({ hasText: cn['erasure.ground.withdrawn'] }).waitFor();
    expect(await page.getByRole('main').textContent()).not.toContain(name);
    await page.getByLabel(cn['erasure.name'], { exact: true }).fill(name);
    await page.keyboard.press('Enter');
    await page.getByText(cn['erasure.found_none']).waitFor();
    await context.close();
  });

  it('fits a phone, in English and in the dark', async () => {
    const { context, page } = await product.open({ width: 390, height: 844, language: 'en', dark: true });
    await open(page, 'health');
    await rows(page).first().getByText(en['operation.check.database'], { exact: true }).waitFor();
    for (const part of ['health', 'sessions', 'jobs', 'storage', 'backups', 'archive', 'erasure']) {
      await product.visit(page, `${address}/${part}`);
      await settled(page);
      expect([part, await pageWidth(page)]).toEqual([part, 390]);
      expect([part, await seriousFaults(page)]).toEqual([part, []]);
    }
    await context.close();
  });

  it('is closed to whoever lacks the right', async () => {
    const colleague = await api.hire('运行路人', '9');
    const { context, page } = await product.open();
    await product.enter(page, colleague);
    await page.goto(`${product.url}${address}/backups`);
    await page.waitForURL(/\/404/);
    await context.close();
  });
});
