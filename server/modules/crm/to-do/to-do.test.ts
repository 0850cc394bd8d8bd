import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isDueToday, isFollowedUp, isOverdue, ownScope } from '#server/modules/crm/to-do-kinds.ts';
import type { Where } from '#server/record/query/where.ts';
import { restricted } from '#server/record/access/scope.ts';
import { visible } from '#server/record/access/visible.ts';
import { openCompany, type Company, type PersonName } from '#server/testing/company.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { leadsType } from '#shared/crm/leads-type.ts';
import type { DueItem, RunItem } from '#shared/crm/to-do-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
  // a salesperson with subordinates, who may see their records
  await company.db.updateTable('role').set({ data_type: 2 }).where('role_id', '=', 11).execute();
  await rightsChanged();
});
afterAll(async () => company.close());

const rightsChanged = () => sql`update org_version set version = version + 1`.execute(company.db);
const ask = (path: string, body: Record<string, unknown> = {}, as: PersonName = 'seller') =>
  company.call(path, body, { as: company.people[as] });
const backLog = (path: string, body: Record<string, unknown> = {}, as: PersonName = 'seller') =>
  ask(`CrmBackLog/${path}`, body, as);
const numOf = async (as: PersonName = 'seller') => (await backLog('num', {}, as)).data as Record<string, number>;
interface Page {
  readonly list: readonly Record<string, unknown>[];
  readonly totalRow: number;
}
const namesIn = async (path: string, body: Record<string, unknown> = {}, as: PersonName = 'seller') => {
  const answer = await backLog(path, body, as);
  expect([path, answer.msg, answer.code]).toEqual([path, '', 0]);
  const { list, totalRow } = answer.data as Page;
  expect(totalRow).toBe(list.length);
  return list.map((row) => String(row['name'])).sort();
};

/** SQL of a time; `today` is noon, which is today whenever the test runs. */
const moments = {
  none: sql`null::timestamptz`,
  today: sql`date_trunc('day', now()) + interval '12 hours'`,
  thisMorning: sql`date_trunc('day', now())`,
  yesterday: sql`date_trunc('day', now()) - interval '12 hours'`,
  lastWeek: sql`now() - interval '7 days'`,
  tomorrow: sql`date_trunc('day', now()) + interval '36 hours'`,
  soon: sql`now() + interval '5 minutes'`,
};
type Moment = keyof typeof moments;

const addCustomer = async (name: string, next: Moment = 'none', last: Moment = 'none', as: PersonName = 'seller') => {
  const saved = await ask('CrmCustomer/addOrUpdate', { entity: { customer_name: name }, field: [] }, as);
  const { customerId } = saved.data as { customerId: number };
  await sql`update customer set next_time = ${moments[next]}, last_time = ${moments[last]} where customer_id = ${customerId}`.execute(
    company.db,
  );
  return customerId;
};
const addLead = async (name: string, next: Moment = 'none', as: PersonName = 'seller') => {
  const saved = await ask('CrmLeads/addOrUpdate', { entity: { leads_name: name }, field: [] }, as);
  const { leadsId } = saved.data as { leadsId: number };
  await sql`update leads set next_time = ${moments[next]} where leads_id = ${leadsId}`.execute(company.db);
  return leadsId;
};
const setRules = (body: Record<string, unknown>) =>
  ask(
    'CrmCustomer/updateRulesSetting',
    { followupDay: 30, dealDay: 100, type: 1, putInPoolRemindConfig: 1, putInPoolRemindDays: 5, ...body },
    'admin',
  );

beforeEach(async () => {
  await sql`delete from pool_view`.execute(company.db);
  await sql`update customer set deleted_at = now() where deleted_at is null`.execute(company.db);
  await sql`update leads set deleted_at = now() where deleted_at is null`.execute(company.db);
  await setRules({ type: 0 });
});

