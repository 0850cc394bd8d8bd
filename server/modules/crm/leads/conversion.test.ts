import { isReadable } from '#server/testing/company/readable.ts';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import { lockUnique } from '#server/record/write/unique.ts';
import type { Company } from '#server/testing/company.ts';
import { openLeads, openLeadsCompany, type Conversion, type Row } from '#server/modules/crm/leads/testing.ts';
import { customerType } from '#shared/crm/customer-type.ts';

let company: Company;
beforeAll(async () => {
  company = await openLeadsCompany();
});
afterAll(() => company.close());

const { callAs, ask, good, save, convert, lead, customer, customersNamed, undo, upload, filesOf, history } = openLeads(
  () => company,
);

describe('the conversion of leads', () => {
  it('creates a customer with the values, files and follow-ups of the lead, and records it in the log of both', async () => {
    const name = '转化精密';
    const custom = [
      { name: '线索来源', value: '转介绍' },
      { name: '客户行业', value: 'IT' },
      { name: '客户级别', value: 'B（普通客户）' },
    ];
    const entity = {
      mobile: '13733334444',
      telephone: '021-55556666',
      address: '张江路1号',
      next_time: '2031-05-06 10:00:00',
      remark: '备注',
    };
    const leadsId = await save(name, entity, custom);
    const { batchId } = await lead(leadsId);
    await upload(String(batchId), '需求.txt');
    const followUpBatch = 'follow-up-of-the-lead';
    await good('CrmLeads/addRecord', {
      typesId: leadsId,
      content: '第一次拜访',
      category: '上门拜访',
      batchId: followUpBatch,
      mentionIds: [company.people.manager.userId],
      isEvent: 1,
    });
    await upload(followUpBatch, '现场.txt');
    await sql`
      insert into follow_up_link (follow_up_id, type_code, record_id)
      select record_id, 3, 4711 from follow_up where batch_id = ${followUpBatch}`.execute(company.db);
    const preview = await good<{ fields: Row[]; leads: Row[] }>('CrmLeads/queryTransferPreview', { leadsIds: leadsId });
    expect(preview.leads).toEqual([{ leadsId, leadsName: name, ownerUserName: '王芳', problem: null }]);
    expect(preview.fields).toContainEqual({ from: '线索来源', to: '客户来源', value: '转介绍' });
    expect(preview.fields).toContainEqual({ from: '地址', to: '地区定位', value: '张江路1号' });

    // as in a company whose files were uploaded in other ways
    await rm(join(company.services.config.dataDir, 'uploads'), { recursive: true, force: true });
    // the manager converts; the customer belongs to the owner of the lead
    const { operationId, count, customerIds } = await convert([leadsId], 'manager');
    const [customerId = 0] = customerIds;
    expect([count, operationId > 0]).toEqual([1, true]);
    const made = await customer(customerId);
    expect(made).toMatchObject({
      customerName: name,
      mobile: '13733334444',
      telephone: '021-55556666',
      nextTime: '2031-05-06 10:00:00',
      detailAddress: '张江路1号',
      address: '',
      remark: '',
      客户来源: '转介绍',
      客户行业: 'IT',
      客户级别: 'B（普通客户）',
      ownerUserName: '王芳',
      createUserName: '孙经理',
      dealStatus: 0,
      isLock: 0,
      followup: 1,
      lastContent: '第一次拜访',
    });
    expect(await lead(leadsId)).toMatchObject({ isTransform: 1, customerId });

    const files = await filesOf(made['batchId']);
    expect(files.map((file) => [file.name, file.createUserName])).toEqual([['需求.txt', '孙经理']]);
    const followUps = await good<
      { content: string; createTime: string; realname: string; batchId: string; file: Row[] }[]
    >('CrmCustomer/getRecord', { customerId });
    expect(followUps).toMatchObject([
      {
        content: '第一次拜访',
        realname: '王芳',
        file: [{ name: '现场.txt' }],
        mentions: [{ userId: company.people.manager.userId }],
        isEvent: 1,
      },
    ]);
    const linked = await sql`
      select l.type_code, l.record_id from follow_up_link l join follow_up f on f.record_id = l.follow_up_id
      where f.batch_id = ${followUps[0]?.batchId ?? ''}`.execute(company.db);
    expect(linked.rows).toEqual([{ type_code: 3, record_id: 4711 }]);
    // mentioned people are notified of the first only
    expect(await good('system/message/queryMentions', {}, 'manager')).toMatchObject({ unreadNum: 1 });
    expect(followUps[0]?.batchId).not.toBe(followUpBatch);
    // copies are independent
    await good('file/removeByBatchId', { batchId });
    const opened = await company.app.inject({
      method: 'GET',
      url: files[0]?.url ?? '',
      headers: { 'admin-token': company.people.seller.token },
    });
    expect([opened.statusCode, opened.body]).toEqual([200, 'inside 需求.txt']);

    const deed = `将线索"${name}"转化为客户`;
    expect((await history(1, leadsId))[0]).toBe(deed);
    expect(await history(2, customerId)).toEqual([deed, '添加了跟进记录', '新建了线索']);
    const { list } = await good<{ list: Row[] }>('operation/queryPageList', {}, 'manager');
    expect(list[0]).toMatchObject({ operationId, text: deed, rowTotal: 1, mayUndo: 1 });
    // of the two actions only the one by a person is listed
    expect(list.filter((row) => row['verb'] === 'converted')).toHaveLength(1);
  });

  it('leaves all lists except the scene of converted leads, and the lead can no longer be changed', async () => {
    const { peer } = company.people;
    const leadsId = await save('已转化钢构');
    const [open] = [await save('未转化钢构')];
    await convert([leadsId]);
    const found = async (body: Row) =>
      (await good<{ list: Row[] }>('CrmLeads/queryPageList', { search: '转化钢构', ...body })).list.map(
        (row) => row['leadsId'],
      );
    expect(await found({})).toEqual([open]);
    const scenes = await good<{ sceneId: number; bydata: string }[]>('scene/queryScene', { type: 1 });
    const closed = scenes.find((scene) => scene.bydata === 'transform');
    expect(await found({ sceneId: closed?.sceneId })).toEqual([leadsId]);
    const before = await lead(leadsId);
    const again = await ask('transfer', { leadsIds: leadsId });
    expect([again.code, again.msg]).toEqual([500, '已转化线索不能再次转化']);
    const locked = '“已转化钢构”属于已转化的线索，不能再修改';
    for (const [path, body] of [
      ['addOrUpdate', { entity: { leadsId, remark: '改' }, field: [] }],
      ['updateFieldByIds', { ids: [leadsId, open], fieldName: 'remark', value: '改' }],
      ['changeOwnerUser', { leadsIds: leadsId, newOwnerUserId: peer.userId }],
      ['mergeLeads', { targetId: open, ids: leadsId }],
      ['mergeLeads', { targetId: leadsId, ids: open }],
    ] as const) {
      const answer = await ask(path, body);
      expect([path, answer.code, answer.msg]).toEqual([path, 422, locked]);
    }
    expect(await lead(leadsId)).toEqual(before);
    await good('CrmLeads/addRecord', { typesId: leadsId, content: '回访', category: '打电话' });
    await good('CrmLeads/deleteByIds', { leadsIds: leadsId });
    expect(isReadable(await ask('queryById', { leadsId }))).toBe(false);
  });

  it('requires its right and write access, not the right to create customers', async () => {
    const mine = await save('权限之内');
    const other = await save('权限之外', {}, [], 'stranger');
    expect((await callAs('CrmCustomer/addOrUpdate', { entity: { customer_name: '不许新建' }, field: [] })).code).toBe(
      403,
    );
    expect((await ask('transfer', { leadsIds: [mine, other] })).code).toBe(404);
    expect((await ask('queryTransferPreview', { leadsIds: [mine, other] })).code).toBe(404);
    expect((await ask('transfer', { leadsIds: mine }, 'peer')).code).toBe(404);
    expect((await ask('transfer', { leadsIds: mine }, 'hr')).code).toBe(403);
    expect((await ask('transfer', { leadsIds: [] })).code).toBe(422);
    const stale = await ask('transfer', { leadsIds: mine, versions: { [mine]: 7 } });
    expect(stale.code).toBe(409);
    expect(await lead(mine)).toMatchObject({ isTransform: 0 });
    expect((await convert([mine])).customerIds).toHaveLength(1);
  });

  it('is all or nothing, and names the lead that cannot be converted', async () => {
    const taken = '重名塑料';
    await good('CrmCustomer/addOrUpdate', { entity: { customer_name: taken }, field: [] }, 'admin');
    const fine = await save('好名塑料');
    const duplicate = await save(taken);
    const one = await ask('transfer', { leadsIds: duplicate });
    expect([one.code, one.msg]).toEqual([422, '客户名称已存在']);
    const both = await ask('transfer', { leadsIds: [fine, duplicate] });
    expect([both.code, both.msg]).toEqual([422, `线索“${taken}”不能转化：客户名称已存在`]);
    const { leads } = await good<{ leads: Row[] }>('CrmLeads/queryTransferPreview', { leadsIds: [fine, duplicate] });
    expect(leads.map((row) => row['problem'])).toEqual([null, '客户名称已存在']);
    expect(await lead(fine)).toMatchObject({ isTransform: 0 });
    expect(await customersNamed('好名塑料')).toBe(0);
  });

  it('respects the limit of the owner', async () => {
    const { subordinate } = company.people;
    const ids = [await save('限额一', {}, [], 'subordinate'), await save('限额二', {}, [], 'subordinate')];
    await good(
      'CrmCustomer/customerSetting',
      { type: 1, customerNum: 1, customerDeal: 1, userList: [subordinate.userId] },
      'admin',
    );
    const { leads } = await good<{ leads: Row[] }>('CrmLeads/queryTransferPreview', { leadsIds: ids }, 'manager');
    expect(leads.map((row) => row['problem'])).toEqual([null, '该员工拥有客户数已达上限']);
    const both = await ask('transfer', { leadsIds: ids }, 'manager');
    expect([both.code, both.msg]).toEqual([422, '线索“限额二”不能转化：该员工拥有客户数已达上限']);
    await convert([ids[0] ?? 0], 'manager');
    const second = await ask('transfer', { leadsIds: ids[1] }, 'subordinate');
    expect(second.msg).toBe('该员工拥有客户数已达上限');
  });

  it('can be previewed without a change: no quota row is created, and no lock is waited for', async () => {
    const { agent } = company.people;
    const ids = [await save('预览甲', {}, [], 'agent'), await save('预览乙', {}, [], 'agent')];
    await good(
      'CrmCustomer/customerSetting',
      { type: 1, customerNum: 1, customerDeal: 1, userList: [agent.userId] },
      'admin',
    );
    const quotas = async () =>
      (await sql`select *, xmin::text from record_count order by 1, 2`.execute(company.db)).rows;
    const before = await quotas();
    const preview = async () => {
      const { leads } = await good<{ leads: Row[] }>('CrmLeads/queryTransferPreview', { leadsIds: ids }, 'agent');
      expect(leads.map((row) => row['problem'])).toEqual([null, '该员工拥有客户数已达上限']);
    };
    await preview();
    expect(await quotas()).toEqual(before);
    // another transaction is creating customers of these names for the same owner
    await company.db.transaction().execute(async (trx) => {
      const actor = await company.services.gate.actorFor(trx, agent.userId);
      const fields = await fieldsOf(trx, actor, customerType);
      const named = fields.byName.get('customer_name');
      if (named) await lockUnique(trx, customerType, [{ id: named.fieldId, value: '预览甲' }]);
      await sql`insert into record_count (type_code, owner_user_id) values (2, ${agent.userId})`.execute(trx);
      await preview();
    });
  });

  it('of one lead happens once, however many concurrent calls there are', async () => {
    const leadsId = await save('同时转化');
    const answers = await Promise.all(
      (['seller', 'manager', 'admin'] as const).map((as) => ask('transfer', { leadsIds: leadsId }, as)),
    );
    expect(answers.map(({ code }) => code).toSorted()).toEqual([0, 500, 500]);
    expect(await customersNamed('同时转化')).toBe(1);
  });

  it('is undone by one action, unless the customers have been changed since', async () => {
    const [one, two] = [await save('撤销一'), await save('撤销二')];
    const first = await convert([two, one]);
    expect((await lead(two))['customerId']).toBe(first.customerIds[0]);
    const undone = await undo(first.operationId);
    expect(undone.data).toEqual({ undone: 2, kept: [] });
    for (const id of [one, two]) expect(await lead(id)).toMatchObject({ isTransform: 0, customerId: '' });
    expect(await customersNamed('撤销一')).toBe(0);
    const bin = await good<{ list: Row[] }>('CrmCustomer/queryRecyclePageList', { search: '撤销' }, 'admin');
    expect(bin.list.map((row) => [row['name'], row['daysLeft']]).toSorted()).toEqual([
      ['撤销一', 30],
      ['撤销二', 30],
    ]);
    expect((await undo(first.operationId)).msg).toBe('该操作已被撤销');

    const second = await convert([one, two]);
    const [customerId = 0] = second.customerIds;
    await good('CrmCustomer/addRecord', { typesId: customerId, content: '成了', category: '打电话' });
    const refused = await undo(second.operationId);
    expect([refused.code, refused.msg.includes('撤销一')]).toEqual([409, true]);
    expect(await lead(two)).toMatchObject({ isTransform: 1 });
    expect(await customersNamed('撤销')).toBe(2);
  });

  it('is not undone once the customer has contacts or further files: the refusal names it', async () => {
    for (const [name, goOn] of [
      [
        '撤销有联系人',
        (customerId: number) =>
          good('CrmContacts/addOrUpdate', { entity: { name: '林工', customer_id: customerId }, field: [] }, 'admin'),
      ],
      [
        '撤销有附件',
        async (customerId: number) => upload(String((await customer(customerId))['batchId']), '后来的.txt'),
      ],
    ] as const) {
      const leadsId = await save(name);
      const { operationId, customerIds } = await convert([leadsId]);
      await goOn(customerIds[0] ?? 0);
      const refused = await undo(operationId);
      expect([refused.code, refused.msg]).toEqual([409, `${name}之后有变化，该操作只能整体撤销，因此无法撤销`]);
      expect(await lead(leadsId)).toMatchObject({ isTransform: 1, customerId: customerIds[0] });
    }
  });

  it('shows the history of the lead, within the rights of the reader', async () => {
    const leadsId = await save('有来历', { telephone: '010-60000001' });
    const changed = { leads_id: leadsId, telephone: '010-60000002' };
    await good('CrmLeads/addOrUpdate', { entity: changed, field: [] });
    const [customerId = 0] = (await convert([leadsId])).customerIds;
    // later entries belong to the lead alone
    await good('CrmLeads/addRecord', { typesId: leadsId, content: '之后', category: '打电话' });
    const deed = '将线索"有来历"转化为客户';
    const past = ['将电话 由010-60000001修改为010-60000002。', '新建了线索'];
    expect(await history(2, customerId)).toEqual([deed, ...past]);
    const member = { ids: customerId, memberIds: company.people.stranger.userId, power: 1 };
    await good('CrmCustomer/addMembers', member, 'admin');
    const own = ['将周远添加为团队成员', deed];
    expect(await history(2, customerId, 'admin')).toEqual([...own, ...past]);
    // of the customer's team, but not the lead's
    expect(await history(2, customerId, 'stranger')).toEqual([...own, '新建了线索']);
    const { customerId: other } = await good<{ customerId: number }>(
      'CrmCustomer/addOrUpdate',
      { entity: { customer_name: '来历总部' }, field: [] },
      'admin',
    );
    const merge = { targetId: other, ids: [customerId] };
    const merged = await good<Conversion>('CrmCustomer/mergeCustomer', merge, 'admin');
    expect((await history(2, other, 'admin')).slice(-3)).toEqual([deed, ...past]);
    await good('operation/undo', { operationId: merged.operationId }, 'admin');
    expect((await history(2, other, 'admin')).join()).not.toContain(deed);
    await good('CrmLeads/deleteByIds', { leadsIds: leadsId });
    expect((await history(2, customerId, 'admin')).slice(-2)).toEqual([deed, '新建了线索']);
  });

  it('leads to the current customer: a merge moves the link, and its undo moves it back', async () => {
    const leadsId = await save('并入总部');
    const [made = 0] = (await convert([leadsId])).customerIds;
    const entity = { customer_name: '总部' };
    const { customerId } = await good<{ customerId: number }>(
      'CrmCustomer/addOrUpdate',
      { entity, field: [] },
      'admin',
    );
    const preview = await good<{ rows: { moves: Row[] }[] }>('CrmCustomer/queryMergePreview', { ids: [made] }, 'admin');
    expect(preview.rows[0]?.moves).toContainEqual({ kind: 'crm_leads', name: '由其转化的线索', total: 1 });
    const merge = { targetId: customerId, ids: [made] };
    const { operationId } = await good<Conversion>('CrmCustomer/mergeCustomer', merge, 'admin');
    expect(await lead(leadsId)).toMatchObject({ isTransform: 1, customerId });
    await good('operation/undo', { operationId }, 'admin');
    expect(await lead(leadsId)).toMatchObject({ isTransform: 1, customerId: made });
  });

  it('is not repeated when the customer is gone, and the lead stays converted', async () => {
    const leadsId = await save('客户已销毁');
    const { customerIds, operationId } = await convert([leadsId]);
    await good('CrmLeads/deleteByIds', { leadsIds: leadsId });
    await good('CrmCustomer/deleteByIds', { customerIds }, 'admin');
    await good('CrmCustomer/deleteByIdsReal', { customerIds }, 'admin');
    expect(await good('CrmLeads/restoreByIds', { leadsIds: leadsId })).toMatchObject({ count: 1, failed: [] });
    expect(await lead(leadsId)).toMatchObject({ isTransform: 1, customerId: '' });
    expect((await ask('transfer', { leadsIds: leadsId })).msg).toBe('已转化线索不能再次转化');
    expect((await undo(operationId)).code).toBe(409);
  });

  it('counts: lists of leads and customers agree with the counters', async () => {
    const drift = await sql`
      select from (
        select 1 as code, coalesce(owner_user_id, 0) as owner, count(*) as n from leads
        where deleted_at is null and is_transform = 0 group by 2
        union all select 2, coalesce(owner_user_id, 0), count(*) from customer where deleted_at is null group by 2) r
      full join (select type_code as code, owner_user_id as owner, total as n from record_count
        where type_code in (1, 2) and total > 0) k using (code, owner) where r.n is distinct from k.n`.execute(
      company.db,
    );
    expect(drift.rows).toEqual([]);
  });
});
