import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { translate } from '#shared/i18n/translate.ts';
import { companyTime } from '#shared/record/time.ts';
import { openApi, type Person } from './api.ts';
import { openProduct, type Product } from './product.ts';

// The acts that people repeat all day, with the presses that they take.

let product: Product;
let seller: Person;
const api = openApi(() => product);
const names = Array.from({ length: 12 }, (_, at) => `十行公司${String(at).padStart(2, '0')}`);
const ids = new Map<string, number>();
beforeAll(async () => {
  product = await openProduct();
  seller = await api.hire('常用功', '1');
  for (const name of names) {
    const entity = { customerName: name, mobile: '13812345678', telephone: '' };
    const saved = await api.call('CrmCustomer/addOrUpdate', { entity, field: [] }, seller.token);
    ids.set(name, (saved['data'] as { customerId: number }).customerId);
  }
});
afterAll(async () => product.close());

const read = async (name: string) =>
  (await api.call('CrmCustomer/queryById', { customerId: ids.get(name) }, seller.token))['data'] as Record<
    string,
    unknown
  >;

/** Counts presses of keys and of the mouse. */
function counted(page: Page) {
  let presses = 0;
  return {
    press: async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
      presses += keys.length;
    },
    click: async (name: string) => {
      await page.getByRole('button', { name, exact: true }).click();
      presses += 1;
    },
    presses: () => presses,
  };
}

/** A list of customers; the rules of its fields come as late as is said. */
const openList = async (search: string, rules: Promise<undefined> | null = null) => {
  const { context, page } = await product.open();
  if (rules) await page.route('**/api/field/queryField', async (route) => (await rules, route.continue()));
  await product.enter(page, seller);
  await product.visit(page, `/crm/customer?search=${encodeURIComponent(search)}&sort=customerName&order=2`);
  await page.locator('tr.ant-table-row').first().waitFor();
  return { context, page };
};

describe('finding a customer and calling', () => {
  it('takes four keys: the number is in the head of the record', async () => {
    const { context, page } = await product.open();
    await product.enter(page, seller);
    await product.visit(page, '/crm/workbench');
    const { press, presses } = counted(page);
    await press('/');
    await page.locator('input[type=search]:focus').waitFor();
    await press('0', '7');
    await page.getByRole('option', { selected: true }).getByText('十行公司07').waitFor();
    await press('Enter');
    const call = page
      .getByRole('dialog')
      .getByRole('link', { name: translate('cn', 'cell.call', { number: '13812345678' }) });
    await call.waitFor();
    expect(await call.getAttribute('href')).toBe('tel:13812345678');
    expect(presses()).toBeLessThanOrEqual(4);
    await context.close();
  });
});

describe('a follow-up with a next contact', () => {
  it('takes three presses beside its text, at nine in the morning', async () => {
    const { context, page } = await openList('十行公司01');
    const { press, click, presses } = counted(page);
    await page.locator('tr.ant-table-row').first().hover();
    await page.getByRole('button', { name: cn['cell.follow_up'] }).first().click();
    await page.locator('textarea:focus').waitFor();
    await page.keyboard.type('谈妥了价格');
    await click(cn['moment.in_three_days']);
    await click(cn['detail.publish']);
    await page.getByRole('listitem').getByText('谈妥了价格').waitFor();
    await press();
    expect(presses() + 1).toBeLessThanOrEqual(3);
    const { data } = await api.call('CrmCustomer/getRecord', { customerId: ids.get('十行公司01') }, seller.token);
    const day = companyTime(Date.now() + 3 * 86_400_000).slice(0, 10);
    expect(data).toMatchObject([{ content: '谈妥了价格', nextTime: `${day} 09:00:00` }]);
    await context.close();
  });
});

