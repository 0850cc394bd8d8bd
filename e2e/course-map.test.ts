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

const address = '/manager/PublicCourseMapSet';
const rows = (page: Page) => page.locator('tbody tr[data-row-key]');
const rowOf = (page: Page, name: string) => rows(page).filter({ hasText: name });
const enter = async (page: Page) => {
  await product.enter(page);
  await product.visit(page, address);
};
const options = (page: Page) => page.locator('.ant-select-dropdown:visible');

describe('the public course map', () => {
  it('is found in the menu, in the order of the provinces, and by what a row says', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    await product.visit(page, '/manager/employee-dep');
    await page.getByRole('link', { name: cn['page.course_map'] }).click();
    await expect.poll(() => rows(page).count()).toBe(6);
    expect(await page.getByRole('columnheader').allTextContents()).toEqual([
      '',
      ...(['province', 'organisation', 'people', 'remark', 'updated', 'acts'] as const).map(
        (key) => cn[`course_map.${key}`],
      ),
    ]);
    expect(await rows(page).locator('td:nth-child(2)').allTextContents()).toEqual([
      '北京市',
      '河北省',
      '上海市',
      '浙江省',
      '广东省',
      '四川省',
    ]);
    await page.getByPlaceholder(cn['course_map.search']).fill('华东');
    await expect.poll(() => rows(page).locator('td:nth-child(2)').allTextContents()).toEqual(['上海市', '浙江省']);
    await page.getByLabel(cn['course_map.province'], { exact: true }).fill('浙');
    await options(page).getByText('浙江省', { exact: true }).click();
    await expect.poll(() => rows(page).count()).toBe(1);
    await page.reload();
    await rowOf(page, '浙江省').waitFor();
    expect(await rows(page).count()).toBe(1);
    expect(['list', await seriousFaults(page)]).toEqual(['list', []]);
    await context.close();
  });

  it('gives a province to a department and people, once, and takes it back', async () => {
    const { context, page } = await product.open();
    await enter(page);
    await button(page, cn['course_map.add']).click();
    const form = dialog(page);
    await button(form, cn['action.save']).click();
    await expect
      .poll(() => form.locator('.ant-form-item-explain-error').allTextContents())
      .toEqual([cn['course_map.province_missing'], cn['course_map.organisation_missing']]);
    const province = form.getByLabel(cn['course_map.province']);
    const asked = page.waitForRequest((request) => (request.postData() ?? '').includes('"fullName":"北京"'));
    await province.fill('北京');
    expect((await asked).postDataJSON()).toEqual({ curpage: 1, pagesize: 50, fullName: '北京', type: 1, status: 1 });
    await options(page).getByText('北京市', { exact: true }).click();
    await form.getByLabel(cn['course_map.organisation']).click();
    const departments = page.getByRole('dialog', { name: cn['widget.choose_dept'] });
    await departments.getByLabel(cn['widget.search_dept']).fill('市场部');
    await departments.getByRole('checkbox').click();
    await form.locator('.ant-tag').getByText('市场部').waitFor();
    await form.getByLabel(cn['course_map.people']).click();
    await options(page).locator('.ant-select-item-option').nth(1).click();
    await page.keyboard.press('Tab');
    await form.getByLabel(cn['course_map.remark']).fill('西北一站');
    expect(['form', await seriousFaults(page)]).toEqual(['form', []]);
    await button(form, cn['action.save']).click();
    // of which there is a row already
    await page.getByText(translate('cn', 'course_map.taken', { name: '北京市' })).waitFor();
    await province.fill('陕西');
    await options(page).getByText('陕西省', { exact: true }).click();
    await button(form, cn['action.save']).click();
    await page.getByText(cn['course_map.saved']).waitFor();
    const added = rowOf(page, '陕西省');
    await expect.poll(() => added.textContent()).toContain('市场部');
    expect(await added.textContent()).toContain('西北一站');
    await button(added, translate('cn', 'course_map.edit_named', { name: '陕西省' })).click();
    await dialog(page).getByLabel(cn['course_map.remark']).fill('西北两站');
    await button(dialog(page), cn['action.save']).click();
    await rowOf(page, '西北两站').waitFor();
    await page.getByLabel(translate('cn', 'list.select', { name: '陕西省' })).check();
    await page.getByLabel(translate('cn', 'list.select', { name: '四川省' })).check();
    await button(page.getByRole('toolbar'), cn['action.delete']).click();
    await button(dialog(page), cn['action.delete']).click();
    await expect.poll(() => rows(page).count()).toBe(5);
    await button(page, cn['setting.changes']).click();
    const changes = page.getByRole('dialog', { name: cn['setting.changes'] });
    await changes.getByRole('listitem').first().getByRole('button').click();
    await button(titled(page, cn['setting.take_back_question']), cn['action.ok']).click();
    await page.getByText(cn['setting.taken_back']).waitFor();
    await page.keyboard.press('Escape');
    await rowOf(page, '西北两站').waitFor();
    expect(await rows(page).count()).toBe(7);
    await context.close();
  });

  it('is a column of cards on a phone, in English and in the dark', async () => {
    const { context, page } = await product.open({ width: 390, height: 844, language: 'en', dark: true });
    await enter(page);
    const card = page.getByRole('main').getByRole('listitem').filter({ hasText: '广东省' });
    await card.getByText('华南销售部').waitFor();
    await settled(page);
    expect(await pageWidth(page)).toBeLessThanOrEqual(390);
    expect(['phone', await seriousFaults(page)]).toEqual(['phone', []]);
    await button(card, translate('en', 'course_map.edit_named', { name: '广东省' })).click();
    await dialog(page).getByLabel(en['course_map.remark']).fill('every month');
    await button(dialog(page), en['action.save']).click();
    await card.getByText('every month').waitFor();
    await button(card, translate('en', 'course_map.acts_named', { name: '广东省' })).click();
    await page.getByRole('menuitem', { name: en['action.delete'] }).click();
    await button(dialog(page), en['action.delete']).click();
    await card.waitFor({ state: 'detached' });
    await context.close();
  });

  it('is closed to whoever lacks the right', async () => {
    const colleague = await api.hire('地图路人', '9');
    const { context, page } = await product.open();
    await product.enter(page, colleague);
    await page.goto(`${product.url}${address}`);
    await page.waitForURL(/\/404/);
    expect(await rows(page).count()).toBe(0);
    await context.close();
  });
});
