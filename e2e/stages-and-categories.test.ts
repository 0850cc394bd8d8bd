import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { seriousFaults } from './accessibility.ts';
import { button, dialog, overlaysLeft, pageWidth, settled } from './page.ts';
import { address, openParameters, takeBack, text } from './parameters.ts';
import { openProduct, type Product } from './product.ts';

let product: Product;
beforeAll(async () => {
  // what is set up here is everybody's business
  product = await openProduct({ alone: true });
});
afterAll(async () => product.close());

const { call, open } = openParameters(() => product);

describe('groups of stages', () => {
  interface Group {
    readonly typeId: number;
    readonly name: string;
    readonly inUse: number;
    readonly statusList: readonly { readonly statusId: number; readonly name: string; readonly rate: number }[];
  }
  const groups = async () => (await call<{ list: Group[] }>('businessType/queryBusinessTypeList', { limit: 100 })).list;
  const stagesOf = async (name: string) =>
    (await groups()).find((group) => group.name === name)?.statusList.map((stage) => [stage.name, stage.rate]);

  it('are made with stages in order, refused with the words of the rules, changed by keys, and taken back', async () => {
    const { context, page } = await open('stages');
    await button(page, cn['stage_group.new']).click();
    const form = page.getByRole('dialog', { name: cn['stage_group.new'] });
    const stage = (place: number) => page.getByLabel(text('stage_group.stage_name', { place }), { exact: true });
    const rate = (place: number) => page.getByLabel(text('stage_group.rate', { place }), { exact: true });
    await button(form, cn['action.save']).click();
    await form.getByText(cn['business_type.name']).waitFor();
    await form.getByText(cn['business_type.no_stages']).waitFor();
    await form.getByLabel(cn['stage_group.name']).fill('渠道商机');
    for (const [place, name] of ['接触', '试用', '签约'].entries()) await stage(place + 1).fill(name);
    await rate(3).fill('101');
    await button(form, cn['action.save']).click();
    await form.getByText(cn['business_type.rate']).waitFor();
    await rate(3).fill('90');
    for (const [end, at] of [
      ['crm_business.won', '100%'],
      ['crm_business.lost', '0%'],
      ['crm_business.invalid', '0%'],
    ] as const)
      expect(await form.locator('li[data-fixed]', { hasText: cn[end] }).innerText()).toContain(at);
    await button(form, text('columns.up', { name: text('stage_group.stage', { place: 3 }) })).focus();
    await page.keyboard.press('Enter');
    expect(await stage(2).inputValue()).toBe('签约');
    expect(['form', await seriousFaults(page)]).toEqual(['form', []]);
    await button(form, cn['action.save']).click();
    await form.waitFor({ state: 'detached' });
    expect(await stagesOf('渠道商机')).toEqual([
      ['接触', 20],
      ['签约', 90],
      ['试用', 40],
    ]);
    const row = page.getByRole('row').filter({ hasText: '渠道商机' });
    const { realname } = await call<{ realname: string }>('system/user/queryLoginUser');
    for (const shown of ['接触 20% → 签约 90% → 试用 40%', cn['stage_group.everybody'], realname])
      expect(await row.innerText()).toContain(shown);

    await button(row, text('stage_group.edit', { name: '渠道商机' })).click();
    await stage(1).fill('首次接触');
    await button(dialog(page), cn['action.save']).click();
    await row.getByText('首次接触 20%').waitFor();
    await overlaysLeft(page);
    await takeBack(page);
    await row.getByText(/^接触 20%/).waitFor();
    await button(row, text('stage_group.more', { name: '渠道商机' })).click();
    await page.getByRole('menuitem', { name: cn['action.delete'] }).click();
    await page.getByText(text('stage_group.delete', { name: '渠道商机' })).waitFor();
    await dialog(page).locator('button:focus').waitFor();
    await button(dialog(page), cn['action.ok']).click();
    await row.waitFor({ state: 'detached' });
    await overlaysLeft(page);
    await takeBack(page);
    await row.waitFor();
    expect((await stagesOf('渠道商机'))?.[0]).toEqual(['接触', 20]);
    await context.close();
  });

  it('in use are read only and say so, offer a copy, and are not deleted', async () => {
    const used = (await groups()).find(({ inUse }) => inUse === 1);
    expect(used).toBeDefined();
    const name = used?.name ?? '';
    const { context, page } = await open('stages');
    const row = page.getByRole('row').filter({ hasText: cn['stage_group.in_use'] }).filter({ hasText: name }).first();
    await button(row, text('stage_group.more', { name })).click();
    await page.getByRole('menuitem', { name: cn['action.delete'] }).click();
    await page.getByText(cn['business_type.in_use_delete']).waitFor();
    await button(row, text('stage_group.view', { name })).click();
    await dialog(page).getByText(cn['business_type.in_use'], { exact: true }).waitFor();
    expect(await dialog(page).getByRole('textbox').count()).toBe(0);
    for (const { name: stage } of used?.statusList ?? [])
      await dialog(page).getByText(stage, { exact: true }).waitFor();
    await button(dialog(page), cn['stage_group.copy']).click();
    const form = page.getByRole('dialog', { name: cn['stage_group.new'] });
    await button(form, cn['action.save']).click();
    await form.waitFor({ state: 'detached' });
    const copy = text('stage_group.copy_name', { name });
    await page.getByRole('row').filter({ hasText: copy }).waitFor();
    expect(await stagesOf(copy)).toEqual(used?.statusList.map((stage) => [stage.name, stage.rate]));
    await context.close();
  });

  it('are typed on a phone, 390 wide, and reasons for an end beside them', async () => {
    const { context, page } = await open('stages', { width: 390, height: 844 });
    await button(page, cn['stage_group.new']).click();
    await dialog(page).getByLabel(cn['stage_group.name']).fill('手机上的商机组');
    await settled(page);
    expect(await pageWidth(page)).toBe(390);
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await page.goto(`${product.url}${address}/reasons`);
    const lost = page.getByLabel(cn['stage_group.lost_reasons'], { exact: true });
    const before = await lost.inputValue();
    await lost.fill('太贵\n太贵');
    const save = button(page, text('stage_group.save_reasons', { name: cn['stage_group.lost_reasons'] }));
    await save.click();
    await page.getByText(text('business_type.reason_twice', { name: '太贵' })).waitFor();
    await lost.fill('太贵\n没预算');
    await save.click();
    await page.getByText(cn['action.done']).waitFor();
    expect(await call('businessType/queryReasons', { isEnd: 2 })).toEqual(['太贵', '没预算']);
    await takeBack(page);
    await expect.poll(() => lost.inputValue()).toBe(before);
    expect(await pageWidth(page)).toBe(390);
    await context.close();
  });
});

