import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handAll, takeAllBack } from '#server/modules/admin/hand-over/run.ts';
import { openCompany, type Company } from '#server/testing/company.ts';
import { dice } from '#server/testing/dice.ts';
import { repetitions, seed } from '#server/testing/repetitions.ts';
import type { HandOverRule } from '#shared/admin/hand-over/hand-over-rule.ts';
import type { WholeHandOver } from '#shared/admin/hand-over/hand-over-calls.ts';
import { customerLevelField } from '#shared/crm/customer-type.ts';
import { levels } from '#shared/crm/options.ts';

// What a hand-over moves in organisations made at random is what a few lines of arithmetic say, and its undo leaves
// nothing behind.

let company: Company;
const customers: { id: number; level: string; province: string }[] = [];
const contacts: { id: number; customerId: number }[] = [];
const scenes: number[] = [];
const people: number[] = [];
const roll = dice(seed);
const pick = <T>(list: readonly T[]): T => list[roll(list.length)] as T;
const provinces = ['北京市', '广东省', '浙江省', ''];

const ask = async <T>(path: string, body: Record<string, unknown> = {}): Promise<T> => {
  const answer = await company.call(path, body, { as: company.people.admin });
  expect([seed, path, answer.msg]).toEqual([seed, path, '']);
  return answer.data as T;
};

beforeAll(async () => {
  company = await openCompany();
  const { rows } = await sql<{ id: number }>`
    insert into app_user (username, realname, password_hash, dept_id, parent_id, status)
    select '1395000' || lpad(n::text, 4, '0'), '交接' || n, '', 1, 0, 1 from generate_series(1, 9) n
    returning user_id as id`.execute(company.db);
  people.push(...rows.map(({ id }) => id));
  await sql`insert into user_role (user_id, role_id) select unnest(${people}::int[]), 11`.execute(company.db);
  for (let at = 0; at < 24; at += 1) {
    const [level, province] = [pick(['', ...levels]), pick(provinces)];
    const { customerId } = await ask<{ customerId: number }>('CrmCustomer/addOrUpdate', {
      entity: { customer_name: `随机交接${at}`, ...(province && { address: `${province},某市,某区` }) },
      field: level === '' ? [] : [{ fieldName: customerLevelField, value: level }],
    });
    customers.push({ id: customerId, level, province });
  }
  for (let at = 0; at < 24; at += 1) {
    const customerId = pick(customers).id;
    const entity = { name: `随机联系人${at}`, customerId };
    const { contactsId } = await ask<{ contactsId: number }>('CrmContacts/addOrUpdate', { entity, field: [] });
    contacts.push({ id: contactsId, customerId });
  }
  for (let at = 0; at < 5; at += 1)
    await ask('scene/addScene', { type: 2, name: `随机场景${at}`, data: '{}', shareAll: 1 });
  const made = await sql<{ id: number }>`select scene_id as id from scene where share_all order by 1`.execute(
    company.db,
  );
  scenes.push(...made.rows.map(({ id }) => id));
});
afterAll(() => company.close());

/** Everything of everybody, as the tables have it. */
interface State {
  readonly customers: ReadonlyMap<number, number>;
  readonly contacts: ReadonlyMap<number, number>;
  readonly scenes: ReadonlyMap<number, number>;
  readonly superiors: ReadonlyMap<number, number>;
  /** Who is in the team of a customer, as `customer person`, with the power. */
  readonly team: ReadonlyMap<string, number>;
  readonly duty: readonly (readonly number[])[];
}

async function stateNow(): Promise<State> {
  const { db } = company;
  const pairs = async (query: ReturnType<typeof sql<{ one: number; other: number }>>) =>
    new Map((await query.execute(db)).rows.map(({ one, other }): [number, number] => [one, other]));
  const team = await sql<{ one: string; other: number }>`
    select record_id || ' ' || user_id as one, power as other from record_team where type_code = 2
    order by record_id, user_id`.execute(db);
  const { weeks } = await ask<{ weeks: { adviserCrmUserId: string }[] }>('CrmSchedule/querySchedule');
  return {
    customers: await pairs(sql`select customer_id as one, owner_user_id as other from customer order by 1`),
    contacts: await pairs(sql`select contacts_id as one, owner_user_id as other from contacts order by 1`),
    scenes: await pairs(sql`select scene_id as one, user_id as other from scene where share_all order by 1`),
    superiors: await pairs(sql`select user_id as one, parent_id as other from app_user order by 1`),
    team: new Map(team.rows.map(({ one, other }) => [one, other])),
    duty: weeks.map(({ adviserCrmUserId: ids }) =>
      ids
        .split(',')
        .filter((id) => id !== '')
        .map(Number),
    ),
  };
}

