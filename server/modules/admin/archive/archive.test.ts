import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { sweepArchives } from '#server/modules/admin/archive/archives.ts';
import { furtherTables, leftOutTables, tablesOnSheets } from '#server/modules/admin/archive/further-tables.ts';
import { runArchive } from '#server/modules/admin/archive/job.ts';
import { entriesOf, recordsOf, rowsOf } from '#server/modules/admin/archive/testing.ts';
import { organisationChanged } from '#server/platform/access/rights.ts';
import { keepOutsideKey } from '#server/platform/outbox/sealed-keys.ts';
import { openCompany, type Answer, type Company, type PersonName } from '#server/testing/company.ts';
import { menuIdsBelow } from '#shared/admin/menus.ts';
import type { ArchiveRow } from '#shared/admin/archive/archive-calls.ts';

let company: Company;
const ids = { customer: 0, binned: 0, contract: 0 };
const fileText = '第一条 双方同意';
beforeAll(async () => {
  company = await openCompany({ jobs: true });
  const made = async (path: string, key: string, body: Record<string, unknown>, as: PersonName = 'seller') => {
    const answer = await ask(path, { field: [], ...body }, as);
    expect([path, answer.msg]).toEqual([path, '']);
    return (answer.data as Record<string, number>)[key] ?? 0;
  };
  const custom = [
    ...((await ask('field/list', { label: 2 })).data as object[]),
    { name: '授信等级', formType: 'text' },
  ];
  expect((await ask('field/save', { label: 2, data: custom })).msg).toBe('');
  const fields = (await ask('field/list', { label: 2 })).data as { name: string; fieldId: number; fieldName: string }[];
  const level = fields.find(({ name }) => name === '授信等级');
  const product = await made(
    'CrmProduct/saveAndUpdate',
    'productId',
    { entity: { name: '人体工学椅', price: '700.50', category_id: 1 } },
    'admin',
  );
  ids.customer = await made('CrmCustomer/addOrUpdate', 'customerId', {
    entity: { customer_name: '=HYPERLINK("x")', mobile: '13900001111' },
    field: [{ ...level, value: '甲级<&>' }],
  });
  ids.binned = await made('CrmCustomer/addOrUpdate', 'customerId', { entity: { customer_name: '已删客户' } });
  expect((await ask('CrmCustomer/deleteByIds', { customerIds: [ids.binned] }, 'admin')).msg).toBe('');
  ids.contract = await made('CrmContract/saveAndUpdate', 'contractId', {
    entity: { name: '年度采购', customer_id: ids.customer, money: '1401', start_time: '2026-12-01' },
    product: [{ product_id: product, num: '2', sales_price: '700.50' }],
  });
  const note = { typesId: ids.customer, content: '电话沟通[微笑]', category: '打电话' };
  const file = { name: '附:件.txt', content: Buffer.from(fileText) };
  const { batchId } = (await company.call('file/upload', {}, { as: company.people.seller, file })).body as {
    batchId: string;
  };
  expect((await ask('CrmCustomer/addRecord', { ...note, batchId }, 'seller')).msg).toBe('');
});
afterAll(() => company.close());

const ask = (path: string, body: Record<string, unknown> = {}, as: PersonName = 'admin'): Promise<Answer> =>
  company.call(path, body, { as: company.people[as] });
const archives = async (): Promise<ArchiveRow[]> =>
  ((await ask('system/archive/queryArchiveList')).data as { list: ArchiveRow[] }).list;
const folder = () => join(company.services.config.dataDir, 'archives');
const ended = (archiveId: number) =>
  vi.waitFor(
    async () => {
      const row = (await archives()).find((one) => one.archiveId === archiveId);
      expect(row?.state).toMatch(/done|failed/);
      return row;
    },
    { timeout: 60_000, interval: 50 },
  );
const start = async (): Promise<number> => {
  const answer = await ask('system/archive/addArchive');
  expect(answer.msg).toBe('');
  return (answer.data as { archiveId: number }).archiveId;
};

it('knows every table: on sheets, as it is, or left out with a reason', async () => {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select c.relname as name, array_agg(a.attname::text) as columns from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') group by c.relname`.execute(company.db);
  const onSheets = new Set(tablesOnSheets());
  const leftOut = Object.values(leftOutTables).flat();
  const told = [...onSheets, ...Object.keys(furtherTables).filter((one) => !onSheets.has(one)), ...leftOut];
  expect(told.toSorted()).toEqual([...new Set(told)].toSorted());
  expect(rows.map(({ name }) => name).toSorted()).toEqual(told.toSorted());
  const secretive = rows
    .filter(({ name }) => name in furtherTables && !onSheets.has(name))
    .flatMap(({ name, columns }) =>
      columns
        .filter((column) => /hash|token|secret|password|sealed|(?:^|_)key$|^key_|^url$/.test(column))
        .filter((column) => !furtherTables[name]?.includes(column))
        .map((column) => `${name}.${column}`),
    );
  // places in a flow, and an address that people are given
  expect(secretive).toEqual([
    'approval_log.step_key',
    'approval_log.task_key',
    'approval_round.resume_key',
    'approval_step.key',
    'approval_task.key',
    'approval_task.step_key',
    'guide_item.url',
  ]);
});

