import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import { keptPlan } from '#server/platform/database/kept-plans.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { ownerList } from '#server/record/access/scope.ts';
import { system } from '#server/record/access/system.ts';
import { ages, arrearsStatuses, type ArrearsRow } from '#shared/crm/arrears/arrears-calls.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { planType } from '#shared/crm/plans/plan-type.ts';
import { receivableType } from '#shared/crm/receivables/receivable-type.ts';
import { optionName } from '#shared/record/field.ts';
import type { Slice } from '#shared/wire/values.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { shownIn, type Shown } from './shown.ts';

/** What arrears are asked by. */
export interface ArrearsFilter {
  readonly search?: string | undefined;
  readonly status?: number | undefined;
  readonly age?: number | undefined;
  readonly contractId?: number | undefined;
  readonly customerId?: number | undefined;
  readonly sortField?: string | undefined;
  readonly order?: number | undefined;
}

const reason = 'arrears say what they belong to, to whoever bears them or reads those of their people';
const contracts = system(reason, contractType);
const customers = system(reason, customerType);
const plans = system(reason, planType);
const receivables = system(reason, receivableType);

const days = sql`((coalesce(a.close_time, now()))::date - a.create_time::date)`;
const age = sql`(width_bucket(${days}, array[${sql.join(ages.map((most) => sql.lit(most + 1)))}]) + 1)`;

const joined = sql`
  arrears a
  cross join lateral (select r.num, r.name, r.customer_id, r.contract_money, r.received_money from ${contracts.from}
    where r.contract_id = a.contract_id) c
  left join lateral (select r.customer_name from ${customers.from} where r.customer_id = c.customer_id) u on true
  left join lateral (select r.num from ${plans.from} where r.plan_id = a.plan_id) p on true
  left join lateral (select r.number from ${receivables.from} where r.receivables_id = a.receivables_id) m on true`;

/** Whose arrears the actor reaches: those of the people in the data scope. */
export function reachOf(actor: Actor): RawBuilder<boolean> {
  const { rights } = actor;
  const owners = rights.ownersOf(rights.scopeOf('crm', 'arrear'));
  return owners === 'all' ? sql<boolean>`true` : sql<boolean>`a.owner_user_id = any(${ownerList(owners)}::int[])`;
}

const sortable: Readonly<Record<string, RawBuilder<unknown>>> = {
  arrearsNumber: sql`a.arrears_id`,
  arrearsMoney: sql`a.money`,
  unreceivedMoney: sql`a.open_money`,
  days,
  createTime: sql`a.create_time`,
};

/** What the page asks when it opens keeps its plan: few texts, whose best plan does not depend on the values. */
const planOf = ({ search, sortField, contractId, customerId }: ArrearsFilter): RawBuilder<unknown> =>
  [search, sortField, contractId, customerId].every((asked) => asked === undefined) ? keptPlan : sql``;

/** What conditions read: arrears alone, unless they ask for what these belong to. */
const matched = ({ search, customerId }: ArrearsFilter): RawBuilder<unknown> =>
  search === undefined && customerId === undefined ? sql`arrears a` : joined;

function conditions(
  { search, status, age: asked, contractId, customerId }: ArrearsFilter,
  { contractNum, customer }: Shown,
): RawBuilder<boolean> {
  const parts: RawBuilder<unknown>[] = [sql`true`];
  if (search !== undefined) {
    const like = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
    const searched = [
      sql`a.arrears_number`,
      sql`c.name`,
      ...(contractNum ? [sql`c.num`] : []),
      ...(customer ? [sql`u.customer_name`] : []),
    ];
    parts.push(
      sql`(${sql.join(
        searched.map((column) => sql`${column} ilike ${like}`),
        sql` or `,
      )})`,
    );
  }
  if (customerId !== undefined && !customer) throw new AppError('filter.field', { field: 'customerId' });
  if (status !== undefined) parts.push(sql`a.status = ${status}`);
  if (asked !== undefined) parts.push(sql`${age} = ${asked}`);
  if (contractId !== undefined) parts.push(sql`a.contract_id = ${contractId}`);
  if (customerId !== undefined) parts.push(sql`c.customer_id = ${customerId}`);
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}

type Stored = Omit<
  ArrearsRow & { customerId: number },
  'ownerUserName' | 'submitter' | 'mayClose' | 'contract_money' | 'receive_money' | 'unreceiveMoney' | 'arrear_type'
>;

