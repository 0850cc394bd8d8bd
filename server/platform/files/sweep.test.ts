import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Actor } from '#server/platform/access/actor.ts';
import { withClient } from '#server/platform/database/embedded/connection.ts';
import { openLocalStore, type FileStore, type PutStep } from '#server/platform/files/file-store.ts';
import { removeFile, storeUpload } from '#server/platform/files/files.ts';
import { sweepFiles } from '#server/platform/files/sweep.ts';
import type { Upload } from '#server/platform/http/upload.ts';
import { openCompany, type Company } from '#server/testing/company.ts';

const hour = 3_600_000;
let company: Company;
let folder: string;
let uploadFolder: string;
let actor: Actor;
beforeAll(async () => {
  company = await openCompany();
  folder = join(company.services.config.dataDir, 'files');
  uploadFolder = join(company.services.config.dataDir, 'uploads');
  actor = await company.services.gate.actorFor(company.db, company.people.seller.userId);
});
afterAll(() => company.close());

function arriving(): Upload {
  const content = randomBytes(2000).toString('hex');
  mkdirSync(uploadFolder, { recursive: true });
  const path = join(uploadFolder, randomBytes(8).toString('hex'));
  writeFileSync(path, content);
  return { path, name: '附件.txt', size: content.length, sha256: createHash('sha256').update(content).digest() };
}
const store = (files: FileStore, batchId?: string) =>
  storeUpload({ files, db: company.db }, actor, arriving(), { kind: 'attachment', batchId });
const sweep = (now?: number) =>
  sweepFiles({ files: company.services.files, db: company.db, uploadFolder, ...(now === undefined ? {} : { now }) });
const inADay = () => Date.now() + 25 * hour;

const onDisk = (): string[] =>
  [folder, uploadFolder]
    .filter((place) => existsSync(place))
    .flatMap((place) => readdirSync(place, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .sort();

/** Checks that every row has its object with the same content. Returns the keys of the rows. */
async function invariant(): Promise<string[]> {
  const rows = await company.db.selectFrom('stored_file').selectAll().execute();
  for (const row of rows) {
    const content = readFileSync(company.services.files.pathOf(row.storage_key));
    expect(content.length).toBe(row.size);
    expect(createHash('sha256').update(content).digest()).toEqual(row.sha256);
  }
  return rows.map((row) => row.storage_key).sort();
}

/** Runs `work` until the store reaches `step`, where its process dies: nothing after it happens, no clean-up either. */
async function dieAt(step: PutStep): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const files = openLocalStore(folder, async (reached) => {
      if (reached !== step) return;
      resolve();
      await new Promise(() => undefined);
    });
    store(files).then(() => reject(new Error(`never reached ${step}`)), reject);
  });
}

beforeEach(async () => {
  await sql`update file_removal set removed_at = now() - interval '8 days'`.execute(company.db);
  await sweep(inADay());
  expect(onDisk()).toEqual(await invariant());
});

it.each(['placed', 'flushed', 'renamed', 'settled'] as const)(
  'leaves no row when the process dies at "%s", and the sweeper leaves no object the next day (security D7)',
  async (step) => {
    await store(company.services.files);
    const rows = await invariant();
    await dieAt(step);
    expect(await invariant()).toEqual(rows);
    expect(onDisk().length).toBe(rows.length + 1);
    expect(await sweep()).toBe(0);
    expect(onDisk().length).toBe(rows.length + 1);
    expect(await sweep(inADay())).toBe(1);
    expect(onDisk()).toEqual(rows);
  },
);

it('leaves no row when writing the row fails, and the sweeper leaves no object the next day (security D7)', async () => {
  const rows = await invariant();
  const asOwner = (statement: string) =>
    withClient(company.urls.ownerUrl, async (client) => void (await client.query(statement)));
  await asOwner(`create function no_rows() returns trigger language plpgsql as 'begin raise exception ''no''; end';
    create trigger no_rows before insert on stored_file execute function no_rows()`);
  try {
    await expect(store(company.services.files)).rejects.toThrow('no');
  } finally {
    await asOwner('drop trigger no_rows on stored_file; drop function no_rows');
  }
  expect(await invariant()).toEqual(rows);
  expect(onDisk().length).toBe(rows.length + 1);
  await sweep(inADay());
  expect(onDisk()).toEqual(rows);
});

