import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { onlyScheduler, openDuty, whileSomebody } from '#server/modules/crm/duty/testing.ts';
import { openLeads, openLeadsCompany } from '#server/modules/crm/leads/testing.ts';
import type { Company, Person, PersonName } from '#server/testing/company.ts';
import { withoutRight } from '#server/testing/role-rights.ts';
import { leadsType } from '#shared/crm/leads-type.ts';

let company: Company;
let scheduler: Pick<Person, 'token'>;
beforeAll(async () => {
  company = await openLeadsCompany();
  scheduler = await onlyScheduler(company);
});
afterAll(() => company.close());

const { good, ask, everyDay, planned } = openDuty(() => company);
const { save, undo, history, callAs } = openLeads(() => company);

const noon = '2026-11-25T12:00:00+08:00';
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(noon) });
  await company.db.deleteFrom('duty_turn').execute();
});
afterEach(() => {
  vi.useRealTimers();
});

interface Assigned {
  readonly operationId: number | null;
  readonly count: number;
  readonly failed: { id: number; msg: string }[];
  readonly advisers: { realname: string; count: number }[];
  readonly passedOver: string[];
}
const assign = (leadsIds: readonly number[], as: PersonName = 'manager') =>
  good<Assigned>('assignLeads', { leadsIds: leadsIds.join(',') }, as);
let made = 0;
const newLeads = async (count: number, as: PersonName = 'subordinate'): Promise<number[]> => {
  const ids: number[] = [];
  for (let left = count; left > 0; left -= 1) ids.push(await save(`待分配${(made += 1)}`, {}, [], as));
  return ids;
};
const ownersOf = async (ids: readonly number[]): Promise<string[]> => {
  const { rows } = await sql<{ realname: string }>`
    select u.realname from leads l join app_user u on u.user_id = l.owner_user_id
    where leads_id = any(${[...ids]}::bigint[]) order by leads_id`.execute(company.db);
  return rows.map(({ realname }) => realname);
};

