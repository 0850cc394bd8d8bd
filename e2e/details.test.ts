import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { translate } from '#shared/i18n/translate.ts';
import { companyTime } from '#shared/record/time.ts';
import { seriousFaults } from './accessibility.ts';
import { openApi } from './api.ts';
import { button, dialog, pageWidth } from './page.ts';
import { openProduct, type Product } from './product.ts';
import { adminPassword } from './server.ts';

let product: Product;
let token: string;
const api = openApi(() => product);
beforeAll(async () => {
  product = await openProduct();
  token = await api.tokenOf('admin', adminPassword);
});
afterAll(async () => product.close());

const save = (family: string, entity: object) => api.save(family, entity, token);

const at9 = (days: number): string => `${companyTime(Date.now() + days * 86_400_000).slice(0, 10)} 09:00:00`;
const read = async (customerId: number | undefined) =>
  (await api.call('CrmCustomer/queryById', { customerId }, token))['data'] as Record<string, unknown>;
const write = (typesId: number | undefined, content: string) =>
  api.call('CrmCustomer/addRecord', { typesId, content, category: '打电话' }, token);

const open = async (page: Page, path: string, rowId: number | undefined): Promise<void> => {
  await product.visit(page, `${path}?rowId=${rowId}`);
  await dialog(page).getByRole('tab').first().waitFor();
};
/** Without the numbers of children. */
const tabs = async (page: Page): Promise<string[]> =>
  (await dialog(page).getByRole('tab').allTextContents()).map((text) => text.replace(/ \d+$/, ''));
const figures = (page: Page): Promise<string[]> => dialog(page).locator('dl').first().locator('dt').allTextContents();

describe('the detail', () => {
  it('of each type has its tabs and the values of its head in the order that people know', async () => {
    const { leadsId } = await save('CrmLeads', { leads_name: '页签线索' });
    const { customerId } = await save('CrmCustomer', { customer_name: '页签公司' });
    const { contactsId } = await save('CrmContacts', { name: '页签联系人', customer_id: customerId });
    const { context, page } = await product.open();
    await product.enter(page);
    const head = ['跟进记录', '基本信息'];
    const end = ['附件', '操作记录', '权限说明'];

    await open(page, '/crm/clue', leadsId);
    expect(await tabs(page)).toEqual([...head, ...end]);
    expect(await figures(page)).toEqual(['线索来源', '手机', '负责人', '创建时间']);

    await open(page, '/crm/customer', customerId);
    const deals = ['联系人', '商机', '合同', '回款', '回款计划', '发票', '发货'];
    expect(await tabs(page)).toEqual([...head, ...deals, '相关团队', '对账单', '公海', ...end]);
    expect(await figures(page)).toEqual(['客户级别', '成交状态', '负责人', '更新时间']);

    await open(page, '/crm/contacts', contactsId);
    expect(await tabs(page)).toEqual([...head, '签约合同', '收件合同', '收件回款', '商机', ...end]);
    expect(await figures(page)).toEqual(['客户名称', '职务', '手机', '创建时间']);

    const released = await api.call('CrmCustomer/updateCustomerByIds', { ids: [customerId] }, token);
    expect(released['code']).toBe(0);
    await open(page, '/crm/seas', customerId);
    expect(await tabs(page)).toEqual([...head, ...deals, '查看记录', ...end]);
    await context.close();
  });
});

