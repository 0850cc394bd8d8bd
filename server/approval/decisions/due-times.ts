import { sql } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';
import type { StoredApproval } from './load.ts';
import { openStep, type Approval } from '#server/approval/plan/approval.ts';
import { workingHoursLater, type Calendar } from '#server/approval/plan/working-hours.ts';

const minute = 60_000;

type Stored = Pick<StoredApproval, 'now' | 'approval'>;
export type DueTimes = (stored: Stored, next: Approval) => Promise<ReadonlyMap<number, number>>;

/**
 * When whoever is asked now should have decided, by the keys of steps; nothing for steps without a time limit. The calendar is read
 * once, and only where a step has one.
 */
export function dueTimesBy(db: Database): DueTimes {
  let company: ReturnType<typeof readCalendar> | undefined;
  return async (stored, next) => {
    const step = openStep(next);
    if (!step || step.hours === null || !asksAnew(stored.approval, next)) return new Map();
    company ??= readCalendar(db);
    const { calendar, offset } = await company;
    const due = workingHoursLater(stored.now + offset, step.hours, calendar);
    return due === null ? new Map() : new Map([[step.key, due - offset]]);
  };
}

/** Whether somebody is asked who was not before. */
function asksAnew(before: Approval, next: Approval): boolean {
  const asked = new Set(before.tasks.flatMap(({ key, state }) => (state === 'pending' ? [key] : [])));
  return next.tasks.some(({ key, state }) => state === 'pending' && !asked.has(key));
}

/** The company's working days, and how far its clock is ahead of UTC, in milliseconds. */
async function readCalendar(db: Database): Promise<{ calendar: Calendar; offset: number }> {
  const { rows } = await sql<{ minutes: number; days: Record<string, boolean> }>`
    select (extract(timezone from now()) / 60)::int as minutes,
      coalesce((select jsonb_object_agg(to_char(day, 'YYYY-MM-DD'), is_working) from company_day
        where day >= current_date), '{}') as days`.execute(db);
  const [{ minutes, days } = { minutes: 0, days: {} }] = rows;
  return { calendar: { exceptions: new Map(Object.entries(days)) }, offset: minutes * minute };
}
