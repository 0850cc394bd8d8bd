import { isReadable } from '#server/testing/company/readable.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Clock } from '#server/platform/jobs/clock.ts';
import { defineNightJobs } from '#server/night-jobs.ts';
import { runPurge } from '#server/record/recycle/job.ts';
import { openCompany, type Company, type PersonName } from '#server/testing/company.ts';
import { openBin, type BinRow, type Restored } from '#server/modules/crm/customers/testing.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
  // 销售员 may delete and read the pool
  await sql`
    insert into role_menu (role_id, menu_id) select 11, m from unnest(array[32, 34, 35, 128, 129]) as m on conflict do nothing`.execute(
    company.db,
  );
  await sql`update org_version set version = version + 1`.execute(company.db);
});
afterAll(() => company.close());

const { ask, save, remove, undo, restore, restored, bin, listed, isThere, countOf, ageBin, attach, batchOf } = openBin(
  () => company,
);

describe('the recycle bin', () => {
  it('returns the deleting action, which one undo reverts', async () => {
    const ids = [await save('回收甲'), await save('回收乙')];
    const act = await remove(ids);
    expect(act).toEqual({ operationId: act.operationId, count: 2 });
    expect(await listed('回收')).toBe(0);
    expect((await undo(act.operationId)).data).toEqual({ undone: 2, kept: [] });
    expect(await listed('回收')).toBe(2);
  });

  it('shows who deleted what and when, and how long it stays, newest first', async () => {
    const [old, young] = [await save('在册甲'), await save('在册乙')];
    await remove([old]);
    await ageBin(old, 28);
    await remove([young], 'manager');
    const { list, totalRow } = await bin('在册');
    expect(totalRow).toBe(2);
    const { seller, manager } = company.people;
    expect(list).toMatchObject([
      { id: young, name: '在册乙', deleteUserName: '孙经理', deleteUserId: manager.userId, daysLeft: 30 },
      { id: old, name: '在册甲', ownerUserId: seller.userId, ownerUserName: '王芳', daysLeft: 2 },
    ]);
    const time = list.map((row) => String((row as unknown as { deleteTime: string }).deleteTime));
    expect(time.every((one) => /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(one))).toBe(true);
    await ageBin(old, 31);
    expect((await bin('在册甲')).list[0]?.daysLeft).toBe(0);
    const second = (await ask('queryRecyclePageList', { search: '在册', page: 2, limit: 1 })).data as {
      list: BinRow[];
    };
    expect(second.list.map((row) => row.id)).toEqual([old]);
    expect((await ask('queryRecyclePageList', { page: 10_000, limit: 100 })).code).toBe(422);
  });

  it('is visible to owners, superiors and members with write access, and to nobody else (A2)', async () => {
    const id = await save('范围甲');
    const { peer, stranger } = company.people;
    await ask('addMembers', { ids: id, memberIds: peer.userId, power: 2 }, 'manager');
    await ask('addMembers', { ids: id, memberIds: stranger.userId, power: 1 }, 'manager');
    await remove([id]);
    const seen = async (as: PersonName) => (await bin('范围甲', as)).totalRow;
    expect([await seen('seller'), await seen('manager'), await seen('admin'), await seen('peer')]).toEqual([
      1, 1, 1, 1,
    ]);
    expect([await seen('subordinate'), await seen('stranger'), await seen('agent')]).toEqual([0, 0, 0]);
    for (const path of ['restoreByIds', 'deleteByIdsReal']) {
      const foreign = await ask(path, { customerIds: id }, 'stranger');
      const absent = await ask(path, { customerIds: 99_999_999 }, 'stranger');
      expect([path, foreign.code, foreign.msg]).toEqual([path, 404, absent.msg]);
    }
    for (const path of ['queryRecyclePageList', 'restoreByIds', 'deleteByIdsReal'])
      expect([path, (await ask(path, { customerIds: id }, 'hr')).code]).toEqual([path, 403]);
    expect(await isThere(id)).toBe(false);
  });

  it('has deleted customers of the pool for people with the right to it (A3)', async () => {
    const id = await save('公海回收');
    await ask('updateCustomerByIds', { ids: id });
    expect((await ask('deleteByIds', { customerIds: id }, 'hr')).code).toBe(403);
    await remove([id], 'stranger');
    expect((await bin('公海回收', 'peer')).list).toMatchObject([{ id, ownerUserId: null, ownerUserName: '' }]);
    await sql`delete from role_menu where role_id = 8 and menu_id in (128, 129)`.execute(company.db);
    await sql`update org_version set version = version + 1`.execute(company.db);
    expect((await bin('公海回收', 'manager')).totalRow).toBe(0);
    expect((await restore([id], 'manager')).code).toBe(404);
    expect(await restored([id], 'peer')).toMatchObject({ count: 1, failed: [] });
    const pool = (await ask('queryPoolPageList', { search: '公海回收' })).data as { totalRow: number };
    expect(pool.totalRow).toBe(1);
  });
});

