import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { waitingPeople } from '#server/modules/admin/hand-over/queries.ts';
import { handAll, takeAllBack } from '#server/modules/admin/hand-over/run.ts';
import { countStatements } from '#server/testing/approvals/count-statements.ts';
import { openCompany, type Company, type Person, type PersonName } from '#server/testing/company.ts';
import type { HandOverRule } from '#shared/admin/hand-over/hand-over-rule.ts';
import { handOverCalls, type WholeHandOver } from '#shared/admin/hand-over/hand-over-calls.ts';
import { customerLevelField } from '#shared/crm/customer-type.ts';
import { levels } from '#shared/crm/options.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(() => company.close());

type Who = Pick<Person, 'token'>;
const idOf = (name: PersonName): number => company.people[name].userId;
const ask = (call: string, body: Record<string, unknown> = {}, as: Who = company.people.admin) =>
  company.call(`system/handOver/${call}`, body, { as });
const good = async <T>(call: string, body: Record<string, unknown> = {}, as?: Who): Promise<T> => {
  const answer = await ask(call, body, as);
  expect(answer.msg).toBe('');
  return answer.data as T;
};
const to = (name: PersonName): HandOverRule => ({ kind: 'one', userId: idOf(name) });
const plan = (rule: HandOverRule, more: Record<string, unknown> = {}, as?: Who): Promise<WholeHandOver> =>
  good('plan', { userId: idOf('seller'), rule, ...more }, as);
const run = async (handOverId: number, as?: Who): Promise<WholeHandOver> => {
  await good('start', { handOverId }, as);
  await handAll(company.services, handOverId);
  return good('queryById', { handOverId }, as);
};
const undo = async (handOverId: number): Promise<WholeHandOver> => {
  await good('undo', { handOverId });
  await takeAllBack(company.services, handOverId);
  return good('queryById', { handOverId });
};
const made = async (path: string, body: Record<string, unknown>, key: string, as: PersonName = 'seller') => {
  const answer = await company.call(path, body, { as: company.people[as] });
  expect(answer.msg).toBe('');
  return (answer.data as Record<string, number>)[key] ?? 0;
};
let count = 0;
const customer = (level = '', as: PersonName = 'seller', more: Record<string, unknown> = {}) =>
  made(
    'CrmCustomer/addOrUpdate',
    {
      entity: { customer_name: `交接客户${(count += 1)}`, ...more },
      field: level === '' ? [] : [{ fieldName: customerLevelField, value: level }],
    },
    'customerId',
    as,
  );
const contact = (customerId: number) =>
  made('CrmContacts/addOrUpdate', { entity: { name: `联系人${(count += 1)}`, customerId }, field: [] }, 'contactsId');
const join = (customerId: number, name: PersonName) =>
  company.call(
    'CrmCustomer/addMembers',
    { ids: customerId, memberIds: idOf(name), power: 2 },
    { as: company.people.admin },
  );
const owners = async (table: 'customer' | 'contacts', ids: readonly number[]) => {
  const key = sql.ref(table === 'customer' ? 'customer_id' : 'contacts_id');
  const { rows } = await sql<{ id: number; owner: string; creator: number }>`
    select ${key} as id, u.realname as owner, r.create_user_id as creator from ${sql.table(table)} r
    join app_user u on u.user_id = r.owner_user_id where ${key} = any(${[...ids]}::bigint[]) order by 1`.execute(
    company.db,
  );
  return rows;
};
const ownerNames = async (table: 'customer' | 'contacts', ids: readonly number[]) =>
  (await owners(table, ids)).map(({ owner }) => owner);
const partOf = (whole: WholeHandOver, holding: string) =>
  whole.parts
    .find((part) => part.holding === holding)
    ?.shares.map(({ realname, count: share }): [string, number] => [realname, share]);

/** Seller holds nothing from tests before. */
beforeEach(async () => {
  await sql`delete from hand_over`.execute(company.db);
  await sql`update customer set owner_user_id = ${idOf('admin')}`.execute(company.db);
  await sql`update contacts set owner_user_id = ${idOf('admin')}`.execute(company.db);
  await sql`delete from record_team`.execute(company.db);
  await sql`update app_user set parent_id = ${idOf('seller')} where user_id = ${idOf('subordinate')}`.execute(
    company.db,
  );
  await sql`update org_version set version = version + 1`.execute(company.db);
});

