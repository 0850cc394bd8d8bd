import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { openApi } from './api.ts';
import { button, dialog, overlaysLeft, settled } from './page.ts';
import { openProduct, type Product, type Profile } from './product.ts';
import { adminPassword } from './server.ts';

let product: Product;
let customerId: number | undefined;
let context: Profile;
let page: Page;
beforeAll(async () => {
  product = await openProduct();
  const api = openApi(() => product);
  const token = await api.tokenOf('admin', adminPassword);
  ({ customerId } = await api.save('CrmCustomer', { customer_name: '返回键公司' }, token));
  ({ context, page } = await product.open());
  await product.enter(page);
});
afterAll(async () => {
  await context.close();
  await product.close();
});

/** What stands over the list, apart from the record beside it. */
const overlay = () => page.locator('[role=dialog][aria-modal=true]:visible');

/** Opens it by `open`, and expects Back to close it and nothing else. */
async function goesByBack(name: string, open: () => Promise<void>): Promise<void> {
  const address = page.url();
  await open();
  await overlay().first().waitFor();
  await settled(page);
  await page.goBack();
  await overlay().first().waitFor({ state: 'detached' });
  expect([name, page.url()]).toEqual([name, address]);
}

/** Every entry of a menu that opens a dialog goes by Back; a question, which has no cross, is refused. Their names. */
async function everyEntry(menu: () => Locator, others: readonly string[] = []): Promise<string[]> {
  const items = page.locator('.ant-dropdown:visible [role=menuitem]');
  await menu().click();
  await items.first().waitFor();
  const names = (await items.allTextContents()).filter((name) => !others.includes(name));
  await menu().click();
  await items.first().waitFor({ state: 'hidden' });
  const tried: string[] = [];
  for (const name of names) {
    const choose = async () => {
      await menu().click();
      await items.getByText(name, { exact: true }).click();
      await overlay().first().waitFor();
    };
    await choose();
    if ((await overlay().locator('.ant-modal-close').count()) > 0) {
      await goesByBack(name, async () => undefined);
      tried.push(name);
    } else {
      await button(overlay().first(), cn['action.cancel']).click();
      await overlay().first().waitFor({ state: 'detached' });
    }
  }
  return tried;
}

describe('Back', () => {
  it('closes whatever a list opens, and stays on it', async () => {
    await product.visit(page, '/crm/customer');
    const more = () => button(page.getByRole('main'), cn['list.more']);
    await more().waitFor();
    for (const label of ['list.import', 'scene.setup'] as const)
      await goesByBack(label, () => button(page.getByRole('main'), cn[label]).click());
    expect((await everyEntry(more)).length).toBeGreaterThanOrEqual(3);
    await page.keyboard.press('Control+k');
    await goesByBack('search', async () => undefined);
    await page.locator('body').press('?');
    await goesByBack('keys', async () => undefined);
    expect(new URL(page.url()).pathname).toBe('/crm/customer');
  });

  it('closes what an opened record opens, and keeps the record', async () => {
    await product.visit(page, '/crm/contacts');
    await product.visit(page, `/crm/customer?rowId=${customerId}`);
    const record = page.getByRole('dialog', { name: '返回键公司' });
    await record.getByRole('tab').first().waitFor();
    await goesByBack('edit', () => button(record, cn['action.edit']).click());
    const menu = () => button(record, cn['record_action.more']);
    expect((await everyEntry(menu, [cn['print.start']])).length).toBeGreaterThan(0);
    await record.getByRole('tab', { name: new RegExp(`^${cn['crm_contacts']}`) }).click();
    await goesByBack('child', () => button(record, cn['crm_contacts.new']).click());
    await goesByBack('share', () => button(record, cn['qr.share']).click());
    // what was typed is not lost by it, and neither is the next Back
    await button(record, cn['action.edit']).click();
    await dialog(page).getByLabel(cn['crm_customer.website']).fill('back.example.cn');
    for (let at = 0; at < 2; at += 1) {
      await settled(page);
      await page.goBack();
      await page.getByText(cn['form.leave']).waitFor();
      await settled(page);
      await page.goBack();
      await page.getByText(cn['form.leave']).waitFor({ state: 'detached' });
    }
    expect(await dialog(page).getByLabel(cn['crm_customer.website']).inputValue()).toBe('back.example.cn');
    await settled(page);
    await page.goBack();
    await button(page, cn['form.discard']).click();
    await overlay().first().waitFor({ state: 'detached' });
    // then the record, and then the page
    await page.goBack();
    await page.waitForURL(/\/crm\/contacts/);
  });

  it('rests once on a page that was left by a link in a dialog', async () => {
    await product.visit(page, '/crm/clue');
    await product.visit(page, '/crm/customer');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: cn['search.placeholder'] }).fill(cn['page.pool']);
    await page.getByRole('option', { name: cn['page.pool'] }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/crm\/seas/);
    await page.goBack();
    await page.waitForURL(/\/crm\/customer/);
    // the entry of the dialog is passed by a step of its own
    await overlaysLeft(page);
    await page.goBack();
    await page.waitForURL(/\/crm\/clue/);
  });

  it('over several pages at once shows the page it leads to, whatever lies over the one that is left', async () => {
    await product.visit(page, '/crm/clue');
    await page.getByRole('link', { name: cn['crm_customer'], exact: true }).click();
    await page.waitForURL(/\/crm\/customer/);
    await page.getByRole('heading', { name: cn['page.customers'] }).waitFor();
    await page.locator('tbody a').first().waitFor();
    await page.keyboard.press('Control+k');
    await overlay().first().waitFor();
    // its entry comes a moment after it is drawn
    await page.waitForFunction('history.state.overlays === 1');
    await settled(page);
    await page.evaluate('history.go(-2)');
    await page.waitForURL(/\/crm\/clue/);
    await page.getByRole('heading', { name: cn['page.leads'] }).waitFor();
    await overlay().first().waitFor({ state: 'detached' });
  });
});