describe('an archive', () => {
  let row: ArchiveRow | undefined;
  let entries: Map<string, Buffer>;
  const secrets = ['outside-key-canary', 'robot-canary', 'form-key-canary', 'mine-canary-url'];
  beforeAll(async () => {
    const { db, services } = company;
    await keepOutsideKey(db, services.config.dataDir, 'webhook 1', secrets[0] ?? '');
    await sql`
      insert into message_channel (channel, is_on, url, request, words, types)
      values ('canary', 0, ${`https://robot.example/${secrets[1]}`}, '', '', '{}')`
      .execute(db)
      .catch(() => sql`update message_channel set url = ${`https://robot.example/${secrets[1]}`}`.execute(db));
    await sql`
      insert into webhook (name, url, types, events) values ('对外', ${`https://hook.example/${secrets[3]}`}, '{}', '{}')`.execute(
      db,
    );
    const archiveId = await start();
    row = await ended(archiveId);
    const answer = await ask('system/archive/exportArchive', { archiveId });
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/zip']);
    expect(createHash('sha256').update(answer.raw).digest('hex')).toBe(row?.sha256);
    expect(answer.raw.length).toBe(row?.bytes);
    entries = await entriesOf(answer.raw);
  }, 90_000);

  it('says what it has, and leaves nothing beside itself', () => {
    expect(row).toMatchObject({ state: 'done', files: 1, missing: 0, isOwn: 1, isThere: 1, reason: '' });
    expect(row?.done).toBe(row?.total);
    expect(readdirSync(folder())).toHaveLength(1);
    expect(entries.get('说明.txt')?.toString()).toContain(row?.takenTime);
  });

  it('has every record with all fields, those in the bin too, and no formula', async () => {
    const customers = await recordsOf(entries.get('记录/客户.xlsx'));
    const { rows } = await sql<{ id: number }>`select customer_id as id from customer order by 1`.execute(company.db);
    expect(customers.map((one) => one['编号'])).toEqual(rows.map(({ id }) => String(id)));
    const [first, binned] = [ids.customer, ids.binned].map((id) => customers.find((one) => one['编号'] === String(id)));
    expect(Object.values(first ?? {})).toContain(`'=HYPERLINK("x")`);
    expect(first).toMatchObject({ 授信等级: '甲级<&>', 负责人: '王芳', 移入回收站时间: '' });
    expect(binned?.['移入回收站时间']).toMatch(/^\d{5}\./);
    const [contract] = await recordsOf(entries.get('记录/合同.xlsx'));
    expect(contract?.['编号']).toBe(String(ids.contract));
    expect(Object.values(contract ?? {})).toEqual(expect.arrayContaining(['年度采购', `'=HYPERLINK("x")`, '王芳']));
    const lines = await recordsOf([...entries].find(([name]) => name.startsWith('记录/合同 '))?.[1]);
    expect(lines).toMatchObject([{ 记录编号: String(ids.contract), 产品名称: '人体工学椅', 数量: '2' }]);
  });

  it('has people, rights, settings, follow-ups, logs and the ledger', async () => {
    const sheet = (name: string) => recordsOf(entries.get(`公司/${name}.xlsx`));
    expect((await sheet('员工')).find((one) => one['姓名'] === '王芳')).toMatchObject({
      登录账号: '13800000011',
      部门: '销售一部',
      状态: '在用',
    });
    expect((await sheet('部门')).map((one) => one['名称'])).toContain('销售二部');
    expect((await sheet('角色')).filter((one) => one['名称'] === '超级管理员').length).toBeGreaterThan(0);
    expect((await sheet('设置')).length).toBeGreaterThan(10);
    expect((await sheet('字段')).map((one) => one['名称'])).toContain('授信等级');
    expect(await sheet('跟进')).toMatchObject([
      { 模块: '客户', 记录编号: String(ids.customer), 跟进方式: '打电话', 人员: '王芳' },
    ]);
    expect((await sheet('审计日志')).map((one) => one['动作'])).toContain('archive.start');
    const operations = await sheet('操作日志');
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from operation_log where call <> 'system/archive/exportArchive'`.execute(company.db);
    expect(operations).toHaveLength(rows[0]?.n ?? -1);
    for (const table of Object.keys(furtherTables)) {
      if (tablesOnSheets().includes(table)) continue;
      const lines = entries.get(`其他数据/${table}.jsonl`)?.toString().split('\n').filter(Boolean) ?? [];
      const stored = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(company.db);
      expect([table, lines.map((line) => JSON.parse(line) as unknown).length]).toEqual([table, stored.rows[0]?.n]);
    }
  });

  it('has every file in the folder of its record, and a list with hashes', async () => {
    const [file, ...more] = await recordsOf(entries.get('文件清单.xlsx'));
    expect(more).toEqual([]);
    expect(file).toMatchObject({ 模块: '客户', 记录编号: String(ids.customer), 核对: '一致' });
    const content = entries.get(file?.['位置'] ?? '');
    expect(content?.toString()).toBe(fileText);
    expect(file?.['SHA-256']).toBe(createHash('sha256').update(fileText).digest('hex'));
    expect(file?.['位置']).toMatch(/^文件\/客户\/\d+ /);
  });

  it('has no secret, wherever one is looked for', async () => {
    const { rows } = await sql<{ secret: string }>`
      select password_hash as secret from app_user union select encode(token_hash, 'hex') from session_token
      union select encode(value, 'hex') from app_secret union select sealed from outside_key`.execute(company.db);
    const wanted = [
      ...secrets,
      ...rows.map(({ secret }) => secret),
      ...Object.values(company.people).map((p) => p.token),
    ];
    expect(rows.length).toBeGreaterThan(8);
    const texts = await Promise.all(
      [...entries].map(async ([name, content]) =>
        name.endsWith('.xlsx') ? JSON.stringify(await rowsOf(content)) : content.toString(),
      ),
    );
    for (const secret of wanted) expect(texts.filter((text) => text.includes(secret)).length).toBe(0);
  });

  it('is fetched by its maker alone, for seven days, and is in the log', async () => {
    const archiveId = row?.archiveId ?? 0;
    for (const who of ['seller', 'hr', 'manager'] as const)
      expect((await ask('system/archive/exportArchive', { archiveId }, who)).code).toBe(403);
    const { rows } = await sql<{ call: string }>`
      select call from operation_log where call like 'system/archive/%' order by operation_log_id`.execute(company.db);
    expect(rows.map(({ call }) => call)).toEqual(
      expect.arrayContaining(['system/archive/addArchive', 'system/archive/exportArchive']),
    );
    await sql`update company_archive set finished_at = now() - interval '8 days'`.execute(company.db);
    expect((await ask('system/archive/exportArchive', { archiveId })).msg).toContain('已过期');
    expect((await archives())[0]?.isThere).toBe(0);
    await sweepArchives(company.services);
    expect(await archives()).toEqual([]);
    expect(readdirSync(folder())).toEqual([]);
  });
});

describe('an archive is not made', () => {
  it('by whoever is no super administrator, even with the right to back up', async () => {
    for (const path of ['queryArchiveList', 'addArchive', 'deleteArchive', 'exportArchive'])
      expect([path, (await ask(`system/archive/${path}`, { archiveId: 1 }, 'hr')).code]).toEqual([path, 403]);
    const menuIds = menuIdsBelow('manage:operation:');
    await sql`insert into role_menu (role_id, menu_id) select 3, unnest(${menuIds}::int[])`.execute(company.db);
    await organisationChanged(company.db);
    expect((await ask('system/operation/queryBackups', {}, 'hr')).code).toBe(0);
    expect((await ask('system/archive/queryArchiveList', {}, 'hr')).data).toMatchObject({ mayMake: 0 });
    for (const path of ['addArchive', 'deleteArchive', 'exportArchive'])
      expect([path, (await ask(`system/archive/${path}`, { archiveId: 1 }, 'hr')).code]).toEqual([path, 403]);
  });

  it('without the password, where the login is not of the last minutes', async () => {
    const { admin } = company.people;
    await sql`update session_login set created_at = now() - interval '1 hour' where user_id = ${admin.userId}`.execute(
      company.db,
    );
    for (const path of ['addArchive', 'exportArchive'])
      for (const currentPassword of [undefined, 'wrong-pass-1'])
        expect((await ask(`system/archive/${path}`, { archiveId: 1, currentPassword })).body['detail']).toEqual({
          ask: 'currentPassword',
        });
    expect(await archives()).toEqual([]);
    await sql`update session_login set created_at = now() where user_id = ${admin.userId}`.execute(company.db);
  });

  it('twice at once', async () => {
    const answers = await Promise.all([1, 2].map(() => ask('system/archive/addArchive')));
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(answers.find(({ code }) => code !== 0)?.msg).toContain('已有一个归档');
    const archiveId =
      (answers.find(({ code }) => code === 0)?.data as { archiveId: number } | undefined)?.archiveId ?? 0;
    await ended(archiveId);
    expect((await ask('system/archive/deleteArchive', { archiveId })).code).toBe(0);
    await vi.waitFor(() => expect(readdirSync(folder())).toEqual([]));
  });

  /** An archive that waits for a job that the test runs itself, looking at every row. */
  const byHand = async (happens: (archiveId: number) => Promise<void>, options: { reserve?: () => number } = {}) => {
    const { rows } = await sql<{ id: number }>`
      insert into company_archive (user_id) values (${company.people.admin.userId}) returning archive_id as id`.execute(
      company.db,
    );
    const archiveId = rows[0]?.id ?? 0;
    await happens(archiveId);
    const context = { attempt: 0, signal: new AbortController().signal, complete: () => Promise.resolve() };
    await runArchive(company.services, archiveId, context, { reserve: options.reserve ?? (() => 0), every: 0 });
    const left = existsSync(folder()) ? readdirSync(folder()) : [];
    const kept = await sql<{ state: string; reason: string }>`
      select state, reason from company_archive where archive_id = ${archiveId}`.execute(company.db);
    return { left, row: kept.rows[0] };
  };

  it('to its end once its maker has lost the right', async () => {
    const { userId } = company.people.admin;
    try {
      const { left, row } = await byHand(async () => {
        await sql`update app_user set status = 0 where user_id = ${userId}`.execute(company.db);
      });
      expect({ left, row }).toEqual({ left: [], row: { state: 'failed', reason: 'rights' } });
    } finally {
      await sql`update app_user set status = 1 where user_id = ${userId}`.execute(company.db);
    }
  });

  it('where it would take the room that writes need, before it or while it is written', async () => {
    expect((await byHand(() => Promise.resolve(), { reserve: () => Infinity })).row).toEqual({
      state: 'failed',
      reason: 'disk',
    });
    let looks = 0;
    const later = await byHand(() => Promise.resolve(), { reserve: () => ((looks += 1) > 4 ? Infinity : 0) });
    expect(later).toEqual({ left: [], row: { state: 'failed', reason: 'disk' } });
    expect(looks).toBe(5);
  });

  it('when it has been removed meanwhile', async () => {
    const gone = await byHand(async (archiveId) => {
      let looks = 0;
      const readNow = company.services.gate.actorFor;
      vi.spyOn(company.services.gate, 'actorFor').mockImplementation(async (db, userId) => {
        if ((looks += 1) === 5)
          await sql`delete from company_archive where archive_id = ${archiveId}`.execute(company.db);
        return readNow(db, userId);
      });
    });
    vi.restoreAllMocks();
    expect(gone).toEqual({ left: [], row: undefined });
  });

  it('and one whose job is lost says so, and hinders no other', async () => {
    await sql`insert into company_archive (user_id, state) values (${company.people.admin.userId}, 'running')`.execute(
      company.db,
    );
    expect((await archives())[0]).toMatchObject({ state: 'failed', reason: '生成时出错或被中断，请重试' });
    await ended(await start());
    rmSync(folder(), { recursive: true });
    expect((await archives())[0]?.isThere).toBe(0);
  });
});

it('splits what has more rows than a sheet takes', async () => {
  const { rows } = await sql<{ id: number }>`
    insert into company_archive (user_id) values (${company.people.admin.userId}) returning archive_id as id`.execute(
    company.db,
  );
  const context = { attempt: 0, signal: new AbortController().signal, complete: () => Promise.resolve() };
  await runArchive(company.services, rows[0]?.id ?? 0, context, { reserve: () => 0, rowsEach: 3 });
  const entries = await entriesOf(readFileSync(join(folder(), readdirSync(folder())[0] ?? '')));
  const parts = [...entries.keys()].filter((name) => /^公司\/员工( \d+)?\.xlsx$/.test(name));
  const people = await sql<{ n: number }>`select count(*) as n from app_user`.execute(company.db);
  expect(parts).toHaveLength(Math.ceil((people.rows[0]?.n ?? 0) / 3));
  const numbers = (await Promise.all(parts.map((part) => recordsOf(entries.get(part)))))
    .flat()
    .map((one) => one['编号']);
  expect(new Set(numbers).size).toBe(people.rows[0]?.n);
});
