import { sql } from 'kysely';
import '#server/platform/access/tables.ts';
import '#server/platform/hand-over/tables.ts';
import {
  heldOf,
  listHandOvers,
  piecesOf,
  waitingPeople,
  wholeHandOver,
} from '#server/modules/admin/hand-over/queries.ts';
import { planHandOver, requireHeirs, requireNoneRunning } from '#server/modules/admin/hand-over/plan.ts';
import { requireReachable } from '#server/modules/admin/user/api.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import { audit } from '#server/platform/log/audit.ts';
import type { Services } from '#server/platform/services.ts';
import { undoDays } from '#server/record/actions/undo.ts';
import { handOverCalls } from '#shared/admin/hand-over/hand-over-calls.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { pageAnswer } from '#shared/wire/values.ts';

/** Deeper pages are refused (security L7). */
const deepest = 10_000;

export const handOverRoutes = ({ jobs }: Pick<Services, 'jobs'>): Route[] => [
  route(handOverCalls.held, async ({ db, actor, input: { userId } }) => {
    await requireReachable(db, actor, [userId]);
    const person = await db
      .selectFrom('app_user')
      .select(['realname', 'parent_id', 'status'])
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    const names = await directoryOf(db, actor.rights.version);
    return {
      person: {
        userId,
        realname: person.realname,
        superiorId: person.parent_id,
        superiorName: names.user(person.parent_id) ?? '',
        status: person.status,
      },
      holdings: await heldOf(db, actor, userId),
    };
  }),
  route(handOverCalls.waiting, ({ db }) => waitingPeople(db)),
  route(handOverCalls.plan, async ({ db, actor, input }) =>
    wholeHandOver(db, actor, await planHandOver(db, actor, input)),
  ),
  route(handOverCalls.pieces, async ({ db, actor, input: { page, limit, ...asked } }) => {
    const { list, total } = await piecesOf(db, actor, { ...asked, ...sliceOf(page, limit) });
    return pageAnswer(list, total, page, limit);
  }),
  route(handOverCalls.start, async ({ db, actor, input: { handOverId } }) => {
    await start(db, actor, handOverId);
    await jobs.send(db, 'hand_over.run', { handOverId });
    return null;
  }),
  route(handOverCalls.query, ({ db, actor, input }) => wholeHandOver(db, actor, input.handOverId)),
  route(handOverCalls.list, async ({ db, actor, input: { page, limit } }) => {
    const { list, total } = await listHandOvers(db, actor, sliceOf(page, limit));
    return pageAnswer(list, total, page, limit);
  }),
  route(handOverCalls.undo, async ({ db, actor, input: { handOverId } }) => {
    await requestUndo(db, actor, handOverId);
    await jobs.send(db, 'hand_over.undo', { handOverId });
    return null;
  }),
];

/** @throws AppError `input.page_too_deep` */
function sliceOf(page: number, limit: number) {
  const offset = (page - 1) * limit;
  if (offset > deepest) throw new AppError('input.page_too_deep');
  return { limit, offset };
}

/** @throws AppError `access.record`, `hand_over.started`, `hand_over.running`, and what has come to be wrong with the plan */
async function start(db: Database, actor: Actor, handOverId: number): Promise<void> {
  const row = await db
    .selectFrom('hand_over')
    .select(['from_user_id', 'state'])
    .where('hand_over_id', '=', handOverId)
    .where('user_id', '=', actor.userId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError('access.record');
  if (row.state !== 'planned') throw new AppError('hand_over.started');
  await requireReachable(db, actor, [row.from_user_id]);
  // of two who hand over from one person at once, the second waits here and is told
  await db.selectFrom('app_user').select('user_id').where('user_id', '=', row.from_user_id).forUpdate().execute();
  await requireNoneRunning(db, row.from_user_id);
  const { rows: heirs } = await sql<{ user_id: number }>`
    select distinct to_user_id as user_id from hand_over_item where hand_over_id = ${handOverId}`.execute(db);
  await requireHeirs(
    db,
    row.from_user_id,
    heirs.map((heir) => heir.user_id),
  );
  await db.updateTable('hand_over').set({ state: 'running' }).where('hand_over_id', '=', handOverId).execute();
  await log(db, actor, 'hand_over.start', row.from_user_id);
}

/** @throws AppError `access.record`, `hand_over.not_done`, `hand_over.running`, `operation.too_old` */
async function requestUndo(db: Database, actor: Actor, handOverId: number): Promise<void> {
  const { rows } = await sql<{ from_user_id: number; state: string; is_old: boolean }>`
    select from_user_id, state, create_time < now() - make_interval(days => ${undoDays}) as is_old from hand_over
    where hand_over_id = ${handOverId} and (user_id = ${actor.userId} or ${actor.rights.isSuperAdmin}) for update`.execute(
    db,
  );
  const [row] = rows;
  if (!row || row.state === 'planned') throw new AppError('access.record');
  if (row.state !== 'done') throw new AppError('hand_over.not_done');
  if (row.is_old) throw new AppError('operation.too_old');
  await db.selectFrom('app_user').select('user_id').where('user_id', '=', row.from_user_id).forUpdate().execute();
  await requireNoneRunning(db, row.from_user_id);
  await db
    .updateTable('hand_over')
    .set({ state: 'undoing', undo_user_id: actor.userId })
    .where('hand_over_id', '=', handOverId)
    .execute();
  await log(db, actor, 'hand_over.undo', row.from_user_id);
}

const log = (db: Database, { userId, address }: Actor, what: string, fromUserId: number): Promise<void> =>
  audit(db, { userId, what, subject: `user ${fromUserId}`, result: 'done', address });
