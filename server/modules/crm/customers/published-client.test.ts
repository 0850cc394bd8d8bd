import { isReadable } from '#server/testing/company/readable.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FormField } from '#shared/record/calls/field-calls.ts';
import { areaCodes } from '#shared/record/phone.ts';
import { openCompany, type Answer, type Company, type PersonName } from '#server/testing/company.ts';
import { companyTime } from '#shared/record/time.ts';

// The customer calls as older clients send them.

let company: Company;
beforeAll(async () => {
  company = await openCompany({ jobs: true });
});
afterAll(async () => company.close());

const json = (path: string, body: Record<string, unknown>, who: PersonName = 'seller') =>
  company.call(`api/${path}`, body, { as: company.people[who] });
const form = (path: string, body: Record<string, unknown> = {}, who: PersonName = 'seller') =>
  company.call(`api/${path}`, body, { as: company.people[who], form: true });
const formOf = async (id?: number) =>
  (await form('field/queryField', { label: 2, ...(id === undefined ? {} : { id }) })).data as FormField[];
/** What the client's form submits: fixed fields by column, custom ones as the descriptors that it received. */
async function submit(
  values: Record<string, unknown>,
  more: Record<string, unknown> = {},
  id?: number,
): Promise<Answer> {
  const fields = await formOf(id);
  const entity: Record<string, unknown> = {};
  const field: Record<string, unknown>[] = [];
  for (const one of fields) {
    const value = values[one.fieldName] ?? one.value;
    if (one.formType === 'map_address') Object.assign(entity, value === '' ? {} : (value as object));
    else if (one.fieldType === 1) entity[one.fieldName] = value;
    else field.push({ ...one, value: Array.isArray(value) ? value.join(',') : value });
  }
  return json('CrmCustomer/addOrUpdate', { entity: { ...entity, ...more }, field, product: [], checkUserId: '' });
}
const idOf = (answer: Answer) => (answer.data as { customerId: number }).customerId;
const read = async (customerId: number, who: PersonName = 'seller') =>
  (await form('CrmCustomer/queryById', { customerId }, who)).data as Record<string, unknown>;
const address = { address: '北京市,北京市,东城区', location: '', detailAddress: '一号', lng: '116.4', lat: '39.9' };

describe('a submit of the published client', () => {
  it('creates with entity, field and batch, and edits with the id of its type in either spelling', async () => {
    const batchId = randomUUID().replaceAll('-', '');
    const values = {
      customer_name: '提交公司',
      mobile: '91234567',
      area_code: '65',
      telephone: '010-62345678',
      website: 'www.example.cn',
      next_time: '2026-12-01 09:30:00',
      map_address: address,
      客户级别: 'B（普通客户）',
    };
    const made = await submit(values, { batchId });
    expect([made.code, made.msg]).toEqual([0, '']);
    expect(made.data).toMatchObject({ customerId: expect.any(Number) as number, customerName: '提交公司' });
    const id = idOf(made);
    const { map_address: _address, customer_name: _name, area_code: _code, next_time: _time, ...same } = values;
    const expected = { ...same, ...address, customerName: '提交公司', areaCode: '65', nextTime: '2026-12-01 09:30:00' };
    expect(await read(id)).toMatchObject({ ...expected, batchId, version: 1 });
    // the edit form sends the whole record with its id and batch; each edit counts separately
    for (const [spelling, remark] of [
      [{ customerId: id, batchId }, '第一次'],
      [{ customer_id: id, batch_id: batchId }, '第二次'],
      [{ customer_id: String(id), batchId }, ''],
    ] as const) {
      const edited = await submit({ remark }, spelling, id);
      expect([edited.code, edited.msg, idOf(edited)]).toEqual([0, '', id]);
      expect(edited.headers['idempotent-replayed']).toBeUndefined();
      expect(await read(id)).toMatchObject({ ...expected, remark });
    }
    // an empty id creates a record
    const other = await submit({ customer_name: '提交公司二' }, { customerId: '', batchId: '' });
    expect(other.code).toBe(0);
    expect(idOf(other)).not.toBe(id);
  });

  it('requires area codes, with 86 as the default', async () => {
    expect(areaCodes).toEqual(['86', '60', '66', '34', '886', '65', '62', '33', '49', '63', '61', '81', '1']);
    const code = (await formOf()).find((field) => field.fieldName === 'area_code');
    expect(code).toMatchObject({ setting: areaCodes, formType: 'select', isNull: 0 });
    expect((await submit({ customer_name: '区号甲', mobile: '13812345678', area_code: '' })).code).toBe(0);
    expect((await submit({ customer_name: '区号乙', mobile: '13812345678', area_code: '65' })).msg).toBe(
      '手机格式有误',
    );
  });
});

