import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { translate } from '#shared/i18n/translate.ts';
import { openApi } from './api.ts';
import { titles } from './page.ts';
import { openProduct, type Product } from './product.ts';
import { adminPassword } from './server.ts';

let product: Product;
let token: string;
/** Somebody of the demo company. */
let colleague: string;
let files: Record<'photo' | 'pdf' | 'zip' | 'long', { name: string; mimeType: string; buffer: Buffer }>;
beforeAll(async () => {
  product = await openProduct();
  token = await api.tokenOf('admin', adminPassword);
  const people = (await call('system/user/queryUserList', { page: 1, limit: 15 }))['data'] as {
    list: { realname: string }[];
  };
  colleague = people.list[3]?.realname ?? '';
  const noise = Buffer.from(Array.from({ length: 1600 * 1200 * 3 }, (_, at) => (at * 7919) % 251));
  const photo = await sharp(noise, { raw: { width: 1600, height: 1200, channels: 3 } })
    .jpeg({ quality: 95 })
    .toBuffer();
  const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');
  const zip = Buffer.from('UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==', 'base64');
  files = {
    photo: { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: photo },
    pdf: { name: 'plan.pdf', mimeType: 'application/pdf', buffer: pdf },
    zip: { name: 'parts.zip', mimeType: 'application/zip', buffer: zip },
    long: { name: `${'很长的文件名'.repeat(6)}合同.pdf`, mimeType: 'application/pdf', buffer: pdf },
  };
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
const names = (page: Page) => titles(page).allTextContents();
const form = (page: Page) => page.getByRole('dialog').last();
const choose = async (page: Page, button: string, list: readonly (typeof files)[keyof typeof files][]) => {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button, exact: true }).last().click();
  await (await chooser).setFiles([...list]);
};

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

  it('is made from the set-up, filled, saved and read back', async () => {
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
    // what was left reads as amounts do
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
    await page.waitForTimeout(500);
    await box('user').fill(colleague);
    await page.waitForTimeout(1200);
    await page.locator('.ant-select-item-option').filter({ hasText: colleague }).last().click();
    await page.keyboard.press('Tab');
    await box('structure').click();
    await page
      .getByRole('dialog', { name: cn['widget.choose_dept'] })
      .getByLabel(cn['widget.search_dept'])
      .fill('财务');
    await page.getByRole('checkbox', { name: /财务部/ }).check();
    await page.keyboard.press('Escape');
    await choose(page, cn['widget.add_file'], [files.pdf, files.long]);
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
      '2026-12-01 09:30:00',
      colleague,
      '财务部',
    ])
      await drawer.getByText(text, { exact: true }).first().waitFor();
    // what leads somewhere is a link
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

  it('checks each field when it is left, in the required words', async () => {
    const { context, page } = await open('/crm/customer?create=1');
    const said = async (label: string, value: string, message: string) => {
      const box = form(page).getByLabel(label).first();
      await box.fill(value);
      await box.blur();
      await form(page).getByText(message).waitFor();
    };
    await form(page).getByLabel(cn['crm_customer.customer_name']).fill('x');
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
    // on saving all of it is said at once, and the caret is at the first
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

  it('asks before it is left, and says what it is for', async () => {
    const { context, page } = await open('/crm/customer?create=1');
    await form(page).getByText(cn['crm_customer.new']).first().waitFor();
    await form(page).getByRole('heading', { name: cn['form.basic'] }).waitFor();
    await form(page).getByLabel(cn['crm_customer.website']).fill('www.a.cn');
    await page.keyboard.press('Escape');
    await page.getByText(cn['form.leave']).waitFor();
    // a thoughtless Enter throws nothing away
    await page.locator('button:focus').getByText(cn['form.keep_editing']).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText(cn['form.leave']).waitFor({ state: 'detached' });
    expect(await form(page).getByLabel(cn['crm_customer.website']).inputValue()).toBe('www.a.cn');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: cn['form.discard'] }).click();
    await form(page).waitFor({ state: 'detached' });
    await context.close();
  });

  it('goes from input to input by Enter, and is saved by Ctrl+Enter wherever the caret is', async () => {
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
  it('search at most twenty places, fill region and point, and stay empty when nobody answers', async () => {
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
    await place.fill('没有人回答');
    await page.waitForTimeout(1500);
    expect(await page.locator('.ant-select-item-option:visible').count()).toBe(0);
    expect(await page.getByText('地图服务不可用').count()).toBe(0);
    await context.close();
  });

  it('read people fifteen at a time while scrolling near the end', async () => {
    const { context, page } = await open('/crm/customer?create=1');
    const pages: unknown[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('system/user/queryUserList')) pages.push(request.postDataJSON());
    });
    await form(page).getByLabel('自定义user', { exact: true }).click();
    await page.locator('.ant-select-item-option').first().waitFor();
    expect(pages).toMatchObject([{ page: 1, limit: 15 }]);
    await page.locator('.ant-select-item-option').first().hover();
    for (let turn = 0; turn < 100 && pages.length < 2; turn += 1) {
      await page.mouse.wheel(0, 120);
      await page.waitForTimeout(150);
    }
    expect(pages).toMatchObject([{ page: 1 }, { page: 2, limit: 15 }]);
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

describe('files of a customer', () => {
  it('tell who uploaded them and when, and are fetched, renamed and deleted in their line', async () => {
    const { context, page } = await open();
    await titles(page).nth(1).click();
    const drawer = page.getByRole('dialog').first();
    await drawer.getByRole('tab', { name: '附件' }).click();
    await choose(page, '上传附件', [files.zip]);
    const line = drawer.getByRole('row').filter({ hasText: '.zip' });
    await line.waitFor();
    for (const heading of ['附件名称', '附件大小', '上传人', '上传时间', '操作'])
      await drawer.getByRole('columnheader', { name: heading, exact: true }).waitFor();
    expect(await line.getByRole('cell').nth(3).textContent()).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(await line.getByRole('cell').nth(2).textContent()).not.toBe('');
    const fetched = page.waitForEvent('download');
    await line.getByRole('button', { name: '下载「parts.zip」' }).click();
    expect((await fetched).suggestedFilename()).toBe('parts.zip');
    await line.getByRole('button', { name: '重命名「parts.zip」' }).click();
    const rename = page.getByRole('dialog', { name: '编辑', exact: true });
    await rename.getByLabel('新名称').fill('零件清单');
    await rename.getByLabel('新名称').press('Enter');
    // what it is stays in its name
    await line.getByText('零件清单.zip').waitFor();
    await line.getByRole('button', { name: '删除「零件清单.zip」' }).click();
    await page.getByText('您确定要删除该文件吗?').waitFor();
    await page.getByRole('dialog').last().getByRole('button', { name: '确定' }).click();
    await line.waitFor({ state: 'detached' });
    await context.close();
  });

  it('are sent smaller, told, shown by kind, turned, zoomed and fetched', async () => {
    const { context, page } = await open();
    await titles(page).first().click();
    await page.getByRole('tab', { name: cn['detail.files'] }).click();
    const sent = page.waitForResponse(/file\/upload/);
    await choose(page, cn['widget.add_file'], [files.photo]);
    await page.getByText('图片上传中，请稍等···').first().waitFor();
    const { size } = (await (await sent).json()) as { size: string };
    await page.getByText('上传成功').first().waitFor();
    expect(files.photo.buffer.length).toBeGreaterThan(200 * 1024);
    expect(Number.parseFloat(size)).toBeLessThan(files.photo.buffer.length / 1024 / 2);
    await choose(page, cn['widget.add_file'], [files.pdf, files.zip]);
    await page.getByRole('button', { name: translate('cn', 'widget.open_file', { name: 'parts.zip' }) }).waitFor();

    await page
      .getByRole('button', { name: translate('cn', 'widget.open_file', { name: 'photo.jpg' }) })
      .last()
      .click();
    const viewer = page.getByRole('dialog', { name: cn['viewer.title'] });
    const picture = viewer.locator('img').first();
    await picture.waitFor();
    const turn = async () => /rotate: [^;]+/.exec((await picture.getAttribute('style')) ?? '')?.[0];
    const seen = new Set([await turn()]);
    for (let times = 0; times < 3; times += 1) {
      await viewer.getByRole('button', { name: cn['viewer.rotate'] }).click();
      await page.waitForTimeout(350);
      seen.add(await turn());
    }
    expect(seen.size).toBe(4);
    await viewer.getByRole('button', { name: cn['viewer.rotate'] }).click();
    const width = async () => (await picture.boundingBox())?.width ?? 0;
    await page.waitForTimeout(400);
    const first = await width();
    await viewer.getByRole('button', { name: cn['viewer.zoom_in'] }).click();
    await page.waitForTimeout(350);
    expect((await width()) / first).toBeCloseTo(1.3, 1);
    for (let times = 0; times < 14; times += 1) {
      const button = viewer.getByRole('button', { name: cn['viewer.zoom_out'] });
      if (await button.isEnabled()) await button.click();
    }
    await page.waitForTimeout(350);
    expect(await width()).toBeGreaterThanOrEqual(80);
    expect(await width()).toBeLessThan(80 / 0.7 + 1);

    const total = await viewer.getByLabel(cn['viewer.thumbnails']).getByRole('button').count();
    expect(total).toBeGreaterThanOrEqual(3);
    for (let times = 0; times < total; times += 1)
      await viewer.getByRole('button', { name: cn['viewer.next'] }).click();
    await viewer.getByText('已经是最后一张了!').waitFor();
    expect(await viewer.locator('[class*=stage] img').count()).toBe(0);
    for (let times = 0; times <= total; times += 1)
      await viewer.getByRole('button', { name: cn['viewer.previous'] }).click();
    await viewer.getByText('已经是第一张了!').waitFor();
    await page.waitForTimeout(9000);
    await expect.poll(() => viewer.getByText('已经是第一张了!').count()).toBe(1);
    await viewer.getByText('已经是第一张了!').waitFor({ state: 'detached', timeout: 4000 });
    const download = page.waitForEvent('download');
    await viewer.getByRole('button', { name: cn['viewer.download'] }).click();
    expect((await download).suggestedFilename()).not.toBe('');
    await context.close();
  });
});

describe('the list', () => {
  it('filters by two conditions, and keeps them in the address', async () => {
    const { context, page } = await open();
    const filters = [
      { fieldName: 'customer_name', condition: 'contains', value: '科技' },
      { fieldName: 'deal_status', condition: 'is', value: 0 },
    ];
    await page.goto(`${product.url}/crm/customer?filters=${encodeURIComponent(JSON.stringify(filters))}`);
    await titles(page).first().waitFor();
    const first = await names(page);
    expect(first.every((name) => name.includes('科技'))).toBe(true);
    await page.reload();
    await titles(page).first().waitFor();
    expect(await names(page)).toEqual(first);
    await page.getByRole('button', { name: cn['filter.remove'] }).first().click();
    await page.waitForURL((url) => !decodeURIComponent(url.search).includes('科技'));
    await context.close();
  });

  it('pages, and opens and closes rows by keys and by the back button', async () => {
    const { context, page } = await open('/crm/customer?limit=30');
    await expect.poll(async () => (await names(page)).length).toBe(30);
    const before = await names(page);
    await page.getByTitle('2', { exact: true }).click();
    await page.waitForURL(/page=2/);
    await expect.poll(async () => (await names(page))[0]).not.toBe(before[0]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/rowId=\d+/);
    await page.getByRole('tab').first().waitFor();
    await page.goBack();
    await page.getByRole('tab').first().waitFor({ state: 'detached' });
    await page.waitForURL(/page=2/);
    await context.close();
  });

  it('sorts names by pinyin, hides a column and keeps it hidden', async () => {
    const { context, page } = await open('/crm/customer?sort=customerName&order=2');
    await titles(page).first().waitFor();
    const sorted = await names(page);
    expect(sorted).toEqual(sorted.toSorted((left, right) => left.localeCompare(right, 'zh-CN')));
    await page.getByRole('button', { name: cn['columns.title'] }).click();
    await page.getByRole('checkbox', { name: cn['crm_customer.website'] }).uncheck();
    await page.getByRole('button', { name: cn['action.save'] }).last().click();
    await page.getByRole('columnheader', { name: cn['crm_customer.website'] }).waitFor({ state: 'detached' });
    await page.reload();
    await titles(page).first().waitFor();
    expect(await page.getByRole('columnheader', { name: cn['crm_customer.website'] }).count()).toBe(0);
    await context.close();
  });

  it('deletes the chosen after asking, and says what became of it', async () => {
    await call('CrmCustomer/addOrUpdate', { entity: { customer_name: '待删除公司' }, field: [] });
    const { context, page } = await open('/crm/customer?search=待删除公司');
    await page.getByRole('link', { name: '待删除公司' }).waitFor();
    await page.locator('tbody').getByRole('checkbox').first().check();
    await page.getByRole('toolbar').getByRole('button', { name: cn['action.delete'] }).click();
    await page.getByRole('dialog').getByRole('button', { name: cn['action.cancel'] }).click();
    await page.getByText('已取消操作').waitFor();
    await page.getByRole('toolbar').getByRole('button', { name: cn['action.delete'] }).click();
    await page.getByRole('dialog').getByRole('button', { name: cn['action.ok'], exact: true }).click();
    await page.getByText(translate('cn', 'record_action.done', { count: 1 })).waitFor();
    await page.getByText('没有找到数据').waitFor();
    await context.close();
  });
});