describe('changing a value in ten rows', () => {
  it('takes a value and Enter for each, one call for each, and no row moves', async () => {
    const { context, page } = await openList('十行公司');
    const rows = page.locator('tr.ant-table-row');
    await expect.poll(() => rows.count()).toBe(12);
    const order = await rows.locator('td:nth-child(2)').allTextContents();
    const column = (await page.locator('thead th').allTextContents()).indexOf('电话');
    await rows.first().locator('td').nth(column).click();
    const calls: string[] = [];
    page.on('request', (request) => {
      if (/\/api\/Crm(?!BackLog)/.test(request.url())) calls.push(request.url().replace(/^.*\/api\//, ''));
    });
    await page.locator('td[data-cursor]').waitFor();
    const { press, presses } = counted(page);
    for (let at = 0; at < 10; at += 1) {
      await page.keyboard.type(`010-${at}`);
      await press('Enter');
    }
    for (const [at, name] of names.slice(0, 10).entries())
      await expect.poll(async () => (await read(name))['telephone']).toBe(`010-${at}`);
    expect((await read('十行公司10'))['telephone']).toBeFalsy();
    expect(calls).toEqual(Array.from({ length: 10 }, () => 'CrmCustomer/updateFieldByIds'));
    expect(await rows.locator('td:nth-child(2)').allTextContents()).toEqual(order);
    expect(presses()).toBe(10);
    await context.close();
  });

  it('takes what is typed for several rows before the first box is there', async () => {
    const rules = Promise.withResolvers<undefined>();
    const { context, page } = await openList('十行公司', rules.promise);
    const rows = page.locator('tr.ant-table-row');
    await expect.poll(() => rows.count()).toBe(12);
    const column = (await page.locator('thead th').allTextContents()).indexOf('电话');
    await rows.first().locator('td').nth(column).click();
    await page.locator('td[data-cursor]').waitFor();
    for (const number of ['021', '022', '023']) {
      await page.keyboard.type(number);
      await page.keyboard.press('Enter');
    }
    expect(await page.locator('td input[type=text]').count()).toBe(0);
    rules.resolve(undefined);
    for (const [at, name] of names.slice(0, 3).entries())
      await expect.poll(async () => (await read(name))['telephone']).toBe(`02${at + 1}`);
    await context.close();
  });

  it('takes what is typed in place of the value, however soon after the key that asks for the box', async () => {
    const rules = Promise.withResolvers<undefined>();
    const { context, page } = await openList('十行公司', rules.promise);
    const column = (await page.locator('thead th').allTextContents()).indexOf('电话');
    for (const [at, key] of ['F2', 'Enter'].entries()) {
      await page.locator('tr.ant-table-row').nth(at).locator('td').nth(column).click();
      await page.locator('td[data-cursor]').waitFor();
      await page.keyboard.press(key);
      await page.keyboard.type(`03${at}`);
      await page.keyboard.press('Enter');
      rules.resolve(undefined);
      await expect.poll(async () => (await read(names[at] ?? ''))['telephone']).toBe(`03${at}`);
    }
    await context.close();
  });

  it('keeps to the rules of the form, and gives a refused text back to be mended', async () => {
    const { context, page } = await openList('十行公司11');
    const rows = page.locator('tr.ant-table-row');
    const column = (await page.locator('thead th').allTextContents()).indexOf('客户名称');
    await rows
      .first()
      .locator('td')
      .nth(column)
      .dblclick({ position: { x: 8, y: 30 } });
    await page.locator('td input[type=text]:focus').fill('');
    await page.keyboard.press('Enter');
    await page.getByText('客户名称不能为空').waitFor();
    await page.locator('td input[type=text]:focus').fill('十行公司10');
    await page.keyboard.press('Enter');
    // the name is taken: the text is there again
    await expect.poll(() => page.locator('td input[type=text]:focus').inputValue()).toBe('十行公司10');
    await page.keyboard.press('Escape');
    await rows.first().getByRole('link', { name: '十行公司11' }).waitFor();
    expect((await read('十行公司11'))['customerName']).toBe('十行公司11');
    await context.close();
  });
});

describe('a block from a sheet', () => {
  it('is pasted over cells after a look at what it changes: one call, one undo', async () => {
    const { context, page } = await openList('十行公司');
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const rows = page.locator('tr.ant-table-row');
    await expect.poll(() => rows.count()).toBe(12);
    const column = (await page.locator('thead th').allTextContents()).indexOf('手机');
    await rows.nth(8).locator('td').nth(column).click();
    await page.locator('td[data-cursor]').waitFor();
    // the second number is none
    const block = JSON.stringify('13900000008\t021-8\r\n12\t021-9\r\n');
    await page.evaluate(`navigator.clipboard.writeText(${block})`);
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/updateField')) calls.push(request.postData() ?? '');
    });
    await page.keyboard.press('Control+v');
    const dialog = page.getByRole('dialog', { name: cn['paste.title'] });
    await dialog.getByText(cn['field.mobile']).waitFor();
    expect((await read('十行公司08'))['mobile']).toBe('13812345678');
    await dialog.getByRole('button', { name: translate('cn', 'paste.write', { count: 3 }) }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await read('十行公司08')).toMatchObject({ mobile: '13900000008', telephone: '021-8' });
    expect(await read('十行公司09')).toMatchObject({ mobile: '13812345678', telephone: '021-9' });
    await rows.nth(8).getByText('139 0000 0008'.replaceAll(' ', '')).waitFor();
    // one to look, one to write
    expect(calls).toHaveLength(2);
    await page.getByRole('button', { name: cn['record_action.undo'] }).last().waitFor();
    await page.keyboard.press('Control+z');
    await expect.poll(async () => (await read('十行公司09'))['telephone']).not.toBe('021-9');
    expect((await read('十行公司08'))['mobile']).toBe('13812345678');
    await context.close();
  });
});

describe('a search', () => {
  it('goes by initials and says where, and offers to create what it does not find', async () => {
    const { context, page } = await openList('sxgs');
    await page.locator('mark').getByText('十行公司').first().waitFor();
    await page.locator('input[type=search]').first().fill('没有的公司名');
    await page.getByRole('button', { name: translate('cn', 'list.create_named', { name: '没有的公司名' }) }).click();
    const form = page.getByRole('dialog', { name: cn['crm_customer.new'] });
    await expect.poll(() => form.getByLabel('客户名称').inputValue()).toBe('没有的公司名');
    await context.close();
  });
});

