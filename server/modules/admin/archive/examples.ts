import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Examples } from '#server/route-table/table.ts';
import type { Company } from '#server/testing/company.ts';
import { archiveFolder } from './write-archive.ts';

/** One of the administrator that is done, and can be fetched. */
async function doneArchive({ db, services, people }: Company): Promise<number> {
  const name = `archive-0-${randomUUID()}.zip`;
  const folder = archiveFolder(services.config.dataDir);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, name), 'PK');
  const { rows } = await sql<{ id: number }>`
    insert into company_archive (user_id, state, taken_at, finished_at, file_name)
    values (${people.admin.userId}, 'done', now(), now(), ${name}) returning archive_id as id`.execute(db);
  return rows[0]?.id ?? 0;
}

export const archiveExamples: Examples = {
  'system/archive/queryArchiveList': () => ({ body: {} }),
  'system/archive/addArchive': async ({ company }) => {
    // of the example before
    await sql`delete from company_archive where state in ('waiting', 'running')`.execute(company.db);
    return { body: {} };
  },
  'system/archive/deleteArchive': async ({ company }) => ({ body: { archiveId: await doneArchive(company) } }),
  'system/archive/exportArchive': async ({ company }) => ({
    body: { archiveId: await doneArchive(company) },
    token: company.people.admin.token,
  }),
};
