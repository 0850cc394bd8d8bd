import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { system } from '#server/record/access/system.ts';
import { fieldsOf, labelOf } from '#server/record/fields/field-set.ts';
import { isLegible, legibleIn } from '#server/record/fields/legible.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { planType } from '#shared/crm/plans/plan-type.ts';
import { receivableType } from '#shared/crm/receivables/receivable-type.ts';
import { checkStatuses } from '#shared/approval/approval-state.ts';
import { translate } from '#shared/i18n/translate.ts';
import type { Deviation } from '#shared/approval/approval-calls.ts';
import { compared } from '#shared/record/money/exact-decimal.ts';

/** What is sent to the customer's credit, for approvers who may read the money of contracts; as long as they decide. */
async function beyondContract(db: Database, actor: Actor, id: number): Promise<Deviation[]> {
  const field = legibleIn(await fieldsOf(db, actor, receivableType), 'money');
  if (!field || !(await isLegible(db, actor, contractType, 'money'))) return [];
  const reason = 'approvers see what is beyond the contract';
  const { from } = system(reason, receivableType);
  const contracts = system(reason, contractType);
  const { rows } = await sql<{ money: string; lacks: string }>`
    select r.money::text as money, c.unreceived_money::text as lacks
    from ${from} join (select r.contract_id, r.unreceived_money from ${contracts.from}) c using (contract_id)
    where r.receivables_id = ${id} and r.takes_surplus and r.money > c.unreceived_money
      and r.check_status in (${checkStatuses.waiting}, ${checkStatuses.checking})`.execute(db);
  return rows.map(({ money, lacks }) => ({
    line: '',
    name: labelOf(receivableType, field, actor.language),
    formType: field.formType,
    value: money,
    expectedName: translate(actor.language, 'ledger.unreceivedMoney'),
    expected: lacks,
    isGrave: 0,
  }));
}

/** What approvers of a receivable look at first: what differs from its plan, and what is beyond its contract. */
export const receivableDeviations = async (db: Database, actor: Actor, id: number): Promise<Deviation[]> => [
  ...(await otherThanPlanned(db, actor, id)),
  ...(await beyondContract(db, actor, id)),
];

/** A receivable whose amount or day is not that of its plan, for approvers who may read both. */
async function otherThanPlanned(db: Database, actor: Actor, id: number): Promise<Deviation[]> {
  const [own, planned] = [await fieldsOf(db, actor, receivableType), await fieldsOf(db, actor, planType)];
  const reason = 'approvers see what differs from the plan';
  const { from } = system(reason, receivableType);
  const plans = system(reason, planType);
  const { rows } = await sql<Record<'money' | 'day' | 'plannedMoney' | 'plannedDay', string | null>>`
    select r.money::text as money, to_char(r.return_time, 'YYYY-MM-DD') as day, p.money::text as "plannedMoney",
      to_char(p.return_date, 'YYYY-MM-DD') as "plannedDay"
    from ${from} join (select r.plan_id, r.money, r.return_date from ${plans.from} where ${plans.live}) p using (plan_id)
    where r.receivables_id = ${id}`.execute(db);
  const [row] = rows;
  if (!row) return [];
  const differs = (
    [name, plannedName]: readonly [string, string],
    [value, expected]: readonly [string | null, string | null],
    isSame: (value: string, expected: string) => boolean,
  ): Deviation[] => {
    const [field, plannedField] = [legibleIn(own, name), legibleIn(planned, plannedName)];
    if (!field || !plannedField) return [];
    if (value === null || expected === null || isSame(value, expected)) return [];
    return [
      {
        line: '',
        name: labelOf(receivableType, field, actor.language),
        formType: field.formType,
        value,
        expectedName: labelOf(planType, plannedField, actor.language),
        expected,
        isGrave: 0,
      },
    ];
  };
  return [
    ...differs(['money', 'money'], [row.money, row.plannedMoney], (one, other) => compared(one, other) === 0),
    ...differs(['return_time', 'return_date'], [row.day, row.plannedDay], (one, other) => one === other),
  ];
}