describe('restoring', () => {
  it('restores a record with follow-ups, files, team, log and its place in the counters', async () => {
    const id = await save('完整甲');
    const batchId = await batchOf(id);
    const fileId = await attach(batchId);
    await ask('addRecord', { typesId: id, content: '谈过一次', category: '打电话' });
    await ask('addMembers', { ids: id, memberIds: company.people.stranger.userId, power: 1 }, 'manager');
    const before = ((await ask('queryPageList', {})).data as { totalRow: number }).totalRow;
    await remove([id]);
    expect(isReadable(await ask('queryById', { customerId: id }, 'stranger'))).toBe(false);
    expect((await company.call('file/queryById', { id: fileId }, { as: company.people.seller })).code).not.toBe(0);
    expect(await restored([id])).toMatchObject({ count: 1, failed: [] });
    expect(((await ask('queryPageList', {})).data as { totalRow: number }).totalRow).toBe(before);
    expect(isReadable(await ask('queryById', { customerId: id }, 'stranger'))).toBe(true);
    const followUps = (await ask('getRecord', { customerId: id })).data as { content: string }[];
    expect(followUps.map(({ content }) => content)).toEqual(['谈过一次']);
    const files = await company.call('file/queryByBatchId', { batchId }, { as: company.people.seller });
    expect(JSON.stringify(files.data)).toContain('附件.txt');
    const log = await company.call(
      'CrmRecord/queryRecordList',
      { actionId: id, types: 'crm_customer' },
      { as: company.people.seller },
    );
    const texts = (log.data as { content: string[] }[]).map(({ content }) => content[0]);
    expect(texts.slice(0, 2)).toEqual(['恢复了客户', '删除了客户']);
    expect((await bin('完整甲')).totalRow).toBe(0);
  });

  it('can be undone by one action', async () => {
    const id = await save('再删甲');
    await remove([id]);
    const { operationId } = await restored([id]);
    expect((await undo(operationId ?? 0)).data).toEqual({ undone: 1, kept: [] });
    expect([await listed('再删甲'), (await bin('再删甲')).totalRow]).toEqual([0, 1]);
  });

  it('leaves the one whose name is taken meanwhile, reports it, and restores the others', async () => {
    const [taken, free] = [await save('同名公司'), await save('不同名公司')];
    await remove([taken, free]);
    await save('同名公司', 'stranger');
    const answer = await restored([taken, free]);
    expect(answer).toMatchObject({ count: 1, failed: [{ id: taken, msg: '客户名称已存在' }] });
    expect([await isThere(taken), await isThere(free)]).toEqual([false, true]);
    expect(await restored([taken])).toEqual({ operationId: null, count: 0, failed: answer.failed });
  });

  it('gives a name shared by two deleted records to one of them', async () => {
    const first = await save('两次删除');
    await remove([first]);
    const second = await save('两次删除');
    await remove([second]);
    expect(await restored([second, first])).toMatchObject({ count: 1, failed: [{ id: second }] });
    expect([await isThere(first), await isThere(second)]).toEqual([true, false]);
  });

  it('checks custom unique fields too', async () => {
    const { rows } = await sql<{ id: number }>`
      insert into record_field (type_code, field_name, name, form_type, field_type, is_unique, sorting)
      values (2, '统一编号', '统一编号', 'text', 0, true, 90) returning field_id as id`.execute(company.db);
    await sql`update org_version set version = version + 1`.execute(company.db);
    const make = async (name: string) =>
      (
        (
          await ask('addOrUpdate', {
            entity: { customer_name: name },
            field: [{ fieldName: '统一编号', value: 'A-7' }],
          })
        ).data as { customerId: number }
      ).customerId;
    const old = await make('编号甲');
    const act = await remove([old]);
    await make('编号乙');
    expect((await restored([old])).failed).toEqual([{ id: old, msg: '统一编号已存在' }]);
    expect((await undo(act.operationId)).data).toEqual({ undone: 0, kept: [{ id: old, title: '编号甲' }] });
    await sql`delete from record_field where field_id = ${rows[0]?.id}`.execute(company.db);
    await sql`update org_version set version = version + 1`.execute(company.db);
    expect((await restored([old])).count).toBe(1);
  });

  it('refuses old versions, and reports ids that are not in the bin one by one', async () => {
    const [id, live] = [await save('版本甲'), await save('版本乙')];
    await remove([id]);
    const { version } = (await bin('版本甲')).list[0] ?? { version: 0 };
    expect((await restore([id], 'seller', { versions: { [id]: version - 1 } })).code).toBe(409);
    expect((await restore([live])).code).toBe(404);
    const answer = (await restore([id, live], 'seller', { versions: { [id]: version } })).data as Restored;
    expect(answer).toMatchObject({ count: 1, failed: [{ id: live, msg: '已不在回收站中' }] });
  });

  it('counts against the limit of the owner, record by record', async () => {
    const ids = [await save('限额甲', 'agent'), await save('限额乙', 'agent'), await save('限额丙', 'agent')];
    await remove(ids, 'agent');
    const held = ((await ask('queryPageList', {}, 'agent')).data as { totalRow: number }).totalRow;
    const { agent } = company.people;
    const limit = { type: 1, customerNum: held + 2, customerDeal: 1, userList: [agent.userId], deptList: [] };
    expect((await ask('customerSetting', limit, 'admin')).msg).toBe('');
    const answer = await restored(ids, 'admin');
    expect(answer).toMatchObject({ count: 2, failed: [{ id: ids[2], msg: '该员工拥有客户数已达上限' }] });
    await sql`delete from customer_limit`.execute(company.db);
    expect((await restored(ids.slice(2), 'agent')).count).toBe(1);
  });

  it('puts records of former employees into the pool', async () => {
    const { subordinate } = company.people;
    const id = await save('离职甲', 'subordinate');
    await ask('addMembers', { ids: id, memberIds: company.people.peer.userId, power: 1 }, 'manager');
    await ask('lock', { ids: id, isLock: 1 }, 'manager');
    await remove([id], 'manager');
    await sql`update app_user set status = 0 where user_id = ${subordinate.userId}`.execute(company.db);
    const { operationId, count } = await restored([id], 'manager');
    expect(count).toBe(1);
    const { rows } = await sql<object>`
      select owner_user_id, is_lock, pool_time is not null as pooled from customer where customer_id = ${id}`.execute(
      company.db,
    );
    expect(rows).toEqual([{ owner_user_id: null, is_lock: 0, pooled: true }]);
    expect(await countOf('record_team', sql`record_id = ${id}`)).toBe(0);
    expect((await undo(operationId ?? 0, 'manager')).data).toEqual({ undone: 1, kept: [] });
    expect(await countOf('record_team', sql`record_id = ${id}`)).toBe(1);
    await sql`update app_user set status = 1 where user_id = ${subordinate.userId}`.execute(company.db);
    expect((await bin('离职甲', 'manager')).list).toMatchObject([{ ownerUserId: subordinate.userId }]);
  });

  it('happens once for two concurrent calls', async () => {
    const ids: number[] = [];
    for (let at = 0; at < 6; at += 1) ids.push(await save(`同时恢复${at}`));
    await remove(ids);
    const answers = await Promise.all([restore(ids), restore(ids.toReversed(), 'manager'), restore(ids, 'admin')]);
    const counts = answers.map(({ data }) => (data as Restored | undefined)?.count ?? 0);
    expect(counts.toSorted()).toEqual([0, 0, 6]);
    expect(await listed('同时恢复')).toBe(6);
    expect(await countOf('event', sql`type = 'crm_customer.restored' and record_id = any(${ids}::bigint[])`)).toBe(6);
  });

  it('never duplicates a name next to new records of that name (C4)', async () => {
    for (let round = 0; round < 5; round += 1) {
      const name = `争名${round}`;
      const id = await save(name);
      const act = await remove([id]);
      const work = [restore([id]), ask('addOrUpdate', { entity: { customer_name: name }, field: [] }, 'stranger')];
      if (round % 2 === 1) work.push(undo(act.operationId));
      const answers = await Promise.all(work);
      expect(answers.filter(({ code }) => code === 500)).toEqual([]);
      expect(await countOf('customer', sql`customer_name = ${name} and deleted_at is null`)).toBe(1);
    }
  });
});

