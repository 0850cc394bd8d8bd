import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCompany, type Company, type PersonName } from '#server/testing/company.ts';

// What older clients ask and find, by the tables that they were written from.

type Row = Record<string, unknown>;
let company: Company;
let customerId: number;
beforeAll(async () => {
  company = await openCompany({ jobs: true });
  customerId = Number((await save('CrmCustomer', { customer_name: '空白公司' }))['customerId']);
  await save('CrmLeads', { leads_name: '空白线索' });
  await save('CrmContacts', { name: '空白', customer_id: customerId });
  const pooled = await save('CrmCustomer', { customer_name: '入海公司' });
  await json('CrmCustomer/updateCustomerByIds', { ids: pooled['customerId'] });
});
afterAll(() => company.close());

const json = (path: string, body: Row = {}, who: PersonName = 'admin') =>
  company.call(`api/${path}`, body, { as: company.people[who] });
const form = (path: string, body: Row = {}, who: PersonName = 'admin') =>
  company.call(`api/${path}`, body, { as: company.people[who], form: true });
const save = async (family: string, entity: Row): Promise<Row> =>
  (await json(`${family}/addOrUpdate`, { entity, field: [] })).data as Row;

const words = (text: string): readonly string[] => text.split(' ');
const common = ['ownerUserName', 'createUserName', 'fieldBatchId', 'ownerUserId', 'createUserId', 'batchId'];
const times = ['createTime', 'updateTime', 'nextTime'];
const place = ['address', 'location', 'detailAddress', 'lng', 'lat'];
const ofCustomer = [
  ...place,
  ...common,
  ...times,
  ...words('customerId customerName followup isLock dealStatus mobile telephone website remark'),
  ...words('roUserId rwUserId businessCount'),
];

interface Listed {
  readonly label: number;
  readonly list: string;
  readonly keys: readonly string[];
  /** The first and the last columns, before a person has chosen any. */
  readonly first: readonly string[];
  readonly last: readonly string[];
}
const usual = ['updateTime', 'createTime', 'ownerUserName', 'createUserName'];
const lists: readonly Listed[] = [
  {
    label: 1,
    list: 'CrmLeads/queryPageList',
    keys: [
      ...common,
      ...times,
      ...words('leadsId leadsName name isTransform followup customerId telephone mobile address remark lastContent'),
    ],
    first: ['leadsName', '线索来源', 'telephone', 'mobile'],
    last: ['lastContent', ...usual],
  },
  {
    label: 2,
    list: 'CrmCustomer/queryPageList',
    keys: ofCustomer,
    first: ['customerName', 'mobile', 'telephone'],
    last: ['dealStatus', 'lastTime', 'lastContent', ...usual],
  },
  {
    label: 3,
    list: 'CrmContacts/queryPageList',
    keys: [
      ...common,
      ...times,
      ...words('contactsId name customerId customerName mobile telephone email post address'),
    ],
    first: ['name', 'customerName', 'mobile'],
    last: usual,
  },
  {
    label: 9,
    list: 'CrmCustomer/queryPoolPageList',
    keys: ofCustomer,
    first: ['customerName', 'mobile', 'telephone'],
    last: usual,
  },
];

