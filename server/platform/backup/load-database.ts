import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { StartError } from '#server/platform/config.ts';
import {
  readForeignKeys,
  readIndexes,
  readMaterializedViews,
  readPlainIndexes,
  readTables,
  readSequences,
  sessionSettings,
  type CatalogTable,
} from './catalog.ts';
import { copyIn } from './copy-stream.ts';
import { tableFile, type Manifest, type TableEntry } from './manifest.ts';

const { escapeIdentifier } = pg;

/**
 * Tables that are emptied after a restore, if they exist (security O8): logins, devices, QR codes and links end, and
 * nothing is sent a second time. `app_secret` signs the links; it is recreated at first use, so nothing that must
 * survive a restore may be encrypted with it. The job schema is not backed up at all.
 */
const notRestored = [
  'session_login',
  'session_token',
  'program_token',
  'password_link',
  'app_secret',
  'push_event',
] as const;

/** What waited when the backup was made may have left since: a person decides whether it leaves (security O8). */
async function holdOutbox(client: pg.Client, tables: readonly TableEntry[]): Promise<void> {
  if (tables.some(({ name }) => name === 'outbox'))
    await client.query("update outbox set state = 2, reason = 'restored', finished_at = now() where state = 0");
}

/** Rows of a table as `copy` writes and reads them; they may come in several parts. */
export interface TableCopy {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: AsyncIterable<Buffer>;
}

/**
 * Fills the tables of a freshly migrated database from a backup, in one transaction, as their owner. Foreign keys are
 * dropped and recreated, which checks all rows at once and needs no order of tables; indexes too, which are made of all
 * rows at once in less time. Returns the names of the indexes that the backed-up database had and this one lacks.
 * @throws StartError when tables or columns differ
 */
export async function loadDatabase(
  client: pg.Client,
  manifest: Manifest,
  copies: AsyncIterable<TableCopy>,
): Promise<string[]> {
  await client.query(sessionSettings);
  await client.query('begin');
  await compareTables(await readTables(client), manifest.tables);
  const tables = manifest.tables.map(({ name }) => escapeIdentifier(name));
  const foreignKeys = await readForeignKeys(client);
  for (const key of foreignKeys)
    await client.query(`alter table ${escapeIdentifier(key.table)} drop constraint ${escapeIdentifier(key.name)}`);
  const plainIndexes = await readPlainIndexes(client);
  for (const { name } of plainIndexes) await client.query(`drop index ${escapeIdentifier(name)}`);
  // What triggers would write, such as counters, is in the backup.
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`);
  // Migrations may have inserted rows.
  if (tables.length > 0) await client.query(`truncate ${tables.join(', ')}`);
  await loadTables(client, manifest.tables, copies);
  await client.query("set local maintenance_work_mem = '256MB'");
  for (const { definition } of plainIndexes) await client.query(definition);
  for (const key of foreignKeys)
    await client.query(
      `alter table ${escapeIdentifier(key.table)} add constraint ${escapeIdentifier(key.name)} ${key.definition}`,
    );
  await emptyNotRestored(client, manifest.tables);
  await holdOutbox(client, manifest.tables);
  await client.query('set constraints all immediate');
  for (const table of tables) await client.query(`alter table ${table} enable trigger user`);
  await setSequences(client, manifest.sequences);
  for (const view of await readMaterializedViews(client))
    await client.query(`refresh materialized view ${escapeIdentifier(view)}`);
  const indexes = new Set(await readIndexes(client));
  await client.query('commit');
  await client.query('analyze');
  return manifest.indexes.filter((name) => !indexes.has(name));
}

/** Checked both ways: a table that exists on one side only means that the schema is not the one the backup states. */
function compareTables(present: CatalogTable[], wanted: readonly TableEntry[]): void {
  const shape = (table: CatalogTable) => `${table.name} (${table.columns.toSorted().join(', ')})`;
  const known = new Set(present.map(shape));
  const unknown = wanted.map(shape).find((one) => !known.has(one));
  if (unknown) throw new StartError(`The backup holds a table that its schema version does not have: ${unknown}.`);
  if (wanted.length !== present.length) throw new StartError('The backup lacks tables that its schema version has.');
}

/** The rows of a backup whose tables are stored as files. */
export async function* readTableFiles(folder: string, tables: readonly TableEntry[]): AsyncGenerator<TableCopy> {
  for (const { name, columns } of tables) {
    const rows = createGunzip();
    const read = pipeline(createReadStream(join(folder, tableFile(name))), rows);
    read.catch(() => undefined); // reported to the consumer of the rows
    yield { name, columns, rows };
    await read;
  }
}

async function loadTables(
  client: pg.Client,
  tables: readonly TableEntry[],
  copies: AsyncIterable<TableCopy>,
): Promise<void> {
  const wanted = new Map(tables.map((table) => [table.name, table]));
  const loaded = new Map<string, number>();
  for await (const { name, columns, rows } of copies) {
    const known = wanted.get(name)?.columns ?? [];
    if (columns.length !== known.length || columns.some((column) => !known.includes(column)))
      throw new StartError(`The backup is damaged: it holds rows that it does not list, of ${name || 'no table'}.`);
    const list = columns.map(escapeIdentifier).join(', ');
    const count = await copyIn(client, `copy ${escapeIdentifier(name)} (${list}) from stdin`, rows);
    loaded.set(name, (loaded.get(name) ?? 0) + count);
  }
  for (const { name, rows } of tables) {
    const count = loaded.get(name) ?? 0;
    if (count !== rows) throw new StartError(`The backup is damaged: ${name} has ${count} rows instead of ${rows}.`);
  }
}

async function emptyNotRestored(client: pg.Client, tables: readonly TableEntry[]): Promise<void> {
  const present = new Set(tables.map(({ name }) => name));
  for (const name of notRestored.filter((one) => present.has(one)))
    await client.query(`delete from ${escapeIdentifier(name)}`);
}

async function setSequences(client: pg.Client, sequences: Manifest['sequences']): Promise<void> {
  const present = new Set(await readSequences(client));
  for (const { name, lastValue, isCalled } of sequences) {
    if (!present.has(name))
      throw new StartError(`The backup holds a sequence that its schema version does not have: ${name}.`);
    await client.query('select setval($1::regclass, $2::bigint, $3)', [
      `public.${escapeIdentifier(name)}`,
      lastValue,
      isCalled,
    ]);
  }
}
