import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ofToday } from '#server/testing/repetitions.ts';
import { cn } from '#shared/i18n/cn.ts';
import { en } from '#shared/i18n/en.ts';
import { translate, type MessageKey } from '#shared/i18n/translate.ts';
import { seriousFaults } from './accessibility.ts';
import { button, dialog, overlaysLeft, pageWidth, settled } from './page.ts';
import { address, openParameters, takeBack, text } from './parameters.ts';
import { openProduct, type Product } from './product.ts';

const sections: readonly (readonly [key: string, title: MessageKey])[] = [
  ['follow-up', 'parameters.follow_up_kinds'],
  ['stages', 'stage_group.title'],
  ['reasons', 'stage_group.reasons'],
  ['categories', 'parameters.categories'],
  ['contract-expiry', 'parameters.contract_expiry'],
  ['owned', 'limit.name.1'],
  ['locked', 'limit.name.2'],
  ['numbers', 'number_rule.section'],
  ['duplicates', 'duplicates.switch'],
  ['registry', 'enterprise.registry'],
  ['help-video', 'help_video.section'],
];

let product: Product;
beforeAll(async () => {
  // what is set up here is everybody's business
  product = await openProduct({ alone: true });
});
afterAll(async () => product.close());

const { api, call, open } = openParameters(() => product);

describe('business parameters', () => {
  it('have an address each, so that Back leads to the section before', async () => {
    const { context, page } = await open('');
    await page.waitForURL(`${product.url}${address}/follow-up`);
    const menu = page.getByRole('navigation', { name: cn['page.parameters'] });
    expect(await menu.getByRole('link').allTextContents()).toEqual(sections.map(([, title]) => cn[title]));
    for (const [key, title] of sections) {
      await menu.getByRole('link', { name: cn[title], exact: true }).click();
      await page.getByRole('heading', { level: 2, name: cn[title], exact: true }).waitFor();
      expect(page.url()).toBe(`${product.url}${address}/${key}`);
      await settled(page);
      expect([key, await seriousFaults(page)]).toEqual([key, []]);
      expect([key, await menu.locator('[aria-current=page]').allTextContents()]).toEqual([key, [cn[title]]]);
      // companies are imported, which is no setting
      expect([key, await button(page, cn['setting.changes']).count()]).toEqual([key, key === 'registry' ? 0 : 1]);
    }
    await page.goBack();
    await page.getByRole('heading', { level: 2, name: cn['enterprise.registry'], exact: true }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 2, name: cn['duplicates.switch'], exact: true }).waitFor();
    await context.close();
  });

  it.each(ofToday(['cn', 'en'] as const))('are chosen from a sheet on a phone, 390 wide, in %s', async (language) => {
    const words = language === 'cn' ? cn : en;
    const { context, page } = await product.open({ width: 390, height: 844, language, dark: language === 'en' });
    await product.enter(page);
    await product.visit(page, `${address}/follow-up`);
    let before: MessageKey = 'parameters.follow_up_kinds';
    for (const [key, title] of sections.slice(1)) {
      await button(page, words[before]).click();
      await page.getByRole('dialog').getByRole('link', { name: words[title], exact: true }).click();
      await page.waitForURL(`${product.url}${address}/${key}`);
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await settled(page);
      expect([key, await pageWidth(page)]).toEqual([key, 390]);
      expect([key, await seriousFaults(page)]).toEqual([key, []]);
      before = title;
    }
    await page.goBack();
    await button(page, words['enterprise.registry']).waitFor();
    await context.close();
  });
});

describe('kinds of follow-ups', () => {
  it('are added, renamed, put in order by keys and deleted in one save, which is taken back', async () => {
    const { context, page } = await open('follow-up');
    const name = (place: number) => page.getByLabel(text('follow_up_kinds.name', { place }), { exact: true });
    const kinds = () => call<string[]>('CrmRecord/queryRecordOptions');
    const before = await kinds();
    expect(before).toEqual(['打电话', '发短信', '上门拜访']);
    expect(await button(page, cn['action.save']).isDisabled()).toBe(true);
    await name(2).fill('打电话');
    await page.getByText(text('follow_up_kinds.twice', { name: '打电话' })).waitFor();
    await name(2).fill('发微信');
    await page.getByText(text('follow_up_kinds.gone', { names: '发短信' })).waitFor();
    await button(page, text('columns.down', { name: '打电话' })).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    expect(await name(3).inputValue()).toBe('打电话');
    // at the end its other button has the focus
    expect(await page.locator('button:focus').getAttribute('aria-label')).toBe(text('columns.up', { name: '打电话' }));
    await button(page, text('follow_up_kinds.drop', { name: '上门拜访' })).click();
    await button(page, cn['follow_up_kinds.add']).click();
    await page.keyboard.press('Enter');
    await page.getByText(cn['follow_up_kinds.blank']).waitFor();
    await page.keyboard.type('视频会议');
    await page.keyboard.press('Enter');
    await page.getByText(cn['action.done']).waitFor();
    expect(await kinds()).toEqual(['发微信', '打电话', '视频会议']);
    await takeBack(page);
    await expect.poll(() => name(2).inputValue()).toBe('发短信');
    expect(await kinds()).toEqual(before);
    await context.close();
  });

  it('are dragged into another order, and unsaved changes are not lost by a link', async () => {
    const { context, page } = await open('follow-up');
    const rows = page.locator('form li');
    const grips = rows.locator('[draggable=true]');
    await grips.nth(2).dragTo(rows.nth(0));
    const name = (place: number) => page.getByLabel(text('follow_up_kinds.name', { place }), { exact: true });
    expect([await name(1).inputValue(), await name(2).inputValue()]).toEqual(['上门拜访', '打电话']);
    await page.getByRole('link', { name: cn['stage_group.title'], exact: true }).click();
    await page.getByText(cn['form.leave']).waitFor();
    await button(dialog(page), cn['form.discard']).click();
    await page.waitForURL(`${product.url}${address}/stages`);
    await context.close();
  });

  it('that come with the product keep their name in each language', async () => {
    const { context, page } = await product.open({ language: 'en' });
    await product.enter(page);
    await product.visit(page, `${address}/follow-up`);
    const first = page.getByLabel(translate('en', 'follow_up_kinds.name', { place: 1 }), { exact: true });
    const shown = await first.inputValue();
    expect(shown).not.toMatch(/[\u4e00-\u9fff]/);
    await button(page, translate('en', 'columns.down', { name: shown })).click();
    await button(page, en['action.save']).click();
    await page.getByText(en['action.done']).waitFor();
    expect(await call('CrmRecord/queryRecordOptions')).toEqual(['发短信', '打电话', '上门拜访']);
    await call('CrmRecord/setRecordOptions', { value: ['打电话', '发短信', '上门拜访'] });
    await context.close();
  });
});

