import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openLog } from '#server/platform/log/log.ts';
import { openCompany, type Answer, type Company, type PersonName } from '#server/testing/company.ts';
import { repetitions } from '#server/testing/repetitions.ts';
import { dice } from '#server/testing/dice.ts';
import { menuIdsBelow } from '#shared/admin/menus.ts';

// Everything that people do to leads, their customers and contacts, at the same time and to the same few records
// (security C8): nothing half done, no accident.

let company: Company;
const clients = 8;
const people: readonly PersonName[] = ['seller', 'peer', 'stranger', 'manager', 'subordinate', 'admin'];
const leads: number[] = [];
const customers: number[] = [];
const contacts: number[] = [];
const operations: number[] = [];
/** What the log says of accidents. */
const failures: string[] = [];

beforeAll(async () => {
  company = await openCompany({ log: openLog('error', { write: (line) => void failures.push(line) }) });
  const menus = menuIdsBelow('crm:leads:', 'crm:customer:', 'crm:contacts:', 'crm:pool:');
  await sql`
    insert into role_menu (role_id, menu_id) select role_id, menu_id from unnest(array[8, 11]) as role_id, unnest(${menus}::int[]) as menu_id
    on conflict do nothing`.execute(company.db);
  // all see each other's records, so that acts meet
  await sql`update role set data_type = 5 where role_id in (8, 11)`.execute(company.db);
  await sql`update org_version set version = version + 1`.execute(company.db);
  for (let at = 0; at < 6; at += 1) {
    leads.push(await made('CrmLeads', { leads_name: `竞争线索${at}` }, 'leadsId'));
    customers.push(await made('CrmCustomer', { customer_name: `竞争公司${at}` }, 'customerId'));
    for (const part of [1, 2]) {
      const entity = { name: `竞争人${at}${part}`, customer_id: customers[at] };
      contacts.push(await made('CrmContacts', entity, 'contactsId'));
    }
  }
});
afterAll(() => company.close());

const ask = (path: string, body: Record<string, unknown>, who: PersonName = 'seller') =>
  company.call(path, body, { as: company.people[who] });
const made = async (family: string, entity: object, key: string): Promise<number> =>
  ((await ask(`${family}/addOrUpdate`, { entity, field: [] })).data as Record<string, number>)[key] ?? 0;

interface Turn {
  readonly roll: (most: number) => number;
  readonly who: PersonName;
  readonly one: (list: readonly number[]) => number;
  readonly some: (list: readonly number[]) => number[];
}
const userOf = ({ roll }: Turn) => company.people[people[roll(people.length)] ?? 'seller'].userId;

const acts: Readonly<Record<string, (turn: Turn) => Promise<Answer>>> = {
  convert: ({ some, who }) => ask('CrmLeads/transfer', { leadsIds: some(leads) }, who),
  'save a lead': ({ one, roll, who }) =>
    ask('CrmLeads/addOrUpdate', { entity: { leadsId: one(leads), remark: `备注${roll(9)}` }, field: [] }, who),
  'save a contact': ({ one, roll, who }) => {
    const entity = { contactsId: one(contacts), post: `职务${roll(9)}`, customer_id: one(customers) };
    return ask('CrmContacts/addOrUpdate', { entity, field: [] }, who);
  },
  'add a contact': ({ one, roll, who }) =>
    ask(
      'CrmContacts/addOrUpdate',
      { entity: { name: `新人${roll(99)}`, customer_id: one(customers) }, field: [] },
      who,
    ),
  'edit a field of many': ({ some, roll, who }) =>
    ask('CrmContacts/updateFieldByIds', { ids: some(contacts), fieldName: 'remark', value: `批${roll(9)}` }, who),
  'give leads away': (turn) =>
    ask('CrmLeads/changeOwnerUser', { leadsIds: turn.some(leads), newOwnerUserId: userOf(turn) }, turn.who),
  'give customers away': (turn) => {
    const act = { customerIds: turn.some(customers), newOwnerUserId: userOf(turn), changeType: '1' };
    return ask('CrmCustomer/transfer', act, turn.who);
  },
  'delete leads': ({ some, who }) => ask('CrmLeads/deleteByIds', { leadsIds: some(leads) }, who),
  'delete contacts': ({ some, who }) => ask('CrmContacts/deleteByIds', { contactsIds: some(contacts) }, who),
  'delete customers': ({ some, who }) => ask('CrmCustomer/deleteByIds', { customerIds: some(customers) }, who),
  'restore leads': ({ some, who }) => ask('CrmLeads/restoreByIds', { leadsIds: some(leads) }, who),
  'restore contacts': ({ some, who }) => ask('CrmContacts/restoreByIds', { contactsIds: some(contacts) }, who),
  'restore customers': ({ some, who }) => ask('CrmCustomer/restoreByIds', { customerIds: some(customers) }, who),
  'merge contacts': ({ one, some, who }) =>
    ask('CrmContacts/mergeContacts', { targetId: one(contacts), ids: some(contacts) }, who),
  'merge customers': ({ one, who }) =>
    ask('CrmCustomer/mergeCustomer', { targetId: one(customers), ids: [one(customers)] }, who),
  'follow a customer up': ({ one, some, who }) => {
    const typesId = one(customers);
    return ask(
      'CrmCustomer/addRecord',
      { typesId, content: '谈', category: '打电话', contactsIds: some(contacts) },
      who,
    );
  },
  'follow a lead up': ({ one, who }) =>
    ask('CrmLeads/addRecord', { typesId: one(leads), content: '谈', category: '打电话' }, who),
  'follow a contact up': ({ one, some, who }) => {
    const typesId = one(contacts);
    return ask(
      'CrmContacts/addRecord',
      { typesId, content: '谈', category: '打电话', contactsIds: some(contacts) },
      who,
    );
  },
  'release customers': ({ some, who }) => ask('CrmCustomer/updateCustomerByIds', { ids: some(customers) }, who),
  'claim customers': ({ some, who }) => ask('CrmCustomer/receiveByIds', { ids: some(customers) }, who),
  'mark leads': ({ some, who }) => ask('CrmBackLog/setLeadsFollowup', { ids: some(leads) }, who),
  undo: ({ one, who }) => ask('operation/undo', { operationId: one(operations) }, who),
};

