import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import '#shared/crm/ledger/ledger-errors.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** The first day that is open, and the month that may be closed next. */
export async function frozenMonths(db: Database, actor: Actor) {
  const { rows } = await sql<{ openFrom: string; nextMonth: string }>`
    select (closed_until + 1)::text as "openFrom",
      to_char(coalesce((select max(month) + interval '1 month' from ledger_freeze),
        date_trunc('month', now()) - interval '1 month'), 'YYYY-MM') as "nextMonth"
    from ledger_period`.execute(db);
  const { rows: list } = await sql<{ month: string; userId: number; createTime: string }>`
    select to_char(month, 'YYYY-MM') as month, user_id as "userId",
      to_char(created_at, 'YYYY-MM-DD HH24:MI:SS') as "createTime"
    from ledger_freeze order by ledger_freeze.month desc limit 60`.execute(db);
  const names = await directoryOf(db, actor.rights.version);
  return {
    openFrom: rows[0]?.openFrom ?? '',
    nextMonth: rows[0]?.nextMonth ?? '',
    list: list.map(({ month, userId, createTime }) => ({ month, userName: names.user(userId) ?? '', createTime })),
  };
}

/**
 * Closes a month and all before it. Postings under way are waited for: they are of the month, later ones of the next. The day
 * is that of the company's time zone, which the connection has.
 * @throws AppError `ledger.month_running`, `ledger.month_closed`
 */
export async function freezeMonth(db: Database, actor: Actor, month: string): Promise<{ openFrom: string }> {
  const { rows } = await sql<{ isClosed: boolean; isOver: boolean }>`
    select p.closed_until >= m.last as "isClosed", m.last < current_date as "isOver"
    from ledger_period p, (select (${`${month}-01`}::date + interval '1 month' - interval '1 day')::date as last) m
    for update of p`.execute(db);
  const [found] = rows;
  if (!found?.isOver) throw new AppError('ledger.month_running', { month });
  if (found.isClosed) throw new AppError('ledger.month_closed', { month });
  const closed = await sql<{ openFrom: string }>`
    update ledger_period set closed_until = (${`${month}-01`}::date + interval '1 month' - interval '1 day')::date
    returning (closed_until + 1)::text as "openFrom"`.execute(db);
  await sql`
    insert into ledger_freeze (month, user_id) values (${`${month}-01`}::date, ${actor.userId})`.execute(db);
  return { openFrom: closed.rows[0]?.openFrom ?? '' };
}
