import { sql } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';
import { askedRules, dueTime, mayBeDue } from '#server/modules/crm/customers/pool/rules.ts';
import {
  byNextTime,
  dueFirst,
  dueParts,
  isContactedToday,
  isDueToday,
  isFollowedUp,
  isOverdue,
  recordToDo,
  type ToDoModule,
} from '#server/modules/crm/to-do-kinds.ts';
import type { Where } from '#server/record/query/where.ts';
import { customerType } from '#shared/crm/customer-type.ts';

const states = [isDueToday, isOverdue, isContactedToday];

/** Customers that their owner has to contact, has not followed up yet, or is about to lose (R20.1). */
export const customerToDo: ToDoModule = {
  kinds: [
    recordToDo(
      'todayCustomer',
      byNextTime(customerType, (state) => states[state - 1] ?? sql`false`),
      dueFirst,
    ),
    recordToDo('followCustomer', async (_db, _actor, state) => isFollowedUp(state)),
    recordToDo('putInPoolRemind', async (db) => (await aboutToFall(db))?.where ?? null),
  ],
  run: [...dueParts(customerType), { reason: 'pool', type: customerType, wanted: aboutToFall }],
};

/** What the pool rules would release within the days of the reminder, while both are on. */
async function aboutToFall(db: Database) {
  const rules = await askedRules(db);
  if (!rules.isOn || !rules.reminds || rules.remindDays === 0) return null;
  const at = dueTime(rules);
  const where: Where = sql`${mayBeDue(rules)} and ${at} < now() + make_interval(days => ${rules.remindDays})`;
  return { where, at };
}