/** Gives everything to somebody else, the first of the answer about a third of it. */
async function organise(): Promise<number> {
  const { db } = company;
  const from = pick(people);
  const owner = () => (roll(3) === 0 ? from : pick(people));
  const others = (count: number) => people.filter(() => roll(people.length) < count);
  await sql`delete from hand_over`.execute(db);
  await sql`delete from record_team`.execute(db);
  for (const { id } of customers) {
    const owns = owner();
    await sql`update customer set owner_user_id = ${owns} where customer_id = ${id}`.execute(db);
    const members = [...new Set([...others(2), ...(roll(3) === 0 ? [from] : [])])].filter((one) => one !== owns);
    for (const member of members)
      await sql`
        insert into record_team (type_code, record_id, user_id, power) values (2, ${id}, ${member}, ${1 + roll(2)})`.execute(
        db,
      );
  }
  for (const { id } of contacts)
    await sql`update contacts set owner_user_id = ${owner()} where contacts_id = ${id}`.execute(db);
  for (const id of scenes) await sql`update scene set user_id = ${owner()} where scene_id = ${id}`.execute(db);
  // nobody comes to stand below themselves: everybody has a superior from among those before them
  const order = people.map((id) => ({ id, place: roll(1_000_000) })).toSorted((one, other) => one.place - other.place);
  for (const [at, { id }] of order.entries()) {
    const above = at === 0 ? [company.people.admin.userId] : order.slice(0, at).map((one) => one.id);
    const superior = above.includes(from) && roll(2) === 0 ? from : pick(above);
    await sql`update app_user set parent_id = ${superior} where user_id = ${id}`.execute(db);
  }
  await sql`update org_version set version = version + 1`.execute(db);
  const weeks = Array.from({ length: 7 }, () => ({ adviserCrmUserId: String(owner()), splitTimeFlag: false }));
  await ask('CrmSchedule/saveSchedule', { weeks });
  return from;
}

/** Everything as it has to be afterwards, and how many pieces nobody can take. */
function handed(before: State, from: number, rule: HandOverRule): { after: State; left: number } {
  const heirOf = (place: number, value: string): number => {
    if (rule.kind === 'even') return rule.userIds[place % rule.userIds.length] ?? 0;
    if (rule.kind === 'field') return rule.values.find((one) => one.value === value)?.userId ?? rule.rest;
    return before.superiors.get(from) ?? 0;
  };
  const valueOf = (id: number): string => {
    const customer = customers.find((one) => one.id === id);
    if (rule.kind !== 'field' || !customer) return '';
    return rule.fieldName === customerLevelField ? customer.level : customer.province;
  };
  const heldIn = (whole: ReadonlyMap<number, number>) => [...whole].filter(([, who]) => who === from).map(([id]) => id);
  const gets = new Map(heldIn(before.customers).map((id, at) => [id, heirOf(at, valueOf(id))]));
  const owners = new Map([...before.customers].map(([id, owner]) => [id, gets.get(id) ?? owner]));
  // contacts go where their customer goes; of the others each rule takes its count anew
  const alone = heldIn(before.contacts).filter((id) => !gets.has(customerOf(id)));
  const contactOwner = (id: number, owner: number): number =>
    owner === from ? (gets.get(customerOf(id)) ?? heirOf(alone.indexOf(id), '')) : owner;
  const ownScenes = heldIn(before.scenes);
  const team = new Map([...before.team].filter(([key]) => !isOf(key, gets)));
  const places = [...before.customers.keys()].filter((id) => before.team.has(`${id} ${from}`));
  for (const [at, id] of places.entries()) {
    const heir = heirOf(at, '');
    const power = team.get(`${id} ${from}`) ?? 0;
    team.delete(`${id} ${from}`);
    if (owners.get(id) !== heir) team.set(`${id} ${heir}`, Math.max(power, team.get(`${id} ${heir}`) ?? 0));
  }
  const superiors = new Map(before.superiors);
  let left = 0;
  for (const [at, id] of heldIn(before.superiors).entries()) {
    const heir = heirOf(at, '');
    const above = id === heir ? (superiors.get(from) ?? 0) : heir;
    if (isBelow(superiors, above, id)) left += 1;
    else superiors.set(id, above);
  }
  const duty = before.duty.map((day) => day.map((id) => (id === from ? heirOf(0, '') : id)));
  const after = {
    customers: owners,
    contacts: new Map([...before.contacts].map(([id, owner]) => [id, contactOwner(id, owner)])),
    scenes: new Map(
      [...before.scenes].map(([id, who]) => [id, who === from ? heirOf(ownScenes.indexOf(id), '') : who]),
    ),
    superiors,
    team,
    duty,
  };
  return { after, left };
}

