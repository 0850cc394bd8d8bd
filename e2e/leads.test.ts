import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { en } from '#shared/i18n/en.ts';
import { translate } from '#shared/i18n/translate.ts';
import { seriousFaults } from './accessibility.ts';
import { adminPassword, logIn, openProduct, type Product } from './product.ts';

let product: Product;
let token: string;
beforeAll(async () => {
  product = await openProduct();
  token = String((await call('login', { username: 'admin', password: adminPassword }))['Admin-Token']);
});
afterAll(async () => product.close());

const call = async (path: string, body: object): Promise<Record<string, unknown>> => {
  const answer = await fetch(`${product.url}/api/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  const envelope = (await answer.json()) as Record<string, unknown>;
  expect([path, envelope['code']]).toEqual([path, 0]);
  return envelope;
};
const save = (name: string, more: object = {}) =>
  call('CrmLeads/addOrUpdate', { entity: { leads_name: name, ...more }, field: [{ name: '线索来源', value: '广告' }] });

const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(product.url + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
};
const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog').last();
const search = async (page: Page, text: string): Promise<void> => {
  await page.getByPlaceholder(cn['crm_leads.search']).fill(text);
  await page.keyboard.press('Enter');
};
const tick = (page: Page, name: string) =>
  page.getByRole('row').filter({ hasText: name }).getByRole('checkbox').check();
const bulk = (page: Page) => page.getByRole('toolbar').last();
const width = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth');

describe('leads', () => {
  it('stand after the to-do in the sidebar, are created and converted, and the customer is one click away', async () => {
    const { context, page } = await product.open();
    await logIn(page, product.url);
    const entries = page.getByRole('navigation').getByRole('link');
    const [leads, customers] = [cn['page.leads'], cn['page.customers']];
    await page.getByRole('navigation').getByText(leads, { exact: true }).click();
    await page.waitForURL(/\/crm\/clue/);
    const names = (await entries.allTextContents()).map((name) => name.trim());
    expect(names.indexOf(leads)).toBeGreaterThan(-1);
    expect(names.indexOf(leads)).toBe(names.indexOf(customers) - 1);
    await page.locator('tbody a').first().waitFor();
    expect(['list', await seriousFaults(page)]).toEqual(['list', []]);

    await button(page, cn['crm_leads.new']).click();
    await dialog(page).getByLabel(cn['crm_leads.leads_name']).first().fill('新线索光电');
    await dialog(page).getByLabel(cn['crm_leads.address']).fill('光谷路7号');
    await button(dialog(page), cn['action.save']).click();
    await dialog(page).getByText(cn['crm_leads.followup.0'], { exact: true }).waitFor();
    await button(dialog(page), cn['leads.convert']).click();
    await dialog(page).getByText(cn['leads.convert_question'], { exact: true }).waitFor();
    const address = dialog(page).getByRole('row').filter({ hasText: '光谷路7号' });
    expect(await address.textContent()).toContain(cn['crm_customer.map_address']);
    expect(['dialog', await seriousFaults(page)]).toEqual(['dialog', []]);
    await button(dialog(page), cn['action.ok']).click();
    await page.getByText(new RegExp(`^${cn['leads.converted_done']}`)).waitFor();
    const detail = page.getByRole('dialog').first();
    await detail.getByText(cn['leads.is_converted'], { exact: true }).waitFor();
    for (const gone of [cn['leads.convert'], cn['act.transfer'], cn['action.edit']])
      expect([gone, await button(detail, gone).count()]).toEqual([gone, 0]);
    await detail.getByRole('link', { name: cn['leads.open_customer'] }).click();
    await page.waitForURL(/\/crm\/customer\?rowId=/);
    await dialog(page).getByText('新线索光电', { exact: true }).first().waitFor();
    await dialog(page).getByRole('tab', { name: cn['detail.history'] }).click();
    await dialog(page)
      .getByText(translate('cn', 'history.converted', { title: '新线索光电' }))
      .waitFor();
    await context.close();
  });

  it('are converted many at once, with what speaks against it told before, and taken back', async () => {
    await save('批量甲纸业');
    await save('批量乙纸业');
    await save('批量丙纸业');
    await call('CrmCustomer/addOrUpdate', { entity: { customer_name: '批量丙纸业' }, field: [] });
    const { context, page } = await product.open();
    await logIn(page, product.url);
    await open(page, '/crm/clue');
    await search(page, '纸业');
    for (const name of ['批量甲纸业', '批量乙纸业', '批量丙纸业']) await tick(page, name);
    await button(bulk(page), cn['leads.convert']).click();
    const reason = translate('cn', 'field.unique', { name: cn['crm_customer.customer_name'] });
    await dialog(page)
      .getByText(translate('cn', 'leads.convert_refused_line', { name: '批量丙纸业', reason }))
      .waitFor();
    expect(await button(dialog(page), cn['action.ok']).isDisabled()).toBe(true);
    await button(dialog(page), cn['action.cancel']).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('row').filter({ hasText: '批量丙纸业' }).getByRole('checkbox').uncheck();
    await button(bulk(page), cn['leads.convert']).click();
    await button(dialog(page), cn['action.ok']).click();
    await page.getByText(new RegExp(`^${cn['leads.converted_done']}`)).waitFor();
    const link = page.getByRole('link', { name: '批量甲纸业' });
    await button(page, cn['act.undo']).click();
    await page.getByText(translate('cn', 'act.undone', { count: 2 })).waitFor();
    await link.waitFor();
    await context.close();
  });

  it('have a scene of the converted ones, which nobody transfers, converts or edits', async () => {
    const { context, page } = await product.open();
    await logIn(page, product.url);
    await open(page, '/crm/clue');
    await search(page, '新线索光电');
    await page.getByText(cn['crm_leads.scene.closed'], { exact: true }).click();
    await tick(page, '新线索光电');
    await button(bulk(page), cn['act.delete']).waitFor();
    for (const gone of [cn['leads.convert'], cn['act.transfer'], cn['act.edit_field']])
      expect([gone, await button(bulk(page), gone).count()]).toEqual([gone, 0]);
    await page.getByText(translate('cn', 'scene.all', { noun: cn['crm_leads'] }), { exact: true }).click();
    await page.getByRole('link', { name: '新线索光电' }).waitFor({ state: 'detached' });
    await context.close();
  });

  it('stand on a board by their state, and a card that moves is marked as followed up', async () => {
    await save('看板印刷');
    const { context, page } = await product.open();
    await logIn(page, product.url);
    await open(page, '/crm/clue');
    await search(page, '看板印刷');
    await button(page, cn['board.open']).click();
    await page
      .getByRole('menuitem', { name: translate('cn', 'board.by', { name: cn['crm_leads.followup'] }), exact: true })
      .click();
    const column = (name: string) => page.getByRole('region', { name, exact: true });
    const move = button(column(cn['crm_leads.followup.0']), translate('cn', 'board.move', { name: '看板印刷' }));
    await move.click();
    await page
      .getByRole('menuitem', { name: translate('cn', 'board.move_to', { name: cn['crm_leads.followup.1'] }) })
      .click();
    await column(cn['crm_leads.followup.1']).getByRole('link', { name: '看板印刷' }).waitFor();
    // nobody moves it back: it has been followed up
    await move.waitFor({ state: 'detached' });
    expect(
      await button(column(cn['crm_leads.followup.1']), translate('cn', 'board.move', { name: '看板印刷' })).count(),
    ).toBe(0);
    await context.close();
  });

  it('speak English, in the dark and on a phone', async () => {
    await save('Phone Paper Ltd', { address: '1 Long Road' });
    const { context, page } = await product.open({ width: 390, height: 844, dark: true });
    await logIn(page, product.url);
    await page
      .getByRole('button', { name: /中\/En|English/ })
      .first()
      .click();
    await page.locator('html[lang="en"]').waitFor();
    await open(page, '/crm/clue?search=Phone%20Paper');
    await page.getByText(en['crm_leads.list'], { exact: true }).first().waitFor();
    expect(await width(page)).toBe(390);
    await page.locator('section ul button').filter({ hasText: 'Phone Paper Ltd' }).click();
    await dialog(page).getByText(en['crm_leads.followup.0'], { exact: true }).waitFor();
    await button(dialog(page), en['leads.convert']).click();
    await dialog(page).getByText(en['leads.convert_effect'], { exact: true }).waitFor();
    const words = (await dialog(page).locator('h1, th, p, button').allTextContents()).join(' ');
    expect(words).not.toMatch(/[\u4e00-\u9fff]/);
    const { x = 0, width: wide = 0 } = (await button(dialog(page), en['action.ok']).boundingBox()) ?? {};
    expect(x + wide).toBeLessThanOrEqual(390);
    expect(await width(page)).toBe(390);
    expect(['phone', await seriousFaults(page)]).toEqual(['phone', []]);
    await button(dialog(page), en['action.ok']).click();
    await button(page, en['leads.open_customer']).click();
    await page.waitForURL(/\/crm\/customer\?rowId=/);
    await context.close();
  });
});
