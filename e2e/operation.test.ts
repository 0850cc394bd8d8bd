import { randomInt } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { en } from '#shared/i18n/en.ts';
import { translate } from '#shared/i18n/translate.ts';
import { passwordWanted } from '#shared/wire/envelope.ts';
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

  it('shows what files take of their limits, and whose take most', async () => {
    const colleague = await api.hire('占用同事', '11');
    const body = new FormData();
    body.set('file', new Blob(['x'.repeat(3 * 1024 ** 2)], { type: 'text/plain' }), '大文件.txt');
    const headers = { authorization: `Bearer ${colleague.token}` };
    const sent = await fetch(`${product.url}/api/file/upload`, { method: 'POST', headers, body });
    expect(((await sent.json()) as { code: number }).code).toBe(0);
    const { context, page } = await product.open();
    await open(page, 'storage');
    const box = rows(page).filter({ has: page.getByRole('heading', { name: cn['operation.file_use'], exact: true }) });
    await box.getByText(translate('cn', 'operation.quota', { person: '2.0 GB', all: '500 GB' })).waitFor();
    expect(await box.textContent()).toMatch(/\d(?:\.\d)? [KMG]B \/ 最多 500 GB.*%/);
    const row = page.getByRole('row').filter({ hasText: '占用同事' });
    expect(await row.getByRole('cell').allTextContents()).toEqual(['占用同事', '3.0 MB (0.1%)', '2.0 GB']);
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

  it('shows what the law keeps of a person, and erases the rest once the password is right', async () => {
    const name = `签约人${randomInt(1_000_000_000)}`;
    const mobile = `137${String(randomInt(100_000_000)).padStart(8, '0')}`;
    const token = await api.tokenOf('admin', adminPassword);
    const { customerId } = await api.save('CrmCustomer', { customer_name: name, mobile }, token);
    const entity = { name: '供货合同', customer_id: customerId, money: '1', checkStatus: 5, recipient_mobile: mobile };
    await api.call('CrmContract/saveAndUpdate', { entity, field: [] }, token);
    const { context, page } = await product.open();
    await open(page, 'erasure');
    await page.getByLabel(cn['erasure.name'], { exact: true }).fill(name);
    await page.getByLabel(cn['erasure.contact'], { exact: true }).fill(mobile);
    await page.keyboard.press('Enter');
    await rows(page)
      .filter({ hasText: name })
      .getByText(translate('cn', 'erasure.keeps_name', { what: '合同1条' }))
      .waitFor();
    await page.getByRole('heading', { name: cn['erasure.kept'], exact: true }).waitFor();
    const kept = { what: '合同', count: 1, why: cn['erasure.why.documents'] };
    await rows(page)
      .filter({ hasText: translate('cn', 'erasure.kept_row', kept) })
      .waitFor();
    expect(await seriousFaults(page)).toEqual([]);

    // the server takes a login of this test as recent, so its first answer is faked; the rest is real
    const old = translate('cn', 'session.confirm', { minutes: 15 });
    await page.route('**/api/system/erasure/erasePerson', async (route) => {
      if ('currentPassword' in (route.request().postDataJSON() as object)) return route.continue();
      await route.fulfill({ json: { code: 403, msg: old, detail: passwordWanted } });
    });
    await button(page, cn['erasure.erase']).click();
    await button(dialog(page), cn['erasure.erase']).click();
    const own = page.getByRole('dialog', { name: cn['identity.title'] });
    await own.getByText(old).waitFor();
    await own.getByLabel(cn['identity.password']).fill('not-my-password');
    await page.keyboard.press('Enter');
    await own.getByText(cn['password.wrong']).waitFor();
    expect(await page.getByText(translate('cn', 'erasure.past_kept', { count: 1 })).count()).toBe(0);
    await own.getByLabel(cn['identity.password']).fill(adminPassword);
    await page.keyboard.press('Enter');
    await page.getByText(translate('cn', 'erasure.past_kept', { count: 1 })).waitFor();
    await context.close();
  });

  it('waits for a search and an erasure that take long, and says that it is working', async () => {
    const name = `等候人${randomInt(1_000_000_000)}`;
    await api.save('CrmLeads', { leads_name: name }, await api.tokenOf('admin', adminPassword));
    const { context, page } = await product.open({ fresh: true });
    await page.clock.install();
    await open(page, 'erasure');
    const held: Route[] = [];
    for (const path of ['queryPerson', 'erasePerson'])
      await page.route(`**/api/system/erasure/${path}`, (route) => void held.push(route));
    const isWorkingAfter = async (time: string, text: string) => {
      const state = page.getByRole('status').filter({ hasText: text });
      await state.waitFor();
      await expect.poll(() => held.length).toBe(1);
      await page.clock.fastForward(time);
      expect(await state.isVisible()).toBe(true);
      await held.pop()?.continue();
      await state.waitFor({ state: 'detached' });
    };
    await page.getByLabel(cn['erasure.name'], { exact: true }).fill(name);
    await page.keyboard.press('Enter');
    await isWorkingAfter('01:00', cn['erasure.finding']);
    await button(page, cn['erasure.erase']).click();
    await button(dialog(page), cn['erasure.erase']).click();
    await isWorkingAfter('10:00', cn['erasure.erasing']);
    await page.getByText(translate('cn', 'erasure.done', { count: 1 })).waitFor();
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
