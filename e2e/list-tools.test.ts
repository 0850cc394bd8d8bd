import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { en } from '#shared/i18n/en.ts';
import { translate } from '#shared/i18n/translate.ts';
import { seriousFaults } from './accessibility.ts';
import { openApi, type Person } from './api.ts';
import { button, pageWidth, settled, titled } from './page.ts';
import { openProduct, type Product } from './product.ts';
import { adminPassword } from './server.ts';

let product: Product;
let token: string;
/** A person whose scenes and columns no other test uses. */
let person: Person;
beforeAll(async () => {
  product = await openProduct();
  token = await api.tokenOf('admin', adminPassword);
  person = await api.hire('清单管理员', '1');
});
afterAll(async () => product.close());

const api = openApi(() => product);
const call = (path: string, body: object) => api.call(path, body, token);
const save = async (customerName: string, more: object = {}, field: object[] = []): Promise<number> => {
  const answer = await call('CrmCustomer/addOrUpdate', { entity: { customerName, ...more }, field });
  return (answer['data'] as { customerId: number }).customerId;
};
const read = async (customerId: number) =>
  (await call('CrmCustomer/queryById', { customerId }))['data'] as Record<string, unknown>;
const row = (page: Page, name: string) => page.locator('tr.ant-table-row', { hasText: name });
const openList = async (search: string, options: Parameters<Product['open']>[0] = {}) => {
  const { context, page } = await product.open(options);
  page.setDefaultTimeout(12_000);
  await product.enter(page, person);
  await page.goto(`${product.url}/crm/customer?search=${encodeURIComponent(search)}`);
  await page.getByText(search).first().waitFor();
  return { context, page };
};
/** Its index in a row. */
const columnOf = async (page: Page, heading: string): Promise<number> =>
  (await page.locator('thead th').allTextContents()).indexOf(heading);
const choose = (page: Page, name: string) => row(page, name).locator('input[type=checkbox]').check();
const act = async (page: Page, name: string) => {
  const bar = page.getByRole('toolbar');
  const button = bar.getByRole('button', { name, exact: true });
  const folded = bar.getByRole('button', { name: cn['record_action.more'] });
  await button.or(folded).first().waitFor();
  if (await button.isVisible()) return button.click();
  await folded.click();
  await page.getByRole('menuitem', { name, exact: true }).click();
};
const more = async (page: Page, name: string) => {
  await page.getByRole('button', { name: cn['list.more'], exact: true }).click();
  await page.getByRole('menuitem', { name }).click();
};
/** The button of the dialog or question of this title. */
const ok = (page: Page, title: string | RegExp) => button(titled(page, title), cn['action.ok']);
const undo = async (page: Page) => {
  await page.getByRole('button', { name: cn['record_action.undo'] }).last().click();
  const done = page.getByText(/已撤销/).first();
  await done.waitFor();
};

describe('a cell of a list', () => {
  it('is edited in place by the rules of the form, and undone', async () => {
    const id = await save('单元格公司', { remark: '原来的' });
    const { context, page } = await openList('单元格公司');
    await row(page, '单元格公司').getByText('原来的').dblclick();
    await page.locator('td textarea:focus').fill('就地改的');
    await page.keyboard.press('Enter');
    await row(page, '单元格公司').getByText('就地改的').waitFor();
    await undo(page);
    expect((await read(id))['remark']).toBe('原来的');
    await row(page, '单元格公司')
      .locator('td')
      .nth(await columnOf(page, '手机'))
      .dblclick();
    await page.locator('td input[type=text]:focus').fill('123');
    await page.keyboard.press('Tab');
    await page.getByText(cn['field.mobile']).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('td input[type=text]').waitFor({ state: 'detached' });
    await context.close();
  });
});

