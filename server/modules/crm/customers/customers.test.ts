import { isReadable } from '#server/testing/company/readable.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCompany, type Company } from '#server/testing/company.ts';
import { companyTime } from '#shared/record/time.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(async () => company.close());

const save = async (name: string, as: keyof Company['people'] = 'seller', more: Record<string, unknown> = {}) => {
  const answer = await company.call(
    'CrmCustomer/addOrUpdate',
    { entity: { customer_name: name, ...more }, field: [] },
    { as: company.people[as] },
  );
  expect(answer.msg).toBe('');
  return (answer.data as { customerId: number }).customerId;
};
const list = async (body: Record<string, unknown>, as: keyof Company['people'] = 'seller') =>
  (await company.call('CrmCustomer/queryPageList', body, { as: company.people[as] })).data as {
    list: Record<string, unknown>[];
    totalRow: number;
    totalExact: number;
  };

describe('saving customers', () => {
  it('creates with camelCase and snake_case keys, custom fields by name, and reads all back', async () => {
    const answer = await company.call(
      'CrmCustomer/addOrUpdate',
      {
        entity: {
          customerName: '北京云图科技有限公司',
          mobile: '13812345678',
          next_time: '2026-12-01 09:30:00',
          address: '北京市,北京市,东城区',
          detailAddress: '王府井大街1号',
          lng: '116.4',
          lat: '39.9',
        },
        field: [{ fieldName: '客户级别', name: '客户级别', fieldType: 0, value: 'A（重点客户）' }],
      },
      { as: company.people.seller },
    );
    expect(answer.code).toBe(0);
    const { customerId } = answer.data as { customerId: number };
    const read = await company.call('CrmCustomer/queryById', { customerId }, { as: company.people.seller, form: true });
    expect(read.data).toMatchObject({
      customerName: '北京云图科技有限公司',
      mobile: '13812345678',
      nextTime: '2026-12-01 09:30:00',
      客户级别: 'A（重点客户）',
      address: '北京市,北京市,东城区',
      detailAddress: '王府井大街1号',
      ownerUserName: '王芳',
      createUserName: '王芳',
      dealStatus: 0,
      version: 1,
      mayWrite: 1,
    });
  });

  it('names the invalid field, in the required words', async () => {
    const cases: [Record<string, unknown>, string][] = [
      [{}, '客户名称不能为空'],
      [{ customer_name: 'x', mobile: '12345678901' }, '手机格式有误'],
      [{ customer_name: 'x', mobile: '91234567', area_code: '65' }, ''],
      [{ customer_name: 'y', next_time: '31.12.2026' }, '下次联系时间不是有效的日期'],
    ];
    for (const [entity, msg] of cases) {
      const answer = await company.call(
        'CrmCustomer/addOrUpdate',
        { entity, field: [] },
        { as: company.people.seller },
      );
      expect(answer.msg).toBe(msg);
      expect(answer.code).toBe(msg === '' ? 0 : 422);
    }
  });

  it('keeps names unique across all owners, also for concurrent saves', async () => {
    const answers = await Promise.all(
      ['seller', 'stranger', 'peer', 'agent'].map((who) =>
        company.call(
          'CrmCustomer/addOrUpdate',
          { entity: { customer_name: '唯一公司' }, field: [] },
          { as: company.people[who as 'seller'] },
        ),
      ),
    );
    expect(answers.filter((answer) => answer.code === 0)).toHaveLength(1);
    expect(answers.filter((answer) => answer.code === 422).map((answer) => answer.msg)).toEqual(
      Array(3).fill('客户名称已存在'),
    );
  });

  it('creates once per batch however often it is sent', async () => {
    const body = { entity: { customer_name: '重复提交公司', batchId: 'aaaaaaaa-1111-2222' }, field: [] };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => company.call('CrmCustomer/addOrUpdate', body, { as: company.people.seller })),
    );
    expect(new Set(answers.map((answer) => (answer.data as { customerId: number }).customerId)).size).toBe(1);
    expect((await list({ search: '重复提交公司' })).totalRow).toBe(1);
    expect(answers.filter((answer) => answer.headers['idempotent-replayed'] === 'true')).toHaveLength(19);
    const other = await company.call(
      'CrmCustomer/addOrUpdate',
      { entity: { ...body.entity, remark: 'x' }, field: [] },
      { as: company.people.seller },
    );
    expect(other.code).toBe(422);
  });

  it('merges edits of different fields and refuses the same field with its current value', async () => {
    const customerId = await save('合并公司');
    const edit = (entity: Record<string, unknown>, as: 'seller' | 'manager') =>
      company.call(
        'CrmCustomer/addOrUpdate',
        { entity: { customerId, ...entity }, field: [], version: 1 },
        { as: company.people[as] },
      );
    expect((await edit({ remark: '经理的备注' }, 'manager')).code).toBe(0);
    expect((await edit({ website: 'a.cn' }, 'seller')).code).toBe(0);
    const conflict = await edit({ remark: '我的备注' }, 'seller');
    expect(conflict.code).toBe(409);
    expect(conflict.body['detail']).toMatchObject({ fieldName: 'remark', value: '经理的备注', editor: '孙经理' });
  });

  it('reports every field that two people have changed, and writes none of them', async () => {
    const { manager, seller } = company.people;
    const customerId = await save('两处相同公司');
    const edit = (entity: Record<string, unknown>, as: typeof seller) =>
      company.call('CrmCustomer/addOrUpdate', { entity: { customerId, ...entity }, field: [], version: 1 }, { as });
    expect((await edit({ remark: '经理的备注' }, manager)).code).toBe(0);
    expect((await edit({ website: 'jingli.cn' }, manager)).code).toBe(0);
    const conflict = await edit({ remark: '我的备注', website: 'wode.cn', telephone: '010-88886666' }, seller);
    expect(conflict.code).toBe(409);
    const { overlaps, ...detail } = conflict.body['detail'] as { overlaps: { fieldName: string }[] };
    const byName = Object.fromEntries(overlaps.map((overlap) => [overlap.fieldName, overlap]));
    expect(byName).toEqual({
      remark: { fieldName: 'remark', name: '备注', current: '经理的备注', value: '经理的备注', editor: '孙经理' },
      website: { fieldName: 'website', name: '网址', current: 'jingli.cn', value: 'jingli.cn', editor: '孙经理' },
    });
    // the first of them is also returned separately, as before the list existed
    const { name: _name, ...first } = (overlaps[0] ?? {}) as Record<string, unknown>;
    expect(detail).toEqual({ ...first, version: 3 });
    const read = (await company.call('CrmCustomer/queryById', { customerId }, { as: seller })).data;
    expect(read).toMatchObject({ remark: '经理的备注', website: 'jingli.cn', telephone: '', version: 3 });
  });

  it('treats an unknown later version like one that has seen nothing', async () => {
    const { manager, seller } = company.people;
    const customerId = await save('恢复过的公司');
    const edit = (entity: Record<string, unknown>, as: typeof seller, version: number) =>
      company.call('CrmCustomer/addOrUpdate', { entity: { customerId, ...entity }, field: [], version }, { as });
    expect((await edit({ remark: '经理的备注' }, manager, 1)).code).toBe(0);
    expect((await edit({ remark: '恢复之前看到的' }, seller, 9)).code).toBe(409);
    expect((await edit({ website: 'wode.cn' }, seller, 9)).code).toBe(0);
  });

  it('takes no server-owned field from a save', async () => {
    const customerId = await save('越权公司', 'seller', {
      ownerUserId: company.people.stranger.userId,
      create_user_id: 3,
      dealStatus: 1,
      is_lock: 1,
      version: 99,
      createTime: '2000-01-01 00:00:00',
      deptId: 9,
    });
    const row = await company.db
      .selectFrom('event')
      .select('actor_id')
      .where('record_id', '=', customerId)
      .executeTakeFirstOrThrow();
    expect(row.actor_id).toBe(company.people.seller.userId);
    const read = (await company.call('CrmCustomer/queryById', { customerId }, { as: company.people.seller })).data;
    expect(read).toMatchObject({ ownerUserId: company.people.seller.userId, dealStatus: 0, isLock: 0, version: 1 });
  });
});