describe('what somebody holds', () => {
  it('is said by kind, with as much as the caller may hand over', async () => {
    const one = await customer(levels[0]);
    await customer(levels[1]);
    await contact(one);
    await join(await customer('', 'stranger'), 'seller');
    const held = await good<OutputOf<typeof handOverCalls.held>>('queryHeld', { userId: idOf('seller') });
    expect(held.person).toMatchObject({ realname: '王芳', superiorName: '孙经理', status: 1 });
    const amounts = held.holdings.map(({ holding, total, movable }) => [holding, total, movable]);
    expect(amounts).toEqual([
      ['crm_customer', 2, 2],
      ['crm_contacts', 1, 1],
      ['crm_customer.team', 1, 1],
      ['reports', 1, 1],
    ]);
    const [customers] = held.holdings;
    expect(customers?.title).toBe('客户');
    expect(customers?.splitFields.find(({ fieldName }) => fieldName === customerLevelField)?.values).toEqual([
      { value: levels[0], label: levels[0], count: 1 },
      { value: levels[1], label: levels[1], count: 1 },
    ]);
    // who keeps the staff has no rights in sales
    const byHr = await good<typeof held>('queryHeld', { userId: idOf('seller') }, company.people.hr);
    expect(byHr.holdings.map(({ holding, total, movable }) => [holding, total, movable])).toEqual([
      ['crm_customer', 2, 0],
      ['crm_contacts', 1, 0],
      ['crm_customer.team', 1, 0],
      ['reports', 1, 1],
    ]);
  });

  it('lists people who have been disabled and still hold something', async () => {
    await customer();
    const waiting = () => good<{ realname: string; count: number }[]>('queryWaiting');
    expect(await waiting()).toEqual([]);
    await sql`update app_user set status = 0 where user_id = ${idOf('seller')}`.execute(company.db);
    try {
      expect(await waiting()).toMatchObject([{ realname: '王芳', count: 2, deptName: '销售一部' }]);
    } finally {
      await sql`update app_user set status = 1 where user_id = ${idOf('seller')}`.execute(company.db);
    }
  });

  it('counts what all of them hold at once, however many they are', async () => {
    await customer();
    await customer('', 'peer');
    const disabled = (status: number, names: readonly PersonName[]) =>
      sql`update app_user set status = ${status} where user_id = any(${names.map(idOf)}::int[])`.execute(company.db);
    const asked = () => countStatements(company, 'admin', (db) => waitingPeople(db));
    try {
      await disabled(0, ['seller']);
      const ofOne = await asked();
      await disabled(0, ['peer', 'stranger', 'subordinate']);
      expect(await asked()).toBe(ofOne);
      const waiting = await good<{ realname: string }[]>('queryWaiting');
      expect(waiting.map(({ realname }) => realname)).toEqual(expect.arrayContaining(['王芳', '李强']));
    } finally {
      await disabled(1, ['seller', 'peer', 'stranger', 'subordinate']);
    }
  });
});