describe('a row of a list', () => {
  it('offers a call and a follow-up, and the detail keeps the order of the list', async () => {
    for (const at of [3, 2, 1]) await save(`顺序页面${at}`, { mobile: '13612340000', telephone: '' });
    const { context, page } = await openList('顺序页面');
    await row(page, '顺序页面2').hover();
    const call = row(page, '顺序页面2').getByRole('link', { name: '拨打13612340000' });
    expect(await call.getAttribute('href')).toBe('tel:13612340000');
    await row(page, '顺序页面2').getByRole('button', { name: '写跟进' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.locator('textarea:focus').fill('排在最前了');
    await page.keyboard.press('Control+Enter');
    await drawer.getByText('排在最前了').last().waitFor();
    await drawer.getByRole('button', { name: '下一条' }).click();
    await drawer.getByText('顺序页面3').first().waitFor();
    expect(await drawer.locator('textarea:focus').count()).toBe(0);
    // next step, to-do and team are on the right, where there is space
    const aside = drawer.getByRole('complementary');
    await aside.getByRole('heading', { name: '下一步' }).waitFor();
    await aside.getByText('待跟进').waitFor();
    await aside.getByRole('button', { name: '写跟进' }).click();
    await drawer.locator('textarea:focus').waitFor();
    await page.setViewportSize({ width: 1200, height: 900 });
    await aside.waitFor({ state: 'detached' });
    await context.close();
  });
});

describe('actions on selected records', () => {
  it('edit a field of all of them, and undo from the list of own actions', async () => {
    const ids = [await save('批量页面甲'), await save('批量页面乙', { telephone: '010-1' })];
    const { context, page } = await openList('批量页面');
    for (const name of ['批量页面甲', '批量页面乙']) await choose(page, name);
    await act(page, cn['record_action.edit_field']);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox').first().click();
    await page.locator('.ant-select-item-option').getByText('电话', { exact: true }).click();
    await dialog.locator('input[maxlength]').fill('021-88886666');
    await ok(page, cn['record_action.edit_field']).click();
    await expect.poll(async () => (await read(ids[0] ?? 0))['telephone']).toBe('021-88886666');
    expect((await read(ids[1] ?? 0))['telephone']).toBe('021-88886666');
    await more(page, cn['undo.title']);
    await page.getByRole('dialog').getByRole('button', { name: cn['record_action.undo'] }).first().click();
    await ok(page, /^撤销「/).click();
    await expect.poll(async () => (await read(ids[1] ?? 0))['telephone']).toBe('010-1');
    expect((await read(ids[0] ?? 0))['telephone']).toBe('');
    await context.close();
  });

  it('transfer records to a colleague, show the team, and explain who sees them', async () => {
    const id = await save('转移页面公司');
    const people = (await call('system/user/queryUserList', { page: 1, limit: 15, search: '志强' }))['data'] as {
      list: { userId: number; realname: string }[];
    };
    const colleague = people.list[0] ?? { userId: 0, realname: '' };
    const { context, page } = await openList('转移页面公司');
    await choose(page, '转移页面公司');
    await act(page, cn['record_action.transfer']);
    const dialog = page.getByRole('dialog');
    await dialog.getByText(cn['record_action.old_stays']).click();
    await dialog.getByRole('combobox').first().fill(colleague.realname);
    await page.locator('.ant-select-item-option', { hasText: colleague.realname }).first().click();
    await ok(page, cn['record_action.transfer']).click();
    await expect.poll(async () => (await read(id))['ownerUserId']).toBe(colleague.userId);
    await page.getByRole('link', { name: '转移页面公司' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('tab', { name: cn['team.panel'] }).click();
    await drawer
      .getByRole('listitem')
      .filter({ hasText: colleague.realname })
      .getByText(cn['team.owner_power'])
      .waitFor();
    await drawer.getByRole('tab', { name: cn['detail.rights'] }).click();
    await drawer.getByText(cn['explain.admin']).waitFor();
    await drawer.getByLabel(cn['explain.for']).fill(colleague.realname);
    await page.locator('.ant-select-item-option', { hasText: colleague.realname }).first().click();
    await drawer.getByText(cn['explain.self']).waitFor();
    await context.close();
  });

  it('delete to the recycle bin, and restore from it', async () => {
    const id = await save('回收站页面公司');
    const { context, page } = await openList('回收站页面公司');
    await choose(page, '回收站页面公司');
    await act(page, cn['record_action.delete']);
    await ok(page, translate('cn', 'record_action.delete_one', { name: '回收站页面公司' })).click();
    await row(page, '回收站页面公司').waitFor({ state: 'detached' });
    await more(page, cn['recycle.title']);
    const dialog = page.getByRole('dialog');
    await dialog.locator('tr', { hasText: '回收站页面公司' }).locator('input[type=checkbox]').check();
    await dialog.getByRole('button', { name: cn['recycle.restore'] }).click();
    await dialog.locator('tr', { hasText: '回收站页面公司' }).waitFor({ state: 'detached' });
    expect(await read(id)).toMatchObject({ customerName: '回收站页面公司' });
    await context.close();
  });

  it('merge duplicates, with a choice for each differing field', async () => {
    const target = await save('合并页面有限公司', { mobile: '13911110000', remark: '老客户' });
    const source = await save('合并页面（有限）公司', { mobile: '13911112222' });
    for (const content of ['上门', '再上门'])
      await call('CrmCustomer/addRecord', { typesId: target, content, category: '打电话' });
    const { context, page } = await openList('合并页面');
    for (const name of ['合并页面有限公司', '合并页面（有限）公司']) await choose(page, name);
    await act(page, cn['merge.action']);
    const dialog = page.getByRole('dialog');
    await dialog.getByText(cn['merge.fields']).waitFor();
    await dialog.getByRole('radiogroup', { name: '手机', exact: true }).getByText('13911112222').click();
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => pageWidth(page)).toBeLessThanOrEqual(390);
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(await seriousFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: /^合\s?并$/ }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await read(target)).toMatchObject({ mobile: '13911112222', remark: '老客户' });
    await undo(page);
    expect(await read(source)).toMatchObject({ mobile: '13911112222' });
    await context.close();
  });

  it('work by sheet too, with bad rows reported', async () => {
    const id = await save('表格页面公司');
    const { context, page } = await openList('表格页面公司');
    await more(page, cn['bulk_sheet.dialog.title']);
    const dialog = page.getByRole('dialog');
    await dialog.getByText(cn['bulk_sheet.dialog.kind.pool']).click();
    const buffer = Buffer.from('客户名称\n表格页面公司\n没有这家公司\n');
    await dialog.locator('input[type=file]').setInputFiles({ name: '公海.csv', mimeType: 'text/csv', buffer });
    await dialog.getByRole('button', { name: cn['bulk_sheet.dialog.start'] }).click();
    await dialog.getByText('没有这家公司').first().waitFor();
    expect((await read(id))['isPool']).toBe(1);
    await dialog.getByRole('button', { name: cn['bulk_sheet.dialog.undo'] }).click();
    const question = titled(page, cn['bulk_sheet.dialog.undo_confirm']);
    await button(question, cn['import.dialog.undo_ok']).click();
    await expect.poll(async () => (await read(id))['isPool']).toBe(0);
    await context.close();
  });
});

describe('views of a list', () => {
  it('keep filters with alternatives under a name, which the list then opens with, including columns', async () => {
    await save('场景页面甲', { remark: '急' });
    await save('场景页面乙', { telephone: '010-77' });
    await save('场景页面丙');
    const { context, page } = await openList('场景页面');
    const condition = async (field: string, value: string) => {
      const form = page.getByRole('tooltip').last();
      await form.getByLabel(cn['filter.pick_field']).and(page.locator(':focus')).waitFor();
      await page.keyboard.type(`${field}\n`);
      await form.getByLabel(cn['filter.pick_value']).and(page.locator(':focus')).waitFor();
      await page.keyboard.type(`${value}\n`);
    };
    await page.getByRole('button', { name: cn['filter.add'], exact: true }).click();
    await condition('备注', '急');
    await row(page, '场景页面乙').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: cn['filter.add_or'] }).click();
    await condition('电话', '010-77');
    await row(page, '场景页面乙').waitFor();
    expect(await row(page, '场景页面丙').count()).toBe(0);
    await page.getByRole('button', { name: cn['scene.save'] }).click();
    const scene = page.getByRole('dialog');
    await scene.getByLabel(cn['scene.name_of']).fill('急或固话');
    await scene.getByText(cn['scene.make_default']).click();
    await scene.getByRole('button', { name: /^保\s?存$/ }).click();
    await page.getByRole('button', { name: /急或固话/ }).waitFor();
    await page.getByRole('button', { name: cn['columns.title'] }).click();
    await page.getByRole('button', { name: translate('cn', 'columns.freeze', { name: '电话' }) }).click();
    // saved as one leaves
    await page.locator('h1').click();
    await page.locator('th.ant-table-cell-fix', { hasText: '电话' }).waitFor();
    await page.goto(`${product.url}/crm/customer`);
    await row(page, '场景页面甲').waitFor();
    // all records first, until the scenes are loaded
    const saved = page.getByRole('button', { name: /急或固话/ });
    await expect.poll(() => saved.getAttribute('aria-current')).toBe('true');
    await page.getByRole('button', { name: '全部客户' }).click();
    await expect.poll(() => page.locator('tr.ant-table-row').count()).toBe(30);
    await page.locator('th.ant-table-cell-fix', { hasText: '电话' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: cn['scene.setup'] }).click();
    await page.getByRole('button', { name: translate('cn', 'scene.edit_of', { name: '急或固话' }) }).click();
    const edited = page.getByRole('dialog', { name: cn['scene.edit'] });
    await edited.getByLabel(cn['scene.name_of']).fill('改过的名');
    await edited.getByRole('button', { name: /^保\s?存$/ }).click();
    await edited.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: translate('cn', 'scene.remove_of', { name: '改过的名' }) }).click();
    await ok(page, translate('cn', 'scene.remove', { name: '改过的名' })).click();
    await page.getByRole('dialog').getByText('改过的名').waitFor({ state: 'detached' });
    await context.close();
  });

  it('show a board with counts, whose cards move', async () => {
    const id = await save('看板页面公司', {}, [{ fieldName: '客户级别', value: 'A（重点客户）' }]);
    const { context, page } = await openList('看板页面公司');
    await page.getByRole('button', { name: cn['board.open'] }).click();
    await page.getByRole('menuitem', { name: translate('cn', 'board.by', { name: '客户级别' }) }).click();
    const column = (name: string) => page.getByRole('region', { name });
    await column('A（重点客户）').getByText('看板页面公司').waitFor();
    await column('A（重点客户）').locator('header').filter({ hasText: 'A（重点客户）1' }).waitFor();
    await column('A（重点客户）').getByRole('listitem').dragTo(column('B（普通客户）'));
    await column('B（普通客户）').getByText('看板页面公司').waitFor();
    expect((await read(id))['客户级别']).toBe('B（普通客户）');
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('button', { name: translate('cn', 'board.move', { name: '看板页面公司' }) }).click();
    await page.getByRole('menuitem', { name: translate('cn', 'board.move_to', { name: 'C（非优先客户）' }) }).click();
    await expect.poll(async () => (await read(id))['客户级别']).toBe('C（非优先客户）');
    // a lane begins a record of its own
    await page.getByRole('button', { name: translate('cn', 'board.create', { name: 'B（普通客户）' }) }).click();
    await page.getByRole('dialog').getByText('B（普通客户）', { exact: true }).waitFor();
    await context.close();
  });

  it('scroll a hundred rows and render those in view', async () => {
    const { context, page } = await product.open();
    await product.enter(page, person);
    await page.goto(`${product.url}/crm/customer?limit=100`);
    await page.locator('.ant-table-row').first().waitFor();
    const drawn = await page.locator('.ant-table-row').count();
    expect(drawn).toBeGreaterThan(10);
    expect(drawn).toBeLessThan(60);
    const first = await page.locator('.ant-table-row a').first().textContent();
    await page.locator('.ant-table-row').first().hover();
    await page.mouse.wheel(0, 3000);
    await expect.poll(() => page.locator('.ant-table-row a').first().textContent()).not.toBe(first);
    await context.close();
  });
});