describe('who sees what', () => {
  it('scopes lists, details, edits, deletes and logs by owner, and answers alike for missing and foreign records', async () => {
    const customerId = await save('范围公司');
    for (const who of ['stranger', 'peer', 'agent', 'hr'] as const) {
      const as = company.people[who];
      const foreign = await company.call('CrmCustomer/queryById', { customerId }, { as });
      const absent = await company.call('CrmCustomer/queryById', { customerId: 999999 }, { as });
      expect(foreign.body).toEqual(absent.body);
      expect(foreign.body).toEqual(who === 'hr' ? { code: 403, msg: '无权访问' } : { code: 0, data: { dataAuth: 0 } });
      expect(
        (await company.call('CrmCustomer/addOrUpdate', { entity: { customerId, remark: 'x' }, field: [] }, { as }))
          .code,
      ).toBe(who === 'hr' ? 403 : 404);
      expect((await company.call('CrmCustomer/deleteByIds', { customerIds: String(customerId) }, { as })).code).toBe(
        403,
      );
      expect(
        (await company.call('CrmRecord/queryRecordList', { actionId: customerId, types: 'crm_customer' }, { as })).code,
      ).toBe(who === 'hr' ? 403 : 404);
    }
    for (const who of ['manager', 'admin'] as const)
      expect(isReadable(await company.call('CrmCustomer/queryById', { customerId }, { as: company.people[who] }))).toBe(
        true,
      );
  });

  it('counts exactly what each person may see', async () => {
    await save('陌生人的公司', 'stranger');
    const mine = await list({ page: 1, limit: 100 }, 'stranger');
    expect(mine.totalRow).toBe(mine.list.length);
    expect(mine.list.every((row) => row['ownerUserName'] === '周远')).toBe(true);
    const all = await list({ page: 1, limit: 100 }, 'admin');
    expect(all.totalRow).toBe(all.list.length);
    const dept = await list({ page: 1, limit: 100 }, 'manager');
    expect(dept.list.some((row) => row['ownerUserName'] === '周远')).toBe(false);
    expect(dept.totalRow).toBe(dept.list.length);
  });

  it('shows a shared record to its team', async () => {
    const customerId = await save('团队公司');
    await company.db
      .insertInto('record_team')
      .values({ type_code: 2, record_id: customerId, user_id: company.people.peer.userId, power: 1 })
      .execute();
    const seen = await list({ page: 1, limit: 100 }, 'peer');
    expect(seen.list.map((row) => row['customerId'])).toContain(customerId);
    expect(seen.totalRow).toBe(seen.list.length);
    expect(
      (
        await company.call(
          'CrmCustomer/addOrUpdate',
          { entity: { customerId, remark: 'x' }, field: [] },
          { as: company.people.peer },
        )
      ).code,
    ).toBe(404);
  });
});

