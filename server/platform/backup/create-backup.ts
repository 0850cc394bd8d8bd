import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { StartError } from '#server/platform/config.ts';
import { syncFolder } from '#server/platform/database/embedded/cluster-files.ts';
import {
  migrationTable,
  readIndexes,
  readSequences,
  readTables,
  sessionSettings,
  type CatalogTable,
} from './catalog.ts';
import { CopyOut } from './copy-stream.ts';
import { dumpDatabase } from './dump-database.ts';
import {
  backupFormat,
  manifestName,
  tableFile,
  type CopiedManifest,
  type DumpedManifest,
  type Manifest,
} from './manifest.ts';
import { findDump } from './postgres-program.ts';
import { backUpFiles } from './stored-files.ts';

export interface BackupOptions {
  /** The owner role's address. */
  ownerUrl: string;
  /** DATA_DIR/files; may be missing. */
  filesFolder: string;
  /** Created here; must be missing or empty. */
  target: string;
  /** Set for a server of one's own, which `pg_dump` reads if it can: called with the reason if it cannot. */
  withoutDump?: ((reason: string) => void) | undefined;
}
type Database = Omit<CopiedManifest, 'files'> | Omit<DumpedManifest, 'files'>;

const { escapeIdentifier } = pg;

/**
 * Writes database and stored files into one folder. The database is read in one snapshot, the files after it: a file
 * outlives its row for longer than backups are kept (security D7), so every row finds its file. The application may be
 * running. The folder gets its name when it is complete; a failure leaves nothing behind.
 * @throws StartError when the target is not free
 */
export async function createBackup(options: BackupOptions): Promise<Manifest> {
  const { filesFolder, target } = options;
  const folder = resolve(target);
  await refuseUsed(folder);
  const unfinished = `${folder}.unfinished-${process.pid}`;
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  try {
    const database = await backUpDatabase(options, unfinished);
    const manifest: Manifest = { ...database, files: await backUpFiles(filesFolder, unfinished) };
    await writeFile(join(unfinished, manifestName), `${JSON.stringify(manifest, null, 2)}\n`, {
      mode: 0o600,
      flush: true,
    });
    await rename(unfinished, folder);
    syncFolder(dirname(folder));
    return manifest;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

async function refuseUsed(folder: string): Promise<void> {
  const entries = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new StartError(`${folder} cannot be used: ${error.message}`);
  });
  if (entries.length > 0) throw new StartError(`${folder} is not empty: name a new folder.`);
}

async function backUpDatabase({ ownerUrl, withoutDump }: BackupOptions, folder: string): Promise<Database> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'jianye-backup' });
  client.on('error', () => undefined); // the running query fails with it
  await client.connect();
  try {
    await client.query(sessionSettings);
    await client.query('begin isolation level repeatable read, read only');
    const { major, ...about } = await readAbout(client);
    const catalog = await readTables(client);
    const program = withoutDump ? await findDump(ownerUrl, major) : null;
    if (program && 'reason' in program) withoutDump?.(program.reason);
    const tables =
      program && 'name' in program
        ? await dumpDatabase({ client, ownerUrl, folder, program }, catalog)
        : await copyTables(client, folder, catalog);
    const indexes = await readIndexes(client);
    // Sequences are not part of snapshots; read last, they are beyond the values of all rows above.
    const sequences = await backUpSequences(client);
    await client.query('commit');
    return { format: backupFormat, ...about, ...tables, sequences, indexes };
  } finally {
    await client.end();
  }
}

async function readAbout(client: pg.Client) {
  const { rows } = await client.query<{ at: string; serverVersion: string; major: number; schemaVersion: number }>(
    `select to_char(now(), 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at, current_setting('server_version') as "serverVersion",
            current_setting('server_version_num')::int / 10000 as major,
            coalesce((select max(version) from ${migrationTable}), 0) as "schemaVersion"`,
  );
  const [row] = rows;
  if (!row) throw new Error('the database says nothing about itself');
  const { at, ...about } = row;
  return { createdAt: at, ...about };
}

async function copyTables(
  client: pg.Client,
  folder: string,
  catalog: readonly CatalogTable[],
): Promise<Pick<CopiedManifest, 'madeBy' | 'tables'>> {
  await mkdir(join(folder, 'tables'), { mode: 0o700 });
  const tables: CopiedManifest['tables'] = [];
  for (const table of catalog) tables.push(await copyTable(client, table, folder));
  return { madeBy: 'copy', tables };
}

async function copyTable(
  client: pg.Client,
  { name, columns }: CatalogTable,
  folder: string,
): Promise<CopiedManifest['tables'][number]> {
  const list = columns.map(escapeIdentifier).join(', ');
  // As a query, because a partitioned table itself cannot be copied out.
  const rows = client.query(new CopyOut(`copy (select ${list} from ${escapeIdentifier(name)}) to stdout`));
  const hash = createHash('sha256');
  let bytes = 0;
  const measure = new Transform({
    transform(block: Buffer, _encoding, done) {
      hash.update(block);
      bytes += block.length;
      done(null, block);
    },
  });
  const file = createWriteStream(join(folder, tableFile(name)), { mode: 0o600, flush: true });
  await pipeline(rows, createGzip({ level: 3 }), measure, file);
  return { name, columns, rows: rows.rows, bytes, sha256: hash.digest('hex') };
}

async function backUpSequences(client: pg.Client): Promise<Manifest['sequences']> {
  const sequences: Manifest['sequences'] = [];
  for (const name of await readSequences(client)) {
    const { rows } = await client.query<{ lastValue: string; isCalled: boolean }>(
      `select last_value::text as "lastValue", is_called as "isCalled" from ${escapeIdentifier(name)}`,
    );
    if (rows[0]) sequences.push({ name, ...rows[0] });
  }
  return sequences;
}