describe('categories of products', () => {
  interface Node {
    readonly name: string;
    readonly children?: readonly Node[];
  }
  const names = (nodes: readonly Node[]): unknown[] =>
    nodes.map(({ name, children }) => (children ? [name, names(children)] : name));
  const tree = async () => names(await call<Node[]>('CrmProductCategory/queryList'));

  it('are made below and beside, renamed, put in order and deleted by a menu of keys, and taken back', async () => {
    const start = await tree();
    const { context, page } = await open('categories');
    const act = async (name: string, title: string) => {
      await button(page, text('tree.acts', { name })).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: title }).click();
    };
    const write = async (name: string) => {
      await page.getByLabel(cn['tree.name'], { exact: true }).fill(name);
      await page.keyboard.press('Enter');
      await page.locator('.ant-tree').getByText(name, { exact: true }).waitFor();
      await settled(page);
    };
    await button(page, cn['tree.add']).click();
    await write('设备');
    await act('设备', cn['tree.add_below']);
    await write('打印机');
    await act('打印机', cn['tree.add_beside']);
    await write('扫描仪');
    await act('扫描仪', cn['tree.up']);
    await expect.poll(tree).toEqual([...start, ['设备', ['扫描仪', '打印机']]]);
    await act('打印机', cn['tree.rename']);
    await write('激光打印机');
    expect(await tree()).toEqual([...start, ['设备', ['扫描仪', '激光打印机']]]);
    await act('设备', cn['tree.delete']);
    await dialog(page).locator('button:focus').waitFor();
    await button(dialog(page), cn['action.ok']).click();
    await page.getByText(cn['product_category.has_children']).waitFor();
    await overlaysLeft(page);
    await act('扫描仪', cn['tree.delete']);
    await dialog(page).locator('button:focus').waitFor();
    await button(dialog(page), cn['action.ok']).click();
    await page.locator('.ant-tree').getByText('扫描仪', { exact: true }).waitFor({ state: 'detached' });
    await overlaysLeft(page);
    await takeBack(page);
    await page.locator('.ant-tree').getByText('扫描仪', { exact: true }).waitFor();
    expect(await tree()).toEqual([...start, ['设备', ['激光打印机', '扫描仪']]]);
    expect(['tree', await seriousFaults(page)]).toEqual(['tree', []]);
    await context.close();
  });
});
