import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runPoolRules } from '#server/modules/crm/customers/pool/job.ts';
import { openCompany, type Company, type PersonName } from '#server/testing/company.ts';
import { brokenInvariants } from '#server/testing/invariants.ts';
import { repetitions } from '#server/testing/repetitions.ts';
import { dice } from '#server/testing/dice.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { menuIdsBelow } from '#shared/admin/menus.ts';

let company: Company;
const clients = 16;
const customers = 96;
const people: readonly PersonName[] = ['seller', 'peer', 'stranger', 'manager', 'subordinate', 'agent', 'admin'];
const ids: number[] = [];

beforeAll(async () => {
  company = await openCompany();
  const menus = menuIdsBelow('crm:customer:', 'crm:pool:');
  await sql`
    insert into role_menu (role_id, menu_id) select role_id, menu_id from unnest(array[8, 11]) as role_id, unnest(${menus}::int[]) as menu_id
    on conflict do nothing`.execute(company.db);
  // several sellers see each other's customers, so that their actions collide
  await sql`update role set data_type = 5 where role_id in (8, 11)`.execute(company.db);
  await sql`update org_version set version = version + 1`.execute(company.db);
  const { seller, peer, stranger } = company.people;
  const limits = [
    { type: 1, customerNum: 15, customerDeal: 1, userList: [seller.userId] },
    { type: 1, customerNum: 14, customerDeal: 0, userList: [peer.userId] },
    { type: 1, customerNum: 15, customerDeal: 0, userList: [stranger.userId] },
    { type: 2, customerNum: 2, customerDeal: 0, userList: [seller.userId, peer.userId] },
  ];
  for (const limit of limits) expect((await ask('customerSetting', { ...limit, deptList: [] }, 'admin')).msg).toBe('');
  const rules = { followupDay: 30, dealDay: 60, type: 1, putInPoolRemindConfig: 0 };
  expect((await ask('updateRulesSetting', rules, 'admin')).msg).toBe('');
  for (let at = 0; at < customers; at += 1) {
    const made = await ask('addOrUpdate', { entity: { customer_name: `随机${at}` }, field: [] }, people[at % 7]);
    const { customerId } = made.data as { customerId: number };
    ids.push(customerId);
  }
});
afterAll(async () => company.close());

const ask = (path: string, body: Record<string, unknown>, who: PersonName = 'seller') =>
  company.call(path.includes('/') ? path : `CrmCustomer/${path}`, body, { as: company.people[who] });

interface Turn {
  readonly roll: (most: number) => number;
  readonly who: PersonName;
  readonly some: readonly number[];
  readonly user: number;
}
type Act = (turn: Turn) => Promise<{ code: number; status: number; msg: string; data: unknown }>;

/** Everybody's actions that can be undone. */
const done: { id: number; who: PersonName }[] = [];

const acts: Record<string, Act> = {
  receive: ({ some, who }) => ask('receiveByIds', { ids: some }, who),
  distribute: ({ some, who, user }) => ask('distributeByIds', { ids: some, userId: user }, who),
  release: ({ some, who }) => ask('updateCustomerByIds', { ids: some }, who),
  lock: ({ some, who }) => ask('lock', { ids: some, isLock: 1 }, who),
  unlock: ({ some, who }) => ask('lock', { ids: some, isLock: 0 }, who),
  transfer: ({ some, who, user, roll }) =>
    ask('transfer', { customerIds: some, newOwnerUserId: user, transferType: 1 + roll(2), power: 1 + roll(2) }, who),
  deal: ({ some, who, roll }) => ask('setDealStatus', { ids: some, dealStatus: roll(2) }, who),
  delete: ({ some, who }) => ask('deleteByIds', { customerIds: some.slice(0, 1) }, who),
  join: ({ some, who, user, roll }) => ask('addMembers', { ids: some, memberIds: user, power: 1 + roll(2) }, who),
  leave: ({ some, who, user }) => ask('deleteMembers', { ids: some, memberIds: user }, who),
  create: async ({ who }) => {
    const answer = await ask('addOrUpdate', { entity: { customer_name: `新建 ${(fresh += 1)}` }, field: [] }, who);
    if (answer.code === 0) ids.push((answer.data as { customerId: number }).customerId);
    return answer;
  },
  edit: ({ some, who, roll }) =>
    ask('addOrUpdate', { entity: { customerId: some[0], remark: String(roll(1000)) }, field: [] }, who),
  follow: ({ some, who }) => ask('addRecord', { typesId: some[0], content: '谈', category: '打电话' }, who),
  undo: async ({ roll }) => {
    const act = done.splice(roll(Math.max(1, done.length)), 1)[0];
    if (!act) return { code: 404, status: 200, msg: '', data: null };
    return ask('operation/undo', { operationId: act.id }, act.who);
  },
  rules: async ({ some }) => {
    await sql`update customer set owner_since = now() - interval '90 days' where customer_id = ${some[0]}`.execute(
      company.db,
    );
    return { code: 0, status: 200, msg: '', data: await runPoolRules(company.services) };
  },
};
let fresh = 0;

