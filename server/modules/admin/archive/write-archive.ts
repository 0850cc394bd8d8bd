import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { directoryOf } from '#server/platform/access/names.ts';
import { readIdentity } from '#server/platform/company-identity.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { Services } from '#server/platform/services.ts';
import { countRows } from '#server/record/export/whole-table.ts';
import { writeCompany } from './company-sheets.ts';
import { writeFiles, type WrittenFiles } from './file-folders.ts';
import { furtherTables, tablesOnSheets, writeFurther } from './further-tables.ts';
import { writeRecords } from './record-sheets.ts';
import { makerNow, type Step } from './stopping.ts';
import { ArchiveWriting } from './writing.ts';
import { ZipFile, type Written } from './zip-file.ts';

interface ArchiveParts {
  readonly userId: number;
  /** Where the archive comes to be; what is unfinished is beside it. */
  readonly path: string;
  readonly step: Step;
  /** Rows of a workbook. */
  readonly rowsEach?: number | undefined;
  /** Told how much there is to do, and of which moment it is. */
  readonly begins: (total: number, takenAt: string) => Promise<void>;
}

export interface WrittenArchive extends Written, WrittenFiles {
  readonly rows: number;
}

/** The folder and the file of an archive that is being written. */
const unfinishedOf = (path: string) => ({ folder: `${path}.part`, file: `${path}.unfinished` });

/**
 * Writes everything that the company has into one zip, as of one moment: all of it is read in one snapshot. Memory stays
 * the same however much there is, but for a line of each file.
 */
export async function writeArchive(services: Services, parts: ArchiveParts): Promise<WrittenArchive> {
  const { path } = parts;
  const { folder, file } = unfinishedOf(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const zip = new ZipFile(file, new Date());
  try {
    const written = await services.pool.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (db) => {
        await sql`set local statement_timeout = 0`.execute(db);
        await sql`set local idle_in_transaction_session_timeout = 0`.execute(db);
        return writeParts(services, db, zip, folder, parts);
      });
    const whole = { ...written, ...(await zip.close()) };
    await rename(file, path);
    return whole;
  } catch (error) {
    await zip.abort();
    await rm(file, { force: true });
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function writeParts(
  services: Services,
  db: Database,
  zip: ZipFile,
  folder: string,
  { userId, step, rowsEach, begins }: ArchiveParts,
): Promise<WrittenFiles & { readonly rows: number }> {
  // the rights of the snapshot's moment, with the fields that it has
  const actor = await makerNow(services, db, userId);
  const names = await directoryOf(db, actor.rights.version);
  const writing = new ArchiveWriting({ db, actor, names, zip, folder, rowsEach, step });
  const takenAt = await momentOf(db);
  await begins(await totalOf(db), takenAt);
  await writeRecords(writing);
  await writeCompany(writing);
  await writeFurther(writing);
  const { rows } = writing;
  const files = await writeFiles(writing, services.files);
  const { text } = writing;
  const { name } = await readIdentity(db);
  const company = name === '' ? text('archive.company') : name;
  await zip.addText(
    `${text('archive.readme_name')}.txt`,
    text('archive.readme', {
      company,
      time: takenAt,
      zone: services.config.companyTimeZone,
      person: actor.realname,
      rows,
      ...files,
      records: text('archive.folder.records'),
      parts: text('archive.folder.company'),
      further: text('archive.folder.further'),
      folder: text('archive.folder.files'),
      list: text('archive.sheet.files'),
    }),
  );
  return { rows, ...files };
}

async function momentOf(db: Database): Promise<string> {
  const { rows } = await sql<{ at: string }>`select to_char(now(), 'YYYY-MM-DD HH24:MI:SS') as at`.execute(db);
  return rows[0]?.at ?? '';
}

/** Rows and files that will be written. */
async function totalOf(db: Database): Promise<number> {
  const tables = new Set([...tablesOnSheets(), ...Object.keys(furtherTables)]);
  let total = 0;
  for (const table of tables) total += await countRows(db, table);
  return total;
}

/** Where archives are kept; no call names a path. */
export const archiveFolder = (dataDir: string): string => join(dataDir, 'archives');