describe('changes by other people', () => {
  const edit = async (page: Page) => {
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^编\s?辑$/ })
      .click();
    const form = page.getByRole('dialog', { name: cn['crm_customer.edit'] });
    await form.getByLabel('备注').waitFor();
    return form;
  };
  const others = (customerId: number, entity: object) =>
    call('CrmCustomer/addOrUpdate', { entity: { customerId, ...entity }, field: [] });
  /** Resolves the conflict for this value of another person. */
  const settle = async (page: Page, value: string, as: 'form.keep_mine' | 'form.take_theirs') => {
    const question = page.getByRole('dialog').filter({ hasText: `「${value}」` });
    await question.getByRole('button', { name: cn[as] }).click();
    await question.waitFor({ state: 'hidden' });
  };

  it('appear in an open list automatically, and in a form as a choice for each field', async () => {
    const id = await save('实时页面公司', { remark: '甲', website: 'jia.cn', telephone: '010-11111111' });
    // beside the record the list keeps its columns where it lies below it
    const { context, page } = await openList('实时页面公司', { width: 1200 });
    await page.getByRole('link', { name: '实时页面公司' }).click();
    const form = await edit(page);
    await form.getByLabel('备注').fill('我的');
    await form.getByLabel('网址').fill('wode.cn');
    await form.getByLabel('电话', { exact: true }).fill('010-22222222');
    await others(id, { remark: '别人的', website: 'bieren.cn' });
    await expect.poll(() => row(page, '实时页面公司').getByText('别人的').count(), { timeout: 25_000 }).toBe(1);
    await page.keyboard.press('Control+Enter');
    await settle(page, 'bieren.cn', 'form.take_theirs');
    await settle(page, '别人的', 'form.keep_mine');
    // decided is saved
    await form.waitFor({ state: 'hidden' });
    expect(await read(id)).toMatchObject({ remark: '我的', website: 'bieren.cn', telephone: '010-22222222' });
    await context.close();
  });

  it('are not reverted by a form that did not touch the field, nor by a draft restored after a reload', async () => {
    const id = await save('草稿页面公司', { remark: '甲', website: 'jia.cn' });
    const { context, page } = await openList('草稿页面公司', { width: 1200 });
    await page.getByRole('link', { name: '草稿页面公司' }).click();
    let form = await edit(page);
    await form.getByLabel('备注').fill('我的');
    await others(id, { website: 'bieren.cn' });
    await expect.poll(() => row(page, '草稿页面公司').getByText('bieren.cn').count(), { timeout: 25_000 }).toBe(1);
    // as when the window gets the focus again
    await page.evaluate(`dispatchEvent(new Event('visibilitychange'))`);
    await settled(page);
    await page.keyboard.press('Control+Enter');
    await form.waitFor({ state: 'hidden' });
    expect(await read(id)).toMatchObject({ remark: '我的', website: 'bieren.cn' });

    form = await edit(page);
    await form.getByLabel('备注').fill('草稿');
    await others(id, { remark: '又是别人的', website: 'xin.cn' });
    await page.reload();
    form = await edit(page);
    expect(await form.getByLabel('网址').inputValue()).toBe('xin.cn');
    expect(await form.getByLabel('备注').inputValue()).toBe('草稿');
    await page.keyboard.press('Control+Enter');
    await settle(page, '又是别人的', 'form.keep_mine');
    await form.waitFor({ state: 'hidden' });
    expect(await read(id)).toMatchObject({ remark: '草稿', website: 'xin.cn' });
    await context.close();
  });
});

describe('the tools of a list', () => {
  it('exist in English, and on a phone without scrolling sideways', async () => {
    const { context, page } = await product.open({ language: 'en', dark: true });
    await product.enter(page, person);
    await page.goto(`${product.url}/crm/customer`);
    await page.getByRole('navigation', { name: en['scene.bar'] }).waitFor();
    await page.locator('tr.ant-table-row input[type=checkbox]').first().check();
    for (const name of [en['record_action.transfer'], en['record_action.add_members'], en['record_action.edit_field']])
      await page.getByRole('toolbar').getByRole('button', { name, exact: true }).waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => pageWidth(page)).toBeLessThanOrEqual(390);
    await context.close();
  });
});