describe('to-do lists', () => {
  it('list customers to be contacted today, overdue ones and those contacted, and count the first', async () => {
    await addCustomer('今天', 'today');
    await addCustomer('今天，上周联系过', 'today', 'lastWeek');
    await addCustomer('今天，已联系', 'today', 'today');
    await addCustomer('昨天', 'yesterday');
    await addCustomer('昨天，之前联系过', 'yesterday', 'lastWeek');
    await addCustomer('昨天，今天联系了', 'yesterday', 'today');
    await addCustomer('昨天，当天联系了', 'yesterday', 'yesterday');
    await addCustomer('明天', 'tomorrow');
    await addCustomer('没有计划');
    expect(await namesIn('todayCustomer', { type: 1, isSub: 1 })).toEqual(['今天', '今天，上周联系过'].sort());
    expect(await namesIn('todayCustomer', { type: 2, isSub: 1 })).toEqual(['昨天', '昨天，之前联系过'].sort());
    expect(await namesIn('todayCustomer', { type: 3, isSub: 1 })).toEqual(['今天，已联系']);
    expect(await numOf()).toMatchObject({ todayCustomer: 2 });
  });

  it('start with what has been due the longest, unless another order is requested', async () => {
    await addCustomer('昨天', 'yesterday');
    await addCustomer('上周', 'lastWeek');
    await addCustomer('昨天，后来记下', 'yesterday');
    const names = async (body: Record<string, unknown>) => {
      const { list } = (await backLog('todayCustomer', { type: 2, isSub: 1, ...body })).data as Page;
      return list.map((row) => row['name']);
    };
    expect((await names({}))[0]).toBe('上周');
    expect((await names({ sortField: 'nextTime', order: 1 })).at(-1)).toBe('上周');
    expect((await names({ sortField: 'updateTime', order: 2 }))[0]).toBe('昨天');
  });

  it('list leads and customers that nobody has followed up, and those that have been', async () => {
    const lead = await addLead('新线索');
    await addLead('已转化');
    await sql`update leads set is_transform = 1 where leads_name = '已转化' and deleted_at is null`.execute(company.db);
    const customer = await addCustomer('新客户');
    await addCustomer('老客户');
    await sql`update customer set followup = 1 where customer_name = '老客户' and deleted_at is null`.execute(
      company.db,
    );
    expect(await namesIn('followLeads', { type: 1 })).toEqual(['新线索']);
    expect(await namesIn('followCustomer', { type: 1 })).toEqual(['新客户']);
    expect(await namesIn('followCustomer', { type: 2 })).toEqual(['老客户']);
    expect(await numOf()).toEqual({
      todayCustomer: 0,
      followLeads: 1,
      followCustomer: 1,
      checkContract: 0,
      checkReceivables: 0,
      checkReceipt: 0,
      todayBusiness: 0,
      endContract: 0,
      checkExpress: 0,
      remindReceivablesPlan: 0,
      totalNum: 2,
    });
    // in the order of the menu
    const menu = [
      'todayCustomer',
      'followLeads',
      'followCustomer',
      'checkContract',
      'checkReceivables',
      'checkReceipt',
      'remindReceivablesPlan',
      'endContract',
      'todayBusiness',
      'checkExpress',
      'totalNum',
    ];
    expect(Object.keys(await numOf())).toEqual(menu);
    await ask('CrmLeads/addRecord', { typesId: lead, content: '打过电话', category: '打电话' });
    await ask('CrmCustomer/addRecord', { typesId: customer, content: '打过电话', category: '打电话' });
    expect(await namesIn('followLeads', { type: 2 })).toEqual(['新线索']);
    expect(await numOf()).toMatchObject({ followLeads: 0, followCustomer: 0, totalNum: 0 });
  });

  it('list what the pool rules are about to take, while they and their reminder are on', async () => {
    const soon = await addCustomer('快进公海');
    await addCustomer('还早');
    const locked = await addCustomer('锁定了');
    await sql`update customer set owner_since = now() - interval '27 days' where customer_id in (${soon}, ${locked})`.execute(
      company.db,
    );
    await sql`update customer set is_lock = 1 where customer_id = ${locked}`.execute(company.db);
    expect(await numOf()).not.toHaveProperty('putInPoolRemind');
    expect(await namesIn('putInPoolRemind')).toEqual([]);
    await setRules({});
    expect(await namesIn('putInPoolRemind')).toEqual(['快进公海']);
    expect(await numOf()).toMatchObject({ putInPoolRemind: 1, totalNum: 1 + 3 });
    await setRules({ putInPoolRemindConfig: 0 });
    expect(await numOf()).not.toHaveProperty('putInPoolRemind');
  });

  it('contain own records or those of subordinates, never those of strangers or of a team', async () => {
    await addCustomer('我的', 'today');
    await addCustomer('下属的', 'today', 'none', 'subordinate');
    const shared = await addCustomer('同事的', 'today', 'none', 'peer');
    const members = { ids: shared, memberIds: company.people.seller.userId, power: 2 };
    expect((await ask('CrmCustomer/addMembers', members, 'admin')).msg).toBe('');
    await addCustomer('外人的', 'today', 'none', 'stranger');
    expect(await namesIn('todayCustomer', { type: 1, isSub: 1 })).toEqual(['我的']);
    expect(await namesIn('todayCustomer', { type: 1, isSub: 2 })).toEqual(['下属的']);
    expect(await namesIn('todayCustomer', { type: 1, isSub: 2 }, 'subordinate')).toEqual([]);
    expect(await numOf()).toMatchObject({ todayCustomer: 1 });
  });

  it('are lists like the others: searched, filtered, sorted, paged and counted', async () => {
    for (const name of ['待办甲', '待办乙', '待办丙', '别的']) await addCustomer(name, 'today');
    const data = { customer_name: { name: '客户名称', formType: 'text', condition: 'contains', value: '待办' } };
    const query = { type: 1, isSub: 1, data, sortField: 'customerName', order: 2, page: 2, limit: 2 };
    const answer = (await backLog('todayCustomer', query)).data as Page;
    expect([answer.totalRow, answer.list.map((row) => row['customerName'])]).toEqual([3, ['待办乙']]);
    expect(await namesIn('todayCustomer', { type: 1, search: '别的' })).toEqual(['别的']);
    expect((await backLog('todayCustomer', { page: 9 })).data).toMatchObject({ totalRow: 4, list: [] });
  });

  it('refuse an unknown state or owner choice', async () => {
    for (const [path, body, msg] of [
      ['todayCustomer', { type: 4 }, 'type类型不正确'],
      ['followLeads', { type: 3 }, 'type类型不正确'],
      ['followCustomer', { type: 0 }, 'type类型不正确'],
      ['todayCustomer', { type: 'abc' }, 'type类型不正确'],
      ['todayCustomer', { type: 101 }, 'type类型不正确'],
      ['followLeads', { type: 1.5 }, 'type类型不正确'],
      ['todayCustomer', { type: 1, isSub: 3 }, 'isSub参数不正确'],
      ['todayCustomer', { type: 1, isSub: 'x' }, 'isSub参数不正确'],
      ['putInPoolRemind', { isSub: 101 }, 'isSub参数不正确'],
      ['putInPoolRemind', { isSub: 0 }, 'isSub参数不正确'],
    ] as const) {
      expect([path, (await backLog(path, body)).msg]).toEqual([path, msg]);
    }
  });

  it('leave out what the caller may not open, and what would reveal a hidden field', async () => {
    await addCustomer('今天', 'today');
    await addLead('新线索');
    expect(await numOf('hr')).toEqual({ totalNum: 0 });
    expect((await backLog('followLeads', {}, 'hr')).code).toBe(403);
    const fields = (await ask('field/queryRoleField', { roleId: 11, label: 2 }, 'admin')).data as {
      fieldId: number;
      fieldName: string;
      level: number;
    }[];
    const hide = (level: number) =>
      ask(
        'field/saveRoleField',
        {
          roleId: 11,
          label: 2,
          data: fields.map(({ fieldId, fieldName }) => ({ fieldId, level: fieldName === 'next_time' ? level : 2 })),
        },
        'admin',
      );
    expect((await hide(0)).msg).toBe('');
    expect(await numOf()).not.toHaveProperty('todayCustomer');
    expect(await namesIn('todayCustomer', { type: 1 })).toEqual([]);
    expect(((await backLog('queryRun')).data as { list: RunItem[] }).list.map((item) => item.name)).toEqual(['新线索']);
    expect((await hide(2)).msg).toBe('');
    expect(await numOf()).toMatchObject({ todayCustomer: 1 });
  });
});