describe('undo of a deletion', () => {
  it('keeps and lists the rows whose name is taken meanwhile', async () => {
    const [taken, free] = [await save('撤删甲'), await save('撤删乙')];
    const act = await remove([taken, free]);
    await save('撤删甲', 'stranger');
    expect((await undo(act.operationId)).data).toEqual({ undone: 1, kept: [{ id: taken, title: '撤删甲' }] });
    expect([await isThere(taken), await isThere(free)]).toEqual([false, true]);
    expect((await bin('撤删甲')).list.map((row) => row.id)).toEqual([taken]);
  });

  it('skips what was restored before', async () => {
    const id = await save('撤删丙');
    const act = await remove([id]);
    await restored([id]);
    expect((await undo(act.operationId)).data).toEqual({ undone: 0, kept: [{ id, title: '撤删丙' }] });
    expect(await isThere(id)).toBe(true);
  });
});

describe('destroying', () => {
  it('deletes everything that belongs to a record, keeps the log and frees its files', async () => {
    const id = await save('销毁甲', 'seller', { mobile: '13912345678', remark: '秘密' });
    const batchId = await batchOf(id);
    const fileId = await attach(batchId);
    await ask('addRecord', { typesId: id, content: '谈过', category: '打电话' });
    await ask('addMembers', { ids: id, memberIds: company.people.stranger.userId, power: 1 }, 'manager');
    expect((await ask('deleteByIdsReal', { customerIds: id })).code).toBe(404);
    const other = await save('销毁乙');
    const act = await remove([id, other]);
    const events = await countOf('event', sql`record_id = ${id}`);
    expect((await ask('deleteByIdsReal', { customerIds: id })).data).toEqual({ count: 1 });
    const one = sql`record_id = ${id}`;
    expect(await countOf('customer', sql`customer_id = ${id}`)).toBe(0);
    expect(await countOf('follow_up', sql`types_id = ${id}`)).toBe(0);
    expect(await countOf('record_team', one)).toBe(0);
    expect(await countOf('file_batch', one)).toBe(0);
    expect(await countOf('stored_file', sql`file_id = ${fileId}`)).toBe(0);
    expect(await countOf('file_removal', sql`true`)).toBe(1);
    expect(await countOf('operation_row', sql`${one} and (before <> '{}' or team_before is not null)`)).toBe(0);
    expect(await countOf('event', one)).toBe(events);
    expect(await countOf('audit', sql`what = 'record.purge' and subject = ${`crm_customer ${id} 销毁甲`}`)).toBe(1);
    const log = await company.call(
      'CrmRecord/queryRecordList',
      { actionId: id, types: 'crm_customer' },
      { as: company.people.admin },
    );
    expect(log.code).toBe(404);
    expect((await undo(act.operationId)).data).toEqual({ undone: 1, kept: [] });
    expect(await isThere(other)).toBe(true);
    expect((await ask('addOrUpdate', { entity: { customer_name: '销毁甲' }, field: [] })).code).toBe(0);
  });

  it('works directly in the pool, and nowhere else among live records (A3)', async () => {
    const id = await save('销毁丙');
    await ask('updateCustomerByIds', { ids: id });
    const own = await save('销毁丁');
    expect((await ask('deleteByIdsReal', { customerIds: [id, own] })).code).toBe(404);
    expect((await ask('deleteByIdsReal', { customerIds: id, versions: { [id]: 1 } })).code).toBe(409);
    expect((await ask('deleteByIdsReal', { customerIds: id }, 'peer')).data).toEqual({ count: 1 });
    expect([await isThere(id), await isThere(own)]).toEqual([undefined, true]);
  });

  it('and restoring at the same time: one of them happens', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await save(`取舍${round}`);
      await remove([id]);
      const [back, gone] = await Promise.all([restore([id]), ask('deleteByIdsReal', { customerIds: id }, 'manager')]);
      expect([back.code, gone.code].toSorted()).toEqual([0, 404]);
      expect(await isThere(id)).toBe(back.code === 0 ? true : undefined);
    }
  });

  it('keeps a file that an import needs', async () => {
    const id = await save('销毁戊');
    const batchId = await batchOf(id);
    const fileId = await attach(batchId);
    const { rows } = await sql<{ import_id: number }>`
      insert into import_task (type_code, user_id, file_id, file_name, mapping, header_row, repeat_handling, row_limit)
      values (2, ${company.people.seller.userId}, ${fileId}, '客户.csv', '{}', 1, 2, 10) returning import_id`.execute(
      company.db,
    );
    await sql`
      insert into import_row (import_id, row_number, result, record_id, before)
      values (${rows[0]?.import_id}, 1, 'updated', ${id}, '{"remark":"秘密"}')`.execute(company.db);
    await remove([id]);
    expect((await ask('deleteByIdsReal', { customerIds: id })).code).toBe(0);
    expect(await countOf('stored_file', sql`file_id = ${fileId}`)).toBe(1);
    expect(await countOf('file_batch', sql`batch_id = ${batchId} and type_code is null`)).toBe(1);
    expect(await countOf('import_row', sql`record_id = ${id} and before is not null`)).toBe(0);
  });
});

