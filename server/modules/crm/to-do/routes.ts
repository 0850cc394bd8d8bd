import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import { dueOf, runOf } from '#server/modules/crm/to-do/run.ts';
import type { ToDoCounter, ToDoKind, ToDoModule } from '#server/modules/crm/to-do-kinds.ts';
import { changeByCall } from '#server/record/states/change.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { leadsType } from '#shared/crm/leads-type.ts';
import { toDoCalls, toDoKinds } from '#shared/crm/to-do-calls.ts';

/** Minutes that the page looks ahead for due contacts. */
const usualMinutes = 15;

export const toDoRoutes = (modules: readonly ToDoModule[], counters: readonly ToDoCounter[] = []): Route[] => {
  const kinds = inMenuOrder(modules.flatMap((module) => module.kinds));
  const parts = modules.flatMap((module) => module.run);
  return [
    route(toDoCalls.num, async ({ db, actor }) => countAll(db, actor, kinds, counters)),
    ...kinds.map(({ endpoint, list }) => route(endpoint, async ({ db, actor, input }) => list(db, actor, input))),
    route(toDoCalls.setLeadsFollowup, async ({ db, actor, input }) =>
      changeByCall(db, actor, leadsType, toDoCalls.setLeadsFollowup.path, input),
    ),
    route(toDoCalls.setCustomerFollowup, async ({ db, actor, input }) =>
      changeByCall(db, actor, customerType, toDoCalls.setCustomerFollowup.path, input),
    ),
    route(toDoCalls.run, async ({ db, actor, input }) => runOf(db, actor, parts, input.limit)),
    route(toDoCalls.due, async ({ db, actor, input }) => dueOf(db, actor, parts, input.minutes ?? usualMinutes)),
  ];
};

/** In the order of the menu (R20.1), whichever module provides them. */
const inMenuOrder = (kinds: readonly ToDoKind[]): ToDoKind[] => {
  const menu: readonly string[] = Object.keys(toDoKinds);
  return kinds.toSorted((left, right) => menu.indexOf(left.counter) - menu.indexOf(right.counter));
};

/** Only kinds that the actor may open and gets reminders for: the menu leaves out the rest (R20.2). */
async function countAll(
  db: Database,
  actor: Actor,
  kinds: readonly ToDoKind[],
  counters: readonly ToDoCounter[],
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { endpoint, counter, count } of kinds) {
    const keys = typeof endpoint.access === 'string' ? [endpoint.access] : endpoint.access;
    if (!keys.some((key) => key !== 'login' && key !== 'public' && actor.mayDo(key))) continue;
    const waiting = await count(db, actor);
    if (waiting !== null) counts[counter] = waiting;
  }
  for (const { counter, count } of counters) {
    const waiting = await count(db, actor);
    if (waiting !== null) counts[counter] = waiting;
  }
  return { ...counts, totalNum: Object.values(counts).reduce((sum, count) => sum + count, 0) };
}