describe('the reminder of contracts', () => {
  it('is switched by keys, asks for its days, and is taken back', async () => {
    const { context, page } = await open('contract-expiry');
    const config = () => call('CrmContract/queryContractConfig');
    const before = await config();
    const days = page.getByLabel(cn['contract.expiry_before']);
    await days.fill('');
    await button(page, cn['action.save']).click();
    await page.getByText(text('field.required', { name: cn['contract.expiry_before'] })).waitFor();
    await days.fill('45');
    await page.keyboard.press('Enter');
    await page.getByText(cn['action.done']).waitFor();
    expect(await config()).toEqual({ status: 1, contractDay: '45' });
    await page.getByRole('radio', { name: cn['contract_expiry.on'], exact: true }).focus();
    await page.keyboard.press('ArrowLeft');
    await days.waitFor({ state: 'detached' });
    await button(page, cn['action.save']).click();
    await expect.poll(config).toEqual({ status: 0, contractDay: '45' });
    await settled(page);
    await takeBack(page);
    await expect.poll(config).toEqual({ status: 1, contractDay: '45' });
    await call('CrmContract/setContractConfig', { status: 1, contractDay: 24 });
    expect(before).toEqual({ status: 1, contractDay: '24' });
    await context.close();
  });
});

describe('limits of customers', () => {
  it('show who is over them now, and a deleted one comes back', async () => {
    const seller = await api.hire('超额员工', '8');
    for (const name of ['超额一', '超额二'])
      await api.call('CrmCustomer/addOrUpdate', { entity: { customer_name: name }, field: [] }, seller.token);
    const { context, page } = await open('owned');
    await button(page, cn['limit.add']).first().click();
    await dialog(page).getByLabel(cn['limit.people']).click();
    await page.keyboard.type('超额员工');
    await page.locator('.ant-select-item-option').getByText('超额员工').click();
    await page.keyboard.press('Escape');
    await dialog(page).getByLabel(cn['limit.most_owned']).fill('1');
    await button(dialog(page), cn['action.save']).click();
    const row = page.getByRole('row').filter({ hasText: '超额员工' });
    await row.getByText(text('limit.over_count', { count: 1 })).waitFor();
    await overlaysLeft(page);
    await button(row, cn['action.delete']).click();
    await page.getByText(text('limit.remove', { range: '超额员工' })).waitFor();
    await dialog(page).locator('button:focus').waitFor();
    await button(dialog(page), cn['action.ok']).click();
    await row.waitFor({ state: 'detached' });
    await overlaysLeft(page);
    await takeBack(page);
    await row.getByText(text('limit.over_count', { count: 1 })).waitFor();
    await context.close();
  });
});

describe('rules of numbers', () => {
  interface Rule {
    readonly fieldId: number;
    readonly typeName: string;
    readonly name: string;
    readonly pattern: string;
    readonly next: number | null;
  }
  const rules = () => call<Rule[]>('field/querySequenceList');

  it('say what is wrong while they are typed, show a number, and are taken back', async () => {
    const before = (await rules()).find(({ pattern }) => pattern === 'CP{00000}');
    const name = `${before?.typeName} ${before?.name}`;
    const { context, page } = await open('numbers');
    const row = page.getByRole('row').filter({ hasText: 'CP{00000}' });
    await button(row, text('number_rule.edit', { name })).click();
    const pattern = dialog(page).getByLabel(cn['number_rule.title'], { exact: true });
    await pattern.fill('产品-');
    await dialog(page).getByText(cn['sequence.counter']).waitFor();
    expect(await button(dialog(page), cn['action.save']).isDisabled()).toBe(true);
    await pattern.press('End');
    await dialog(page).getByRole('button', { name: '{0000}' }).click();
    await dialog(page).getByLabel(cn['number_rule.next'], { exact: true }).fill('888');
    await dialog(page)
      .getByText(text('number_rule.example', { number: '产品-0888' }))
      .waitFor();
    expect(['rule', await seriousFaults(page)]).toEqual(['rule', []]);
    await button(dialog(page), cn['action.save']).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('row').filter({ hasText: '产品-0888' }).waitFor();
    expect((await rules()).find(({ fieldId }) => fieldId === before?.fieldId)).toMatchObject({
      pattern: '产品-{0000}',
      next: 888,
    });
    await overlaysLeft(page);
    await takeBack(page);
    await row.waitFor();
    await context.close();
  });
});
