import { sql } from 'kysely';
import { recordToDo, type ToDoModule } from '#server/modules/crm/to-do-kinds.ts';
import type { Where } from '#server/record/query/where.ts';
import { isOverduePlan } from './list.ts';

/** Waiting within the days that it reminds beforehand, received, overdue. */
const states: Readonly<Record<number, Where>> = {
  1: sql`r.status = 0 and r.return_date >= current_date
    and r.return_date - coalesce(r.remind, 0)::int <= current_date`,
  2: sql`r.status = 1`,
  3: isOverduePlan,
};

/** Plans that wait for payment (R20.3). */
export const planToDo: ToDoModule = {
  kinds: [
    recordToDo('remindReceivablesPlan', async (_db, _actor, state) => states[state] ?? null, {
      sortField: 'returnDate',
      order: 2,
    }),
  ],
  run: [],
};
