import { sql } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';

/** Flows of contracts beside the usual one: such as no deal of the demo company reaches, so that its approvals stay as they are. */
const flows = [
  {
    name: '五百万以上合同',
    status: 1,
    conditions: [{ fieldName: 'amount', condition: 'gt', value: 5_000_000 }],
    steps: [
      { stepType: 1, checkUserId: [], ccUserId: [], hours: 8 },
      { stepType: 4, checkUserId: [], ccUserId: [], hours: 16 },
    ],
  },
  {
    name: '续签合同（拟定中）',
    status: 0,
    conditions: [{ fieldName: 'amount', condition: 'elt', value: 50_000 }],
    steps: [{ stepType: 1, checkUserId: [], ccUserId: [] }],
  },
] as const;

/** Days of next year that differ from the rule of Monday to Friday, by month and day. */
const holidays = [
  ['01-01', '元旦'],
  ['05-01', '劳动节'],
  ['10-01', '国庆节'],
  ['10-02', '国庆节'],
  ['10-03', '国庆节'],
] as const;

/** Conditional flows, the holidays of next year with the change that set them, and who stands in for a manager next month. */
export async function fillApprovals(db: Database, [manager, substitute]: readonly number[]): Promise<void> {
  await sql`
    insert into approval_flow (category_type, examine_type, name, status, conditions, steps, place, create_user_id, update_user_id)
    select 1, 1, f.name, f.status, f.conditions, f.steps, f.place, 3, 3
    from (
      select e.*, at as place from jsonb_array_elements(${JSON.stringify(flows)}::jsonb) with ordinality as l (flow, at)
      cross join lateral jsonb_to_record(flow) as e(name text, status smallint, conditions jsonb, steps jsonb)
    ) as f order by f.place`.execute(db);
  await sql`
    with given as (
      select to_char(date_trunc('year', now()) + interval '1 year', 'YYYY') || '-' || (d ->> 0) as day, d ->> 1 as name
      from jsonb_array_elements(${JSON.stringify(holidays)}::jsonb) as d
    ), set_days as (
      insert into company_day (day, is_working, name)
      select day::date, false, name from given where extract(isodow from day::date) < 6 returning day, name
    )
    insert into setting_change (kind, item, user_id, created_at, before, after)
    select 'company_calendar', string_agg(day::text, ',' order by day), 3, now() - interval '12 days',
      jsonb_agg(jsonb_build_object('workDate', day::text, 'isWorking', 1, 'name', '') order by day),
      jsonb_agg(jsonb_build_object('workDate', day::text, 'isWorking', 0, 'name', name) order by day)
    from set_days having count(*) > 0`.execute(db);
  if (manager === undefined || substitute === undefined) return;
  await sql`
    insert into approval_stand_in (user_id, substitute_id, begins_at, ends_at, created_by)
    values (${manager}, ${substitute}, date_trunc('month', now()) + interval '1 month 5 days',
      date_trunc('month', now()) + interval '1 month 12 days', ${manager})`.execute(db);
}
