import { sql, type RawBuilder } from 'kysely';
import type { Application } from '#server/app.ts';
import { claim, putInPool } from '#server/modules/crm/customers/pool/acts.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { editField } from '#server/record/actions/edit-field.ts';
import { undoOperation } from '#server/record/actions/undo.ts';
import { transferRecords } from '#server/record/ownership/transfer.ts';
import { removeRecords } from '#server/record/recycle/remove.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { median, timed } from './timing.ts';

export interface BulkBench {
  /** On a database with at least ten times as many customers as `rows`. */
  readonly application: Application;
  readonly rows: number;
  /** Rounds after the warm-up; medians count. */
  readonly rounds?: number;
}

export interface BulkMeasure {
  readonly work: string;
  /** Milliseconds, each with its commit. */
  readonly act: number;
  readonly plain: number;
  readonly undo: number;
  /** One plain UPDATE of the same columns back to their old values: the minimum cost of an undo. */
  readonly back: number;
}

/** A call may contain 1,000 records (security L7); here the same functions get all of them in one transaction. */
interface Work {
  readonly name: string;
  /** Condition on the alias `r`: customers of the action. */
  readonly which: RawBuilder<boolean>;
  readonly act: (
    db: Database,
    actor: Actor,
    ids: readonly number[],
    round: number,
  ) => Promise<{ operationId: number | null }>;
  /** The columns that the action writes, for the plain UPDATE. */
  readonly set: (round: number) => Readonly<Record<string, RawBuilder<unknown>>>;
}

type Pool = Application['services']['pool']['db'];

const administrator = 3;
const receiver = 1500;
const owned = sql<boolean>`r.owner_user_id is not null and r.owner_user_id <> ${receiver} and r.is_lock = 0`;
const counted = { update_time: sql`now()`, version: sql`r.version + 1` };
const anew = { owner_since: sql`now()`, pool_time: sql`null::timestamptz`, followup: sql`0::smallint` };

const works: readonly Work[] = [
  {
    name: 'one field',
    which: owned,
    act: (db, actor, ids, round) =>
      editField(db, actor, customerType, { ids, fieldName: 'remark', value: `第${round}轮` }),
    set: (round) => ({ remark: sql`${`第${round}轮`}`, ...counted }),
  },
  {
    name: 'transfer',
    which: owned,
    act: (db, actor, ids) =>
      transferRecords(db, actor, customerType, { ids, newOwnerUserId: receiver, oldOwnerKeeps: null, along: [] }),
    set: () => ({ owner_user_id: sql`${receiver}::int`, ...anew, ...counted }),
  },
  {
    name: 'into the pool',
    which: owned,
    act: (db, actor, ids) => putInPool(db, actor, ids, undefined),
    set: () => ({ owner_user_id: sql`null::int`, pool_time: sql`now()`, ...counted }),
  },
  {
    name: 'out of the pool',
    which: sql<boolean>`r.owner_user_id is null`,
    act: (db, actor, ids) => claim(db, actor, ids, receiver, 'distributed'),
    set: () => ({ owner_user_id: sql`${receiver}::int`, ...anew, ...counted }),
  },
  {
    name: 'deletion',
    which: owned,
    act: (db, actor, ids) => removeRecords(db, actor, customerType, ids),
    set: () => ({ deleted_at: sql`now()`, delete_user_id: sql`${administrator}::int`, version: sql`r.version + 1` }),
  },
];

/**
 * Each action on `rows` customers and its undo, against one plain UPDATE of the same columns of as many others and the
 * UPDATE that reverts it. They alternate in one run; every one is committed, triggers and indexes included.
 */
export async function benchBulk({ application, rows, rounds = 5 }: BulkBench): Promise<BulkMeasure[]> {
  const { db } = application.services.pool;
  const actor = await application.services.gate.actorFor(db, administrator);
  await fillPool(db, actor, rows * 2);
  const measures: BulkMeasure[] = [];
  for (const work of works) {
    const [ids, others] = await twoSets(db, work.which, rows);
    const taken = { act: [] as number[], plain: [] as number[], undo: [] as number[], back: [] as number[] };
    for (let round = 0; round <= rounds; round += 1) {
      const times = {
        ...(await plainRound(db, work, others, round)),
        ...(await actRound(db, actor, work, ids, round)),
      };
      if (round === 0) continue;
      for (const key of ['act', 'plain', 'undo', 'back'] as const) taken[key].push(times[key]);
    }
    const { act, plain, undo, back } = taken;
    measures.push({ work: work.name, act: median(act), plain: median(plain), undo: median(undo), back: median(back) });
  }
  return measures;
}

/** Every customer of the seeded company has an owner: some are put into the pool first. */
async function fillPool(db: Pool, actor: Actor, rows: number): Promise<void> {
  const [ids] = await twoSets(db, owned, rows);
  await unhurried(db, (trx) => putInPool(trx, actor, ids, undefined));
}

/** Two disjoint sets of customers without contacts, which would move with them. */
async function twoSets(db: Database, which: RawBuilder<boolean>, rows: number): Promise<[number[], number[]]> {
  const { rows: found } = await sql<{ id: number }>`
    select r.customer_id as id from customer as r where r.deleted_at is null and ${which}
      and not exists (select from contacts c where c.customer_id = r.customer_id)
    order by hashint8(r.customer_id) limit ${rows * 2}`.execute(db);
  if (found.length < rows * 2) throw new Error(`there are ${found.length} of ${rows * 2} customers for a bulk act`);
  const ids = found.map(({ id }) => id);
  return [ids.slice(0, rows), ids.slice(rows)];
}

async function plainRound(db: Pool, { set }: Work, ids: readonly number[], round: number) {
  const columns = set(round);
  const names = Object.keys(columns);
  const { rows: before } = await sql<{ rows: unknown }>`
    select jsonb_agg(to_jsonb(r)) as rows from customer as r where r.customer_id = any(${[...ids]}::bigint[])`.execute(
    db,
  );
  const assignments = Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  const plain = await timed(() =>
    unhurried(db, (trx) =>
      sql`update customer as r set ${sql.join(assignments)} where r.customer_id = any(${[...ids]}::bigint[])`.execute(
        trx,
      ),
    ),
  );
  const former = sql.join(names.map((name) => sql`${sql.ref(name)} = old.${sql.ref(name)}`));
  const back = await timed(() =>
    unhurried(db, (trx) =>
      sql`
        update customer as r set ${former}
        from jsonb_populate_recordset(null::customer, ${JSON.stringify(before[0]?.rows)}::jsonb) as old
        where r.customer_id = old.customer_id`.execute(trx),
    ),
  );
  return { plain, back };
}

async function actRound(db: Pool, actor: Actor, work: Work, ids: readonly number[], round: number) {
  let operationId = 0;
  const act = await timed(() =>
    unhurried(db, async (trx) => {
      const done = await work.act(trx, actor, ids, round);
      operationId = done.operationId ?? 0;
    }),
  );
  let undone = 0;
  const undo = await timed(async () => {
    undone = (await unhurried(db, (trx) => undoOperation(trx, actor, operationId))).undone;
  });
  if (undone !== ids.length) throw new Error(`${work.name}: ${undone} of ${ids.length} were taken back`);
  return { act, undo };
}

/** Ten times the rows of a call may take longer than the 12 s that a call has. */
const unhurried = <T>(db: Pool, work: (trx: Database) => Promise<T>): Promise<T> =>
  inTransaction(db, async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    return work(trx);
  });
