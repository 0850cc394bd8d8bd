import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { en } from '#shared/i18n/en.ts';
import { translate } from '#shared/i18n/translate.ts';
import { seriousFaults } from './accessibility.ts';
import { button, dialog, pageWidth } from './page.ts';
import { openProduct, type Product } from './product.ts';

const path = '/manager/system-customer/biz-goals';
const year = new Date().getFullYear();

let product: Product;
beforeAll(async () => {
  // the goals of the company are everybody's
  product = await openProduct({ alone: true });
});
afterAll(async () => product.close());

const open = async (query = '', options: Parameters<Product['open']>[0] = {}) => {
  const { context, page } = await product.open(options);
  await product.enter(page);
  await product.visit(page, path + query);
  return { context, page };
};
const row = (page: Page, name: string): Locator =>
  page
    .getByRole('grid')
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name, exact: true }) });
/** The month of a row, 1 to 12; its year and quarters are in between. */
const month = (line: Locator, at: number): Locator => line.locator('td').nth(at + Math.ceil(at / 3));
const yearOf = (line: Locator): Locator => line.locator('td').first();
const texts = async (line: Locator): Promise<string[]> => line.locator('td').allInnerTexts();
/** As a sheet hands it over. */
const paste = (page: Page, text: string): Promise<unknown> =>
  page.evaluate(`{
    const data = new DataTransfer();
    data.setData('text/plain', ${JSON.stringify(text)});
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }`);
const save = async (page: Page, count: number): Promise<void> => {
  await button(page, translate('cn', 'goal.save', { count })).click();
  await page.getByText(cn['goal.saved'], { exact: true }).waitFor();
  await expect.poll(() => button(page, cn['action.save']).isDisabled()).toBe(true);
};
const zeros = Array.from({ length: 17 }, () => '0');