describe('the detail of a deal', () => {
  let customerId: number;
  beforeAll(async () => {
    customerId = await made('CrmCustomer/addOrUpdate', { customer_name: '成交公司' }, 'customerId');
  });
  const made = async (path: string, entity: object, key: string): Promise<number> => {
    const answer = await api.call(path, { entity, field: [] }, token);
    return (answer['data'] as Record<string, number>)[key] ?? 0;
  };
  const newContract = async (name: string) => {
    const entity = { name, customer_id: customerId, money: '1000', checkStatus: 5 };
    const contractId = await made('CrmContract/saveAndUpdate', entity, 'contractId');
    await api.call('CrmContract/passOpeningBalances', { contractIds: [contractId] }, token);
    return contractId;
  };

  const rest = ['附件', '操作记录', '权限说明'];
  it.each([
    {
      type: 'crm_business',
      path: '/crm/business',
      make: () =>
        made('CrmBusiness/addOrUpdate', { business_name: '成交', customer_id: customerId, type_id: 1 }, 'businessId'),
      tabs: ['跟进记录', '基本信息', '合同', '联系人', '业绩分成', '相关团队', '阶段历史', ...rest],
      head: ['客户名称', '商机金额', '商机阶段', '负责人', '创建时间'],
    },
    {
      type: 'crm_contract',
      path: '/crm/contract',
      make: () => newContract('成交合同'),
      tabs: [
        '跟进记录',
        '基本信息',
        '审批',
        '回款',
        '回款计划',
        '发票',
        '发货',
        '金额',
        '合同版本',
        '相关团队',
        ...rest,
      ],
      head: ['合同编号', '客户名称', '合同金额', '下单时间', '已回款金额', '未回款金额', '负责人'],
    },
    {
      type: 'crm_receivables',
      path: '/crm/money',
      make: async () => {
        const entity = {
          customer_id: customerId,
          contract_id: await newContract('已收合同'),
          money: '10',
          checkStatus: 5,
        };
        return made('CrmReceivables/saveOrUpdate', entity, 'receivablesId');
      },
      tabs: ['基本信息', '审批', '产品', ...rest],
      head: ['客户名称', '合同金额', '合同名称', '回款日期', '回款金额', '负责人'],
    },
    {
      type: 'crm_product',
      path: '/crm/product',
      make: () => made('CrmProduct/saveAndUpdate', { name: '成交产品', category_id: 1, price: '1000' }, 'productId'),
      tabs: ['基本信息', ...rest],
      head: ['产品类型', '单位', '价格', '产品编码'],
    },
  ] as const)('of $type has its tabs, its head and its form in the order that people know', async (one) => {
    const id = await one.make();
    const { context, page } = await product.open();
    await product.enter(page);
    await open(page, one.path, id);
    expect(await tabs(page)).toEqual(one.tabs);
    expect(await figures(page)).toEqual(one.head);
    if (one.type !== 'crm_contract') {
      await button(dialog(page), cn['action.edit']).click();
      const form = page.getByRole('dialog', { name: cn[`${one.type}.edit`] });
      await button(form, cn['action.cancel']).waitFor();
      await form.getByText(cn['form.basic']).waitFor();
    }
    await context.close();
  });
});

