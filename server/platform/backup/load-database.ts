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
  readTables,
  readSequences,
  sessionSettings,
  type CatalogTable,
} from './catalog.ts';
import { copyIn } from './copy-stream.ts';
import { tableFile, type Manifest, type TableEntry } from './manifest.ts';
import { notRestored } from './not-restored.ts';

const { escapeIdentifier } = pg;

/**
 * Fills the tables of a freshly migrated database from a backup, in one transaction, as their owner. Foreign keys are
 * taken off and put back, which checks all rows at once and needs no order of tables. Returns the names of the indexes
 * that the backed-up database had and this one has not.
 * @throws StartError when tables or columns differ
 */
export async function loadDatabase(client: pg.Client, folder: string, manifest: Manifest): Promise<string[]> {
  await client.query(sessionSettings);
  await client.query('begin');
  await compareTables(await readTables(client), manifest.tables);
  const tables = manifest.tables.map(({ name }) => escapeIdentifier(name));
  const foreignKeys = await readForeignKeys(client);
  for (const key of foreignKeys)
    await client.query(`alter table ${escapeIdentifier(key.table)} drop constraint ${escapeIdentifier(key.name)}`);
  // What triggers would write, such as counters, is in the backup.
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`);
  // Migrations may have put rows in.
  if (tables.length > 0) await client.query(`truncate ${tables.join(', ')}`);
  for (const table of manifest.tables) await loadTable(client, folder, table);
  for (const key of foreignKeys)
    await client.query(
      `alter table ${escapeIdentifier(key.table)} add constraint ${escapeIdentifier(key.name)} ${key.definition}`,
    );
  await emptyNotRestored(client, manifest.tables);
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

/** Both ways: a table that only one side knows means another schema than the backup says. */
function compareTables(present: CatalogTable[], wanted: TableEntry[]): void {
  const shape = (table: CatalogTable) => `${table.name} (${table.columns.toSorted().join(', ')})`;
  const known = new Set(present.map(shape));
  const unknown = wanted.map(shape).find((one) => !known.has(one));
  if (unknown) throw new StartError(`The backup holds a table that its schema version does not have: ${unknown}.`);
  if (wanted.length !== present.length) throw new StartError('The backup lacks tables that its schema version has.');
}

async function loadTable(client: pg.Client, folder: string, { name, columns, rows }: TableEntry): Promise<void> {
  const unzipped = createGunzip();
  const read = pipeline(createReadStream(join(folder, tableFile(name))), unzipped);
  read.catch(() => undefined); // reaches copyIn, which reads from it
  const loaded = await copyIn(
    client,
    `copy ${escapeIdentifier(name)} (${columns.map(escapeIdentifier).join(', ')}) from stdin`,
    unzipped,
  );
  await read;
  if (loaded !== rows) throw new StartError(`The backup is damaged: ${name} has ${loaded} rows instead of ${rows}.`);
}

async function emptyNotRestored(client: pg.Client, tables: TableEntry[]): Promise<void> {
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
