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
const api = openApi(() => product);
beforeAll(async () => {
  product = await openProduct({ alone: true });
});
afterAll(async () => product.close());

const address = '/manager/system-clue';
const rows = (page: Page) => page.locator('tbody tr[data-row-key]');
const rowOf = (page: Page, name: string) => rows(page).filter({ hasText: name });
const enter = async (page: Page) => {
  await product.enter(page);
  await product.visit(page, address);
};
const options = (page: Page) => page.locator('.ant-select-dropdown:visible');
const tab = (page: Page, key: 'basic' | 'form' | 'rules' | 'access') =>
  dialog(page).getByRole('tab', { name: cn[`lead_source.tab_${key}`] });

describe('the sources of leads', () => {
  it('are found in the menu, and one added there is offered to whoever enters a lead', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    await product.visit(page, '/manager/employee-dep');
    await page.getByRole('link', { name: cn['page.lead_sources'] }).click();
    await rowOf(page, '转介绍').waitFor();
    expect(['list', await seriousFaults(page)]).toEqual(['list', []]);
    await button(page, cn['lead_source.add']).click();
    await button(dialog(page), cn['action.save']).click();
    await dialog(page).getByText(cn['lead_source.name_missing']).waitFor();
    await dialog(page).getByLabel(cn['lead_source.name'], { exact: true }).fill('行业峰会');
    expect(['dialog', await seriousFaults(page)]).toEqual(['dialog', []]);
    await button(dialog(page), cn['action.save']).click();
    await page.getByText(cn['lead_source.saved']).waitFor();
    await page.goto(`${product.url}${address}?search=${encodeURIComponent('行业峰会')}`);
    const added = rowOf(page, '行业峰会');
    await added.getByRole('switch').click();
    await page.getByText(cn['lead_source.switched_off']).waitFor();
    await expect.poll(() => added.getByRole('switch').getAttribute('aria-checked')).toBe('false');
    await button(added, translate('cn', 'lead_source.acts_named', { name: '行业峰会' })).click();
    await page.getByRole('menuitem', { name: cn['action.delete'] }).click();
    await button(dialog(page), cn['action.delete']).click();
    await added.waitFor({ state: 'detached' });
    await button(page, cn['setting.changes']).click();
    const changes = page.getByRole('dialog', { name: cn['setting.changes'] });
    await changes.getByRole('listitem').first().getByRole('button').click();
    await button(titled(page, cn['setting.take_back_question']), cn['action.ok']).click();
    await page.getByText(cn['setting.taken_back']).waitFor();
    await page.keyboard.press('Escape');
    await added.waitFor();
    await context.close();
  });

  it('have forms that a visitor fills in on a phone, and the lead comes to the person whose turn it is', async () => {
    const { context, page } = await product.open();
    await enter(page);
    await button(page, cn['lead_source.add']).click();
    await dialog(page).getByLabel(cn['lead_source.name'], { exact: true }).fill('官网预约');
    await dialog(page).getByText(cn['lead_source.kind_2']).click();
    await tab(page, 'form').click();
    await dialog(page).getByLabel(cn['lead_source.form_title'], { exact: true }).fill('预约免费试用');
    await dialog(page).getByLabel(cn['lead_source.form_title_en']).fill('Book a free trial');
    await dialog(page).getByRole('checkbox', { name: cn['crm_leads.mobile'] }).check();
    await dialog(page).getByRole('heading', { name: '预约免费试用' }).waitFor();
    expect(['form', await seriousFaults(page)]).toEqual(['form', []]);
    await tab(page, 'rules').click();
    await button(dialog(page), cn['lead_source.rule_add']).click();
    await dialog(page)
      .getByLabel(translate('cn', 'lead_source.people_of', { number: 1 }))
      .click();
    const option = options(page).locator('.ant-select-item-option').nth(1);
    const chosen = (await option.innerText()).split('\n')[0] ?? '';
    await option.click();
    await dialog(page)
      .getByText(translate('cn', 'lead_source.rule_number', { number: 1 }))
      .click();
    await button(dialog(page), cn['lead_source.rehearse']).click();
    await dialog(page)
      .getByText(translate('cn', 'lead_source.rehearsed', { count: 200 }))
      .waitFor();
    expect(['rules', await seriousFaults(page)]).toEqual(['rules', []]);
    await button(dialog(page), cn['action.save']).click();
    await page.getByText(cn['lead_source.saved']).waitFor();
    await tab(page, 'access').click();
    const link = await dialog(page).getByLabel(cn['lead_source.address'], { exact: true }).inputValue();
    expect(link).toMatch(/\/form\/[0-9a-f]{32}$/);

    const visitor = await product.open({ width: 390, height: 844, language: 'en' });
    const opened = await visitor.page.goto(`${product.url}${new URL(link).pathname}`);
    // other sites may show the form within their pages, and no other page
    expect(opened?.headers()['content-security-policy']).toContain('frame-ancestors *');
    const login = await fetch(`${product.url}/login`, { headers: { accept: 'text/html' } });
    expect(login.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    const form = visitor.page.getByRole('region', { name: 'Book a free trial' });
    await form.waitFor();
    expect(await pageWidth(visitor.page)).toBeLessThanOrEqual(390);
    await settled(visitor.page);
    expect(['visitor', await seriousFaults(visitor.page)]).toEqual(['visitor', []]);
    await form.getByLabel(en['crm_leads.leads_name']).fill('访客小张');
    await form.getByLabel(en['crm_leads.mobile']).fill('13811112222');
    const thanks = visitor.page.getByText(en['open_lead.thanks']);
    // what is sent at once is taken for a program's
    await expect
      .poll(
        async () => {
          const send = button(form, en['lead_source.preview_submit']);
          if (await send.isEnabled({ timeout: 500 }).catch(() => false))
            await send.click({ timeout: 500 }).catch(() => undefined);
          return thanks.isVisible();
        },
        { timeout: 40_000 },
      )
      .toBe(true);
    await visitor.context.close();

    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await product.visit(page, `/crm/clue?search=${encodeURIComponent('访客小张')}`);
    const lead = rowOf(page, '访客小张');
    await lead.waitFor();
    expect(await lead.textContent()).toContain('官网预约');
    expect(chosen).not.toBe('');
    expect(await lead.textContent()).toContain(chosen);
    await context.close();
  });

  it('give other programs a key, which is shown once and can be changed', async () => {
    const { context, page } = await product.open({ width: 390, height: 844, language: 'en', dark: true });
    await enter(page);
    await button(page, en['lead_source.add']).click();
    await dialog(page).getByLabel(en['lead_source.name'], { exact: true }).fill('Partner shop');
    await dialog(page).getByText(en['lead_source.kind_3']).click();
    await button(dialog(page), en['action.save']).click();
    await page.getByText(en['lead_source.saved']).waitFor();
    await dialog(page).getByRole('tab', { name: en['lead_source.tab_access'] }).click();
    await button(dialog(page), en['lead_source.first_key']).click();
    const shown = dialog(page).getByLabel(en['lead_source.key'], { exact: true });
    await expect.poll(() => shown.inputValue()).toMatch(/^[0-9a-f]{64}$/);
    const key = await shown.inputValue();
    await settled(page);
    expect(await pageWidth(page)).toBeLessThanOrEqual(390);
    expect(['access', await seriousFaults(page)]).toEqual(['access', []]);
    const send = async (used: string) => {
      const answer = await fetch(`${product.url}/api/open/lead`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ key: used, values: { leads_name: '商城来客', mobile: '13922223333' } }),
      });
      return ((await answer.json()) as { code: number }).code;
    };
    expect(await send(key)).toBe(0);
    await button(dialog(page), en['lead_source.new_key']).click();
    // the question over it, once it is there
    await button(page.getByRole('dialog').nth(1), en['lead_source.new_key']).click();
    await expect.poll(() => shown.inputValue()).not.toBe(key);
    expect(await send(key)).toBe(404);
    await context.close();
  });

  it('are closed to whoever lacks the right', async () => {
    const colleague = await api.hire('来源路人', '9');
    const { context, page } = await product.open();
    await product.enter(page, colleague);
    await page.goto(`${product.url}${address}`);
    await page.waitForURL(/\/404/);
    expect(await rows(page).count()).toBe(0);
    await context.close();
  });
});