const rowsOf = async (query: ReturnType<typeof sql>) => (await query.execute(company.db)).rows;

describe('concurrent actions of sixteen people (C8)', () => {
  it('leave a consistent state, whatever they do', { timeout: 600_000 }, async () => {
    const kinds = Object.keys(acts);
    // actions that affect limits come more often
    const mix = [...kinds, 'receive', 'receive', 'distribute', 'transfer', 'transfer', 'lock', 'lock', 'undo', 'undo'];
    const successes = new Map<string, number>();
    const failures: string[] = [];
    const expected = new Set([0, 403, 404, 409, 422]);
    const client = async (number: number) => {
      const roll = dice(number + 1);
      for (let at = 0; at < repetitions(10_000) / clients; at += 1) {
        const kind = mix[roll(mix.length)] ?? 'receive';
        const some = Array.from({ length: 1 + roll(4) }, () => ids[roll(ids.length)] ?? 0);
        const who = people[roll(people.length)] ?? 'seller';
        const user = company.people[people[roll(people.length)] ?? 'seller'].userId;
        const answer = await acts[kind]?.({ roll, who, some, user });
        if (!answer) continue;
        if (answer.status >= 500 || !expected.has(answer.code)) failures.push(`${kind} ${answer.code} ${answer.msg}`);
        if (answer.code === 0) successes.set(kind, (successes.get(kind) ?? 0) + 1);
        const { operationId } = (answer.data ?? {}) as { operationId?: number };
        if (answer.code === 0 && operationId) done.push({ id: operationId, who });
      }
    };
    const ends = await Promise.allSettled(Array.from({ length: clients }, (_, number) => client(number)));
    expect(ends.filter((end) => end.status === 'rejected')).toEqual([]);
    expect(failures).toEqual([]);
    expect([...successes.keys()].toSorted()).toEqual(kinds.toSorted());
  });

  it.each<[string, ReturnType<typeof sql>]>([
    [
      'nobody has more customers than their limit',
      sql`
      select u.user_id, l.customer_num, count(*) from customer_limit l join customer_limit_user u using (setting_id)
      join customer c on c.owner_user_id = u.user_id and c.deleted_at is null and (l.customer_deal = 1 or c.deal_status = 0)
      where l.type = 1 group by 1, 2 having count(*) > l.customer_num`,
    ],
    [
      'nobody has more locks than their limit',
      sql`
      select u.user_id, l.customer_num, count(*) from customer_limit l join customer_limit_user u using (setting_id)
      join customer c on c.owner_user_id = u.user_id and c.deleted_at is null and c.is_lock = 1
        and (l.customer_deal = 1 or c.deal_status = 0)
      where l.type = 2 group by 1, 2 having count(*) > l.customer_num`,
    ],
    [
      'nothing in the pool is locked, has a team or came there at no time',
      sql`
      select customer_id from customer c where owner_user_id is null and (is_lock = 1 or pool_time is null
        or exists (select from record_team t where t.type_code = 2 and t.record_id = c.customer_id))`,
    ],
    [
      'what somebody owns is not in the pool',
      sql`
      select customer_id from customer where owner_user_id is not null and pool_time is not null`,
    ],
    ['no lock outlives a deal', sql`select customer_id from customer where is_lock = 1 and deal_status = 1`],
    [
      'no owner is a member of the team',
      sql`
      select c.customer_id from customer c join record_team t
        on t.type_code = 2 and t.record_id = c.customer_id and t.user_id = c.owner_user_id`,
    ],
    [
      'every version has its event, and only one',
      sql`
      select c.customer_id, c.version, count(e.version), count(distinct e.version), max(e.version) from customer c
      left join event e on e.type_code = 2 and e.record_id = c.customer_id and e.version is not null
      group by 1, 2 having count(e.version) <> c.version or count(distinct e.version) <> c.version or max(e.version) <> c.version`,
    ],
  ])('so that %s', async (_what, query) => {
    expect(await rowsOf(query)).toEqual([]);
  });

  it('so that counters, files and replies match the rows', async () => {
    expect(await brokenInvariants(company.urls.ownerUrl, company.services.config.dataDir, customerType)).toEqual([]);
  });
});