describe('marking as followed up', () => {
  it('handles many at once, once, is logged and can be undone', async () => {
    const ids = [await addLead('线索一'), await addLead('线索二')];
    const act = await backLog('setLeadsFollowup', { ids: ids.join(',') });
    expect(act.data).toMatchObject({ count: 2 });
    expect((await backLog('setLeadsFollowup', { ids })).data).toMatchObject({ count: 0 });
    expect(await numOf()).toMatchObject({ followLeads: 0 });
    const log = (await ask('CrmRecord/queryRecordList', { actionId: ids[0], types: '1' })).data as {
      content: string[];
    }[];
    expect(log[0]?.content).toEqual(['将线索标记为已跟进']);
    const { operationId } = act.data as { operationId: number };
    expect((await ask('operation/undo', { operationId })).data).toMatchObject({ undone: 2 });
    expect(await numOf()).toMatchObject({ followLeads: 2 });
    // records that have really been followed up since stay so
    const again = (await backLog('setLeadsFollowup', { ids })).data as { operationId: number };
    await ask('CrmLeads/addRecord', { typesId: ids[0], content: '打过电话', category: '打电话' });
    expect((await ask('operation/undo', { operationId: again.operationId })).data).toMatchObject({ undone: 2 });
    expect(await numOf()).toMatchObject({ followLeads: 1 });
    const customer = await addCustomer('客户一');
    expect((await backLog('setCustomerFollowup', { ids: [customer] })).data).toMatchObject({ count: 1 });
    expect(await namesIn('followCustomer', { type: 2 })).toEqual(['客户一']);
  });

  it('requires write access to each of the records, or does nothing', async () => {
    const own = await addCustomer('自己的');
    const foreign = await addCustomer('别人的', 'none', 'none', 'stranger');
    const shared = await addCustomer('只读的', 'none', 'none', 'peer');
    const members = { ids: shared, memberIds: company.people.seller.userId, power: 1 };
    expect((await ask('CrmCustomer/addMembers', members, 'admin')).msg).toBe('');
    for (const ids of [[own, foreign], [own, shared], [99_999_999]])
      expect((await backLog('setCustomerFollowup', { ids })).code).toBe(404);
    expect(await numOf()).toMatchObject({ followCustomer: 1 });
    expect((await backLog('setLeadsFollowup', { ids: [1] }, 'hr')).code).toBe(403);
  });
});

