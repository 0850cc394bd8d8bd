import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { fill } from '#shared/i18n/fill.ts';
import { seriousFaults } from './accessibility.ts';
import { openApi } from './api.ts';
import { button, dialog, settled } from './page.ts';
import { openProduct, type Product } from './product.ts';
import { adminPassword } from './server.ts';

let product: Product;
const api = openApi(() => product);
beforeAll(async () => {
  // flows of approval are the company's
  product = await openProduct({ alone: true });
});
afterAll(async () => product.close());

const named = (key: 'flow.copy_named' | 'flow.enabled_named' | 'flow.delete_named', name: string) =>
  fill('cn', cn[key], { name });
const row = (page: Page, name: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) });
const stored = async () => {
  const token = await api.tokenOf('admin', adminPassword);
  const { list } = (await api.call('examine/queryAllExamine', { limit: 100 }, token))['data'] as {
    list: { name: string; status: number; conditions: object[] }[];
  };
  return new Map(list.map((flow) => [flow.name, flow]));
};

describe('the flows of the company', () => {
  it('are copied, switched on after a rehearsal, off after a question, deleted, and brought back', async () => {
    const token = await api.tokenOf('admin', adminPassword);
    await api.call(
      'examine/saveExamine',
      {
        categoryType: 1,
        examineType: 1,
        name: '大额合同流程',
        step: [{ stepType: 1, checkUserId: [] }],
        conditions: [{ fieldName: 'amount', condition: 'gt', value: 1_000_000 }],
      },
      token,
    );
    const { context, page } = await product.open();
    await product.enter(page);
    await product.visit(page, '/manager/system-examine');
    const copy = fill('cn', cn['flow.copy_name'], { name: '大额合同流程' });
    await button(page, named('flow.copy_named', '大额合同流程')).click();
    await row(page, copy).waitFor();
    // a copy is changed before it is in force
    const isOn = page.getByRole('switch', { name: named('flow.enabled_named', copy) });
    expect(await isOn.isChecked()).toBe(false);
    const first = await stored();
    expect(first.get(copy)).toMatchObject({ status: 0, conditions: first.get('大额合同流程')?.conditions });

    await isOn.click();
    const rehearsal = page.getByRole('dialog', { name: fill('cn', cn['flow.rehearsal'], { name: copy }) });
    await button(rehearsal, cn['flow.enable']).click();
    await expect.poll(() => isOn.isChecked()).toBe(true);
    expect((await stored()).get(copy)?.status).toBe(1);

    await isOn.click();
    await dialog(page)
      .getByText(fill('cn', cn['flow.disable_question'], { name: copy }))
      .waitFor();
    // nothing happens without the answer
    await button(dialog(page), cn['action.cancel']).click();
    expect((await stored()).get(copy)?.status).toBe(1);
    await isOn.click();
    await button(dialog(page), cn['action.ok']).click();
    await expect.poll(() => isOn.isChecked()).toBe(false);
    expect((await stored()).get(copy)?.status).toBe(0);
    expect(await seriousFaults(page)).toEqual([]);

    await button(page, named('flow.delete_named', copy)).click();
    await dialog(page)
      .getByText(fill('cn', cn['flow.delete_question'], { name: copy }))
      .waitFor();
    await button(dialog(page), cn['action.ok']).click();
    await row(page, copy).waitFor({ state: 'detached' });
    expect((await stored()).has(copy)).toBe(false);

    await button(page, cn['setting.changes']).click();
    const history = page.getByRole('dialog', { name: cn['setting.changes'] });
    await history.getByRole('button', { name: /^撤销/ }).first().click();
    await button(page.getByRole('dialog', { name: cn['setting.take_back_question'] }), cn['action.ok']).click();
    await page.getByText(cn['setting.taken_back']).waitFor();
    await settled(page);
    await page.keyboard.press('Escape');
    await row(page, copy).waitFor();
    expect((await stored()).get(copy)).toMatchObject({ status: 0 });
    await context.close();
  });
});
