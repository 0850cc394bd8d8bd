import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readClusterFiles, type ClusterFiles } from '#server/platform/database/embedded/cluster-files.ts';
import { startEmbedded } from '#server/platform/database/embedded/embedded-database.ts';
import { readPostmaster } from '#server/platform/database/embedded/postmaster.ts';
import type { EmbeddedLog } from '#server/platform/database/embedded/server-process.ts';
import { restoreBackup } from '#server/platform/backup/restore-backup.ts';

const scratchName = 'restore-trial';

export interface TrialOutcome {
  readonly tables: number;
  readonly rows: number;
  readonly files: number;
}

interface TrialOptions {
  /** The folder of the backup. */
  readonly folder: string;
  /** DATA_DIR: the scratch database is made below it, on the disk that a real restore would use. */
  readonly dataDir: string;
  readonly log: EmbeddedLog;
}

/**
 * Restores a backup into a database server of its own, which is removed afterwards whatever happens. The restore itself
 * compares every hash, the tables, the number of rows of each with the manifest, and checks every foreign key.
 * @throws StartError when the backup cannot be restored
 */
export async function tryRestore({ folder, dataDir, log }: TrialOptions): Promise<TrialOutcome> {
  await removeTrial(dataDir, log);
  try {
    const { manifest } = await restoreBackup({ folder, dataDir: join(dataDir, scratchName), log });
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    return { tables: manifest.tables.length, rows, files: manifest.files.count };
  } finally {
    await removeTrial(dataDir, log);
  }
}

/** Removes what a trial left, also one that was killed, with its server. */
export async function removeTrial(dataDir: string, log: EmbeddedLog): Promise<void> {
  const scratch = join(dataDir, scratchName);
  for (const place of [join(scratch, 'restoring'), scratch]) {
    const files = clusterIn(place);
    if (!files) continue;
    // takes the server over that nobody looks after any more
    if (readPostmaster(files.cluster))
      await startEmbedded({ dataDir: place, log, ballastBytes: 0 }).then(
        (left) => left.stop('fast'),
        (error: unknown) => log.warn({ err: error }, 'the server of a restore trial does not end'),
      );
    // the cluster may be kept elsewhere
    if (files.secrets.home !== undefined) await rm(files.secrets.home, { recursive: true, force: true });
  }
  await rm(scratch, { recursive: true, force: true });
}

function clusterIn(dataDir: string): ClusterFiles | null {
  try {
    return readClusterFiles(dataDir);
  } catch {
    // not complete: nothing runs in it
    return null;
  }
}