const customerOf = (contactId: number): number => contacts.find(({ id }) => id === contactId)?.customerId ?? 0;

/** Whether a place in a team is that of somebody who comes to own the customer. */
function isOf(key: string, gets: ReadonlyMap<number, number>): boolean {
  const [id, who] = key.split(' ').map(Number);
  return gets.get(id ?? 0) === who;
}

function isBelow(superiors: ReadonlyMap<number, number>, userId: number, boss: number): boolean {
  for (let at = userId; at !== 0; at = superiors.get(at) ?? 0) if (at === boss) return true;
  return false;
}

const plain = (state: State) => ({
  ...Object.fromEntries(
    (['customers', 'contacts', 'scenes', 'superiors', 'team'] as const).map((name) => [
      name,
      [...state[name]].map(([one, other]) => `${one}: ${other}`).toSorted(),
    ]),
  ),
  duty: state.duty,
});

const heirs = (from: number): number[] => people.filter((id) => id !== from);
const rules: readonly [string, (from: number) => HandOverRule][] = [
  ['evenly', (from) => ({ kind: 'even', userIds: heirs(from).slice(0, 1 + roll(5)) })],
  ['by region', (from) => byField(from, 'map_address', provinces)],
  ['by level', (from) => byField(from, customerLevelField, levels)],
  ['to the superior', () => ({ kind: 'superior' })],
];
function byField(from: number, fieldName: string, all: readonly string[]): HandOverRule {
  const named = all.filter((value) => value !== '' && roll(4) > 0);
  const values = named.map((value) => ({ value, userId: pick(heirs(from)) }));
  return { kind: 'field', fieldName, values, rest: pick(heirs(from)) };
}

describe('a hand-over in a random organisation', () => {
  it.each(rules)('%s moves what it says, and its undo restores everything', async (name, ruleFor) => {
    let moved = 0;
    for (let round = 0; round < repetitions(60); round += 1) {
      const from = await organise();
      const rule = ruleFor(from);
      const before = await stateNow();
      const { after, left } = handed(before, from, rule);
      const { handOverId } = await ask<WholeHandOver>('system/handOver/plan', { userId: from, rule });
      expect([name, seed, round, plain(await stateNow())]).toEqual([name, seed, round, plain(before)]);
      await ask('system/handOver/start', { handOverId });
      await handAll(company.services, handOverId);
      expect([name, seed, round, plain(await stateNow())]).toEqual([name, seed, round, plain(after)]);
      const done = await ask<WholeHandOver>('system/handOver/queryById', { handOverId });
      expect([name, seed, round, done.state, done.left]).toEqual([name, seed, round, 'done', left]);
      expect(done.done + done.left).toBe(done.total);
      moved += done.done;
      await ask('system/handOver/undo', { handOverId });
      await takeAllBack(company.services, handOverId);
      expect([name, seed, round, plain(await stateNow())]).toEqual([name, seed, round, plain(before)]);
      const undone = await ask<WholeHandOver>('system/handOver/queryById', { handOverId });
      expect([name, seed, round, undone.state, undone.kept]).toEqual([name, seed, round, 'undone', []]);
    }
    expect(moved).toBeGreaterThan(10);
  });
});
