import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { en } from '#shared/i18n/en.ts';
import { translate } from '#shared/i18n/translate.ts';
import { seriousFaults } from './accessibility.ts';
import { openApi, type Person } from './api.ts';
import { button, dialog, pageWidth, titles } from './page.ts';
import { openProduct, type Product } from './product.ts';

const rulesPath = '/manager/system-customer/customer';
const limitsPath = '/manager/system-customer/biz-param/owned';

let product: Product;
let seller: Person;
beforeAll(async () => {
  product = await openProduct({ alone: true });
  // the rights of the sales; owns nothing yet and sees nothing of others
  seller = await openApi(() => product).hire('潘小海', '8');
});
afterAll(async () => product.close());

const answer = async (page: Page, question: string): Promise<void> => {
  await page.getByText(question).waitFor();
  // the focus comes once the dialog is open; a press during the animation can miss
  await dialog(page).locator('button:focus').waitFor();
  await button(dialog(page), cn['action.ok']).click();
};

describe('the rules of the pool', () => {
  it('are enabled by an administrator, who previews what they would release', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    await product.visit(page, rulesPath);
    await page.getByText(cn['pool_forecast.off']).waitFor();
    // what is off is not asked for
    expect(await page.getByLabel(cn['pool_rules.followup_day']).count()).toBe(0);
    const isOn = page.getByRole('switch', { name: cn['pool_rules.enabled'], exact: true });
    await isOn.click();
    const followup = page.getByLabel(cn['pool_rules.followup_day']);
    await followup.fill('');
    await button(page, cn['action.save']).click();
    // the exact message of the server
    await page.getByText(cn['pool.followup_day'], { exact: true }).waitFor();
    await followup.fill('20');
    await page.getByLabel(cn['pool_rules.deal_day']).fill('2');
    await button(page, cn['action.save']).click();
    const question = page.getByRole('dialog', { name: cn['pool_rules.switch_on'] });
    await question.getByRole('listitem').first().waitFor();
    const asked = /(\S+) 个客户进入公海/.exec((await question.textContent()) ?? '')?.[1];
    await button(question, cn['pool_rules.on']).click();
    const rows = page.locator('tbody tr.ant-table-row');
    await rows.first().waitFor();
    await expect.poll(() => rows.count()).toBe(15);
    const figure = page.locator('b').filter({ hasText: /^[\d,]+$/ });
    // the figure that was asked about
    await expect.poll(() => figure.textContent()).toBe(asked);
    expect(Number(asked?.replaceAll(',', ''))).toBeGreaterThan(15);
    expect(await rows.first().textContent()).toContain(translate('cn', 'pool.rule.deal', { days: 2 }));
    expect(['rules', await seriousFaults(page)]).toEqual(['rules', []]);
    // tomorrow none is due yet
    await page.getByLabel(cn['pool_forecast.days']).fill('1');
    await page.getByText(translate('cn', 'pool_forecast.empty', { days: 1 })).waitFor();
    await page.getByLabel(cn['pool_forecast.days']).fill('3');
    await page.getByText(translate('cn', 'pool_forecast.customers', { days: 3 })).waitFor();
    const link = rows.first().getByRole('link');
    const name = (await link.textContent()) ?? '';
    await link.click();
    await page.waitForURL(/\/crm\/customer\?rowId=/);
    await dialog(page).getByText(name).first().waitFor();
    await dialog(page)
      .getByText(translate('cn', 'pool.days_left', { days: 2 }))
      .waitFor();
    // the list behind it shows the reminder
    await page.getByText(/^[\d,]+ 个客户将在 2 天内进入公海$/).waitFor();
    await product.visit(page, rulesPath);
    expect(await isOn.isChecked()).toBe(true);
    expect(await page.getByLabel(cn['pool_rules.followup_day']).inputValue()).toBe('20');
    await context.close();
  });

  it('ask with the figure before they take more than those in force, also when a change is taken back', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    await product.visit(page, rulesPath);
    const deal = page.getByLabel(cn['pool_rules.deal_day']);
    await deal.fill('90');
    await button(page, cn['action.save']).click();
    // nobody is asked about rules that take less
    const undo = button(page, cn['record_action.undo']);
    await undo.waitFor();
    const question = page.getByRole('dialog', { name: cn['pool_rules.change_question'] });
    expect(await question.count()).toBe(0);
    await undo.click();
    const taken = /未来 7 天会有 ([\d,]+) 个客户进入公海/;
    const figure = taken.exec((await question.textContent()) ?? '')?.[1];
    expect(Number(figure?.replaceAll(',', ''))).toBeGreaterThan(15);
    await button(question, cn['action.cancel']).click();
    await page.getByText(cn['action.cancelled']).waitFor();
    await question.waitFor({ state: 'detached' });
    expect(await deal.inputValue()).toBe('90');

    await deal.fill('2');
    await button(page, cn['action.save']).click();
    await question.getByText(taken).waitFor();
    await question.getByRole('listitem').first().waitFor();
    expect(taken.exec((await question.textContent()) ?? '')?.[1]).toBe(figure);
    await button(question, cn['action.cancel']).click();
    await question.waitFor({ state: 'detached' });
    await button(page, cn['form.discard']).click();

    // what is entered is not what holds once a change is taken back
    await deal.fill('77');
    await button(page, cn['setting.changes']).click();
    const latest = dialog(page).getByRole('listitem').first();
    await latest.getByRole('button', { name: /^撤销/ }).click();
    const back = page.getByRole('dialog', { name: cn['setting.take_back_question'] });
    await back.getByText(taken).waitFor();
    expect(taken.exec((await back.textContent()) ?? '')?.[1]).toBe(figure);
    await button(back, cn['action.ok']).click();
    await page.getByText(cn['setting.taken_back']).waitFor();
    await expect.poll(() => deal.inputValue()).toBe('2');
    expect(await button(page, cn['form.discard']).count()).toBe(0);
    await page.reload();
    await expect.poll(() => deal.inputValue()).toBe('2');
    await context.close();
  });

  it('include limits, which an administrator adds, changes and removes', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    await product.visit(page, limitsPath);
    const add = async (most: string, label: string) => {
      await button(page, cn['limit.add']).click();
      await dialog(page).getByLabel(label).fill(most);
      await dialog(page).getByLabel(cn['limit.people']).click();
      await page.keyboard.type(seller.realname);
      await page.locator('.ant-select-item-option').getByText(seller.realname).click();
      await page.keyboard.press('Escape');
      await button(dialog(page), cn['action.save']).click();
    };
    await button(page, cn['limit.add']).click();
    await button(dialog(page), cn['action.save']).click();
    await dialog(page).getByText(cn['limit.number'], { exact: true }).waitFor();
    await dialog(page).getByText(cn['limit.choose'], { exact: true }).waitFor();
    expect(['limit', await seriousFaults(page)]).toEqual(['limit', []]);
    await button(dialog(page), cn['action.cancel']).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await add('5', cn['limit.most_owned']);
    const row = page.getByRole('row').filter({ hasText: seller.realname });
    await row.getByText('5', { exact: true }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await add('9', cn['limit.most_owned']);
    await page.getByText(cn['limit.overlap']).waitFor();
    await button(dialog(page), cn['action.cancel']).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await button(row, cn['action.edit']).click();
    await dialog(page).getByLabel(cn['limit.most_owned']).fill('2');
    await button(dialog(page), cn['action.save']).click();
    await row.getByText('2', { exact: true }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: cn['limit.name.2'] }).click();
    await page.getByRole('heading', { level: 2, name: cn['limit.name.2'] }).waitFor();
    await add('1', cn['limit.most_locked']);
    await row.getByText('1', { exact: true }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await button(row, cn['action.delete']).click();
    await answer(page, translate('cn', 'limit.remove', { range: seller.realname }));
    await row.waitFor({ state: 'detached' });
    await add('1', cn['limit.most_locked']);
    await row.getByText('1', { exact: true }).waitFor();
    await context.close();
  });

  it('speak English, in the dark and on a phone, as the pool does', async () => {
    const { context, page } = await product.open({ width: 390, height: 844, dark: true, language: 'en' });
    await product.enter(page);
    for (const [path, words] of [
      [rulesPath, ['pool_rules.title', 'pool_rules.followup_day', 'pool_forecast.title']],
      [limitsPath, ['page.parameters', 'limit.name.1', 'limit.add']],
    ] as const) {
      await product.visit(page, path);
      for (const word of words) await page.getByText(en[word], { exact: true }).first().waitFor();
      expect([path, await pageWidth(page)]).toEqual([path, 390]);
      expect([path, await seriousFaults(page)]).toEqual([path, []]);
      const labels = await page.locator('label, h1, h2, button, [role=tab]').allTextContents();
      expect(labels.filter((label) => /[\u4e00-\u9fff]/.test(label.replace('中/En', '')))).toEqual([]);
    }
    await product.visit(page, '/crm/seas');
    await page.getByText(/added today/).waitFor();
    expect(await pageWidth(page)).toBe(390);
    await page.locator('section ul button').first().click();
    await dialog(page).getByText(en['page.pool'], { exact: true }).waitFor();
    await button(dialog(page), en['record_action.more']).click();
    const claim = page.getByRole('menuitem', { name: en['customer.receive'], exact: true });
    const { x, width } = (await claim.boundingBox()) ?? { x: 390, width: 390 };
    expect(x + width).toBeLessThanOrEqual(390);
    await page.getByRole('menuitem', { name: en['customer.distribute'], exact: true }).waitFor();
    expect(await pageWidth(page)).toBe(390);
    await context.close();
  });
});

