import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { changing } from '#server/platform/setting-changes/changes.ts';
import type { SettingKind } from '#server/platform/setting-changes/setting-kind.ts';
import { translate } from '#shared/i18n/translate.ts';

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

/** The days of a change, by their dates joined with commas, so that a change of many is taken back as one. */
export const calendarKind: SettingKind<readonly CompanyDay[]> = {
  name: 'company_calendar',
  title: 'flow.calendar',
  access: ['manage:examineFlow:update'],
  hold: async (db) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('setting company_calendar', 0))`.execute(db);
  },
  read: async (db, item) => {
    const { rows } = await sql<CompanyDay>`
      select to_char(d, 'YYYY-MM-DD') as "workDate", coalesce(c.is_working, extract(isodow from d) < 6)::int as "isWorking",
        coalesce(c.name, '') as name
      from unnest(${item === '' ? [] : item.split(',')}::date[]) as d left join company_day c on c.day = d order by d`.execute(
      db,
    );
    return rows.length > 0 ? rows : null;
  },
  write: (db, _actor, _item, days) => writeDays(db, days ?? []),
  linesOf: (_db, days, language) =>
    new Map(
      days.map(({ workDate, isWorking, name }) => [
        workDate,
        [translate(language, isWorking === 1 ? 'flow.working' : 'flow.free'), name]
          .filter((word) => word !== '')
          .join(' · '),
      ]),
    ),
};

/** Sets days, and keeps what they were. */
export async function setDays(db: Database, actor: Actor, days: readonly CompanyDay[]): Promise<void> {
  const dates = [...new Set(days.map(({ workDate }) => workDate))].toSorted();
  await calendarKind.hold?.(db);
  await changing(db, actor, calendarKind, dates.join(), () => writeDays(db, days));
}

/** Days that follow the rule need no row. */
async function writeDays(db: Database, days: readonly CompanyDay[]): Promise<void> {
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