it('removes a partial object at once when a step fails in a living process', async () => {
  const before = onDisk();
  const failing = openLocalStore(folder, async () => {
    throw new Error('disk');
  });
  await expect(store(failing)).rejects.toThrow('disk');
  expect(onDisk()).toEqual(before);
});

it('keeps completely written files', async () => {
  const { storageKey, fileId } = await store(company.services.files);
  expect(await sweep(inADay())).toBe(0);
  expect(await invariant()).toContain(storageKey);
  const path = company.services.files.pathOf(storageKey);
  expect(path).toBe(join(folder, storageKey.slice(0, 2), storageKey.slice(2, 4), storageKey));
  expect(statSync(path).mode & 0o077).toBe(0);
  expect(fileId).toBeGreaterThan(0);
});

it('removes the content of a deleted file after seven days', async () => {
  const { fileId, storageKey } = await store(company.services.files);
  await removeFile(company.db, actor, fileId);
  const path = company.services.files.pathOf(storageKey);
  const age = (days: number) =>
    sql`update file_removal set removed_at = now() - make_interval(days => ${days}) where storage_key = ${storageKey}`.execute(
      company.db,
    );
  await age(6);
  await sweep(inADay());
  expect(existsSync(path)).toBe(true);
  await age(8);
  expect(await sweep()).toBe(1);
  expect(existsSync(path)).toBe(false);
  expect(
    await company.db.selectFrom('file_removal').selectAll().where('storage_key', '=', storageKey).execute(),
  ).toEqual([]);
});

it('drops files that were never attached after thirty days, and nothing else', async () => {
  const kept = await Promise.all([1, 2, 3, 4].map(() => store(company.services.files)));
  const [young, recentlyUsed, attached, shared] = kept.map((one) => one.batchId);
  const old = await store(company.services.files);
  const age = async (batchIds: readonly (string | undefined)[]) => {
    for (const table of ['file_batch', 'stored_file']) {
      await sql`update ${sql.table(table)} set create_time = now() - interval '31 days' where batch_id = any(${batchIds}::text[])`.execute(
        company.db,
      );
    }
  };
  await age([recentlyUsed, attached, shared, old.batchId]);
  await store(company.services.files, recentlyUsed);
  await company.db
    .updateTable('file_batch')
    .set({ type_code: 2, record_id: 1 })
    .where('batch_id', '=', attached ?? '')
    .execute();
  await company.db
    .updateTable('file_batch')
    .set({ shared: true })
    .where('batch_id', '=', shared ?? '')
    .execute();
  await sweep();
  const left = await company.db.selectFrom('file_batch').select('batch_id').execute();
  const batches = left.map((row) => row.batch_id);
  expect(batches).toEqual(expect.arrayContaining([young, recentlyUsed, attached, shared]));
  expect(batches).not.toContain(old.batchId);
  expect(await invariant()).not.toContain(old.storageKey);
  expect(existsSync(company.services.files.pathOf(old.storageKey))).toBe(true);
});

it('keeps the file of an import, however old', async () => {
  const content = Buffer.from('客户名称(*)\n导入公司\n');
  const fields = { ownerUserId: company.people.seller.userId, repeatHandling: 2 };
  const started = await company.call('CrmCustomer/uploadExcel', fields, {
    as: company.people.manager,
    file: { name: '客户.csv', content },
  });
  expect(started.msg).toBe('');
  await sql`update file_batch set create_time = now() - interval '99 days'`.execute(company.db);
  await sql`update stored_file set create_time = now() - interval '99 days'`.execute(company.db);
  await sweep();
  const { file_id: fileId } = await company.db.selectFrom('import_task').select('file_id').executeTakeFirstOrThrow();
  expect(await company.db.selectFrom('stored_file').select('name').where('file_id', '=', fileId).execute()).toEqual([
    { name: '客户.csv' },
  ]);
});

it('removes yesterday’s temporary files and keeps those of now', async () => {
  const [old, fresh] = [arriving().path, arriving().path];
  utimesSync(old, new Date(Date.now() - 25 * hour), new Date(Date.now() - 25 * hour));
  expect(await sweep()).toBe(1);
  expect([existsSync(old), existsSync(fresh)]).toEqual([false, true]);
});

it('opens only keys that it created itself', async () => {
  await expect(company.services.files.open('../../secret')).rejects.toThrow('not a storage key');
  await expect(company.services.files.open('0'.repeat(48))).rejects.toMatchObject({ code: 'ENOENT' });
});
