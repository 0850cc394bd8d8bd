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
import { backupFormat, manifestName, tableFile, type Manifest, type TableEntry } from './manifest.ts';
import { backUpFiles } from './stored-files.ts';

export interface BackupOptions {
  /** The owner role's. */
  ownerUrl: string;
  /** DATA_DIR/files; need not be there. */
  filesFolder: string;
  /** Made; must be absent or empty. */
  target: string;
}

const { escapeIdentifier } = pg;

/**
 * Writes database and stored files into one folder. The database is read in one snapshot, the files after it: a file
 * outlives its row for longer than backups are kept (security D7), so every row finds its file. The application may run.
 * The folder gets its name when it is complete; a failure leaves nothing.
 * @throws StartError when the target is not free
 */
export async function createBackup({ ownerUrl, filesFolder, target }: BackupOptions): Promise<Manifest> {
  const folder = resolve(target);
  await refuseUsed(folder);
  const unfinished = `${folder}.unfinished-${process.pid}`;
  await mkdir(join(unfinished, 'tables'), { recursive: true, mode: 0o700 });
  try {
    const database = await backUpDatabase(ownerUrl, unfinished);
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

async function backUpDatabase(ownerUrl: string, folder: string): Promise<Omit<Manifest, 'files'>> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'jianye-backup' });
  client.on('error', () => undefined); // the running query fails with it
  await client.connect();
  try {
    await client.query(sessionSettings);
    await client.query('begin isolation level repeatable read, read only');
    const about = await readAbout(client);
    const tables: TableEntry[] = [];
    for (const table of await readTables(client)) tables.push(await backUpTable(client, table, folder));
    const indexes = await readIndexes(client);
    // Sequences are outside snapshots; read last, they are beyond every row above.
    const sequences = await backUpSequences(client);
    await client.query('commit');
    return { format: backupFormat, ...about, tables, sequences, indexes };
  } finally {
    await client.end();
  }
}

async function readAbout(client: pg.Client) {
  const { rows } = await client.query<{ at: string; serverVersion: string; schemaVersion: number }>(
    `select to_char(now(), 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at, current_setting('server_version') as "serverVersion",
            coalesce((select max(version) from ${migrationTable}), 0) as "schemaVersion"`,
  );
  const [row] = rows;
  if (!row) throw new Error('the database says nothing about itself');
  return { createdAt: row.at, serverVersion: row.serverVersion, schemaVersion: row.schemaVersion };
}

async function backUpTable(client: pg.Client, { name, columns }: CatalogTable, folder: string): Promise<TableEntry> {
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
