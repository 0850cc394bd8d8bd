import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApplication } from '#server/app.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { verifyFiles } from '#server/platform/backup/stored-files.ts';
import { readManifest } from '#server/platform/backup/manifest.ts';
import { openLog } from '#server/platform/log/log.ts';
import { openCompany, type Company } from '#server/testing/company.ts';

let company: Company;
let backups: string;
beforeAll(async () => {
  company = await openCompany({ jobs: true });
  backups = join(company.services.config.dataDir, 'backups');
  const { seller } = company.people;
  const file = { name: '合同.txt', content: Buffer.from('第一条') };
  expect(await company.call('file/upload', {}, { as: seller, file })).toMatchObject({ code: 0 });
});
afterAll(() => company.close());

const send = () => inTransaction(company.db, (trx) => company.services.jobs.send(trx, 'night.backup', {}));
const schedules = async (): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select name from pgboss.schedule order by cron`.execute(company.db);
  return rows.map((row) => row.name);
};

describe('the nightly backup (security O7)', () => {
  it('comes after the sweep, and leaves a whole copy of database and files beside them', async () => {
    const names = await schedules();
    expect(names.indexOf('night.backup')).toBeGreaterThanOrEqual(0);
    await send();
    while (!existsSync(backups) || !readdirSync(backups).some((name) => name.endsWith('Z'))) await sleep(50);
    const [name = ''] = readdirSync(backups).filter((one) => one.endsWith('Z'));
    const manifest = await readManifest(join(backups, name));
    expect(manifest.files.count).toBe(1);
    expect(manifest.tables.find((table) => table.name === 'stored_file')?.rows).toBe(1);
    await verifyFiles(join(backups, name), manifest.files);
  });

  it('is not made where it would take the room that writes need, and says so', async () => {
    const lines: string[] = [];
    const crowded = await openCompany({
      jobs: true,
      reserve: () => Infinity,
      log: openLog('warn', { write: (line: string) => void lines.push(line) }),
    });
    try {
      await inTransaction(crowded.db, (trx) => crowded.services.jobs.send(trx, 'night.backup', {}));
      while (!lines.some((line) => line.includes('no room for the nightly backup'))) await sleep(50);
      expect(existsSync(join(crowded.services.config.dataDir, 'backups'))).toBe(false);
    } finally {
      await crowded.close();
    }
  });

  it('is not planned where nobody knows the owner of the database', async () => {
    const { config, log } = company.services;
    const application = await openApplication({ config, log, databaseUrl: company.urls.appUrl });
    await application.services.jobs.start();
    expect(await schedules()).not.toContain('night.backup');
    await application.close();
  });
});