describe('the follow-up queue', () => {
  const run = async (body: Record<string, unknown> = {}, as: PersonName = 'seller') =>
    (await backLog('queryRun', body, as)).data as { list: RunItem[]; totalRow: number };

  it('contains what is overdue, due today, about to be released and new, in this order, each once', async () => {
    await setRules({});
    await addLead('新线索');
    const falling = await addCustomer('快进公海', 'tomorrow');
    const both = await addCustomer('逾期且快进公海', 'yesterday');
    await sql`update customer set owner_since = now() - interval '27 days' where customer_id in (${falling}, ${both})`.execute(
      company.db,
    );
    await addCustomer('今天客户', 'today');
    await addLead('今天一早线索', 'thisMorning');
    await addLead('上周线索', 'lastWeek');
    await addCustomer('已联系', 'today', 'today');
    await addCustomer('下属的', 'today', 'none', 'subordinate');
    const { list, totalRow } = await run();
    expect(list.map(({ reason, name }) => `${reason} ${name}`)).toEqual([
      'overdue 上周线索',
      'overdue 逾期且快进公海',
      'today 今天一早线索',
      'today 今天客户',
      'pool 快进公海',
      'new 新线索',
    ]);
    expect(totalRow).toBe(6);
    expect(list.map(({ types, poolDay }) => `${types} ${String(poolDay)}`)).toContain('crm_customer 3');
    const short = await run({ limit: 3 });
    expect([short.list.map(({ name }) => name), short.totalRow]).toEqual([
      ['上周线索', '逾期且快进公海', '今天一早线索'],
      6,
    ]);
  });

  it('includes contact data, and drops records that have been followed up', async () => {
    const saved = await ask('CrmCustomer/addOrUpdate', {
      entity: {
        customer_name: '有电话',
        mobile: '13912345678',
        telephone: '010-88886666',
        next_time: '2020-02-03 09:00:00',
      },
      field: [],
    });
    const { customerId } = saved.data as { customerId: number };
    expect((await run()).list).toMatchObject([
      {
        id: customerId,
        mobile: '13912345678',
        telephone: '010-88886666',
        nextTime: '2020-02-03 09:00:00',
        reason: 'overdue',
      },
    ]);
    await ask('CrmCustomer/addRecord', { typesId: customerId, content: '聊过了', category: '打电话' });
    expect((await run()).list).toEqual([]);
    expect(await run({}, 'hr')).toEqual({ list: [], totalRow: 0 });
  });

  it('includes what is due about now, for reminders', async () => {
    await addCustomer('马上', 'soon');
    await addLead('马上线索', 'soon');
    await addCustomer('明天', 'tomorrow');
    await addCustomer('上周', 'lastWeek');
    await addCustomer('别人的', 'soon', 'none', 'stranger');
    const due = async (body: Record<string, unknown>, as: PersonName = 'seller') =>
      ((await backLog('queryDue', body, as)).data as DueItem[]).map(({ types, name }) => `${types} ${name}`).sort();
    expect(await due({})).toEqual(['crm_customer 马上', 'crm_leads 马上线索']);
    expect(await due({ minutes: 1 })).toEqual([]);
    expect(await due({}, 'hr')).toEqual([]);
  });
});

