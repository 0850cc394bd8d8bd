import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { StartError } from '#server/platform/config.ts';
import { syncFolder } from '#server/platform/database/embedded/cluster-files.ts';
import { attachEmbedded, startEmbedded } from '#server/platform/database/embedded/embedded-database.ts';
import type { EmbeddedLog } from '#server/platform/database/embedded/server-process.ts';
import { migrate, migrations } from '#server/platform/database/migrate.ts';
import { loadDatabase, readTableFiles } from './load-database.ts';
import { dumpFile, readManifest, storedFiles, tableFile, type Manifest } from './manifest.ts';
import { readDump, requireDumpReader } from './read-dump.ts';
import { damaged, hashFile, restoreFiles, verifyFiles } from './stored-files.ts';

export interface RestoreOptions {
  /** The folder of the backup. */
  folder: string;
  /** Must be empty; with a foreign database only its `files` must be. */
  dataDir: string;
  /** The owner's address of a foreign database, which must be empty; unset for the embedded one. */
  ownerUrl?: string;
  log: EmbeddedLog;
}

export interface Restored {
  manifest: Manifest;
  /** Indexes that no migration creates, such as those of custom fields; index jobs rebuild them. */
  missingIndexes: string[];
}

/**
 * Restores a backup after verifying every hash. New data is moved into place once it is complete; a failure before that
 * leaves an embedded target unchanged, and a foreign database with at most the empty tables.
 * @throws StartError when the backup is damaged or of a later version, or the target is not empty
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const manifest = await readManifest(options.folder);
  refuseNewerSchema(manifest);
  if (manifest.madeBy === 'pg_dump') await requireDumpReader(manifest);
  await verifyTables(options.folder, manifest);
  await verifyFiles(options.folder, manifest.files);
  const missingIndexes = options.ownerUrl
    ? await restoreForeign(options, options.ownerUrl, manifest)
    : await restoreEmbedded(options, manifest);
  return { manifest, missingIndexes };
}

function refuseNewerSchema({ schemaVersion }: Manifest): void {
  const known = migrations().map(({ version }) => version);
  if (schemaVersion !== 0 && !known.includes(schemaVersion)) {
    throw new StartError(
      `The backup has schema ${schemaVersion}, this version of 简业 knows ${known.at(-1) ?? 0}: restore with the version that made it.`,
    );
  }
}

async function verifyTables(folder: string, manifest: Manifest): Promise<void> {
  const hashes =
    manifest.madeBy === 'pg_dump'
      ? [[dumpFile, manifest.dump.sha256] as const]
      : manifest.tables.map(({ name, sha256 }) => [tableFile(name), sha256] as const);
  for (const [file, sha256] of hashes) {
    const hash = await hashFile(join(folder, file)).catch(() => null);
    if (hash !== sha256) throw damaged(file);
  }
}

async function restoreEmbedded({ folder, dataDir, log }: RestoreOptions, manifest: Manifest): Promise<string[]> {
  const present = existsSync(dataDir) ? await readdir(dataDir) : [];
  if (present.some((name) => name !== 'lost+found'))
    throw new StartError(`${dataDir} is not empty: a backup is restored into an empty DATA_DIR.`);
  // Inside the target, so that the last step is a rename within one file system.
  const staging = join(dataDir, 'restoring');
  try {
    const database = await startEmbedded({ dataDir: staging, log, ballastBytes: 0 });
    let missingIndexes: string[];
    try {
      missingIndexes = await restoreDatabase(database.ownerUrl, folder, manifest);
      await restoreFiles(folder, join(staging, storedFiles));
    } finally {
      await database.stop('fast');
    }
    if (await attachEmbedded(staging)) throw new StartError('The database does not end: end it and restore again.');
    await rename(join(staging, storedFiles), join(dataDir, storedFiles));
    await rename(join(staging, 'database'), join(dataDir, 'database'));
    syncFolder(dataDir);
    return missingIndexes;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

async function restoreForeign(
  { folder, dataDir }: RestoreOptions,
  ownerUrl: string,
  manifest: Manifest,
): Promise<string[]> {
  const target = join(dataDir, storedFiles);
  const present = existsSync(target) ? await readdir(target) : [];
  if (present.length > 0) throw new StartError(`${target} is not empty: a backup is restored where no files are.`);
  await refuseUsedDatabase(ownerUrl);
  const staging = join(dataDir, `${storedFiles}.restoring`);
  try {
    await mkdir(dataDir, { recursive: true });
    await rm(staging, { recursive: true, force: true });
    await restoreFiles(folder, staging);
    const missingIndexes = await restoreDatabase(ownerUrl, folder, manifest);
    await rename(staging, target);
    syncFolder(dataDir);
    return missingIndexes;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

async function restoreDatabase(ownerUrl: string, folder: string, manifest: Manifest): Promise<string[]> {
  await migrate(ownerUrl, { to: manifest.schemaVersion });
  const copies = manifest.madeBy === 'pg_dump' ? readDump(folder) : readTableFiles(folder, manifest.tables);
  return withOwner(ownerUrl, (client) => loadDatabase(client, manifest, copies));
}

async function refuseUsedDatabase(ownerUrl: string): Promise<void> {
  const { rowCount } = await withOwner(ownerUrl, (client) =>
    client.query("select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') limit 1"),
  );
  if (rowCount !== 0) throw new StartError('The database is not empty: a backup is restored into an empty database.');
}

async function withOwner<Result>(
  connectionString: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString, application_name: 'jianye-restore' });
  client.on('error', () => undefined); // the running query fails with it
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
