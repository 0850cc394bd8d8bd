import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { translate } from '#shared/i18n/translate.ts';
import { openApi } from './api.ts';
import { settled } from './page.ts';
import { openProduct, type Product } from './product.ts';
import { adminPassword } from './server.ts';
import { chooseFiles, someFiles } from './some-files.ts';

let product: Product;
let token: string;
/** A person of the demo company. */
let colleague: string;
let files: Awaited<ReturnType<typeof someFiles>>;
beforeAll(async () => {
  product = await openProduct({ alone: true });
  token = await api.tokenOf('admin', adminPassword);
  const people = (await call('system/user/queryUserList', { page: 1, limit: 15 }))['data'] as {
    list: { realname: string }[];
  };
  colleague = people.list[3]?.realname ?? '';
  files = await someFiles();
});
afterAll(async () => product.close());

const api = openApi(() => product);
const call = (path: string, body: object, as = token) => api.call(path, body, as);
const open = async (path = '/crm/customer') => {
  const { context, page } = await product.open();
  await product.enter(page);
  await page.goto(product.url + path);
  await page.getByRole('table').first().waitFor();
  return { context, page };
};
const form = (page: Page) => page.getByRole('dialog').last();

describe('a form with every kind of field', () => {
  const kinds = [
    'text',
    'number',
    'floatnumber',
    'percent',
    'mobile',
    'email',
    'textarea',
    'select',
    'checkbox',
    'date',
    'datetime',
    'user',
    'structure',
    'file',
  ] as const;
  const labelOf = (kind: string) => `自定义${kind}`;

  it('is built from the set-up, filled, saved and read back', async () => {
    const before = (await call('field/list', { label: 2 }))['data'] as object[];
    const own = kinds.map((formType) => ({
      name: labelOf(formType),
      formType,
      fieldType: 0,
      isNull: 0,
      isUnique: 0,
      setting: ['select', 'checkbox'].includes(formType) ? ['甲', '乙'] : [],
    }));
    await call('field/save', { label: 2, data: [...before, ...own] });
    const { context, page } = await open('/crm/customer?create=1');
    const box = (kind: string) => form(page).getByLabel(labelOf(kind), { exact: true });
    await form(page).getByLabel(cn['crm_customer.customer_name']).fill('全字段公司');
    await form(page).getByLabel(cn['crm_customer.receipt_title']).fill('全字段公司');
    await form(page).getByLabel(cn['crm_customer.receipt_identifier']).fill('123456789012345');
    await form(page).getByLabel(cn['crm_customer.website']).fill('www.example.cn/联系');
    await box('text').fill('一段文字');
    await box('number').fill('12.5');
    await box('floatnumber').fill('(￥1,234.5)');
    await box('percent').fill('12.5%');
    await box('mobile').fill('13812340000');
    // after blur it is formatted as an amount
    expect(await box('floatnumber').inputValue()).toBe('-1,234.50');
    expect(await box('percent').inputValue()).toBe('12.50');
    await box('email').fill('a@b.cn');
    await box('textarea').fill('多行');
    for (const [kind, option] of [
      ['select', '甲'],
      ['checkbox', '乙'],
    ] as const) {
      await box(kind).click();
      await page.getByTitle(option, { exact: true }).last().click();
      await page.keyboard.press('Tab');
    }
    await box('date').fill('2026-12-01');
    await page.keyboard.press('Tab');
    await box('datetime').fill('2026-12-01 09:30:00');
    await page.keyboard.press('Tab');
    await settled(page);
    await box('user').fill(colleague);
    await page.locator('.ant-select-item-option').filter({ hasText: colleague }).last().click();
    await page.keyboard.press('Tab');
    await box('structure').click();
    await page
      .getByRole('dialog', { name: cn['widget.choose_dept'] })
      .getByLabel(cn['widget.search_dept'])
      .fill('财务');
    await page.getByRole('checkbox', { name: /财务部/ }).check();
    await page.keyboard.press('Escape');
    await chooseFiles(page, cn['widget.add_file'], [files.pdf, files.long]);
    await page.getByText(cn['widget.uploaded']).first().waitFor();
    const short = page.getByRole('button', { name: translate('cn', 'widget.open_file', { name: files.long.name }) });
    expect(((await short.textContent()) ?? '').replace('…', '').replace('...', '').length).toBeLessThanOrEqual(25);
    await page
      .getByRole('button', { name: translate('cn', 'widget.delete_file_named', { name: files.long.name }) })
      .click();
    await page.getByText('您确定要删除该文件吗?').waitFor();
    await page.getByRole('button', { name: cn['action.ok'], exact: true }).last().click();
    await short.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+Enter');
    await page.getByText('添加成功').waitFor();
    await page.getByRole('tab', { name: cn['detail.information'] }).click();
    const drawer = page.getByRole('tabpanel').last();
    for (const text of [
      '一段文字',
      '12.5',
      '-1,234.50',
      '12.50%',
      '13812340000',
      'a@b.cn',
      '多行',
      '甲',
      '乙',
      '2026-12-01',
      '2026-12-01 09:30',
      colleague,
      '财务部',
    ])
      await drawer.getByText(text, { exact: true }).first().waitFor();
    // an address becomes a link
    const leads = (name: string) => drawer.getByRole('link', { name, exact: true }).first().getAttribute('href');
    expect(await leads('www.example.cn/联系')).toBe(new URL('https://www.example.cn/联系').href);
    expect(await leads('a@b.cn')).toBe('mailto:a@b.cn');
    expect(await leads('13812340000')).toBe('tel:13812340000');
    const fetched = page.waitForEvent('download');
    await drawer.getByRole('button', { name: files.pdf.name }).click();
    expect((await fetched).suggestedFilename()).toBe(files.pdf.name);
    const { list } = (await call('CrmCustomer/queryPageList', { search: '全字段公司' }))['data'] as {
      list: Record<string, unknown>[];
    };
    expect(list[0]).toMatchObject({ 自定义checkbox: '乙', 自定义user: colleague, 自定义structure: '财务部' });
    await context.close();
  });

  it('checks each field on blur, in the required words', async () => {
    const { context, page } = await open('/crm/customer?create=1');
    const said = async (label: string, value: string, message: string) => {
      const box = form(page).getByLabel(label).first();
      await box.fill(value);
      await box.blur();
      await form(page).getByText(message).waitFor();
    };
    // left as it was
    await form(page).getByLabel(cn['crm_customer.customer_name']).focus();
    await page.keyboard.press('Tab');
    await form(page).getByText('客户名称不能为空').waitFor();
    await form(page).getByLabel(cn['crm_customer.customer_name']).fill('x');
    await form(page).getByText('客户名称不能为空').waitFor({ state: 'detached' });
    await said(cn['crm_customer.customer_name'], '', '客户名称不能为空');
    await said(labelOf('number'), '1234567890123', '数字的整数部分须少于12位，小数部分须少于4位');
    await said(labelOf('floatnumber'), '12345678901', '货币的整数部分须少于10位，小数部分须少于2位');
    await said(labelOf('email'), 'a@b.museum', '邮箱格式有误');
    await said(labelOf('mobile'), '123', '手机格式有误');
    await call('CrmCustomer/addOrUpdate', { entity: { customer_name: '已有的公司' }, field: [] });
    const taken = translate('cn', 'field.unique', { name: '客户名称', value: '已有的公司' });
    await said(cn['crm_customer.customer_name'], '已有的公司', taken);
    await page.route('**/api/field/verify', (route) => route.fulfill({ json: { code: 500, msg: '' } }));
    await said(cn['crm_customer.customer_name'], '另一个公司', '验证出错');
    const name = form(page).getByLabel(cn['crm_customer.customer_name']);
    await name.fill('长'.repeat(60));
    expect(await name.inputValue()).toHaveLength(50);
    const remark = form(page).getByLabel(cn['crm_customer.remark'], { exact: true });
    await remark.fill('长'.repeat(250));
    expect(await remark.inputValue()).toHaveLength(200);
    await form(page).getByText('200 / 200').waitFor();
    expect(await remark.getAttribute('rows')).toBe('3');
    // saving reports all problems at once, and the caret is at the first
    const fresh = await open('/crm/customer?create=1');
    await form(fresh.page).getByLabel(cn['crm_customer.mobile'], { exact: true }).fill('12');
    await form(fresh.page).getByLabel(labelOf('email')).first().fill('a@');
    await fresh.page.keyboard.press('Control+Enter');
    for (const message of ['客户名称不能为空', '手机格式有误', '邮箱格式有误'])
      await form(fresh.page).getByText(message).first().waitFor();
    await form(fresh.page).getByLabel(cn['crm_customer.customer_name']).and(fresh.page.locator(':focus')).waitFor();
    await fresh.context.close();
    await context.close();
  });

  it('tells at the change that a required choice was emptied', async () => {
    const rows = (await call('field/list', { label: 2 }))['data'] as { name: string }[];
    const save = (isNull: number) =>
      call('field/save', {
        label: 2,
        data: rows.map((row) => (row.name === labelOf('select') ? { ...row, isNull } : row)),
      });
    await save(1);
    try {
      const { context, page } = await open('/crm/customer?create=1');
      const field = form(page).locator(`[data-field="${labelOf('select')}"]`);
      await field.locator('input').click();
      await page.getByTitle('甲', { exact: true }).last().click();
      const message = field.getByText(translate('cn', 'field.required', { name: labelOf('select') }));
      expect(await message.count()).toBe(0);
      await field.hover();
      await field.locator('.ant-select-clear').click();
      await message.waitFor();
      await context.close();
    } finally {
      await save(0);
    }
  });

  it('does not call the name of the record itself taken', async () => {
    const own = await call('CrmCustomer/addOrUpdate', { entity: { customer_name: '自己的名称' }, field: [] });
    const { customerId } = own['data'] as { customerId: number };
    const { batchId } = (await call('CrmCustomer/queryById', { customerId }))['data'] as { batchId: string };
    const { context, page } = await open(`/crm/customer?rowId=${customerId}`);
    await page.getByRole('dialog').getByRole('button', { name: cn['action.edit'] }).first().click();
    const name = form(page).getByLabel(cn['crm_customer.customer_name']);
    await name.fill('自己的名称 ');
    const answered = page.waitForResponse(/field\/verify/);
    await name.blur();
    const asked = (await answered).request().postDataJSON() as Record<string, unknown>;
    expect(asked).toMatchObject({ value: '自己的名称 ', batchId });
    expect(await call('field/verify', asked)).toMatchObject({ code: 0 });
    expect(await form(page).getByRole('alert').count()).toBe(0);
    await context.close();
  });

  it('asks before it is closed, and states what it is for', async () => {
    const { context, page } = await open('/crm/customer?create=1');
    await form(page).getByText(cn['crm_customer.new']).first().waitFor();
    await form(page).getByRole('heading', { name: cn['form.basic'] }).waitFor();
    await form(page).getByLabel(cn['crm_customer.website']).fill('www.a.cn');
    await page.keyboard.press('Escape');
    await page.getByText(cn['form.leave']).waitFor();
    // an accidental Enter discards nothing
    await page.locator('button:focus').getByText(cn['form.keep_editing']).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText(cn['form.leave']).waitFor({ state: 'detached' });
    expect(await form(page).getByLabel(cn['crm_customer.website']).inputValue()).toBe('www.a.cn');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: cn['form.discard'] }).click();
    await form(page).waitFor({ state: 'detached' });
    await context.close();
  });

  it('moves from input to input by Enter, and is saved by Ctrl+Enter wherever the caret is', async () => {
    const { context, page } = await open('/crm/customer?create=1');
    await form(page).getByLabel(cn['crm_customer.customer_name']).fill('回车前进公司');
    await page.keyboard.press('Enter');
    await page.keyboard.type('13812340001');
    await page.keyboard.press('Enter');
    await page.keyboard.type('021-5555');
    expect(await form(page).getByLabel(cn['crm_customer.mobile'], { exact: true }).inputValue()).toBe('13812340001');
    expect(await form(page).getByLabel(cn['crm_customer.telephone']).inputValue()).toBe('021-5555');
    expect(await page.getByText(cn['form.added']).count()).toBe(0);
    await form(page).getByLabel('客户来源').focus();
    await page.keyboard.press('Control+Enter');
    await page.getByText(cn['form.added']).waitFor();
    await context.close();
  });
});

