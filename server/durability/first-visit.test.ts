import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openApplication } from '#server/app.ts';
import { loadDemo } from '#server/demo/load-demo.ts';
import { hasFirstAdmin } from '#server/modules/auth/first-admin.ts';
import { loadConfig } from '#server/platform/config.ts';
import { withClient } from '#server/platform/database/embedded/connection.ts';
import { openLog } from '#server/platform/log/log.ts';
import { prepareDatabase, seed } from '#server/start-up.ts';
import { emptyDatabase } from '#server/testing/test-database.ts';

it('the first visit happens whole or not at all: an interrupted one leaves no administrator with a password that nobody read', async () => {
  const urls = await emptyDatabase();
  await prepareDatabase(urls);
  const folder = mkdtempSync(join(tmpdir(), 'jianye-first-'));
  const config = loadConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' });
  const application = await openApplication({ config, log: openLog('silent'), databaseUrl: urls.appUrl });
  onTestFinished(async () => {
    await application.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const { services } = application;
  const { db } = services.pool;
  await seed(services);
  const asOwner = (statement: string) =>
    withClient(urls.ownerUrl, async (client) => void (await client.query(statement)));
  // the first table that it writes, and the last
  for (const table of ['app_user', 'stored_file']) {
    await asOwner(`create function no_more() returns trigger language plpgsql as 'begin raise exception ''no more''; end';
      create trigger no_more after insert on ${table} for each statement execute function no_more()`);
    await expect(loadDemo(services)).rejects.toThrow('no more');
    expect(await hasFirstAdmin(db)).toBe(false);
    await asOwner(`drop trigger no_more on ${table}; drop function no_more`);
  }
  expect((await loadDemo(services)).map((login) => login.username)).toEqual(['admin', '13900000001', '13900000004']);
  expect(await hasFirstAdmin(db)).toBe(true);
  expect(await loadDemo(services)).toEqual([]);
});