/** Arrears in the actor's reach, newest first unless sorted. */
export async function listArrears(
  db: Database,
  actor: Actor,
  filter: ArrearsFilter,
  { limit, offset }: Slice,
): Promise<readonly ArrearsRow[]> {
  const { sortField = '' } = filter;
  const order = Object.hasOwn(sortable, sortField) ? sortable[sortField] : undefined;
  if (sortField !== '' && !order) throw new AppError('sort.field', { field: sortField.slice(0, 60) });
  const direction = filter.order === 2 ? sql`asc` : sql`desc`;
  const sorted = sql`order by ${order ? sql`${order} ${direction},` : sql``} a.arrears_id desc`;
  const shown = await shownIn(db, actor);
  const ids = sql`select a.arrears_id from ${matched(filter)} where ${reachOf(actor)} and ${conditions(filter, shown)}
    ${sorted} limit ${sql.lit(limit)}`;
  // a plan that is kept has to know that few are read
  if (offset === 0) return read(db, actor, shown, { plan: planOf(filter), ids, sorted });
  return read(db, actor, shown, { plan: sql``, ids: sql`${ids} offset ${offset}`, sorted });
}

export async function oneArrears(db: Database, actor: Actor, arrearsId: number): Promise<ArrearsRow | undefined> {
  const shown = await shownIn(db, actor);
  const ids = sql`select a.arrears_id from arrears a where ${reachOf(actor)} and a.arrears_id = ${arrearsId}`;
  const [row] = await read(db, actor, shown, { plan: keptPlan, ids, sorted: sql`` });
  return row;
}

async function read(
  db: Database,
  actor: Actor,
  shown: Shown,
  { plan, ids, sorted }: Readonly<Record<'plan' | 'ids' | 'sorted', RawBuilder<unknown>>>,
): Promise<readonly ArrearsRow[]> {
  const { rows } = await sql<Stored>`${plan}
    select a.arrears_id as "arrearsId", a.arrears_number as "arrearsNumber", c.customer_id as "customerId",
      coalesce(u.customer_name, '') as "customerName", a.contract_id as "contractId", coalesce(c.num, '') as "contractNum",
      c.name as "contractName", a.plan_id as "planId", coalesce(p.num, '') as "planNum",
      a.receivables_id as "receivablesId", coalesce(m.number, '') as "receivablesNum", a.arrear_type as "arrearType",
      c.contract_money::text as "contractMoney", c.received_money::text as "receivedMoney", a.money::text as "arrearsMoney",
      a.open_money::text as "unreceivedMoney", a.owner_user_id as "ownerUserId",
      to_char(a.create_time, 'YYYY-MM-DD HH24:MI:SS') as "createTime",
      coalesce(to_char(a.close_time, 'YYYY-MM-DD HH24:MI:SS'), '') as "closeTime", a.status::int as status, ${days} as days,
      ${age} as age
    from ${joined} join (${ids}) page on page.arrears_id = a.arrears_id ${sorted}`.execute(db);
  const names = await directoryOf(db, actor.rights.version);
  return rows.map((row) => {
    const arrearType = shown.kind ? optionName(shown.kind, row.arrearType) : '';
    const [contractMoney, receivedMoney] = shown.money ? [row.contractMoney, row.receivedMoney] : ['', ''];
    const owner = names.user(row.ownerUserId) ?? '';
    return {
      ...row,
      ...(shown.customer ? {} : { customerId: null, customerName: '' }),
      ...(shown.contractNum ? {} : { contractNum: '' }),
      arrearType,
      contractMoney,
      receivedMoney,
      contract_money: contractMoney,
      receive_money: receivedMoney,
      unreceiveMoney: row.unreceivedMoney,
      arrear_type: arrearType,
      ownerUserName: owner,
      submitter: owner,
      mayClose: row.status === 0 && actor.mayDo('crm:arrear:update') ? 1 : 0,
    };
  });
}

interface Ageing {
  readonly age: number;
  readonly total: number;
  readonly money: string;
}

/** How many there are, and what is open of them by age. */
export async function countArrears(
  db: Database,
  actor: Actor,
  filter: ArrearsFilter,
): Promise<{ total: number; ageing: Ageing[] }> {
  const asked = sql`${matched(filter)} where ${reachOf(actor)} and ${conditions(filter, await shownIn(db, actor))}`;
  const { rows } = await sql<{ total: number; ageing: Ageing[] }>`${planOf(filter)}
    select (select count(*)::int from ${asked}) as total, coalesce((
      select json_agg(json_build_object('age', age, 'total', total, 'money', money::text) order by age)
      from (select ${age} as age, count(*)::int as total, sum(a.open_money) as money
        from ${asked} and a.status = ${sql.lit(arrearsStatuses.open)} group by 1) as ages), '[]') as ageing`.execute(
    db,
  );
  return rows[0] ?? { total: 0, ageing: [] };
}