describe('the page of goals', () => {
  it('goes from the company to its departments and their people, and compares each with what is below', async () => {
    const { context, page } = await open();
    const top = row(page, '办公室');
    await top.waitFor();
    const below = row(page, cn['goal.below']);
    expect(await texts(below)).toEqual(await texts(top));
    await button(page, translate('cn', 'goal.enter', { name: '销售中心' })).click();
    await row(page, '华东销售部')
      .or(page.getByRole('row', { name: /华东销售部/ }))
      .first()
      .waitFor();
    expect(await texts(row(page, '销售中心'))).toEqual(await texts(below));
    // one region is to do more than its people have promised, and that is said
    await button(page, translate('cn', 'goal.enter', { name: '华东销售部' })).click();
    await page.getByRole('tab', { name: cn['goal.tab_3'], selected: true }).waitFor();
    const region = row(page, '华东销售部');
    await region.waitFor();
    const [own, sum] = await Promise.all([yearOf(region).innerText(), yearOf(below).innerText()]);
    const number = (text: string) => Number(text.split('\n')[0]?.replaceAll(',', ''));
    expect(number(own)).toBeGreaterThan(number(sum));
    expect(sum).toContain(
      translate('cn', 'goal.less', { amount: (number(own) - number(sum)).toLocaleString('en-US') }),
    );
    expect(await yearOf(below).getAttribute('data-differs')).toBe('true');
    // seven people, and their sum
    expect(await page.getByRole('grid').getByRole('row').count()).toBe(1 + 2 + 7);
    await page.getByRole('navigation', { name: cn['widget.dept_path'] }).getByText('销售中心').click();
    await page.getByRole('tab', { name: cn['goal.tab_2'], selected: true }).waitFor();
    await row(page, '销售中心').waitFor();
    expect(['goals', await seriousFaults(page)]).toEqual(['goals', []]);
    await context.close();
  });

  it('is filled by keys as a sheet is: arrows, Tab, Enter, typing in place of what is there', async () => {
    const { context, page } = await open(`?year=${year + 1}`);
    const line = row(page, '办公室');
    await month(line, 1).click();
    await page.keyboard.type('1200');
    await page.keyboard.press('Tab');
    await page.keyboard.type('￥3,000.5');
    await page.keyboard.press('ArrowDown');
    // the row below is the first department below; it goes on in the same month
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type('5');
    await page.keyboard.press('Escape');
    await page.keyboard.type('1.5万');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('End');
    await page.keyboard.press('F2');
    await page.keyboard.type('7');
    await page.keyboard.press('Enter');
    const expected = ['19,207.50', '19,200.50', '1,200', '3,000.50', '15,000', ...zeros.slice(5, 16), '7'];
    await expect.poll(() => texts(line)).toEqual(expected.with(13, '7'));
    // taken back step by step
    await month(line, 12).click();
    await page.keyboard.press('Control+z');
    await expect.poll(() => month(line, 12).innerText()).toBe('0');
    // what is no amount stays to be seen, and is not saved
    await page.keyboard.type('-5');
    await button(page, translate('cn', 'goal.save', { count: 1 })).click();
    await page.getByText(translate('cn', 'goal.amount', { object: '办公室', name: '12月' }), { exact: true }).waitFor();
    await expect.poll(() => line.locator('td:focus').innerText()).toBe('-5');
    await page.keyboard.press('Delete');
    await save(page, 1);
    await page.reload();
    await expect
      .poll(() => texts(line))
      .toEqual(['19,200.50', '19,200.50', '1,200', '3,000.50', '15,000', ...zeros.slice(5)]);
    await context.close();
  });

  it('takes a block from a sheet, after a look where not all of it is understood', async () => {
    const { context, page } = await open(`?year=${year + 1}&tab=people`);
    const first = page.getByRole('grid').getByRole('row').nth(3);
    const name = (await first.getByRole('rowheader').innerText()).trim();
    await month(first, 10).click();
    await paste(page, '¥1,000.00\t 2,000 \t-\r\n');
    await expect.poll(async () => (await texts(first)).slice(13)).toEqual(['3,000', '1,000', '2,000', '0']);
    await paste(page, '1\t合计\t3\t4\n');
    const look = page.getByRole('dialog', { name: cn['paste.title'] });
    await look.getByText(translate('cn', 'goal.paste_refused', { count: 1 })).waitFor();
    await look.getByText(translate('cn', 'goal.paste_columns', { count: 1 })).waitFor();
    expect(await look.getByRole('row', { name }).locator('td').allInnerTexts()).toEqual([
      expect.stringMatching(/^1,000\s+1$/),
      expect.stringMatching(/^合计\s+不是有效的金额$/),
      expect.stringMatching(/^0\s+3$/),
    ]);
    expect(['paste', await seriousFaults(page, '[role=dialog]')]).toEqual(['paste', []]);
    await button(look, translate('cn', 'goal.paste', { count: 2 })).click();
    await look.waitFor({ state: 'detached' });
    await expect.poll(async () => (await texts(first)).slice(13)).toEqual(['2,004', '1', '2,000', '3']);
    await save(page, 1);
    await page.reload();
    await expect.poll(async () => (await texts(first)).slice(13)).toEqual(['2,004', '1', '2,000', '3']);
    await context.close();
  });

  it('copies the goals of the year before with a growth, and takes the save back from its history', async () => {
    const { context, page } = await open(`?year=${year + 1}`);
    await page.getByText(cn['goal.status.2'], { exact: true }).click();
    const line = row(page, '办公室');
    await expect.poll(() => texts(line)).toEqual(zeros);
    await button(page, cn['goal.copy']).click();
    const copy = page.getByRole('dialog', {
      name: translate('cn', 'goal.copy_title', { from: year, to: year + 1 }),
    });
    const growth = copy.getByLabel(cn['goal.growth']);
    await growth.fill('-200');
    await copy.getByText(cn['goal.growth_wrong']).waitFor();
    await growth.fill('100');
    const total = copy.getByRole('row', { name: cn['goal.total'] });
    const [, before = '', now, after = ''] = await total.locator('td').allInnerTexts();
    const number = (text: string) => Number(text.replaceAll(',', ''));
    expect(number(before)).toBeGreaterThan(1_000_000);
    expect([now, number(after)]).toEqual(['0', 2 * number(before)]);
    expect(['copy', await seriousFaults(page, '[role=dialog]')]).toEqual(['copy', []]);
    await button(copy, translate('cn', 'goal.copy_take', { count: 2 })).click();
    await save(page, 2);
    await page.reload();
    await expect.poll(async () => number((await texts(line))[0] ?? '')).toBe(number(after) / 2);
    await button(page, cn['setting.changes']).click();
    const history = page.getByRole('dialog', { name: cn['setting.changes'] });
    await history.getByText(`${year + 1}年 · 回款金额 · 办公室、销售中心`).waitFor();
    // two years and their months, which are many
    const differences = history.getByRole('listitem').first().locator('dt');
    expect(await differences.allInnerTexts()).toEqual([
      '办公室 · 全年',
      '销售中心 · 全年',
      ...[1, 2, 3, 4, 5, 6].map((at) => `办公室 · ${at}月`),
    ]);
    await button(history, translate('cn', 'setting.all_differences', { count: 26 })).click();
    await expect.poll(() => differences.count()).toBe(26);
    await history.getByRole('button', { name: /^撤销/ }).first().click();
    const question = page.getByRole('dialog', { name: cn['setting.take_back_question'] });
    await question.locator('button:focus').waitFor();
    await button(question, cn['action.ok']).click();
    await page.getByText(cn['setting.taken_back']).waitFor();
    await expect.poll(() => texts(line)).toEqual(zeros);
    await context.close();
  });

  it('asks before what is typed is lost, and keeps it when somebody else has saved meanwhile', async () => {
    const query = `?year=${year + 2}`;
    const [one, other] = [await open(query), await open(query)];
    for (const { page } of [one, other]) await month(row(page, '办公室'), 1).click();
    await one.page.keyboard.type('1');
    await other.page.keyboard.type('2');
    await other.page.keyboard.press('Tab');
    await other.page.keyboard.type('3');
    await button(one.page, cn['action.save'])
      .or(button(one.page, translate('cn', 'goal.save', { count: 1 })))
      .click();
    await one.page.getByText(cn['goal.saved'], { exact: true }).waitFor();
    await button(other.page, translate('cn', 'goal.save', { count: 1 })).click();
    await other.page
      .getByText(translate('cn', 'goal.changed_since', { object: '办公室', year: year + 2 }), { exact: true })
      .waitFor();
    const line = row(other.page, '办公室');
    await expect.poll(async () => (await texts(line)).slice(0, 4)).toEqual(['5', '5', '2', '3']);
    await expect.poll(() => month(line, 1).getAttribute('title')).toBe(translate('cn', 'goal.was', { amount: '1' }));
    await other.page.getByRole('tab', { name: cn['goal.tab_3'] }).click();
    await dialog(other.page).getByText(cn['form.leave']).waitFor();
    await button(dialog(other.page), cn['form.keep_editing']).click();
    await expect.poll(() => month(line, 2).innerText()).toBe('3');
    await save(other.page, 1);
    await other.page.getByRole('tab', { name: cn['goal.tab_3'] }).click();
    await other.page.getByRole('tab', { name: cn['goal.tab_3'], selected: true }).waitFor();
    await one.context.close();
    await other.context.close();
  });

  it('is read and edited on a phone, in English and in the dark', async () => {
    const { context, page } = await open(`?year=${year + 3}`, { width: 390, language: 'en', dark: true });
    await page.getByText(en['goal.below'], { exact: true }).waitFor();
    const card = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^办公室/ }) });
    await card.getByRole('button', { name: /^办公室/ }).click();
    await card.getByLabel('Feb', { exact: true }).fill('1,500');
    await card.getByLabel('Mar', { exact: true }).fill('x');
    await button(page, translate('en', 'goal.save', { count: 1 })).click();
    await page.getByText(translate('en', 'goal.amount', { object: '办公室', name: 'Mar' }), { exact: true }).waitFor();
    // the message waits under the mouse
    await page.mouse.move(0, 0);
    await card.getByText(en['goal.unread'], { exact: true }).waitFor();
    await card.getByLabel('Mar', { exact: true }).fill('');
    await page.keyboard.press('Tab');
    await card.getByText('Q1 1,500').waitFor();
    expect(await pageWidth(page)).toBe(390);
    expect(['phone', await seriousFaults(page)]).toEqual(['phone', []]);
    await button(page, translate('en', 'goal.save', { count: 1 })).click();
    await page.getByText(en['goal.saved'], { exact: true }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: '办公室 1,500' }).waitFor();
    await context.close();
  });
});
