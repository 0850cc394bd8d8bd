import { sql } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';

export interface CompanyDay {
  readonly workDate: string;
  readonly isWorking: number;
  readonly name: string;
}

/** Days of a period on which one works or not against the rule of Monday to Friday. */
export async function daysOf(db: Database, startDate: string, endDate: string): Promise<CompanyDay[]> {
  const { rows } = await sql<CompanyDay>`
    select to_char(day, 'YYYY-MM-DD') as "workDate", is_working::int as "isWorking", name from company_day
    where day between ${startDate}::date and ${endDate}::date order by day limit 1000`.execute(db);
  return rows;
}

/** Days that follow the rule need no row. */
export async function setDays(db: Database, days: readonly CompanyDay[]): Promise<void> {
  const rows = JSON.stringify([...new Map(days.map((one) => [one.workDate, one])).values()]);
  await sql`
    with given as (
      select "workDate" as day, "isWorking" = 1 as is_working, name, extract(isodow from "workDate") < 6 as usual
      from jsonb_to_recordset(${rows}::jsonb) as d ("workDate" date, "isWorking" int, name text)
    ), usual as (
      delete from company_day c using given g where c.day = g.day and g.is_working = g.usual
    )
    insert into company_day (day, is_working, name)
    select day, is_working, name from given where is_working <> usual
    on conflict (day) do update set is_working = excluded.is_working, name = excluded.name`.execute(db);
}
