import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Examples } from '#server/route-table/table.ts';

const name = 'jianye-2026-01-01T010101Z';
/** As a backup of no tables would have it. */
const manifest = {
  format: 1,
  madeBy: 'copy',
  createdAt: '2026-01-01T01:01:01Z',
  serverVersion: '18',
  schemaVersion: 1,
  sequences: [],
  indexes: [],
  tables: [],
  files: { count: 0, bytes: 0, sha256: '0'.repeat(64) },
};

export const systemExamples: Examples = {
  'system/session/querySessionList': (_table, { owner }) => ({ body: { userId: owner.userId } }),
  'system/session/endSessions': async ({ company }, { owner }) => {
    const { rows } = await sql<{ id: number }>`
      insert into session_login (user_id, client, user_agent, address) values (${owner.userId}, 1, '', '')
      returning login_id as id`.execute(company.db);
    return { body: { loginId: rows[0]?.id } };
  },
  'system/job/dropDeadLetters': () => ({ body: { jobIds: [randomUUID()] } }),
  'system/operation/addBackup': () => ({ body: {} }),
  'system/operation/retryBackup': async ({ company }) => {
    const folder = join(company.services.config.dataDir, 'backups', name);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
    // of the example before
    await sql`delete from app_setting where name = 'restore_trial'`.execute(company.db);
    await sql`delete from pgboss.job where name = 'backup.try'`.execute(company.db);
    return { body: { name } };
  },
};