describe('leads for the adviser on duty', () => {
  it('go to the advisers in turn, each up to the maximum, from where the last call stopped', async () => {
    await planned(everyDay(['peer', 'seller']), 2);
    const first = await newLeads(3);
    expect(await assign(first)).toMatchObject({
      count: 3,
      failed: [],
      advisers: [
        { realname: '李强', count: 2 },
        { realname: '王芳', count: 1 },
      ],
      passedOver: [],
    });
    expect(await ownersOf(first)).toEqual(['李强', '李强', '王芳']);
    const second = await newLeads(2);
    await assign(second);
    expect(await ownersOf(second)).toEqual(['王芳', '李强']);
    expect(await good('queryDuty', {}, 'manager')).toMatchObject({ now: { nextUserId: company.people.peer.userId } });
  });

  it('begin with the first adviser again in the next duty, at 08:00', async () => {
    await planned(everyDay(['peer', 'seller']));
    const at = async (time: string) => {
      vi.setSystemTime(time);
      const ids = await newLeads(1);
      await assign(ids);
      return ownersOf(ids);
    };
    expect(await at('2026-11-30T20:00:00+08:00')).toEqual(['李强']);
    expect(await at('2026-12-01T07:59:59+08:00')).toEqual(['王芳']);
    expect(await at('2026-12-01T08:00:00+08:00')).toEqual(['李强']);
  });

  it('go to the adviser of the slot in a split duty', async () => {
    await planned(everyDay(['peer', 'seller', 'manager'], true));
    const at = async (time: string) => {
      vi.setSystemTime(time);
      const ids = await newLeads(2);
      await assign(ids);
      return ownersOf(ids);
    };
    expect(await at('2026-11-25T08:00:00+08:00')).toEqual(['李强', '李强']);
    expect(await at('2026-11-25T15:59:59+08:00')).toEqual(['李强', '李强']);
    expect(await at('2026-11-25T16:00:00+08:00')).toEqual(['王芳', '王芳']);
    expect(await at('2026-11-26T07:59:59+08:00')).toEqual(['孙经理', '孙经理']);
  });

  it('pass over whoever is disabled or an agent by now, which the answer says', async () => {
    await planned(everyDay(['peer', 'seller', 'manager']));
    for (const is of [{ status: 0 }, { agent_flag: 1 }])
      await whileSomebody(company, 'peer', is, async () => {
        const ids = await newLeads(2);
        expect(await assign(ids, 'admin')).toMatchObject({ count: 2, passedOver: ['李强'] });
        expect(await ownersOf(ids)).toEqual(['王芳', '孙经理']);
      });
  });

  it('stay with the person whose turn it is, which is reported and takes no turn', async () => {
    await planned(everyDay(['peer', 'seller']));
    const [own = 0] = await newLeads(1, 'peer');
    const [other = 0] = await newLeads(1);
    const answer = await assign([own, other]);
    expect(answer).toMatchObject({ count: 1, failed: [{ id: own, msg: '此刻轮到李强，线索本来就归其负责' }] });
    expect(await ownersOf([own, other])).toEqual(['李强', '李强']);
    await company.db.deleteFrom('duty_turn').execute();
    expect(await assign([own])).toMatchObject({ operationId: null, count: 0, failed: [{ id: own }], advisers: [] });
  });

  it('are refused, and take no turn, while nobody is on duty', async () => {
    const [id = 0] = await newLeads(1);
    const nobody = { code: 422, msg: '现在没有顾问值班，请先在“客服值班排班”中安排' };
    await planned(everyDay([]));
    expect(await ask('assignLeads', { leadsIds: id }, 'manager')).toMatchObject(nobody);
    expect(await good('queryDuty')).toEqual({ now: null, next: null });
    await planned(everyDay(['peer']));
    await whileSomebody(company, 'peer', { status: 0 }, async () => {
      expect(await ask('assignLeads', { leadsIds: id }, 'manager')).toMatchObject(nobody);
    });
    expect(await ownersOf([id])).toEqual(['赵新']);
    expect(await company.db.selectFrom('duty_turn').selectAll().execute()).toEqual([]);
  });

  it('are logged like a transfer, and one undo gives all of them back', async () => {
    await planned(everyDay(['peer', 'seller']));
    const ids = await newLeads(3);
    const { operationId } = await assign(ids);
    expect((await history(1, ids[0] ?? 0, 'manager')).join()).toContain('李强');
    expect((await undo(operationId ?? 0, 'peer')).code).not.toBe(0);
    expect(await undo(operationId ?? 0, 'manager')).toMatchObject({ code: 0, data: { undone: 3, kept: [] } });
    expect(await ownersOf(ids)).toEqual(['赵新', '赵新', '赵新']);
    const list = await good<{ isUndone: number; adviserName: string }[]>('queryAssignList');
    expect(list.slice(0, 3).map(({ isUndone }) => isUndone)).toEqual([1, 1, 1]);
  });

  it('are all refused with one that has become a customer, by name, or that somebody has changed', async () => {
    await planned(everyDay(['peer']));
    const [id = 0, converted = 0] = await newLeads(2);
    await sql`update leads set is_transform = 1 where leads_id = ${converted}`.execute(company.db);
    const closed = await ask('assignLeads', { leadsIds: [id, converted] }, 'manager');
    expect([closed.code, closed.msg]).toEqual([422, expect.stringContaining(`待分配${made}`)]);
    const conflict = await ask('assignLeads', { leadsIds: [id], versions: { [id]: 99 } }, 'manager');
    expect(conflict.code).toBe(409);
    expect(await ownersOf([id])).toEqual(['赵新']);
  });

  it('are given once when the call is repeated after a lost answer', async () => {
    await planned(everyDay(['peer', 'seller']));
    const ids = await newLeads(1);
    const headers = { 'idempotency-key': 'duty-once-1' };
    const send = () =>
      company.call('CrmSchedule/assignLeads', { leadsIds: ids }, { as: company.people.manager, headers });
    const first = await send();
    expect((await send()).data).toEqual(first.data);
    expect(await ownersOf(ids)).toEqual(['李强']);
  });
});

