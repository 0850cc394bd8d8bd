import { sql } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';
import { customKey } from '#server/record/fields/columns.ts';
import { readFields } from '#server/record/fields/field-set.ts';
import type { Random } from '#server/demo/random.ts';
import { checkStatuses } from '#shared/approval/approval-state.ts';
import { paymentMethods } from '#shared/crm/options.ts';
import { planType } from '#shared/crm/plans/plan-type.ts';
import { paymentMethodField, receivableType } from '#shared/crm/receivables/receivable-type.ts';

interface InForce {
  readonly id: number;
  readonly customer: number;
  readonly owner: number;
  readonly cents: number;
  readonly age: number;
}

/** What one customer has paid too much. */
const surplus = '1200.00';

/** Plans of contracts in force and what was paid of them: most on time, some late, a few not at all. */
export async function fillPayments(db: Database, random: Random): Promise<void> {
  const { rows: contracts } = await sql<InForce>`
    select contract_id as id, customer_id as customer, owner_user_id as owner, round(money * 100)::float as cents,
      current_date - order_date as age
    from contract where batch_id like 'demo-contract-%' and check_status = ${checkStatuses.passed} and money > 0
    order by contract_id`.execute(db);
  const plans = contracts.flatMap((contract) => planned(random, contract));
  await addPlans(db, plans);
  const paid = plans.filter(({ due }) => due >= -3 && random.next() < 0.86);
  await addReceivables(
    db,
    paid.map((plan) => ({
      ...plan,
      paid: Math.max(0, plan.due - random.below(9) + 3),
      method: random.pick(paymentMethods),
    })),
  );
  await addOverpayment(db);
}

interface Plan {
  readonly key: string;
  readonly contract: number;
  readonly customer: number;
  readonly owner: number;
  readonly num: number;
  readonly money: string;
  /** Days ago; in the future when negative. */
  readonly due: number;
  readonly method: string;
}

const shares = [[1], [0.5, 0.5], [0.3, 0.6, 0.1]] as const;

function planned(random: Random, { id, customer, owner, cents, age }: InForce): Plan[] {
  const parts = random.pick(shares);
  let left = cents;
  return parts.map((share, at) => {
    const money = at === parts.length - 1 ? left : Math.round(cents * share);
    left -= money;
    return {
      key: `demo-plan-${String(id)}-${String(at + 1)}`,
      contract: id,
      customer,
      owner,
      num: at + 1,
      money: (money / 100).toFixed(2),
      due: age - 15 - at * 45,
      method: random.pick(paymentMethods),
    };
  });
}

async function addPlans(db: Database, plans: readonly Plan[]): Promise<void> {
  await sql`
    insert into receivables_plan (num, customer_id, contract_id, money, return_date, return_type, remind, batch_id, owner_user_id,
      create_user_id, create_time, update_time)
    select r.num::text, r.customer, r.contract, r.money, current_date - r.due, r.method, 7, r.key, r.owner, r.owner, c.create_time,
      c.create_time
    from jsonb_to_recordset(${JSON.stringify(plans)}::jsonb) as r(key text, contract bigint, customer bigint, owner int, num int,
      money numeric, due int, method text)
    join contract c on c.contract_id = r.contract order by r.contract, r.num`.execute(db);
  await noted(db, 'receivables_plan', 'plan_id', planType.code, 'demo-plan-%', planType.name);
}

async function addReceivables(db: Database, receivables: readonly (Plan & { readonly paid: number })[]): Promise<void> {
  const field = (await readFields(db, receivableType.code)).byName.get(paymentMethodField);
  const key = field ? customKey(field) : paymentMethodField;
  const rows = receivables.map((one, at) => ({
    ...one,
    plan: one.key,
    key: one.key.replace('plan', 'receivable'),
    number: `HK-${String(10_001 + at)}`,
    status: one.paid < 4 ? checkStatuses.draft : checkStatuses.passed,
  }));
  await sql`
    insert into receivables (number, customer_id, contract_id, plan_id, return_time, money, custom, check_status, batch_id,
      owner_user_id, create_user_id, create_time, update_time)
    select r.number, r.customer, r.contract, p.plan_id, current_date - r.paid, r.money, jsonb_build_object(${key}::text, r.method),
      r.status, r.key, r.owner, r.owner, now() - make_interval(days => r.paid), now() - make_interval(days => r.paid)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(key text, plan text, number text, contract bigint, customer bigint,
      owner int, money numeric, paid int, method text, status int)
    join receivables_plan p on p.batch_id = r.plan order by r.number`.execute(db);
  await noted(db, 'receivables', 'receivables_id', receivableType.code, 'demo-receivable-%', receivableType.name);
  await sql`
    with posted as (
      select nextval('ledger_posting') as posting_id, r.* from receivables r
      where r.batch_id like 'demo-receivable-%' and r.check_status = ${checkStatuses.passed} order by r.receivables_id
    )
    insert into ledger_entry (posting_id, line, account, amount, event, customer_id, contract_id, plan_id, document_type,
      document_id, document_version, user_id, document_date, ledger_date)
    select posting_id, l.line, l.account, money * l.side, 'received', customer_id, contract_id, plan_id, ${receivableType.code},
      receivables_id, 1, owner_user_id, return_time, return_time
    from posted, (values (1, 'received', 1), (2, 'due', -1)) as l(line, account, side) order by posting_id, l.line`.execute(
    db,
  );
}

/** One customer has paid more than its contract lacked: the rest is its credit. */
async function addOverpayment(db: Database): Promise<void> {
  await sql`
    with overpaid as (
      update receivables r set money = r.money + ${surplus}::numeric, takes_surplus = true
      where r.receivables_id = (
        select min(one.receivables_id) from receivables one join contract c using (contract_id)
        where one.batch_id like 'demo-receivable-%' and one.check_status = ${checkStatuses.passed} and c.unreceived_money = 0)
      returning r.*
    ), posted as materialized (select nextval('ledger_posting') as posting_id, r.* from overpaid r)
    insert into ledger_entry (posting_id, line, account, amount, event, customer_id, contract_id, document_type, document_id,
      document_version, user_id, document_date, ledger_date)
    select posting_id, l.line, l.account, ${surplus}::numeric * l.side, 'overpaid', customer_id, contract_id,
      ${receivableType.code}, receivables_id, 1, owner_user_id, return_time, return_time
    from posted, (values (1, 'received', 1), (2, 'credit', -1)) as l(line, account, side) order by l.line`.execute(db);
}

/** The creation of records in the log, and their batches of files. */
export async function noted(
  db: Database,
  table: string,
  id: string,
  code: number,
  like: string,
  type: string,
): Promise<void> {
  await sql`
    insert into event (type, type_code, record_id, version, actor_id, created_at)
    select ${`${type}.created`}, ${code}, ${sql.ref(id)}, 1, create_user_id, create_time from ${sql.table(table)}
    where batch_id like ${like} order by ${sql.ref(id)}`.execute(db);
  await sql`
    insert into file_batch (batch_id, create_user_id, type_code, record_id)
    select batch_id, create_user_id, ${code}, ${sql.ref(id)} from ${sql.table(table)} where batch_id like ${like}`.execute(
    db,
  );
}