it('counts through indexes of the owner', async () => {
  const { db, people, services } = company;
  const fill = (table: string, title: string) =>
    sql`insert into ${sql.table(table)} (${sql.ref(title)}, followup, next_time, owner_user_id, create_user_id, batch_id)
      select '索引' || n, (n % 50 > 0)::int, case when n % 50 = 1 then now() - interval '2 days' end,
        (select user_id from app_user order by user_id offset n % 8 limit 1), 3, gen_random_uuid()::text
      from generate_series(1, 8000) as n`.execute(db);
  await fill('customer', 'customer_name');
  await fill('leads', 'leads_name');
  await sql`analyze customer, leads`.execute(db);
  const actor = await services.gate.actorFor(db, people.seller.userId);
  const planOf = async (type: RecordType, condition: Where) => {
    const { rows } = await sql<Record<string, string>>`
      explain (costs off) select from ${visible(type, restricted(ownScope(actor, type), condition))}`.execute(db);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };
  expect(await planOf(leadsType, isDueToday)).toMatch(/(?:using|on) leads_next\b/);
  expect(await planOf(leadsType, isOverdue)).toMatch(/(?:using|on) leads_next\b/);
  expect(await planOf(leadsType, isFollowedUp(1))).toMatch(/(?:using|on) leads_unfollowed\b/);
  expect(await planOf(customerType, isDueToday)).toMatch(/(?:using|on) customer_next\b/);
  expect(await planOf(customerType, isOverdue)).toMatch(/(?:using|on) customer_next\b/);
  expect(await planOf(customerType, isFollowedUp(1))).toMatch(/(?:using|on) customer_unfollowed\b/);
});
