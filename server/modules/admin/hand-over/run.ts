import { sql } from 'kysely';
import '#server/platform/hand-over/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { holdingNamed, type Holding, type Piece, type Receipt } from '#server/platform/hand-over/holding.ts';
import type { Services } from '#server/platform/services.ts';
import { handOverAccess } from '#shared/admin/hand-over/hand-over-calls.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** Pieces of one holding that are written in one transaction. */
const atOnce = 1000;

interface Running {
  readonly handOverId: number;
  readonly fromUserId: number;
  /** Who hands over, or takes it back. */
  readonly userId: number;
}

/** Hand-overs run in the background, and so does taking them back. */
export function defineHandOverJobs(services: Services): void {
  for (const [queue, work] of [
    ['hand_over.run', handAll],
    ['hand_over.undo', takeAllBack],
  ] as const)
    services.jobs.define<{ handOverId: number }>(queue, ({ handOverId }, { signal }) =>
      work(services, handOverId, signal),
    );
}

/** Performs a hand-over from where it stands: a killed process loses and repeats nothing. */
export async function handAll(services: Services, handOverId: number, signal?: AbortSignal): Promise<void> {
  await runThrough(services, (trx) => handSome(services, trx, handOverId), signal);
}

/** Takes a hand-over back, part by part from the last, and likewise from where that stands. */
export async function takeAllBack(services: Services, handOverId: number, signal?: AbortSignal): Promise<void> {
  await runThrough(services, (trx) => takeSomeBack(services, trx, handOverId), signal);
}

/** Repeats `work`, each time in its own transaction, while it answers the name of a holding, and tells open lists. */
async function runThrough(
  { pool, live }: Services,
  work: (trx: Database) => Promise<string | null>,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (let name = await inTransaction(pool.db, work); name !== null; name = await inTransaction(pool.db, work)) {
    holdingNamed(name)?.shownWith?.().forEach(live.touch);
    signal?.throwIfAborted();
  }
}

/** Writes the next pieces by the rights of this moment, and answers their holding; null when there are none left. */
async function handSome(services: Services, db: Database, handOverId: number): Promise<string | null> {
  const running = await lockRunning(db, handOverId, 'running');
  if (!running) return null;
  const { rows: pieces } = await sql<{ part: number; holding: string; item: string; toUserId: number }>`
    select part, holding, item, to_user_id as "toUserId" from hand_over_item
    where hand_over_id = ${handOverId} and state = 'waiting' and part = (
      select min(part) from hand_over_item where hand_over_id = ${handOverId} and state = 'waiting')
    order by place limit ${atOnce}`.execute(db);
  const [first] = pieces;
  if (!first) {
    await finish(services, db, running, 'done');
    return null;
  }
  const { part, holding } = first;
  const actor = await actorNow(services, db, running);
  const known = holdingNamed(holding);
  const kept = await receiptOf(db, handOverId, holding);
  const left =
    known && actor
      ? await write(db, actor, known, { running, part, pieces, kept })
      : pieces.map(({ item }) => ({ item, code: 'access.denied', params: {} }));
  await sql`
    update hand_over_item i set state = case when l.item is null then 'done' else 'left' end,
      reason = case when l.item is null then null else jsonb_build_object('code', l.code, 'params', l.params) end
    from unnest(${pieces.map(({ item }) => item)}::text[]) as p (item)
    left join jsonb_to_recordset(${JSON.stringify(left)}::jsonb) as l (item text, code text, params jsonb) using (item)
    where i.hand_over_id = ${handOverId} and i.holding = ${holding} and i.item = p.item`.execute(db);
  await notify(services, db, running);
  return holding;
}

interface Written {
  readonly running: Running;
  readonly part: number;
  readonly pieces: readonly Piece[];
  readonly kept: Receipt | null;
}