describe('finding customers', () => {
  it('finds two Chinese characters, four digits, and any case; a wildcard is a literal', async () => {
    await save('杭州启航软件有限公司', 'seller', { mobile: '13900007788' });
    for (const search of ['启航', '7788', '杭州启航', '启'])
      expect((await list({ search })).list.map((row) => row['customerName'])).toContain('杭州启航软件有限公司');
    for (const search of ['%%', '__', '航启', "'; drop table customer; --"])
      expect((await list({ search })).totalRow).toBe(0);
  });

  it('filters by every kind of condition and refuses unknown fields, operators and sorts', async () => {
    const data = { customer_name: { name: '客户名称', formType: 'text', condition: 'startWith', value: '杭州' } };
    expect((await list({ data })).totalRow).toBe(1);
    expect((await list({ data: [{ fieldName: '客户级别', condition: 'is', value: 'A（重点客户）' }] })).totalRow).toBe(
      1,
    );
    expect(
      (
        await list({
          data: [{ fieldName: 'create_time', condition: 'between', start: '2020-01-01', end: '2999-01-01' }],
        })
      ).totalRow,
    ).toBeGreaterThan(3);
    expect(
      (
        await list({
          data: { address: { name: '地区定位', formType: 'map_address', condition: 'is', value: '北京市,' } },
        })
      ).totalRow,
    ).toBe(1);
    for (const body of [
      { data: [{ fieldName: 'password_hash', condition: 'is', value: '1' }] },
      { data: [{ fieldName: 'customer_name', condition: 'or 1=1', value: '1' }] },
      { sortField: 'custom; drop table customer' },
    ]) {
      expect((await company.call('CrmCustomer/queryPageList', body, { as: company.people.seller })).code).toBe(400);
    }
    expect(
      (await company.call('CrmCustomer/queryPageList', { page: 2000, limit: 100 }, { as: company.people.seller })).code,
    ).toBe(422);
  });

  it('sorts names by pinyin', async () => {
    for (const name of ['中信', '阿里', '百度', '腾讯']) await save(`${name}排序公司`, 'subordinate');
    const sorted = await list({ sortField: 'customerName', order: 2, limit: 100 }, 'subordinate');
    expect(sorted.list.map((row) => String(row['customerName']).slice(0, 2))).toEqual(['阿里', '百度', '腾讯', '中信']);
  });
});

