import { sql } from 'kysely';
import '#server/record/actions/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import type { Permission } from '#shared/admin/menus.ts';
import { operationCalls } from '#shared/record/calls/ownership-calls.ts';
import { deedText } from '#server/record/rows/history.ts';
import { undoDays, undoOperation } from '#server/record/actions/undo.ts';
import { recordModule } from '#server/record/registry.ts';

export const operationRoutes = (): Route[] => [
  route(operationCalls.list, async ({ db, actor, input }) =>
    listOperations(db, actor, { limit: input.limit ?? 15, offset: ((input.page ?? 1) - 1) * (input.limit ?? 15) }),
  ),
  route(operationCalls.undo, async ({ db, actor, input }) => {
    const { undone, kept } = await undoOperation(db, actor, input.operationId);
    return { undone, kept: [...kept] };
  }),
];

async function listOperations(db: Database, actor: Actor, page: { limit: number; offset: number }) {
  const recent = db
    .selectFrom('operation')
    .where('user_id', '=', actor.userId)
    .where('part_of', 'is', null)
    .where(sql<boolean>`create_time > now() - make_interval(days => ${undoDays})`);
  const { total } = await recent.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  const rows = await recent.selectAll().orderBy('operation_id', 'desc').limit(page.limit).offset(page.offset).execute();
  const names = await directoryOf(db, actor.rights.version);
  return {
    totalRow: total,
    list: rows.map((row) => ({
      operationId: row.operation_id,
      typeCode: row.type_code,
      verb: row.verb,
      text: deedText(recordModule(row.type_code).type, row.verb, row.details, names, actor.language),
      rowTotal: row.row_total,
      createTime: row.create_time,
      undoneTime: row.undone_time,
      mayUndo: row.undone_time === null && actor.mayDo(row.access as Permission) ? 1 : 0,
    })),
  };
}
