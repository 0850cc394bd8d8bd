import { randomFillSync } from 'node:crypto';
import { mkdir, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createBackup } from '#server/platform/backup/create-backup.ts';
import { restoreBackup } from '#server/platform/backup/restore-backup.ts';
import { startEmbedded } from '#server/platform/database/embedded/embedded-database.ts';
import { openLog } from '#server/platform/log/log.ts';
import { inCompany } from './company.ts';
import type { Report } from './report.ts';
import { seedCustomers, seedPeople } from './seed.ts';
import { timed } from './timing.ts';

/** Of one stored file. */
const fileBytes = 2 ** 20;
const minute = 60_000;

/**
 * Backs a company of so many customers and gigabytes of files up and restores it into an empty folder (security O9). Throws
 * when a table or the files are not all there afterwards, or an index is not valid.
 */
export const benchRestore = (customers: number, gigabytes: number, report: Report): Promise<void> =>
  inCompany(async ({ ownerUrl }) => {
    const folder = await mkdtemp(join(tmpdir(), 'jianye-bench-'));
    try {
      const files = Math.round((gigabytes * 1e9) / fileBytes);
      const { bavail, bsize } = await statfs(folder);
      if (bavail * bsize < 3.5 * files * fileBytes)
        throw new Error('the disk is too small for the files and their copies');
      await seedCustomers(ownerUrl, 0, customers);
      await seedPeople(ownerUrl, 0, customers);
      const filesFolder = join(folder, 'files');
      await writeFiles(filesFolder, files);
      const backup = join(folder, 'backup');
      const dataDir = join(folder, 'restored');
      const log = openLog('silent');
      const backedUp = await timed(() => createBackup({ ownerUrl, filesFolder, target: backup }));
      const restored = await timed(async () => {
        const { manifest, missingIndexes } = await restoreBackup({ folder: backup, dataDir, log });
        if (manifest.files.count !== files) throw new Error(`${manifest.files.count} of ${files} files`);
        if (missingIndexes.length > 0) throw new Error(`without ${missingIndexes.join(', ')}`);
      });
      const before = await countsOf(ownerUrl);
      const database = await startEmbedded({ dataDir, log, ballastBytes: 0, existing: true });
      const after = await countsOf(database.ownerUrl).finally(() => database.stop('fast'));
      if (before !== after) throw new Error(`${before} became ${after}`);
      const work = `with ${gigabytes} GB of files, three follow-ups and a contact per customer`;
      report.amount(`restore ${work}`, customers, restored / minute, 30, 'minutes');
      report.note(`Minutes: backup ${(backedUp / minute).toFixed(1)}, restore ${(restored / minute).toFixed(1)}.`);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

/** Files that no compression makes smaller, a thousand to a folder. */
async function writeFiles(folder: string, count: number): Promise<void> {
  const content = Buffer.alloc(fileBytes);
  for (let at = 0; at < count; at += 1) {
    const place = join(folder, String(Math.floor(at / 1000)));
    if (at % 1000 === 0) await mkdir(place, { recursive: true });
    await writeFile(join(place, String(at)), randomFillSync(content));
  }
}

/** Rows of the tables that were filled, and indexes that are not valid. */
async function countsOf(ownerUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query('set statement_timeout = 0');
    const { rows } = await client.query<object>(
      `select (select count(*) from customer) as customers, (select count(*) from contacts) as contacts,
              (select count(*) from leads) as leads, (select count(*) from follow_up) as follow_ups,
              (select count(*) from pg_index where not indisvalid) as broken`,
    );
    return JSON.stringify(rows[0]);
  } finally {
    await client.end();
  }
}