describe('a plan', () => {
  it('writes nothing, and names who gets what', async () => {
    const ids = [await customer(), await customer()];
    const whole = await plan(to('peer'));
    expect(whole).toMatchObject({ state: 'planned', total: 3, done: 0, from: { realname: '王芳' } });
    expect(partOf(whole, 'crm_customer')).toEqual([['李强', 2]]);
    expect(await ownerNames('customer', ids)).toEqual(['王芳', '王芳']);
    const names = await good<{ list: { name: string; realname: string }[] }>('queryPieces', {
      handOverId: whole.handOverId,
      holding: 'crm_customer',
    });
    expect(names.list).toHaveLength(2);
    expect(names.list[0]).toMatchObject({ realname: '李强', reason: '' });
    expect((await good<{ totalRow: number }>('queryPageList')).totalRow).toBe(0);
  });

  it('is divided evenly, and what belongs to a customer goes with it', async () => {
    const ids = [];
    for (let at = 0; at < 5; at += 1) ids.push(await customer());
    const contacts = [];
    for (const id of ids) contacts.push(await contact(id));
    const whole = await plan({ kind: 'even', userIds: [idOf('peer'), idOf('stranger')] });
    expect(partOf(whole, 'crm_customer')).toEqual([
      ['李强', 3],
      ['周远', 2],
    ]);
    await run(whole.handOverId);
    expect(await ownerNames('customer', ids)).toEqual(['李强', '周远', '李强', '周远', '李强']);
    expect(await ownerNames('contacts', contacts)).toEqual(await ownerNames('customer', ids));
  });

  it('is divided by a field; a kind may have a rule of its own', async () => {
    const ids = [await customer(levels[0]), await customer(levels[1]), await customer()];
    const rule: HandOverRule = {
      kind: 'field',
      fieldName: customerLevelField,
      values: [{ value: levels[0], userId: idOf('manager') }],
      rest: idOf('peer'),
    };
    const rules = [{ holding: 'reports', rule: { kind: 'stay' } }];
    const whole = await plan(rule, { rules });
    expect(whole.parts.map(({ holding }) => holding)).toEqual(['crm_customer']);
    await run(whole.handOverId);
    expect(await ownerNames('customer', ids)).toEqual(['孙经理', '李强', '李强']);
    const refused = await ask('plan', {
      userId: idOf('peer'),
      rule: to('manager'),
      rules: [
        { holding: 'crm_customer', rule: { ...rule, fieldName: '没有的字段', values: [], rest: idOf('manager') } },
      ],
    });
    expect(refused.msg).toBe('“没有的字段”不能用来分配，请换一个字段');
  });

  it('goes to the superior, and is refused where nobody could take it', async () => {
    const id = await customer();
    const whole = await plan({ kind: 'superior' });
    expect(partOf(whole, 'crm_customer')).toEqual([['孙经理', 1]]);
    await run(whole.handOverId);
    expect(await ownerNames('customer', [id])).toEqual(['孙经理']);
    const tried = async (body: Record<string, unknown>) => (await ask('plan', body)).msg;
    expect(await tried({ userId: idOf('seller'), rule: to('seller') })).toBe('不能交接给本人');
    expect(await tried({ userId: idOf('seller'), rule: { kind: 'one', userId: 999_999 } })).toBe('用户不存在！');
    expect(await tried({ userId: idOf('admin'), rule: { kind: 'superior' } })).toContain('没有直属上级');
    expect(await tried({ userId: idOf('agent'), rule: to('peer') })).toBe('按这样的设置，没有可以交接的内容');
  });
});

