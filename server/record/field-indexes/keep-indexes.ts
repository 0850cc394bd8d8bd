import { constants, setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { organisationChanged } from '#server/platform/access/rights.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import type { Log } from '#server/platform/log/log.ts';
import { analyzeStatement, dropStatement, indexName, indexStatement } from '#server/record/field-indexes/index-sql.ts';
import { readFields } from '#server/record/fields/field-set.ts';
import { mayBeIndexed } from '#shared/record/designer/field-index.ts';
import type { Field } from '#shared/record/field.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/** Held by whoever makes indexes: two that are made at once would wait for each other. */
const lockKey = 7_420_002;

export interface IndexWork {
  /** Of the role that owns the tables: the application's own may not change them. */
  readonly ownerUrl: string;
  readonly db: Database;
  readonly log: Pick<Log, 'info'>;
  readonly signal: AbortSignal;
  /** The database runs on this machine, as processes of this server: they give way to those who work meanwhile. */
  readonly isOwnDatabase?: boolean;
}

/**
 * Makes the indexes that fields of these types should have, and drops the others, one after the other and until there is
 * nothing to do. Whatever an ended attempt has left is taken up: a half made index is dropped and made anew.
 */
export async function keepIndexes(work: IndexWork, types: readonly RecordType[]): Promise<void> {
  const client = new pg.Client({
    connectionString: work.ownerUrl,
    application_name: 'jianye-index',
    // further processes would take the processors from those who work meanwhile
    options: '-c statement_timeout=0 -c lock_timeout=600000 -c max_parallel_maintenance_workers=0',
  });
  client.on('error', () => undefined); // the next query fails with it
  await client.connect();
  if (work.isOwnDatabase) giveWay(client);
  const cancel = () => void cancelQuery(work.ownerUrl, client).catch(() => undefined);
  work.signal.addEventListener('abort', cancel, { once: true });
  try {
    await takeTurn(client, work.signal);
    for (const type of types) while (await keepNext(work, client, type)) work.signal.throwIfAborted();
  } finally {
    work.signal.removeEventListener('abort', cancel);
    await client.end();
  }
}

/** Asked again and again, as an index waits for every open statement, and so would for one that waits for the lock. */
async function takeTurn(client: pg.Client, signal: AbortSignal): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [lockKey]);
    if (rows[0]?.mine) return;
    await pause(500, undefined, { signal });
  }
}

const processOf = (client: pg.Client): number => (client as unknown as { readonly processID: number }).processID;

/** The process ends with its connection, and its low priority with it. */
function giveWay(client: pg.Client): void {
  try {
    setPriority(processOf(client), constants.priority.PRIORITY_LOW);
  } catch {
    // a system without priorities makes the index all the same
  }
}

async function cancelQuery(ownerUrl: string, client: pg.Client): Promise<void> {
  const other = new pg.Client({ connectionString: ownerUrl, application_name: 'jianye-index-end' });
  other.on('error', () => undefined);
  await other.connect();
  try {
    await other.query('select pg_cancel_backend($1)', [processOf(client)]);
  } finally {
    await other.end();
  }
}

interface Found {
  readonly name: string;
  readonly isValid: boolean;
}

/** Does the next thing that is to be done about the indexes of a type; false when there is nothing. */
async function keepNext({ db, log }: IndexWork, client: pg.Client, type: RecordType): Promise<boolean> {
  const wanted = await wantedOf(db, type);
  const { rows } = await client.query<Found>(
    `select c.relname as name, i.indisvalid as "isValid" from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = $1::regclass and c.relname like $2 order by c.oid`,
    [type.table, `${type.table.replaceAll('_', '\\_')}\\_field\\_%`],
  );
  const names = new Set(wanted.map(({ fieldId }) => indexName(type, fieldId)));
  const needless = rows.find(({ name, isValid }) => !isValid || !names.has(name));
  if (needless) {
    await client.query(dropStatement(needless.name));
    log.info({ index: needless.name, isValid: needless.isValid }, 'index of a field dropped');
    return true;
  }
  const valid = new Set(rows.map(({ name }) => name));
  const missing = wanted.find(({ fieldId }) => !valid.has(indexName(type, fieldId)));
  const made = missing ?? wanted.find(({ indexed }) => !indexed);
  if (!made) return false;
  if (missing) {
    await setReady(db, missing, false);
    await client.query(indexStatement(type, missing));
    // without figures about it the database would not know when to use it
    await client.query(analyzeStatement(type));
    log.info({ index: indexName(type, missing.fieldId) }, 'index of a field made');
  }
  await setReady(db, made, true);
  return true;
}

async function wantedOf(db: Database, type: RecordType): Promise<Field[]> {
  const { all } = await readFields(db, type.code);
  const rows = await db
    .selectFrom('record_field')
    .select('field_id')
    .where('type_code', '=', type.code)
    .where('is_indexed', '=', true)
    .execute();
  const marked = new Set(rows.map((row) => row.field_id));
  return all.filter((field) => marked.has(field.fieldId) && mayBeIndexed(field));
}

/** Lists count on it from now on, or no longer: they read fields anew. */
const setReady = (db: Database, { fieldId }: Field, isReady: boolean): Promise<void> =>
  inTransaction(db, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('record_field')
      .set({ is_index_ready: isReady })
      .where('field_id', '=', fieldId)
      .where('is_index_ready', '<>', isReady)
      .where(sql<boolean>`is_indexed or not ${isReady}::boolean`)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await organisationChanged(trx);
  });