describe('an opened record', () => {
  it('says beside its tabs what is next and what there is, and plans a contact by one press', async () => {
    const { customerId } = await save('CrmCustomer', { customer_name: '概要公司', remark: '老客户' });
    await write(customerId, '上午谈过');
    await write(customerId, '下午又谈');
    await save('CrmContacts', { name: '概要联系人', customer_id: customerId });
    await save('CrmCustomer', { customerId, remark: '新的备注' });
    const { context, page } = await product.open();
    await product.enter(page);
    await open(page, '/crm/customer', customerId);
    const aside = page.getByRole('complementary', { name: cn['aside.title'] });
    await aside.getByText(cn['aside.no_next']).waitFor();
    await dialog(page)
      .getByRole('tab', { name: `${cn['detail.follow_ups']} 2`, exact: true })
      .waitFor();
    // what changed stands between what people wrote, and one voice is named once
    const items = page.getByRole('list', { name: cn['detail.follow_ups'] }).locator('> li');
    await items.filter({ hasText: '新的备注' }).locator('time').waitFor();
    await expect.poll(() => items.locator('[data-continued=true]').count()).toBe(1);
    await button(aside, translate('cn', 'aside.plan', { day: cn['moment.in_three_days'] })).click();
    await expect.poll(async () => (await read(customerId))['nextTime']).toBe(at9(3));
    await aside.getByText(cn['aside.no_next']).waitFor({ state: 'detached' });
    // a number leads to what was counted
    await aside.getByRole('button', { name: /^联系人 1$/ }).click();
    await dialog(page).getByText('概要联系人').waitFor();
    expect(['aside', await seriousFaults(page)]).toEqual(['aside', []]);
    await context.close();
  });

  it('is changed where its values stand: Enter saves, Escape restores, and what is fixed does not answer', async () => {
    const { customerId } = await save('CrmCustomer', { customer_name: '静态公司', website: 'a.example.cn' });
    const { context, page } = await product.open();
    await product.enter(page);
    await open(page, '/crm/customer', customerId);
    await dialog(page).getByRole('tab', { name: cn['detail.information'] }).click();
    const edit = button(dialog(page), translate('cn', 'cell.edit', { name: '网址' }));
    const input = dialog(page).locator('dd input:focus');
    await edit.click();
    await input.fill('b.example.cn');
    await page.keyboard.press('Escape');
    await input.waitFor({ state: 'detached' });
    await dialog(page).getByText('a.example.cn').waitFor();
    await edit.click();
    await input.fill('c.example.cn');
    await page.keyboard.press('Enter');
    await dialog(page).getByText('c.example.cn', { exact: true }).waitFor();
    expect((await read(customerId))['website']).toBe('c.example.cn');
    const fixed = dialog(page).locator('[data-editable]').filter({ hasText: cn['record.create_time'] });
    expect(await fixed.getAttribute('data-editable')).toBe('false');
    expect(await fixed.getByRole('button').count()).toBe(0);
    await context.close();
  });

  it('keeps a tab far to the right in sight on a phone once it is tapped', async () => {
    const { customerId } = await save('CrmCustomer', { customer_name: '页签很多的公司' });
    const { context, page } = await product.open({ width: 390, height: 844, touch: true });
    await product.enter(page);
    await open(page, '/crm/customer', customerId);
    for (const name of [cn['detail.history'], cn['detail.files']]) {
      const tab = dialog(page).getByRole('tab', { name });
      await tab.tap();
      const isInSight = async () => {
        const { x = -1, width = 0 } = (await tab.boundingBox()) ?? {};
        return [name, x >= 0, x + width <= 390];
      };
      await expect.poll(isInSight).toEqual([name, true, true]);
    }
    await context.close();
  });

  it('has its acts within reach of the thumb, and what comes from below keeps every tap', async () => {
    const { customerId } = await save('CrmCustomer', { customer_name: '拇指公司', mobile: '13812345678' });
    const { context, page } = await product.open({ width: 390, height: 844 });
    await product.enter(page);
    await open(page, '/crm/customer', customerId);
    const finger = await page.context().newCDPSession(page);
    await finger.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    /** Without any time between down and up. */
    const tap = async (name: string | RegExp) => {
      const target = page.getByRole('button', { name, exact: true }).last();
      await target.scrollIntoViewIfNeeded();
      const { x = 0, y = 0, width = 0, height = 0 } = (await target.boundingBox()) ?? {};
      expect([String(name), x >= 0, x + width <= 390]).toEqual([String(name), true, true]);
      const touchPoints = [{ x: x + width / 2, y: y + height / 2 }];
      await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
      await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    };
    const sheet = (name: string) => page.getByRole('dialog', { name, exact: true });
    await tap(cn['cell.follow_up']);
    await page.locator('textarea:focus').fill('一根手指');
    // each of its tools comes from below as well, within the width, and goes by Back
    const tools: readonly (readonly [string | RegExp, string])[] = [
      [cn['moment.other'], cn['detail.next_time']],
      [cn['picker.contacts'], cn['picker.contacts']],
      [cn['picker.related'], cn['picker.related']],
      [cn['emoji.pick'], cn['emoji.pick']],
      [/^记录类型/, cn['detail.category']],
    ];
    for (const [name, title] of tools) {
      await tap(name);
      await sheet(title).first().waitFor();
      expect([title, await pageWidth(page)]).toEqual([title, 390]);
      const { x = 0, width = 0 } = (await sheet(title).first().boundingBox()) ?? {};
      expect([title, x, width]).toEqual([title, 0, 390]);
      await page.goBack();
      await sheet(title).waitFor({ state: 'detached' });
      await sheet(cn['cell.follow_up']).waitFor();
    }
    await tap(cn['moment.other']);
    // as it is written on it
    const day = at9(1)
      .slice(0, 10)
      .replace(/-0(?=\d$)/, '-');
    await sheet(cn['detail.next_time']).waitFor();
    await tap(day);
    await tap(cn['action.ok']);
    await tap(cn['detail.publish']);
    await page.getByRole('listitem').getByText('一根手指').waitFor();
    await expect.poll(async () => (await read(customerId))['nextTime']).toBe(at9(1));
    // the record is still there, and the next Back leaves it
    expect(new URL(page.url()).search).toContain('rowId');
    await context.close();
  });
});