async function write(db: Database, actor: Actor, holding: Holding, { running, part, pieces, kept }: Written) {
  const { handOverId, fromUserId } = running;
  const { left, receipt } = await holding.hand(
    db,
    actor,
    { handOverId, fromUserId, holding: holding.name, part },
    pieces,
    kept,
  );
  if (receipt !== null)
    await sql`
      insert into hand_over_receipt (hand_over_id, holding, part, receipt)
      values (${handOverId}, ${holding.name}, ${part}, ${JSON.stringify(receipt)}::jsonb)
      on conflict (hand_over_id, holding) do update set receipt = excluded.receipt`.execute(db);
  return left.map(({ item, reason }) => ({ item, ...asJson(reason) }));
}

const asJson = ({ code, params }: AppError) => ({ code, params });

/** Takes back the last part that is left, and answers its holding; null when there is none. */
async function takeSomeBack(services: Services, db: Database, handOverId: number): Promise<string | null> {
  const undoing = await lockRunning(db, handOverId, 'undoing');
  if (!undoing) return null;
  const row = await db
    .selectFrom('hand_over_receipt')
    .selectAll()
    .where('hand_over_id', '=', handOverId)
    .orderBy('part', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) {
    await finish(services, db, undoing, 'undone');
    return null;
  }
  const { part, holding, receipt } = row;
  const actor = await actorNow(services, db, undoing);
  const known = holdingNamed(holding);
  if (!actor || !known) {
    // what could not be taken back stays handed over, and somebody else may try
    await finish(services, db, undoing, 'done');
    return null;
  }
  // a part is taken back whole, however large it is
  await sql`set local statement_timeout = 0`.execute(db);
  const place = { handOverId, fromUserId: undoing.fromUserId, holding, part };
  const stays = await known.takeBack(db, actor, place, receipt);
  await sql`
    update hand_over set kept = kept || ${JSON.stringify(stays)}::jsonb where hand_over_id = ${handOverId}`.execute(db);
  await db
    .deleteFrom('hand_over_receipt')
    .where('hand_over_id', '=', handOverId)
    .where('holding', '=', holding)
    .execute();
  await notify(services, db, undoing);
  return holding;
}

/** The actor with the rights of now; null for somebody who may not hand over any more, or has been disabled. */
async function actorNow({ gate }: Services, db: Database, { userId }: Running): Promise<Actor | null> {
  try {
    const actor = await gate.actorFor(db, userId);
    return actor.mayDo(handOverAccess) ? actor : null;
  } catch (error) {
    if (error instanceof AppError && error.code === 'session.revoked') return null;
    throw error;
  }
}

async function receiptOf(db: Database, handOverId: number, holding: string): Promise<Receipt | null> {
  const row = await db
    .selectFrom('hand_over_receipt')
    .select('receipt')
    .where('hand_over_id', '=', handOverId)
    .where('holding', '=', holding)
    .executeTakeFirst();
  return row?.receipt ?? null;
}

/** A hand-over in a state, for this transaction alone; undefined once it has left it. */
async function lockRunning(
  db: Database,
  handOverId: number,
  state: 'running' | 'undoing',
): Promise<Running | undefined> {
  const row = await db
    .selectFrom('hand_over')
    .select(['from_user_id', 'user_id', 'undo_user_id'])
    .where('hand_over_id', '=', handOverId)
    .where('state', '=', state)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return undefined;
  const userId = state === 'undoing' && row.undo_user_id !== null ? row.undo_user_id : row.user_id;
  return { handOverId, fromUserId: row.from_user_id, userId };
}

async function finish(services: Services, db: Database, running: Running, state: 'done' | 'undone'): Promise<void> {
  await db
    .updateTable('hand_over')
    .set({ state, finish_time: sql`now()` })
    .where('hand_over_id', '=', running.handOverId)
    .execute();
  await notify(services, db, running);
}

const notify = ({ push }: Services, db: Database, { handOverId, userId }: Running) =>
  push.notify(db, { type: 'hand_over.progress', to: [userId], ids: { handOverId } });