it('leads, customers and contacts stay whole, whatever is done to them at once', async () => {
  const names = Object.keys(acts);
  const done = new Set<string>();
  const accidents: string[] = [];
  const client = async (number: number) => {
    const roll = dice(number + 1);
    const who = people[number % people.length] ?? 'seller';
    const one = (list: readonly number[]) => list[roll(list.length)] ?? 1;
    const some = (list: readonly number[]) => Array.from({ length: 1 + roll(3) }, () => one(list));
    for (let turn = 0; turn < repetitions(400); turn += 1) {
      const name = names[roll(names.length)] ?? '';
      // administrators may take back anybody's acts
      const as = name === 'undo' ? 'admin' : who;
      const answer = await acts[name]?.({ roll, who: as, one, some });
      const { operationId, customerIds } = (answer?.data ?? {}) as { operationId?: number; customerIds?: number[] };
      if (operationId !== undefined) operations.push(operationId);
      if (customerIds) customers.push(...customerIds);
      if (answer?.code === 0) done.add(name);
      // a busy machine may refuse; 500 with words of its own is what older clients expect of some refusals
      if (answer?.status === 503) continue;
      if (!answer || answer.status >= 429 || answer.msg.startsWith('服务器响应异常'))
        accidents.push(`${name}: ${answer?.status} ${answer?.msg}`);
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
  expect(done.size).toBeGreaterThan(names.length / 2);
  expect([accidents, failures]).toEqual([[], []]);
  for (const [what, query] of Object.entries(broken)) {
    const { rows } = await query.execute(company.db);
    expect([what, rows]).toEqual([what, []]);
  }
}, 300_000);

/** Each answers what contradicts it. */
const broken = {
  'a counter is not what it counts': sql`
    select c.type_code, c.owner_user_id, c.total, r.total as counted from record_count c
    full join (
      select 1 as type_code, coalesce(owner_user_id, 0) as owner_user_id, count(*) as total from leads
        where deleted_at is null and is_transform = 0 group by 2
      union all select 2, coalesce(owner_user_id, 0), count(*) from customer where deleted_at is null group by 2
      union all select 3, coalesce(owner_user_id, 0), count(*) from contacts where deleted_at is null group by 2) as r
      using (type_code, owner_user_id)
    where coalesce(c.total, 0) <> coalesce(r.total, 0)`,
  'a converted lead has no customer, or an open one has': sql`
    select l.leads_id from leads l where (l.is_transform = 1) <> (l.customer_id is not null)`,
  'two customers stand for one lead': sql`
    select details ->> 'leadsId' as lead, count(*) from event e join customer c on c.customer_id = e.record_id
    where e.type = 'crm_customer.converted' and c.deleted_at is null group by 1 having count(*) > 1`,
  'a contact is there without its customer': sql`
    select p.contacts_id from contacts p join customer c using (customer_id) where p.deleted_at is null and c.deleted_at is not null`,
  'a follow-up hangs on what was merged away': sql`
    select f.record_id from follow_up f join operation_row r on r.record_id = f.types_id
    join operation o on o.operation_id = r.operation_id and o.type_code = f.type_code and o.verb = 'merged' and o.undone_time is null
    where o.details ->> 'targetId' <> r.record_id::text and f.deleted_at is null and exists (
      select from customer c where f.type_code = 2 and c.customer_id = f.types_id and c.deleted_at is not null and c.version = r.version_after)`,
  'the last follow-up is not the last': sql`
    select 2 as type, customer_id as id from customer c where c.deleted_at is null and c.last_time is distinct from (
      select max(f.create_time) from follow_up f where f.type_code = 2 and f.types_id = c.customer_id and f.deleted_at is null)
    union all select 3, contacts_id from contacts c where c.deleted_at is null and c.last_time is distinct from (
      select max(f.create_time) from follow_up f where f.type_code = 3 and f.types_id = c.contacts_id and f.deleted_at is null)`,
};