describe('turns of several callers at once', () => {
  it('are taken one after the other: nobody gets two while others wait', async () => {
    await planned(everyDay(['peer', 'seller', 'manager']), 2);
    const ids = await newLeads(12);
    const insist = async (id: number): Promise<void> => {
      for (;;) {
        const { code } = await ask('assignLeads', { leadsIds: id }, 'admin');
        if (code === 0) return;
        expect([429, 503]).toContain(code);
      }
    };
    await Promise.all(ids.map(insist));
    const given = await company.db
      .selectFrom('duty_lead as d')
      .innerJoin('app_user as u', 'u.user_id', 'd.user_id')
      .select('u.realname')
      .where('d.leads_id', 'in', ids)
      .orderBy('d.duty_lead_id')
      .execute();
    const round = ['李强', '李强', '王芳', '王芳', '孙经理', '孙经理'];
    expect(given.map(({ realname }) => realname)).toEqual([...round, ...round]);
  });

  it('do not deadlock over the same leads in opposite order', async () => {
    await planned(everyDay(['peer', 'seller']));
    const ids = await newLeads(6);
    const answers = await Promise.all(
      [ids, ids.toReversed(), ids, ids.toReversed()].map((leadsIds) => ask('assignLeads', { leadsIds }, 'admin')),
    );
    expect(answers.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
  });
});

describe('whoever assigns or looks on', () => {
  it('needs the right to transfer leads, and reaches no lead of others (A2)', async () => {
    await planned(everyDay(['peer']));
    const [id = 0] = await newLeads(1, 'manager');
    await withoutRight(company, 8, leadsType, 'transfer', async () => {
      expect((await ask('assignLeads', { leadsIds: id }, 'manager')).code).toBe(403);
      expect((await ask('queryDuty', {}, 'manager')).code).toBe(403);
    });
    const [own = 0] = await newLeads(1, 'seller');
    for (const beside of [[], [own]]) {
      const foreign = await ask('assignLeads', { leadsIds: [...beside, id] }, 'seller');
      const absent = await ask('assignLeads', { leadsIds: [...beside, 99_999_999] }, 'seller');
      expect([foreign.code, foreign.body]).toEqual([404, absent.body]);
    }
    expect(await ownersOf([own])).toEqual(['王芳']);
    expect(await ownersOf([id])).toEqual(['孙经理']);
    expect(await company.db.selectFrom('duty_turn').selectAll().execute()).toEqual([]);
  });

  it('with the right to plan alone sees whom leads went to, but no lead (A15)', async () => {
    await planned(everyDay(['peer']));
    // even one's own says nothing without the right to leads
    const ids = await newLeads(1, 'manager');
    await assign(ids, 'admin');
    await planned(everyDay(['seller']));
    const { userId } = company.people.stranger;
    const [own = 0] = await newLeads(1, 'manager');
    await assign([own], 'admin');
    await sql`update leads set owner_user_id = ${userId} where leads_id = ${own}`.execute(company.db);
    const asked = await ask('queryAssignList', {}, scheduler);
    const list = asked.data as { leadsId: number | null; leadsName: string; adviserName: string }[];
    expect(list.length).toBeGreaterThan(1);
    expect(list.every(({ leadsId, leadsName }) => leadsId === null && leadsName === '')).toBe(true);
    expect(list.slice(0, 2).map(({ adviserName }) => adviserName)).toEqual(['王芳', '李强']);
    expect(asked.raw.toString()).not.toContain('待分配');
    for (const leadsIds of [own, ids[0]]) expect((await ask('assignLeads', { leadsIds }, scheduler)).code).toBe(403);
    for (const path of ['CrmLeads/queryPageList', 'CrmLeads/queryById'])
      expect([path, (await company.call(path, { leadsId: own }, { as: scheduler })).code]).toEqual([path, 403]);
  });

  it('sees the last 20 leads, with the names in their data scope', async () => {
    await planned(everyDay(['peer', 'seller']));
    const ids = await newLeads(21);
    await assign(ids, 'admin');
    const list =
      await good<{ leadsId: number | null; leadsName: string; adviserName: string; givenByName: string }[]>(
        'queryAssignList',
      );
    expect(list).toHaveLength(20);
    expect(list.every(({ leadsId }) => leadsId !== null && ids.includes(leadsId))).toBe(true);
    expect(new Set(list.map(({ adviserName, givenByName }) => `${givenByName} ${adviserName}`)).size).toBe(2);
    expect(list.every(({ leadsName }) => leadsName.startsWith('待分配'))).toBe(true);
    const deleted = await callAs('CrmLeads/deleteByIds', { leadsIds: list[0]?.leadsId }, 'admin');
    expect(deleted.code).toBe(0);
    expect((await good<typeof list>('queryAssignList'))[0]).toMatchObject({ leadsId: null, leadsName: '' });
  });
});
