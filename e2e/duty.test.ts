import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { en } from '#shared/i18n/en.ts';
import { translate } from '#shared/i18n/translate.ts';
import { seriousFaults } from './accessibility.ts';
import { openApi, type Person } from './api.ts';
import { button, dialog, pageWidth, settled, titles, titled } from './page.ts';
import { openProduct, type Product } from './product.ts';
import { adminPassword } from './server.ts';

const path = '/manager/system-scheduling';
const slots = ['08:00–16:00', '16:00–24:00', '00:00–08:00'];

let product: Product;
let adviser: Person;
let agent: Person;
/** By somebody who may do everything. */
let administer: (path: string, body: object) => Promise<unknown>;
beforeAll(async () => {
  product = await openProduct({ alone: true });
  const api = openApi(() => product);
  adviser = await api.hire('值小班', '8');
  agent = await api.hire('值代理', '8');
  const token = await api.tokenOf('admin', adminPassword);
  administer = async (path, body) => (await api.call(path, body, token))['data'];
  await administer('system/user/setAgentFlag', { userIds: await idOf(agent), agentFlag: 1 });
});
afterAll(async () => product.close());

async function idOf({ realname }: Person): Promise<number> {
  const [found] = (await administer('system/user/queryUserList', { search: realname, pageType: 0 })) as {
    readonly userId: number;
  }[];
  return found?.userId ?? 0;
}

const enter = async (options?: Parameters<Product['open']>[0]) => {
  const { context, page } = await product.open(options);
  await product.enter(page);
  await product.visit(page, path);
  return { context, page };
};
/** The row of a day in the first table or the second. */
const row = (page: Page, weekday: 0 | 1 | 2 | 3 | 4 | 5 | 6, week = 0): Locator =>
  page
    .getByRole('table')
    .nth(week)
    .getByRole('row')
    .filter({ hasText: cn[`duty.weekday_${weekday}`] });
const chips = (within: Locator): Locator => within.getByRole('list').first().getByRole('button');
const names = async (within: Locator): Promise<string[]> =>
  (await chips(within).allTextContents()).map((name) => name.trim());
const choose = async (page: Page, chip: Locator, act: 'duty.earlier' | 'duty.later' | 'duty.remove') => {
  await chip.click();
  await page.getByRole('menuitem', { name: cn[act], exact: true }).click();
};
const picker = (within: Locator): Locator => within.getByRole('combobox');
const add = async (page: Page, within: Locator, name: string): Promise<void> => {
  await picker(within).click();
  await page.keyboard.type(name);
  await page.locator('.ant-select-item-option:visible').getByText(name).click();
};