describe('a salesperson', () => {
  const tick = (page: Page, name: string) =>
    page.getByRole('row').filter({ hasText: name }).getByRole('checkbox').check();
  const bulk = (page: Page, name: string) => button(page.getByRole('toolbar').last(), name);

  it('claims customers up to the limit, undoes a claim, locks one and releases one', async () => {
    const { context, page } = await product.open();
    await product.enter(page, seller);
    await product.visit(page, '/crm/seas');
    const links = titles(page);
    await links.first().waitFor();
    const [first = '', second = '', third = ''] = await links.allTextContents();

    // each row offers it, and a column of owners would be empty
    expect(await page.getByRole('columnheader', { name: '负责人', exact: true }).count()).toBe(0);
    for (const name of [cn['crm_customer.pool_time'], cn['crm_customer.former_owner_name']])
      await page.getByRole('columnheader', { name }).waitFor();
    const ofFirst = page.getByRole('row').filter({ hasText: first });
    await ofFirst.hover();
    await ofFirst.getByRole('button', { name: cn['customer.receive'], exact: true }).click();
    await answer(page, translate('cn', 'customer.receive_one', { name: first }));
    await button(page, cn['record_action.undo']).click();
    await page.getByText(translate('cn', 'record_action.undone', { count: 1 })).waitFor();
    await page.getByRole('link', { name: first }).waitFor();

    await tick(page, first);
    await tick(page, second);
    await bulk(page, cn['customer.receive']).click();
    await answer(page, translate('cn', 'customer.receive_many', { count: 2 }));
    await page.getByText(cn['action.done']).waitFor();
    await page.getByRole('link', { name: first }).waitFor({ state: 'detached' });
    const today = await todayOf(page);
    await tick(page, third);
    await bulk(page, cn['customer.receive']).click();
    await answer(page, translate('cn', 'customer.receive_one', { name: third }));
    await page.getByText(cn['owner.limit']).waitFor();
    await expect.poll(() => page.getByRole('link', { name: third }).count()).toBe(1);

    await product.visit(page, '/crm/customer');
    await page.getByRole('link', { name: first }).click();
    const detail = page.getByRole('dialog').first();
    const days = detail.getByText(translate('cn', 'pool.days_left', { days: 2 }));
    await days.waitFor();
    await button(detail, cn['record_action.more']).click();
    await page.getByRole('menuitem', { name: cn['customer.lock'], exact: true }).click();
    await answer(page, translate('cn', 'customer.lock_one', { name: first }));
    await detail.getByText(cn['pool.is_locked'], { exact: true }).waitFor();
    expect(await days.count()).toBe(0);
    await page.keyboard.press('Escape');
    await detail.waitFor({ state: 'detached' });
    await tick(page, second);
    await bulk(page, cn['customer.lock']).click();
    await answer(page, translate('cn', 'customer.lock_one', { name: second }));
    await page.getByText(cn['pool.lock_limit']).waitFor();
    await bulk(page, cn['customer.put_in_pool']).click();
    await answer(page, translate('cn', 'customer.put_in_pool_one', { name: second }));
    await page.getByRole('link', { name: second }).waitFor({ state: 'detached' });

    await product.visit(page, '/crm/seas');
    await page.getByRole('link', { name: second }).waitFor();
    expect(await todayOf(page)).toBe(today + 1);
    await page.getByRole('link', { name: second }).click();
    await dialog(page).getByText(cn['page.pool'], { exact: true }).waitFor();
    await dialog(page).getByRole('tab', { name: cn['pool.views'] }).click();
    await dialog(page).getByRole('listitem').getByText(seller.realname).first().waitFor();
    await context.close();
  });
});

const todayOf = async (page: Page): Promise<number> =>
  Number(/\d+$/.exec((await page.getByText(/^今日进入公海/).textContent()) ?? '')?.[0]);
