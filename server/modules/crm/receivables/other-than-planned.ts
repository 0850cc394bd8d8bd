import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { system } from '#server/record/access/system.ts';
import { fieldsOf, labelOf } from '#server/record/fields/field-set.ts';
import { legibleIn } from '#server/record/fields/legible.ts';
import { planType } from '#shared/crm/plans/plan-type.ts';
import { receivableType } from '#shared/crm/receivables/receivable-type.ts';
import type { Deviation } from '#shared/approval/approval-calls.ts';
import { compared } from '#shared/record/money/exact-decimal.ts';

/** A receivable whose amount or day is not that of its plan, for approvers who may read both. */
export async function otherThanPlanned(db: Database, actor: Actor, id: number): Promise<Deviation[]> {
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