describe('the nightly job', () => {
  const day = 86_400;
  let wall = 1_000_000;
  const at =
    (passed: number, steady: number, boot = 'one'): Clock =>
    async () => {
      wall += passed;
      return { wall, steady, boot };
    };

  it('destroys what has been in the bin for 30 days, and nothing younger', async () => {
    const [old, young, live] = [await save('夜甲'), await save('夜乙'), await save('夜丙')];
    await remove([old, young]);
    await ageBin(old, 31);
    await ageBin(young, 29);
    await runPurge(company.services, at(0, 0));
    expect(await isThere(old)).toBe(false);
    expect(await runPurge(company.services, at(day, day))).toBeGreaterThan(0);
    expect([await isThere(old), await isThere(young), await isThere(live)]).toEqual([undefined, false, true]);
    expect(await countOf('audit', sql`subject = ${`crm_customer ${old} 夜甲`} and user_id is null`)).toBe(1);
  });

  it('waits a night when the clock has jumped, also across a restart of the server (D13)', async () => {
    const id = await save('夜丁');
    await remove([id]);
    await ageBin(id, 40);
    let steady = day;
    for (const [passed, ran, boot] of [
      [2 * day, day, 'one'],
      [-day, day, 'one'],
      [5 * 365 * day, 60, 'two'],
      [day, day - 3600, 'two'],
    ] as const) {
      steady += ran;
      expect(await runPurge(company.services, at(passed, boot === 'one' ? steady : ran, boot))).toBe(0);
    }
    expect(await isThere(id)).toBe(false);
    expect(await runPurge(company.services, at(day, 0, 'three'))).toBe(1);
  });

  it('is scheduled before the sweep of files', async () => {
    const crons = new Map<string, string>();
    const { services } = company;
    const plan = { define: () => undefined, schedule: (name: string, cron: string) => void crons.set(name, cron) };
    defineNightJobs({ ...services, jobs: { ...services.jobs, ...plan } }, {});
    const minute = (name: string) => Number(crons.get(name)?.split(' ')[0]);
    expect(minute('record.purge')).toBeLessThan(minute('file.sweep'));
    expect(crons.get('record.purge')).toMatch(/ 3 \* \* \*$/);
  });
});
