import { sql } from 'kysely';
import {
  byNextTime,
  dueFirst,
  isContactedToday,
  isDueToday,
  isOverdue,
  recordToDo,
  type ToDoModule,
} from '#server/modules/crm/to-do-kinds.ts';
import { opportunityType } from '#shared/crm/opportunities/opportunity-type.ts';

const states = [isDueToday, isOverdue, isContactedToday];

/** Opportunities in progress that their owner has to contact somebody about (R20.1). */
export const opportunityToDo: ToDoModule = {
  kinds: [
    recordToDo(
      'todayBusiness',
      byNextTime(opportunityType, (state) => sql<boolean>`r.is_end = 0 and ${states[state - 1] ?? sql`false`}`),
      dueFirst,
    ),
  ],
  run: [],
};