describe('module codes', () => {
  it('2 and 9 mean customers and their pool in every call that takes a module code', async () => {
    const own = await formOf();
    const pool = await form('field/queryField', { label: 9 }, 'admin');
    expect(pool.code).toBe(0);
    expect((pool.data as FormField[]).map((field) => field.fieldName)).toEqual(own.map((field) => field.fieldName));
    expect((await form('field/queryField', { label: 9 }, 'hr')).code).toBe(403);
    expect((await form('field/queryListHead', { label: 9 }, 'admin')).code).toBe(0);
    for (const label of [77, 0]) expect((await form('field/queryField', { label }, 'admin')).code).not.toBe(0);
  });
});

describe('the permission tree', () => {
  it('contains every right once more, flat, in the group allAuth', async () => {
    for (const who of ['seller', 'hr', 'admin'] as const) {
      const { allAuth, ...areas } = (await form('system/role/auth', {}, who)).data as {
        allAuth: { isAdmin: number; permissions: string[] };
      } & Record<string, Record<string, Record<string, true>>>;
      const rights = Object.entries(areas).flatMap(([area, modules]) =>
        Object.entries(modules).flatMap(([module, actions]) =>
          Object.keys(actions).map((action) => `${area}:${module}:${action}`),
        ),
      );
      expect(rights.length).toBeGreaterThan(3);
      expect(allAuth.permissions.toSorted()).toEqual(rights.toSorted());
      expect(allAuth.isAdmin).toBe(who === 'admin' ? 1 : 0);
    }
  });
});

