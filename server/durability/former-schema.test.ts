import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApplication, type Application } from '#server/app.ts';
import { loadConfig } from '#server/platform/config.ts';
import { withClient } from '#server/platform/database/embedded/connection.ts';
import type { DatabaseUrls } from '#server/platform/database/embedded/provision.ts';
import { migrations } from '#server/platform/database/migrate.ts';
import { openLog } from '#server/platform/log/log.ts';
import { prepareDatabase, seed } from '#server/start-up.ts';
import { callCompany } from '#server/testing/company/call.ts';
import { emptyDatabase } from '#server/testing/test-database.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { productType } from '#shared/crm/products/product-type.ts';
import { recordTypes } from '#shared/record-types.ts';

// A company that worked before the back office was there, brought up to date as a start does it.

const dump = new URL('../testing/fixtures/former/before-back-office.sql.gz', import.meta.url);
const lastBefore = 72;
/** Everybody's in the dump. */
const password = 'Former-Company-2025';
const [regional, seller] = ['13900000001', '13900000004'];
const families = recordTypes.map(({ family }) => family);
/** What the version of that time answered as the totals of the lists, in the order of the types. */
const listed: Readonly<Record<string, readonly number[]>> = {
  admin: [20, 38, 71, 60, 28, 41, 47, 23, 23, 34],
  [regional]: [7, 16, 25, 24, 12, 17, 20, 9, 9, 34],
  [seller]: [1, 1, 0, 0, 2, 0, 0, 0, 0, 34],
};
const flows = `select string_agg(row(examine_id, category_type, examine_type, name, conditions, steps, status)::text, ';'
  order by examine_id) from public.approval_flow where examine_id <= 3`;
/** Entries of the ledger. */
const entries = 266;

let urls: DatabaseUrls;
let application: Application;
let folder: string;
let before: Record<string, string>;
let flowsBefore: string | undefined;
beforeAll(async () => {
  urls = await emptyDatabase();
  await withClient(urls.ownerUrl, (client) => client.query(gunzipSync(readFileSync(dump)).toString()));
  before = await contents();
  flowsBefore = await valueOf(flows);
  await prepareDatabase(urls);
  folder = mkdtempSync(join(tmpdir(), 'jianye-former-'));
  const config = loadConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' });
  const { ownerUrl, appUrl: databaseUrl } = urls;
  const log = openLog('silent');
  application = await openApplication({ config, log, databaseUrl, ownerUrl, reserve: () => 0, rateFactor: 1000 });
  await seed(application.services);
  await application.app.ready();
});
afterAll(async () => {
  await application?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

const query = <T extends object>(text: string): Promise<T[]> =>
  withClient(urls.ownerUrl, async (client) => (await client.query<T>(text)).rows);
async function valueOf<T>(text: string): Promise<T | undefined> {
  const [row] = await query<{ value: T }>(`select (${text}) as value`);
  return row?.value;
}

/** Of every table that the dump has: how many rows, and a sum of the columns that it had. */
const columnsBefore = new Map<string, string>();
async function contents(): Promise<Record<string, string>> {
  if (columnsBefore.size === 0)
    for (const { name, columns } of await query<{ name: string; columns: string }>(`
      select table_name as name, string_agg(format('%I', column_name), ', ' order by ordinal_position) as columns
      from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' and not exists (
        select from pg_inherits where inhrelid = format('%I.%I', table_schema, table_name)::regclass)
      group by table_name`))
      columnsBefore.set(name, columns);
  const found: Record<string, string> = {};
  for (const [name, columns] of columnsBefore)
    found[name] =
      (await valueOf<string>(
        `select count(*) || ' rows, ' || coalesce(sum(hashtext(row(${columns})::text)::bigint), 0) from public."${name}"`,
      )) ?? '';
  return found;
}

const call = async (path: string, body: object, token?: string): Promise<Record<string, unknown>> => {
  const answer = await callCompany(
    application.app,
    path,
    body as Record<string, unknown>,
    token ? { as: { token } } : {},
  );
  expect([path, answer.code, answer.msg]).toEqual([path, 0, answer.msg]);
  return answer.body;
};
const login = async (username: string): Promise<string> =>
  String((await call('login', { username, password }))['Admin-Token']);
const dataOf = async (path: string, body: object, token: string) => (await call(path, body, token))['data'];

describe('a company from before the back office', () => {
  it('is brought to the newest structure, which was not there before', async () => {
    const newest = Math.max(...migrations().map(({ version }) => version));
    expect(newest).toBeGreaterThan(lastBefore);
    expect(Number(await valueOf('select max(version) from schema_migration'))).toBe(newest);
    expect(Number(await valueOf(`select count(*) from schema_migration where version <= ${lastBefore}`))).toBe(
      Number(/\d+/.exec(before['schema_migration'] ?? '')?.[0]),
    );
  });

  it('keeps every row as it was', async () => {
    const after = await contents();
    const changed = Object.keys(before).filter((name) => after[name] !== before[name]);
    // categories have brought flows of their own, and each change of rights counts on
    expect(changed.toSorted()).toEqual(['approval_flow', 'org_version', 'schema_migration']);
    expect(await valueOf(flows)).toBe(flowsBefore);
    expect(Object.keys(before).length).toBeGreaterThan(80);
  });

  it('lists for each person what the former version listed, and its ledger agrees', async () => {
    for (const [username, totals] of Object.entries(listed)) {
      const token = await login(username);
      const shown: number[] = [];
      for (const family of families) {
        const data = (await dataOf(`${family}/queryPageList`, { limit: 1 }, token)) as { totalRow: number };
        shown.push(data.totalRow);
      }
      expect([username, ...shown]).toEqual([username, ...totals]);
    }
    const recounted = await dataOf('CrmLedger/recount', {}, await login('admin'));
    expect(recounted).toMatchObject({ differences: [], entries });
  });

  it('gives people the roles and the rights of fields that they had', async () => {
    const [admin, manager, plain] = [await login('admin'), await login(regional), await login(seller)];
    const { list } = (await dataOf('system/user/queryUserList', { search: regional }, admin)) as {
      list: { roleName: string }[];
    };
    expect(list.map(({ roleName }) => roleName)).toEqual(['区域经理']);
    const knowsCost: boolean[] = [];
    for (const token of [admin, manager, plain]) {
      const page = (await dataOf(`${productType.family}/queryPageList`, { limit: 1 }, token)) as { list: object[] };
      knowsCost.push(Object.keys(page.list[0] ?? {}).includes('costPrice'));
    }
    expect(knowsCost).toEqual([true, false, true]);
    const closed = await callCompany(application.app, 'system/role/getAllRoleList', {}, { as: { token: plain } });
    expect(closed.code).toBe(403);
    const wrong = await callCompany(application.app, 'login', { username: seller, password: `${password}!` });
    expect(wrong.code).not.toBe(0);
  });

  it('decides what was waiting, and books it', async () => {
    const admin = await login('admin');
    const waiting = (await dataOf(
      'examineRecord/queryWaitingList',
      { label: contractType.code, page: 1, limit: 5 },
      admin,
    )) as { list: { recordId: number; name?: string }[] };
    expect(waiting.list).toHaveLength(1);
    const [{ recordId } = { recordId: 0 }] = waiting.list;
    await call('examineRecord/auditExamine', { recordId, status: 1, remarks: '' }, admin);
    const recounted = (await dataOf('CrmLedger/recount', {}, admin)) as { entries: number; differences: object[] };
    expect(recounted.differences).toEqual([]);
    expect(recounted.entries).toBeGreaterThan(entries);
  });
});