describe('a hand-over', () => {
  it('moves records, teams, people and settings, keeps who made them, and is taken back as one', async () => {
    const owned = await customer(levels[0]);
    const contactId = await contact(owned);
    const shared = await customer('', 'stranger');
    await join(shared, 'seller');
    const duty = Array.from({ length: 7 }, () => ({ adviserCrmUserId: String(idOf('seller')), splitTimeFlag: false }));
    await company.call('CrmSchedule/saveSchedule', { weeks: duty }, { as: company.people.admin });
    await company.call(
      'scene/addScene',
      { type: 2, name: '共享的场景', data: '{}', shareAll: 1 },
      { as: company.people.admin },
    );
    await sql`update scene set user_id = ${idOf('seller')}, share_all = true where name = '共享的场景'`.execute(
      company.db,
    );
    const state = async () => ({
      owner: await ownerNames('customer', [owned]),
      contact: await ownerNames('contacts', [contactId]),
      team: (
        await sql<{ name: string }>`select u.realname as name from record_team t join app_user u using (user_id)
          where t.record_id = ${shared} and t.type_code = 2`.execute(company.db)
      ).rows.map(({ name }) => name),
      superior: (
        await sql<{ name: string }>`select s.realname as name from app_user u join app_user s on s.user_id = u.parent_id
          where u.user_id = ${idOf('subordinate')}`.execute(company.db)
      ).rows.map(({ name }) => name),
      duty: (
        (await company.call('CrmSchedule/querySchedule', {}, { as: company.people.admin })).data as {
          weeks: { adviserName: string }[];
        }
      ).weeks[0]?.adviserName,
    });
    const before = await state();
    expect(before).toEqual({ owner: ['王芳'], contact: ['王芳'], team: ['王芳'], superior: ['王芳'], duty: '王芳' });
    const whole = await plan(to('peer'));
    const done = await run(whole.handOverId);
    expect(done).toMatchObject({ state: 'done', left: 0, mayUndo: 1 });
    expect(done.done).toBe(done.total);
    expect(await state()).toEqual({
      owner: ['李强'],
      contact: ['李强'],
      team: ['李强'],
      superior: ['李强'],
      duty: '李强',
    });
    expect((await owners('customer', [owned]))[0]?.creator).toBe(idOf('seller'));
    expect((await good<{ list: { handOverId: number }[] }>('queryPageList')).list[0]?.handOverId).toBe(
      whole.handOverId,
    );
    // it is no action beside the hand-over
    const acts = (await company.call('operation/queryPageList', {}, { as: company.people.admin })).data as {
      list: { verb: string }[];
    };
    expect(acts.list.filter(({ verb }) => verb === 'transferred')).toEqual([]);
    const { rows } = await sql<{ id: number }>`select operation_id as id from operation where is_part`.execute(
      company.db,
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { id } of rows)
      expect((await company.call('operation/undo', { operationId: id }, { as: company.people.admin })).code).not.toBe(
        0,
      );
    expect(await undo(whole.handOverId)).toMatchObject({ state: 'undone', kept: [], mayUndo: 0 });
    expect(await state()).toEqual(before);
    expect((await ask('undo', { handOverId: whole.handOverId })).msg).toContain('已经撤销');
  });

  it('leaves what somebody has changed meanwhile, and an undo what has been changed since, by name', async () => {
    const ids = [await customer(), await customer(), await customer()];
    const whole = await plan(to('peer'));
    await sql`update customer set owner_user_id = ${idOf('stranger')} where customer_id = ${ids[0]}`.execute(
      company.db,
    );
    const done = await run(whole.handOverId);
    expect(done).toMatchObject({ state: 'done', left: 1 });
    const { list } = await good<{ list: { reason: string }[] }>('queryPieces', {
      handOverId: whole.handOverId,
      holding: 'crm_customer',
    });
    expect(list.map(({ reason }) => reason)).toEqual(['这段时间里已被他人改动，保留原样', '', '']);
    await company.call(
      'CrmCustomer/transfer',
      { customerIds: ids[1], newOwnerUserId: idOf('stranger'), transferType: 1, power: 1 },
      { as: company.people.admin },
    );
    const undone = await undo(whole.handOverId);
    expect(undone.kept).toHaveLength(1);
    expect(await ownerNames('customer', ids)).toEqual(['周远', '周远', '王芳']);
  });

  it('goes on where it stopped, and two of one person do not run at once', async () => {
    const ids = [await customer(), await customer()];
    const first = await plan(to('peer'));
    const other = await plan(to('stranger'), {}, company.people.manager).catch(() => null);
    expect(other).toBeNull();
    await good('start', { handOverId: first.handOverId });
    expect((await ask('start', { handOverId: first.handOverId })).msg).toBe('这次交接已经开始');
    expect((await ask('plan', { userId: idOf('seller'), rule: to('peer') })).msg).toContain('正在进行');
    const stopped = AbortSignal.abort();
    await expect(handAll(company.services, first.handOverId, stopped)).rejects.toThrow();
    expect(await ownerNames('customer', ids)).toEqual(['李强', '李强']);
    await Promise.all([handAll(company.services, first.handOverId), handAll(company.services, first.handOverId)]);
    expect(await good('queryById', { handOverId: first.handOverId })).toMatchObject({ state: 'done', left: 0 });
  });

  it('goes by the rights of the moment', async () => {
    const id = await customer();
    const whole = await plan(to('peer'));
    await good('start', { handOverId: whole.handOverId });
    await sql`update hand_over set user_id = ${idOf('hr')} where hand_over_id = ${whole.handOverId}`.execute(
      company.db,
    );
    await handAll(company.services, whole.handOverId);
    const done = await good<WholeHandOver>('queryById', { handOverId: whole.handOverId });
    expect([done.state, await ownerNames('customer', [id])]).toEqual(['done', ['王芳']]);
    const { list } = await good<{ list: { reason: string }[] }>('queryPieces', {
      handOverId: whole.handOverId,
      holding: 'crm_customer',
    });
    expect(list[0]?.reason).not.toBe('');
  });

  it('is a matter of whoever planned it, and of who administers all', async () => {
    await customer();
    const whole = await plan(to('peer'));
    for (const call of ['queryById', 'start', 'undo', 'queryPieces'])
      expect((await ask(call, { handOverId: whole.handOverId, holding: 'x' }, company.people.hr)).code).toBe(404);
    for (const call of ['queryHeld', 'queryWaiting', 'plan', 'start', 'queryPageList', 'undo'])
      expect((await ask(call, {}, company.people.seller)).code).toBe(403);
    expect((await ask('queryHeld', { userId: idOf('admin') }, company.people.hr)).code).not.toBe(0);
  });
});