describe('the duty schedule', () => {
  it('of one week shows the slots of three advisers, and has a second week at most', async () => {
    const { context, page } = await enter();
    const monday = row(page, 0);
    await monday.waitFor();
    expect(await names(monday)).toHaveLength(3);
    expect(
      await monday.getByRole('list', { name: cn['duty.slots'] }).locator('li > :first-child').allTextContents(),
    ).toEqual(slots);
    await page.getByRole('heading', { name: cn['duty.every_week'], exact: true }).waitFor();
    expect(['schedule', await seriousFaults(page)]).toEqual(['schedule', []]);
    const more = button(page, cn['duty.add_week']);
    await more.click();
    await page.getByRole('heading', { name: cn['duty.second_week'], exact: true }).waitFor();
    expect(await more.isDisabled()).toBe(true);
    expect(await page.getByRole('table').count()).toBe(2);
    await button(page, cn['duty.remove_week']).click();
    await page.getByRole('heading', { name: cn['duty.every_week'], exact: true }).waitFor();
    expect(await more.isDisabled()).toBe(false);
    // nothing is left to save
    expect(await button(page, cn['action.save']).isDisabled()).toBe(true);
    await context.close();
  });

  it('is ordered by menu, by key and by dragging, and takes staff but no agents', async () => {
    const { context, page } = await enter();
    const monday = row(page, 0);
    await monday.waitFor();
    const [first = '', second = '', third = ''] = await names(monday);
    await choose(page, chips(monday).first(), 'duty.later');
    await expect.poll(() => names(monday)).toEqual([second, first, third]);
    await chips(monday).last().focus();
    await page.keyboard.press('Enter');
    // the menu has the focus, and is at its first line
    await page.locator('[role=menuitem]:focus, [role=menuitem].ant-dropdown-menu-item-active').waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => names(monday)).toEqual([second, third, first]);
    await chips(monday).last().dragTo(chips(monday).first());
    await expect.poll(() => names(monday)).toEqual([first, second, third]);
    await choose(page, chips(monday).nth(1), 'duty.remove');
    await expect.poll(() => names(monday)).toEqual([first, third]);
    expect(
      await monday.getByRole('list', { name: cn['duty.slots'] }).locator('li > :first-child').allTextContents(),
    ).toEqual(['08:00–20:00', '20:00–08:00']);
    await picker(monday).click();
    await page.keyboard.type('值');
    const options = page.locator('.ant-select-item-option:visible');
    await options.getByText(adviser.realname).waitFor();
    expect(await options.getByText(agent.realname).count()).toBe(0);
    await options.getByText(adviser.realname).click();
    await expect.poll(() => names(monday)).toEqual([first, third, adviser.realname]);
    // unsaved changes are asked about
    await page.getByRole('link', { name: cn['page.parameters'] }).click();
    await dialog(page).getByText(cn['form.leave']).waitFor();
    await button(dialog(page), cn['form.keep_editing']).click();
    await button(page, cn['form.discard']).click();
    await expect.poll(() => names(monday)).toEqual([first, second, third]);
    await context.close();
  });

  it('asks for the maximum where people take turns, refuses 0 and 1.5, is saved, and taken back in its history', async () => {
    const { context, page } = await enter();
    // whoever would be on duty in the tests below
    for (const day of [0, 1, 2, 3, 4, 5, 6] as const) await choose(page, chips(row(page, day)).first(), 'duty.remove');
    await row(page, 5).getByRole('switch').click();
    await row(page, 6).getByRole('switch').click();
    const most = page.getByLabel(cn['duty.max_count_label'], { exact: true });
    expect(await most.count()).toBe(0);
    await row(page, 6).getByRole('switch').click();
    const refusal = page.getByText(translate('cn', 'duty.max_count', { most: 1000 }), { exact: true });
    for (const wrong of ['0', '1.5', '']) {
      await most.fill(wrong);
      await refusal.waitFor();
      await button(page, cn['action.save']).click();
      expect(await most.and(page.locator(':focus')).count()).toBe(1);
    }
    expect(['refused', await seriousFaults(page)]).toEqual(['refused', []]);
    await most.fill('2');
    await refusal.waitFor({ state: 'detached' });
    await row(page, 6)
      .getByText(translate('cn', 'duty.max_count_each', { count: 2 }))
      .waitFor();
    await button(page, cn['action.save']).click();
    await page.getByText(cn['action.done']).waitFor();
    await expect.poll(() => button(page, cn['action.save']).isDisabled()).toBe(true);
    await page.reload();
    await row(page, 6).waitFor();
    expect(await names(row(page, 6))).toHaveLength(2);
    expect(await most.inputValue()).toBe('2');
    await button(page, cn['setting.changes']).click();
    await dialog(page)
      .getByRole('button', { name: new RegExp(`^${cn['setting.take_back']}`) })
      .first()
      .click();
    await button(titled(page, cn['setting.take_back_question']), cn['action.ok']).click();
    await page.getByText(cn['setting.taken_back']).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => names(row(page, 6))).toHaveLength(3);
    await context.close();
  });

  it('is used for leads: whoever is on duty gets them, with one undo, and the schedule shows them', async () => {
    const { context, page } = await enter();
    await row(page, 0).waitFor();
    // one person on all days, so that it does not matter when this runs
    for (const day of [0, 1, 2, 3, 4, 5, 6] as const) {
      while ((await chips(row(page, day)).count()) > 0)
        await choose(page, chips(row(page, day)).first(), 'duty.remove');
      await add(page, row(page, day), adviser.realname);
      await expect.poll(() => names(row(page, day))).toEqual([adviser.realname]);
    }
    await button(page, cn['action.save']).click();
    await page.getByText(cn['action.done']).waitFor();
    const aside = page.getByRole('complementary');
    await aside.getByText(adviser.realname).first().waitFor();
    await aside.getByText(cn['duty.assigned_empty']).waitFor();

    await product.visit(page, '/crm/clue');
    await titles(page).first().waitFor();
    const [lead = '', other = ''] = await titles(page).allTextContents();
    const ofLead = page.getByRole('row').filter({ hasText: lead });
    await ofLead.getByRole('checkbox').check();
    await page.getByRole('row').filter({ hasText: other }).getByRole('checkbox').check();
    await button(page.getByRole('toolbar').last(), cn['duty.assign']).click();
    await dialog(page).getByText(adviser.realname, { exact: true }).waitFor();
    expect(['assign', await seriousFaults(page)]).toEqual(['assign', []]);
    await button(dialog(page), cn['action.ok']).click();
    const count = translate('cn', 'duty.assigned_count', { name: adviser.realname, count: 2 });
    await page.getByText(translate('cn', 'duty.assigned_done', { names: count })).waitFor();
    await ofLead.getByText(adviser.realname).waitFor();
    await button(page, cn['record_action.undo']).click();
    await page.getByText(translate('cn', 'record_action.undone', { count: 2 })).waitFor();
    await ofLead.getByText(adviser.realname).waitFor({ state: 'detached' });

    // and from the detail of one
    await page.getByRole('link', { name: lead }).click();
    await button(dialog(page), cn['record_action.more']).click();
    await page.getByRole('menuitem', { name: cn['duty.assign'], exact: true }).click();
    await button(dialog(page), cn['action.ok']).click();
    await page.getByText(/^已分配：/).waitFor();

    await product.visit(page, path);
    await aside.getByRole('link', { name: lead }).first().waitFor();
    expect(await aside.getByText(cn['duty.assigned_undone'], { exact: true }).count()).toBe(2);
    await aside.getByRole('link', { name: lead }).first().click();
    await page.waitForURL(/\/crm\/clue\?rowId=/);
    await dialog(page).getByText(lead).first().waitFor();
    await context.close();
  });

  it('is a card for each day on a phone, in the dark and in English', async () => {
    const { context, page } = await enter({ width: 390, height: 844, dark: true, language: 'en' });
    const monday = page.getByRole('listitem').filter({ hasText: en['duty.weekday_0'] }).first();
    await monday.waitFor();
    expect(await page.getByRole('table').count()).toBe(0);
    await button(page, en['duty.add_week']).click();
    const second = page.getByRole('listitem').filter({ hasText: en['duty.weekday_2'] }).nth(1);
    await add(page, second, adviser.realname);
    const chip = chips(second).first();
    await chip.scrollIntoViewIfNeeded();
    await chip.waitFor();
    await settled(page);
    for (const target of [chip, button(page, en['action.save']), button(page, en['duty.remove_week'])])
      expect((await target.boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(44);
    expect(await pageWidth(page)).toBe(390);
    expect(['phone', await seriousFaults(page)]).toEqual(['phone', []]);
    // names are as people write them
    const labels = await page.locator('label, h1, h2, button:not([draggable] button)').allTextContents();
    expect(labels.filter((label) => /[\u4e00-\u9fff]/.test(label.replace('中/En', '')))).toEqual([]);
    await button(page, en['duty.remove_week']).click();
    await button(dialog(page), en['action.ok']).click();
    await page.getByText(en['duty.every_week'], { exact: true }).waitFor();
    await context.close();
  });

  it('marks an adviser who was disabled since, and says that nobody is on duty', async () => {
    await administer('system/user/setUserStatus', { userIds: await idOf(adviser), status: 0 });
    const { context, page } = await enter();
    const monday = row(page, 0);
    await monday.getByText(cn['duty.marked_disabled'], { exact: true }).waitFor();
    await page.getByRole('complementary').getByText(cn['duty.no_one_now']).waitFor();
    expect(['marked', await seriousFaults(page)]).toEqual(['marked', []]);
    // the server names the day and the person
    await monday.getByRole('switch').click();
    await button(page, cn['action.save']).click();
    await page.getByText(/^周一：值小班已停用/).waitFor();
    await context.close();
  });
});
