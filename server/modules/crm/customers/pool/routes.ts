import { join } from 'node:path';
import { sql } from 'kysely';
import '#server/modules/crm/customers/pool/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import type { Services } from '#server/platform/services.ts';
import { claim, putInPool } from '#server/modules/crm/customers/pool/acts.ts';
import { fateOf, forecast } from '#server/modules/crm/customers/pool/forecast.ts';
import { exportRecords } from '#server/record/export/export-records.ts';
import { listRecords } from '#server/record/query/list.ts';
import { changeByCall } from '#server/record/states/change.ts';
import { poolScope } from '#server/record/access/scope.ts';
import { workbookAnswer } from '#server/record/export/temporary-file.ts';
import { visible } from '#server/record/access/visible.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { poolCalls } from '#shared/crm/pool-calls.ts';

const defaultDays = 7;

export const poolRoutes = (services: Services): Route[] => {
  const folder = join(services.config.dataDir, 'uploads');
  return [
    route(poolCalls.list, async ({ db, actor, input }) => ({
      ...(await listRecords(db, actor, customerType, input, poolScope(actor, customerType))),
      putInPoolTodayNum: await putInToday(db, actor),
    })),
    route(poolCalls.views, async ({ db, actor, input }) =>
      viewsOf(db, actor, { ...input, offset: (input.page - 1) * input.limit }),
    ),
    ...[poolCalls.lock, poolCalls.setDealStatus].map((call) =>
      route(call, async ({ db, actor, input }) => changeByCall(db, actor, customerType, call.path, input)),
    ),
    route(poolCalls.putInPool, async ({ db, actor, input }) => putInPool(db, actor, input.ids, input.versions)),
    route(poolCalls.recycle, async ({ db, actor, input }) => putInPool(db, actor, input.ids, input.versions)),
    route(poolCalls.distribute, async ({ db, actor, input }) =>
      claim(db, actor, input.ids, input.userId, 'distributed'),
    ),
    route(poolCalls.receive, async ({ db, actor, input }) => claim(db, actor, input.ids, actor.userId, 'received')),
    route(poolCalls.exportChosen, async ({ actor, input }) =>
      workbookAnswer(folder, 'customer_pool', (path) =>
        exportRecords(services, actor, customerType, input, path, poolScope(actor, customerType)),
      ),
    ),
    route(poolCalls.exportAll, async ({ actor, input }) =>
      workbookAnswer(folder, 'customer_pool', (path) =>
        exportRecords(
          services,
          actor,
          customerType,
          { query: input, columns: input.columns, rows: input.rows },
          path,
          poolScope(actor, customerType),
        ),
      ),
    ),
    route(poolCalls.forecast, async ({ db, actor, input }) =>
      forecast(db, actor, {
        days: Math.max(1, input.days ?? defaultDays),
        followupDay: input.followupDay,
        dealDay: input.dealDay,
        data: input.data,
        clock: input.clock,
        limit: input.limit,
        offset: (input.page - 1) * input.limit,
      }),
    ),
    route(poolCalls.fate, async ({ db, actor, input }) => fateOf(db, actor, input.customerId)),
  ];
};

async function putInToday(db: Database, actor: Actor): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from ${visible(customerType, poolScope(actor, customerType))}
    where r.pool_time >= date_trunc('day', now())`.execute(db);
  return rows[0]?.n ?? 0;
}

async function viewsOf(
  db: Database,
  actor: Actor,
  asked: { readonly customerId?: number | undefined; readonly limit: number; readonly offset: number },
) {
  const which = asked.customerId === undefined ? sql`true` : sql`v.customer_id = ${asked.customerId}`;
  const from = sql`from pool_view v join ${visible(customerType, poolScope(actor, customerType))}
    on r.customer_id = v.customer_id where ${which}`;
  const { rows: counted } = await sql<{ n: number }>`select count(*) as n ${from}`.execute(db);
  const { rows } = await sql<{ id: number; name: string; user_id: number; view_time: string }>`
    select v.customer_id as id, r.customer_name as name, v.user_id, v.view_time ${from}
    order by v.view_id desc limit ${asked.limit} offset ${asked.offset}`.execute(db);
  const names = await directoryOf(db, actor.rights.version);
  return {
    totalRow: counted[0]?.n ?? 0,
    list: rows.map((row) => ({
      customerId: row.id,
      customerName: row.name,
      userId: row.user_id,
      realname: names.user(row.user_id) ?? '',
      viewTime: row.view_time,
    })),
  };
}
