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

/** A call as another program makes it: without the page’s login. */
const callAs = (page: Page, path: string, token: string): Promise<{ code: number }> =>
  page.evaluate(
    async ([address, bearer]) => {
      const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
      const response = await fetch(`/api/${address}`, { method: 'POST', headers, body: '{}', credentials: 'omit' });
      return (await response.json()) as { code: number };
    },
    [path, token] as const,
  );
const boxes = (page: Page, name: string) => page.locator('main li').filter({ hasText: name });

describe('tokens for programs', () => {
  it('are made in the person centre, told once, work for what was chosen, and end by a press', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    await product.visit(page, '/person/index');
    const name = `同步${randomUUID().slice(0, 8)}`;
    await button(page, cn['program.add']).click();
    const form = dialog(page);
    const tree = form.getByRole('group', { name: '客户管理', exact: true }).last();
    await tree.waitFor();
    await button(form, cn['action.create']).click();
    await expect.poll(() => form.locator('.ant-form-item-explain-error').count()).toBe(2);
    await form.getByLabel(cn['program.name'], { exact: true }).fill(name);
    await tree.getByRole('checkbox', { name: '查看列表', exact: true }).check();
    expect(['form', await seriousFaults(page)]).toEqual(['form', []]);
    await button(form, cn['action.create']).click();
    const told = page.getByRole('dialog', { name: translate('cn', 'program.secret_title', { name }) });
    const token = await told.getByLabel(cn['program.secret'], { exact: true }).inputValue();
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(['told', await seriousFaults(page)]).toEqual(['told', []]);
    await button(told, cn['program.secret_kept']).click();
    await told.waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(token);
    await boxes(page, name).getByText(cn['program.never_used']).waitFor();

    expect(await callAs(page, 'CrmCustomer/queryPageList', token)).toMatchObject({ code: 0 });
    expect(await callAs(page, 'CrmCustomer/deleteByIds', token)).toMatchObject({ code: 403 });
    expect(await callAs(page, 'system/role/getAllRoleList', token)).toMatchObject({ code: 403 });
    await button(boxes(page, name), translate('cn', 'program.end_named', { name })).click();
    await button(dialog(page), cn['program.end']).click();
    await boxes(page, name).waitFor({ state: 'detached' });
    expect(await callAs(page, 'CrmCustomer/queryPageList', token)).toMatchObject({ code: 302 });
    expect(['page', await seriousFaults(page)]).toEqual(['page', []]);
    await context.close();
  });

  it('of the company are in the menu and act for a chosen person, also on a phone in English and in the dark', async () => {
    const { context, page } = await product.open({ width: 390, height: 844, language: 'en', dark: true });
    await product.enter(page);
    await product.visit(page, '/manager/programs');
    const adding = page.getByRole('button', { name: en['program.add_company'] }).first();
    await adding.click();
    await dialog(page).getByText(en['program.abilities_first']).waitFor();
    expect(await pageWidth(page)).toBeLessThanOrEqual(390);
    expect(['phone', await seriousFaults(page)]).toEqual(['phone', []]);
    await context.close();
  });
});

describe('the API document', () => {
  it('is found from the tokens, searched by words and paths, and gives an example to copy', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    await product.visit(page, '/person/index');
    await page.getByRole('link', { name: cn['program.docs'] }).click();
    await page.getByText(translate('cn', 'api.how')).waitFor();
    const search = page.getByRole('searchbox', { name: cn['api.search'] });
    await search.fill('CrmCustomer querypagelist');
    const row = page.locator('main').getByRole('button', { name: 'CrmCustomer/queryPageList' }).first();
    await row.click();
    const example = page.getByRole('textbox', { name: `${cn['api.example']} CrmCustomer/queryPageList`, exact: true });
    expect(await example.inputValue()).toContain('/api/CrmCustomer/queryPageList');
    expect(await example.inputValue()).toContain('Authorization: Bearer');
    expect(['document', await seriousFaults(page)]).toEqual(['document', []]);
    await search.fill('没有这样的接口');
    await page.getByText(cn['api.none']).waitFor();
    await context.close();
  });
});