describe('values of rows', () => {
  it('include the ids that screens use', async () => {
    const customerId = idOf(await submit({ customer_name: '编号公司' }));
    const { list } = (await json('CrmCustomer/queryPageList', { search: '编号公司' })).data as {
      list: Record<string, unknown>[];
    };
    expect(list[0]).toMatchObject({ customerId, ownerUserId: company.people.seller.userId });
    const rowsOf = async (path: string, body: Record<string, unknown>) =>
      ((await json(path, body)).data as { list: Record<string, unknown>[] }).list;
    const { leadsId } = (await json('CrmLeads/addOrUpdate', { entity: { leads_name: '编号线索' }, field: [] }))
      .data as Record<string, number>;
    const { contactsId } = (
      await json('CrmContacts/addOrUpdate', { entity: { name: '编号联系人', customer_id: customerId }, field: [] })
    ).data as Record<string, number>;
    expect(await rowsOf('CrmLeads/queryPageList', { search: '编号线索' })).toMatchObject([{ leadsId }]);
    expect(await rowsOf('CrmContacts/queryPageList', { search: '编号联系人' })).toMatchObject([
      { contactsId, customerId },
    ]);
    for (const id of [leadsId, contactsId]) expect(id).toBeGreaterThan(0);
    const users = (await form('system/user/queryUserList', { realname: '王芳' })).data as { list: object[] };
    expect(users.list[0]).toMatchObject({ userId: company.people.seller.userId, roleId: '11' });
    const roles = (await form('system/role/getRoleByType', { roleType: 2 }, 'admin')).data as object[];
    expect(roles[0]).toMatchObject({ roleId: 8, roleType: 2 });
    const scenes = (await form('scene/queryScene', { type: 2 })).data as object[];
    expect(scenes[0]).toMatchObject({ sceneId: expect.any(Number) as number, name: '全部客户', isDefault: 0 });
  });

  it('have dates and times in one format, whatever was sent', async () => {
    const sent: [unknown, string][] = [
      ['2026-12-01 09:30:00', '2026-12-01 09:30:00'],
      ['2026-12-01', '2026-12-01 00:00:00'],
      [1_764_552_600, '2025-12-01 09:30:00'],
      ['1764552600000', '2025-12-01 09:30:00'],
      ['', ''],
    ];
    for (const [at, [value]] of sent.entries()) await submit({ customer_name: `时间公司${at}`, next_time: value });
    const { list } = (
      await json('CrmCustomer/queryPageList', { search: '时间公司', sortField: 'customerName', order: 2 })
    ).data as { list: Record<string, string>[] };
    expect(list.map((row) => row['nextTime'])).toEqual(sent.map(([, stored]) => stored));
    for (const row of list)
      for (const key of ['createTime', 'updateTime']) expect(row[key]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  });
});

describe('records of contacts', () => {
  it('have kinds that administrators set', async () => {
    const kinds = async () => (await form('CrmRecord/queryRecordOptions')).data;
    expect(await kinds()).toEqual(['打电话', '发短信', '上门拜访']);
    expect((await json('CrmRecord/setRecordOptions', { value: ['视频会议'] })).code).toBe(403);
    expect((await json('CrmRecord/setRecordOptions', { value: ['打电话', '视频会议'] }, 'admin')).code).toBe(0);
    expect(await kinds()).toEqual(['打电话', '视频会议']);
    expect((await form('CrmRecord/setRecordOptions', { value: '打电话,发短信' }, 'admin')).code).toBe(0);
    expect(await kinds()).toEqual(['打电话', '发短信']);
    expect((await json('CrmRecord/setRecordOptions', { value: [] }, 'admin')).code).toBe(422);
  });

  it('are written, paged, shown in the log, and removed with their files by their author', async () => {
    const customerId = idOf(await submit({ customer_name: '联系公司', next_time: '2026-01-01 08:00:00' }));
    const { seller } = company.people;
    const picture = await company.call(
      'file/upload',
      {},
      { as: seller, file: { name: '记录.txt', content: Buffer.from('x') } },
    );
    const batchId = String(picture.body['batchId']);
    const next = companyTime(Date.now() + 86_400_000);
    for (const [at, content] of ['一', '二', '三'].entries()) {
      const added = await form('CrmCustomer/addRecord', {
        typesId: customerId,
        content,
        category: '打电话',
        isEvent: 0,
        businessIds: '',
        contactsIds: '',
        nextTime: at === 2 ? next : '',
        ...(at === 0 ? { batchId } : {}),
      });
      expect([added.code, added.msg]).toEqual([0, '']);
    }
    const page = async (page: number, who: PersonName = 'seller') =>
      (await form('CrmCustomer/getRecord', { customerId, page, limit: 2 }, who)).data as Record<string, unknown>[];
    expect((await page(1)).map((row) => row['content'])).toEqual(['三', '二']);
    const [first] = await page(2);
    expect(first).toMatchObject({ content: '一', realname: '王芳', batchId, file: [{ name: '记录.txt' }], img: [] });
    expect(await read(customerId)).toMatchObject({ followup: 1, lastContent: '三', nextTime: next });
    const log = async () =>
      (await form('CrmRecord/queryRecordList', { actionId: customerId, types: 'crm_customer' })).data as {
        content: string[];
      }[];
    expect((await log())[0]?.content).toEqual([
      '添加了跟进记录',
      `将下次联系时间 由2026-01-01 08:00:00修改为${next}。`,
    ]);
    // a form opened earlier does not silently overwrite the new time (security C10)
    const stale = await json('CrmCustomer/addOrUpdate', {
      entity: { customerId, next_time: '2026-03-03 08:00:00' },
      field: [],
      version: 1,
    });
    expect([stale.code, stale.body['detail']]).toEqual([
      409,
      expect.objectContaining({ fieldName: 'next_time', value: next, editor: '王芳' }),
    ]);
    const recordId = first?.['recordId'];
    for (const who of ['peer', 'stranger', 'manager'] as const)
      expect((await form('CrmRecord/deleteFollowRecord', { recordId }, who)).code).toBe(404);
    expect((await form('CrmRecord/deleteFollowRecord', { recordId })).code).toBe(0);
    expect((await form('CrmRecord/deleteFollowRecord', { recordId })).code).toBe(404);
    expect((await page(1)).length).toBe(2);
    expect(await page(2)).toEqual([]);
    expect((await form('file/queryByBatchId', { batchId })).data).toEqual([]);
    expect((await log())[0]?.content).toEqual(['删除了跟进记录']);
    expect((await form('CrmCustomer/getRecord', { customerId }, 'peer')).code).toBe(404);
    expect(
      (await form('CrmCustomer/addRecord', { typesId: customerId, content: 'x', category: '打电话' }, 'peer')).code,
    ).toBe(404);
  });

  it('show the pictures of their authors', async () => {
    const { seller } = company.people;
    const pixel = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    await company.call('system/user/updateImg', {}, { as: seller, file: { name: '头像.png', content: pixel } });
    const customerId = idOf(await submit({ customer_name: '头像公司' }));
    await form('CrmCustomer/addRecord', { typesId: customerId, content: 'x', category: '打电话' });
    const [record] = (await form('CrmCustomer/getRecord', { customerId }, 'manager')).data as { userImg: string }[];
    const [entry] = (await form('CrmRecord/queryRecordList', { actionId: customerId, types: 2 }, 'manager')).data as {
      img: string;
    }[];
    for (const link of [record?.userImg ?? '', entry?.img ?? '']) {
      const headers = { 'admin-token': company.people.manager.token };
      expect((await company.app.inject({ method: 'GET', url: link, headers })).statusCode).toBe(200);
    }
  });
});

describe('the calls of the family', () => {
  it('work, require their right, and respect the scope', async () => {
    const customerId = idOf(await submit({ customer_name: '全套公司', mobile: '13800001111' }));
    expect((await json('CrmCustomer/queryPageList', { search: '全套' })).data).toMatchObject({ totalRow: 1 });
    expect((await json('CrmCustomer/queryPageList', { search: '全套' }, 'stranger')).data).toMatchObject({
      totalRow: 0,
    });
    expect(await read(customerId)).toMatchObject({ customerName: '全套公司' });
    expect(isReadable(await form('CrmCustomer/queryById', { customerId }, 'stranger'))).toBe(false);
    expect((await form('CrmCustomer/addRecord', { typesId: customerId, content: '好', category: '打电话' })).code).toBe(
      0,
    );
    expect((await form('CrmCustomer/getRecord', { customerId })).data).toMatchObject([{ content: '好' }]);
    const duplicates = await form(
      'CrmCustomer/queryList',
      { mobile: '13800001111', page: 1, limit: 5, type: 1, sort: 0 },
      'admin',
    );
    expect(duplicates.data).toMatchObject({ list: [{ customerId, customerName: '全套公司', ownerUserName: '王芳' }] });
    for (const customerName of ['公司', '北京', '河北省'])
      expect((await form('CrmCustomer/queryList', { customerName }, 'admin')).data).toMatchObject({ totalRow: 0 });
    for (const [path, body, name] of [
      ['downloadExcel', {}, 'customer_import'],
      ['batchExportExcel', { ids: String(customerId) }, 'customer'],
      ['allExportExcel', { search: '全套' }, 'customer'],
    ] as const) {
      const answer = await form(`CrmCustomer/${path}`, body);
      expect([answer.status, answer.headers['content-disposition']]).toEqual([200, `attachment;filename=${name}.xlsx`]);
      expect(answer.raw.subarray(0, 2).toString()).toBe('PK');
      expect((await form(`CrmCustomer/${path}`, body, 'hr')).code).toBe(403);
    }
    expect((await form('CrmCustomer/batchExportExcel', { ids: String(customerId) }, 'stranger')).code).toBe(404);
    for (const [path, who, name] of [
      ['uploadExcel', 'manager', '上传公司'],
      ['superUploadExcel', 'admin', '超级上传公司'],
    ] as const) {
      const file = { name: '客户.csv', content: Buffer.from(`客户名称(*)\n${name}\n`) };
      const fields = { ownerUserId: company.people.seller.userId, repeatHandling: 2 };
      const send = (as: PersonName) =>
        company.call(`api/CrmCustomer/${path}`, fields, { as: company.people[as], file });
      expect((await send('hr')).code).toBe(403);
      const started = await send(who);
      expect(started.msg).toBe('');
      const found = async () =>
        (await json('CrmCustomer/queryPageList', { search: name })).data as { totalRow: number };
      await expect.poll(async () => (await found()).totalRow, { timeout: 20_000 }).toBe(1);
    }
    expect((await form('CrmCustomer/deleteByIds', { customerIds: `,${customerId},` })).code).toBe(403);
    expect((await form('CrmCustomer/deleteByIds', { customerIds: `,${customerId},` }, 'manager')).code).toBe(0);
    expect(isReadable(await form('CrmCustomer/queryById', { customerId }))).toBe(false);
  });

  it('report who changed a record when it is deleted by an old version', async () => {
    const customerId = idOf(await submit({ customer_name: '版本公司' }));
    await json('CrmCustomer/addOrUpdate', { entity: { customerId, remark: '新' }, field: [] });
    const body = { customerIds: String(customerId), versions: { [customerId]: 1 } };
    const refused = await json('CrmCustomer/deleteByIds', body, 'manager');
    expect([refused.code, refused.msg]).toEqual([409, '“版本公司”已被王芳修改，请确认后再保存']);
    expect((await json('CrmCustomer/deleteByIds', { ...body, versions: { [customerId]: 2 } }, 'manager')).code).toBe(0);
  });
});