describe('the inputs', () => {
  it('search at most twenty places, fill region and point, and stay empty without an answer', async () => {
    const { context, page } = await open('/crm/customer?create=1');
    const place = form(page).getByLabel(cn['widget.place']);
    const asked = page.waitForRequest(/map\/searchPlace/);
    await place.fill('朝阳');
    expect((await asked).url() + ((await asked).postData() ?? '')).toMatch(/limit\W+20/);
    await page.locator('.ant-select-item-option').first().waitFor();
    expect(await page.locator('.ant-select-item-option').count()).toBeLessThanOrEqual(20);
    await page.locator('.ant-select-item-option').first().click();
    expect(
      await form(page).locator('.ant-cascader .ant-select-content, .ant-cascader').first().textContent(),
    ).toContain('朝阳');
    await page.route('**/api/map/searchPlace*', (route) =>
      route.fulfill({ json: { code: 500, msg: '地图服务不可用' } }),
    );
    const refused = page.waitForResponse(/map\/searchPlace/);
    await place.fill('没有人回答');
    await refused;
    await settled(page);
    expect(await page.locator('.ant-select-item-option:visible').count()).toBe(0);
    expect(await page.getByText('地图服务不可用').count()).toBe(0);
    await context.close();
  });

  it('name a municipality once, and store both its levels', async () => {
    const { context, page } = await open('/crm/customer?create=1');
    const region = form(page).getByLabel(cn['widget.region']);
    await region.click();
    await page.keyboard.type('朝阳区');
    await page.locator('.ant-cascader-menu-item', { hasText: '北京市 / 朝阳区' }).first().waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => form(page).locator('.ant-cascader').first().textContent()).toBe('北京市 / 朝阳区');
    await form(page).locator('[data-field="customer_name"] input').fill('直辖市一次公司');
    const saved = page.waitForRequest(/CrmCustomer\/addOrUpdate/);
    await page.keyboard.press('Control+Enter');
    expect((await saved).postData()).toContain('北京市,北京市,朝阳区');
    await context.close();
  });

  it('go from day to day by arrows, as far as a contact may be planned', async () => {
    const { context, page } = await open('/crm/customer?create=1');
    const contact = form(page).getByLabel('下次联系时间', { exact: true });
    await contact.focus();
    await contact.press('ArrowDown');
    const first = await contact.inputValue();
    expect(first).toMatch(/^\d{4}-\d\d-\d\d 09:00$/);
    await contact.press('ArrowDown');
    expect(Date.parse(await contact.inputValue()) - Date.parse(first)).toBe(86_400_000);
    for (let day = 0; day < 5; day += 1) await contact.press('ArrowUp');
    const earliest = Date.now() - 3 * 86_400_000;
    expect(Date.parse(await contact.inputValue())).toBeGreaterThan(earliest);
    await context.close();
  });

  it('load people fifteen at a time while scrolling near the end', async () => {
    const { context, page } = await open('/crm/customer?create=1');
    const pages: unknown[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('system/user/queryUserList')) pages.push(request.postDataJSON());
    });
    await form(page).getByLabel('自定义user', { exact: true }).click();
    await page.locator('.ant-select-item-option').first().waitFor();
    expect(pages).toMatchObject([{ page: 1, limit: 15 }]);
    await page.locator('.ant-select-item-option').first().hover();
    await expect
      .poll(async () => {
        if (pages.length < 2) await page.mouse.wheel(0, 120);
        return pages;
      })
      .toMatchObject([{ page: 1 }, { page: 2, limit: 15 }]);
    await context.close();
  });

  it('walk down the departments by a breadcrumb', async () => {
    const { context, page } = await open('/crm/customer?create=1');
    await form(page).getByLabel('自定义structure', { exact: true }).click();
    const panel = page.getByRole('dialog', { name: cn['widget.choose_dept'] });
    await panel.getByRole('button', { name: translate('cn', 'widget.enter_dept', { name: '办公室' }) }).click();
    await panel.getByRole('navigation').getByRole('button', { name: '办公室' }).waitFor();
    await panel.getByRole('button', { name: cn['widget.all_depts'], exact: true }).click();
    await panel.getByRole('checkbox', { name: '办公室' }).check();
    await page.keyboard.press('Escape');
    await form(page)
      .getByRole('button', { name: translate('cn', 'widget.remove_choice', { name: '办公室' }) })
      .waitFor();
    await context.close();
  });
});