describe('a condition with several values', () => {
  it('is chosen at once, and stands as one chip', async () => {
    await api.call(
      'CrmCustomer/addOrUpdate',
      {
        entity: { customerId: ids.get('十行公司05') },
        field: [{ fieldName: '客户级别', value: 'B（普通客户）' }],
      },
      seller.token,
    );
    await api.call(
      'CrmCustomer/addOrUpdate',
      {
        entity: { customerId: ids.get('十行公司06') },
        field: [{ fieldName: '客户级别', value: 'C（非优先客户）' }],
      },
      seller.token,
    );
    const { context, page } = await openList('十行公司');
    await page.getByRole('button', { name: cn['filter.add'], exact: true }).click();
    const form = page.getByRole('tooltip').last();
    await form.getByRole('combobox', { name: cn['filter.pick_field'] }).fill('客户级别');
    await page.keyboard.press('Enter');
    const values = form.getByRole('group', { name: cn['filter.pick_value'] });
    for (const option of ['B（普通客户）', 'C（非优先客户）'])
      await values.getByRole('checkbox', { name: option }).check();
    await form.getByRole('button', { name: /^确\s?定$/ }).click();
    const rows = page.locator('tr.ant-table-row');
    await expect.poll(() => rows.count()).toBe(2);
    await page.getByText('B（普通客户） / C（非优先客户）').waitFor();
    await page.reload();
    await expect.poll(() => rows.count()).toBe(2);
    await context.close();
  });
});

describe('setting up the rules of the pool', () => {
  it('starts from days that take nobody at once, and says whom others take before they are saved', async () => {
    const { context, page } = await product.open();
    await product.enter(page);
    await product.visit(page, '/manager/system-customer/customer');
    await page.getByRole('switch', { name: cn['pool_rules.enabled'], exact: true }).click();
    await page.getByText(translate('cn', 'pool_forecast.empty', { days: 7 })).waitFor();
    await page.getByLabel(cn['pool_rules.deal_day']).fill('3');
    // beside the form while it is filled in
    const row = page.locator('tbody tr.ant-table-row').first();
    await row.getByText(translate('cn', 'pool.rule.deal', { days: 3 })).waitFor();
    const name = (await row.getByRole('link').textContent()) ?? '';
    const figure =
      (await page
        .locator('b')
        .filter({ hasText: /^[\d,]+$/ })
        .textContent()) ?? '';
    const changed = translate('cn', 'pool_rules.changed_deal_day', { from: 90, to: 3 });
    await page.getByRole('status').getByText(changed).waitFor();
    const saves: string[] = [];
    page.on('request', (request) => void (/updateRulesSetting/.test(request.url()) && saves.push(request.url())));
    await page.getByRole('button', { name: cn['action.save'], exact: true }).click();
    const question = page.getByRole('dialog', { name: cn['pool_rules.switch_on'] });
    await question.getByText(translate('cn', 'pool_rules.takes', { count: figure, days: 7 })).waitFor();
    await question.getByText(name, { exact: true }).waitFor();
    await question.getByRole('button', { name: cn['action.cancel'], exact: true }).click();
    await question.waitFor({ state: 'detached' });
    expect(saves).toEqual([]);
    await page.getByRole('button', { name: cn['form.discard'], exact: true }).click();
    await page.getByText(cn['pool_forecast.off']).waitFor();
    await context.close();
  });
});

describe('the keys of a list', () => {
  it('move, select, and open; Escape clears the selection', async () => {
    const { context, page } = await openList('十行公司');
    await page.locator('h1').click();
    for (const key of ['ArrowDown', 'ArrowDown', 'x', 'ArrowDown', 'x']) await page.keyboard.press(key);
    const bar = page.getByRole('toolbar', { name: translate('cn', 'list.selected', { count: 2 }) });
    await bar.waitFor();
    await page.keyboard.press('Escape');
    await bar.waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('heading', { name: '十行公司02' }).waitFor();
    // j and k go along the list
    await page.keyboard.press('j');
    await page.getByRole('dialog').getByRole('heading', { name: '十行公司03' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: cn['keys.title'] }).getByText(cn['keys.select']).waitFor();
    await context.close();
  });

  it('are letters of a search from its key on, before it is there', async () => {
    const { context, page } = await openList('十行公司');
    await page.keyboard.press('/');
    // a new record, a selection: keys of the list
    await page.keyboard.type('nx');
    await page.locator('input[type=search]:focus').waitFor();
    expect(await page.locator('input[type=search]:focus').inputValue()).toBe('nx');
    expect(await page.getByText(translate('cn', 'list.selected', { count: 1 })).count()).toBe(0);
    await context.close();
  });

  it('run a command from anywhere', async () => {
    const { context, page } = await openList('十行公司');
    await page.keyboard.press('Control+k');
    await page.locator('input[type=search]:focus').waitFor();
    await page.keyboard.type('仪表');
    await page.getByRole('option', { name: cn['page.workbench'] }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/workbench/);
    await context.close();
  });
});