describe.each([
  ['JSON', json],
  ['forms', form],
] as const)('by %s', (_kind, ask) => {
  it.each(lists)('rows of $list have their keys, none of them null', async ({ list, keys }) => {
    const { list: rows } = (await ask(list)).data as { list: Row[] };
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      expect(Object.keys(row)).toEqual(expect.arrayContaining([...keys]));
      expect(Object.entries(row).filter(([, value]) => value === null)).toEqual([]);
    }
  });

  it.each(lists)('columns of $label are the fields in order, then the others, each a key of the rows', async (one) => {
    const heads = ((await ask('field/queryListHead', { label: one.label })).data as { fieldName: string }[]).map(
      ({ fieldName }) => fieldName,
    );
    expect(heads.slice(0, one.first.length)).toEqual(one.first);
    expect(heads.filter((name) => one.last.includes(name)).toSorted()).toEqual([...one.last].toSorted());
    expect(heads.slice(-usual.length)).toEqual(usual);
    const { list: rows } = (await ask(one.list)).data as { list: Row[] };
    for (const name of heads) expect(Object.keys(rows[0] ?? {})).toContain(name);
  });

  it('scenes are those of the list, and the pool has none', async () => {
    const named = async (type: number) =>
      ((await ask('scene/queryScene', { type })).data as { name: string; data: string }[]).map(({ name }) => name);
    expect(await named(1)).toEqual(['全部线索', '我负责的线索', '下属负责的线索', '已转化的线索']);
    expect(await named(2)).toEqual(['全部客户', '我负责的客户', '下属负责的客户', '我参与的客户']);
    expect(await named(9)).toEqual([]);
    expect((await ask('scene/querySceneConfig', { type: 9 })).data).toEqual({ value: [], hideValue: [] });
  });

  it.each([
    ['scene/queryField', 'label不能为空'],
    ['scene/queryScene', 'type不能为空'],
    ['scene/querySceneConfig', 'type不能为空'],
    ['field/verify', '字段校验参数错误'],
  ])('%s without what it needs says %s', async (path, msg) => {
    expect((await ask(path)).msg).toBe(msg);
  });

  it.each([
    ['CrmLeads/queryById', 'leadsId'],
    ['CrmCustomer/queryById', 'customerId'],
    ['CrmContacts/queryById', 'contactsId'],
  ])('%s of what is not there for the reader says that alone', async (path, key) => {
    expect((await ask(path, { [key]: 999_999 }, 'seller')).body).toEqual({ code: 0, data: { dataAuth: 0 } });
    expect((await ask(path, { [key]: 1 }, 'stranger')).body).toEqual({ code: 0, data: { dataAuth: 0 } });
  });
});

it('a page has ten rows unless the client says otherwise', async () => {
  for (let at = 0; at < 12; at += 1) await save('CrmLeads', { leads_name: `第${at}条` });
  const { list } = (await form('CrmLeads/queryPageList')).data as { list: Row[] };
  expect(list).toHaveLength(10);
});

it('rows name the team by ids', async () => {
  const { seller, peer, manager } = company.people;
  const add = (memberIds: number, power: number) =>
    json('CrmCustomer/addMembers', { ids: customerId, memberIds, power });
  await add(seller.userId, 1);
  await add(peer.userId, 2);
  await add(manager.userId, 2);
  const { list } = (await json('CrmCustomer/queryPageList', { search: '空白公司' })).data as { list: Row[] };
  expect(list).toMatchObject([
    {
      roUserId: `,${seller.userId},`,
      rwUserId: `,${[peer.userId, manager.userId].toSorted((one, other) => one - other).join()},`,
    },
  ]);
});

it('a customer says how many opportunities it has', async () => {
  const { data } = await json('CrmCustomer/queryById', { customerId });
  expect(data).toMatchObject({ businessCount: 0 });
  const entity = { business_name: '第一单', customer_id: customerId, type_id: 1, status_id: 1 };
  expect((await json('CrmBusiness/addOrUpdate', { entity, field: [] })).msg).toBe('');
  expect((await json('CrmCustomer/queryById', { customerId })).data).toMatchObject({ businessCount: 1 });
});

it('poolDay is a column and a key once the rules of the pool are on', async () => {
  await json('CrmCustomer/updateRulesSetting', { followupDay: 30, dealDay: 60, type: 1 });
  const heads = (await form('field/queryListHead', { label: 2 })).data as Row[];
  expect(heads).toContainEqual(expect.objectContaining({ fieldName: 'poolDay', name: '距进入公海客户天数' }));
  const { list } = (await form('CrmCustomer/queryPageList', { search: '空白公司' })).data as { list: Row[] };
  expect(list[0]?.['poolDay']).toBeTypeOf('number');
});