describe('follow-ups', () => {
  it('writes a follow-up, moves the next contact and shows both in the log', async () => {
    const customerId = await save('跟进公司');
    const { seller, peer } = company.people;
    expect(
      (
        await company.call(
          'CrmCustomer/addRecord',
          { typesId: customerId, content: '', category: '打电话' },
          { as: seller },
        )
      ).msg,
    ).toBe('内容不能为空');
    expect(
      (await company.call('CrmCustomer/addRecord', { typesId: customerId, content: '你好' }, { as: seller })).msg,
    ).toBe('跟进类型不能为空');
    const nextTime = companyTime(Date.now() + 86_400_000);
    const added = await company.call(
      'CrmCustomer/addRecord',
      { typesId: customerId, content: '谈了报价', category: '打电话', nextTime },
      { as: seller },
    );
    expect(added.code).toBe(0);
    const records = (await company.call('CrmCustomer/getRecord', { customerId }, { as: seller })).data as Record<
      string,
      unknown
    >[];
    expect(records[0]).toMatchObject({
      content: '谈了报价',
      realname: '王芳',
      nextTime,
      mayDelete: 1,
    });
    expect((await company.call('CrmCustomer/queryById', { customerId }, { as: seller })).data).toMatchObject({
      followup: 1,
      lastContent: '谈了报价',
      nextTime,
    });
    expect(
      (await company.call('CrmRecord/deleteFollowRecord', { recordId: records[0]?.['recordId'] }, { as: peer })).code,
    ).toBe(404);
    const history = (
      await company.call('CrmRecord/queryRecordList', { actionId: customerId, types: 'crm_customer' }, { as: seller })
    ).data as { content: string[] }[];
    expect(history.map((entry) => entry.content[0])).toEqual(['添加了跟进记录', '新建了客户']);
  });

  it('deletes into the recycle bin and removes the record from lists and counters', async () => {
    const customerId = await save('待删公司', 'manager');
    const before = await list({}, 'manager');
    expect(
      (
        await company.call(
          'CrmCustomer/deleteByIds',
          { customerIds: `${customerId},999999` },
          { as: company.people.manager },
        )
      ).code,
    ).toBe(404);
    expect((await list({}, 'manager')).totalRow).toBe(before.totalRow);
    expect(
      (
        await company.call(
          'CrmCustomer/deleteByIds',
          { customerIds: String(customerId) },
          { as: company.people.manager },
        )
      ).code,
    ).toBe(0);
    expect((await list({}, 'manager')).totalRow).toBe(before.totalRow - 1);
    expect(
      isReadable(await company.call('CrmCustomer/queryById', { customerId }, { as: company.people.manager })),
    ).toBe(false);
  });
});
