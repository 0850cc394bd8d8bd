import { constants, getPriority } from 'node:os';
import { Kysely, PostgresDialect, sql, type CompiledQuery } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tables } from '#server/platform/database/tables.ts';
import { openLog } from '#server/platform/log/log.ts';
import { keepIndexes } from '#server/record/field-indexes/keep-indexes.ts';
import { indexName } from '#server/record/field-indexes/index-sql.ts';
import { openFieldSetup } from '#server/record/fields/testing.ts';
import { listRecords } from '#server/record/query/list.ts';
import { openCompany, type Company } from '#server/testing/company.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { listQuery } from '#shared/record/calls/record-calls.ts';
import type { IndexState } from '#shared/record/designer/field-index-calls.ts';

const records = 8000;
const indexed = ['编码', '数值', '到期', '标签'] as const;

let company: Company;
const on = openFieldSetup(() => company);
const ids = new Map<string, number>();
const idOf = (name: string) => ids.get(name) ?? 0;
const key = (name: string) => `f${idOf(name)}`;
const build = (isOwnDatabase = false) =>
  keepIndexes(
    {
      isOwnDatabase,
      ownerUrl: company.urls.ownerUrl,
      db: company.db,
      log: openLog('silent'),
      signal: new AbortController().signal,
    },
    [customerType],
  );
const mark = (names: readonly string[], isIndexed: 0 | 1) =>
  on.design(Object.fromEntries(names.map((name) => [name, { isIndexed }])));
const states = async () => (await on.ask('field/queryIndexes', { label: 2 }, 'admin')).data as IndexState[];
const indexes = async (): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relname like 'customer\_field\_%' and i.indisvalid order by 1`.execute(company.db);
  return rows.map(({ name }) => name);
};

beforeAll(async () => {
  company = await openCompany();
  await on.design({}, [
    { name: '编码', formType: 'text' },
    { name: '数值', formType: 'number' },
    { name: '到期', formType: 'date' },
    { name: '标签', formType: 'checkbox', setting: ['甲', '乙', '丙'] },
  ]);
  for (const { name, fieldId } of await on.setUp()) ids.set(name, fieldId);
  await company.db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    await sql`
    insert into customer (customer_name, custom, owner_user_id, create_user_id, batch_id)
    select '索引客户' || n, case when n % 50 = 0 then '{}'::jsonb else jsonb_build_object(
      ${key('编码')}::text, 'C-' || n, ${key('数值')}::text, (n % 2000)::text,
      ${key('到期')}::text, to_char(date '2020-01-01' + n % 3000, 'YYYY-MM-DD'),
      ${key('标签')}::text, case when n % 1000 = 1 then '["甲","乙"]'::jsonb else '["丙"]'::jsonb end) end,
      ${company.people.seller.userId}, ${company.people.seller.userId}, gen_random_uuid()::text
    from generate_series(1, ${records}::int) as n`.execute(trx);
  });
}, 120_000);
afterAll(() => company.close());

/** What a list answers, and the plan of the statement that read it. */
async function planned(query: Record<string, unknown>) {
  const statements: CompiledQuery[] = [];
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: company.services.pool.raw }),
    log: ({ query: one }) => {
      statements.push(one as CompiledQuery);
    },
  });
  const actor = await company.services.gate.actorFor(company.db, company.people.admin.userId);
  const { list } = await listRecords(db, actor, customerType, listQuery.parse({ limit: 15, ...query }));
  const statement = statements.find((one) => one.sql.includes('in_scope'));
  if (!statement) throw new Error('no list was read');
  const { rows } = await company.services.pool.raw.query<{ 'QUERY PLAN': string }>(
    `explain (analyze, costs off, timing off) ${statement.sql}`,
    [...statement.parameters],
  );
  return {
    names: list.map((row) => String(row['customerName'])),
    plan: rows.map((row) => row['QUERY PLAN']).join('\n'),
  };
}
const where = (fieldName: string, condition: string, more: object) => ({ data: [{ fieldName, condition, ...more }] });

const questions = [
  ['编码', where('编码', 'is', { value: 'C-777' })],
  ['编码', where('编码', 'in', { value: ['C-777', 'C-778'] })],
  ['数值', where('数值', 'is', { value: '42' })],
  ['数值', where('数值', 'egt', { value: '1995' })],
  ['到期', where('到期', 'between', { start: '2020-02-01', end: '2020-02-05' })],
  ['标签', where('标签', 'is', { value: '甲' })],
  ['编码', where('编码', 'isNull', {})],
  ['数值', where('数值', 'isNull', {})],
  ['编码', { sortField: '编码', order: 2 }],
  ['数值', { sortField: '数值', order: 2 }],
  ['数值', { sortField: '数值', order: 1 }],
  ['到期', { sortField: '到期', order: 1 }],
] as const;

describe('the index of a field', () => {
  it('is made while people write, says how far it is, and answers the same as without', async () => {
    const before = await Promise.all(questions.map(([, query]) => planned(query)));
    expect(await indexes()).toEqual([]);
    expect((await mark(indexed, 1)).msg).toBe('');
    expect((await states()).map(({ state }) => state)).toEqual(['waiting', 'waiting', 'waiting', 'waiting']);
    let made: Promise<void> | null = null;
    await company.db.transaction().execute(async (trx) => {
      // a statement that goes on holds the build up, and nobody else
      await sql`update customer set remark = 'offen' where customer_name = '索引客户1'`.execute(trx);
      made = build();
      await expect
        .poll(async () => (await states()).some(({ state }) => state === 'building'), { timeout: 20_000 })
        .toBe(true);
      const answer = await on.save({ customer_name: '同时写入' }, [{ fieldId: idOf('编码'), value: 'C-新' }]);
      expect(answer.msg).toBe('');
    });
    await made;
    expect((await states()).map(({ state, percent }) => `${state} ${percent}`)).toEqual(Array(4).fill('ready 100'));
    expect(await indexes()).toEqual(indexed.map((name) => indexName(customerType, idOf(name))).toSorted());
    const [written] = (await planned(where('编码', 'is', { value: 'C-新' }))).names;
    expect(written).toBe('同时写入');
    await sql`delete from customer where customer_name = '同时写入'`.execute(company.db);
    for (const [at, [field, query]] of questions.entries()) {
      const { names, plan } = await planned(query);
      expect([query, names]).toEqual([query, before[at]?.names]);
      expect([query, plan]).toEqual([query, expect.stringContaining(indexName(customerType, idOf(field)))]);
    }
  }, 180_000);

  it('puts empty values last either way, and goes on behind a page by its cursor', async () => {
    const read = async (order: 1 | 2, cursor?: string) => {
      const answer = await on.ask(
        'CrmCustomer/queryPageList',
        {
          sortField: '数值',
          order,
          limit: 100,
          data: [{ fieldName: 'customer_name', condition: 'startWith', value: '索引客户19' }],
          ...(cursor ? { cursor } : {}),
        },
        'admin',
      );
      return answer.data as { list: { customerName: string }[]; nextCursor: string | null };
    };
    for (const order of [1, 2] as const) {
      const seen: string[] = [];
      for (let cursor: string | null | undefined; cursor !== null;) {
        const page = await read(order, cursor);
        seen.push(...page.list.map(({ customerName }) => customerName));
        cursor = page.nextCursor;
      }
      const numbers = seen.map((name) => Number(name.replace('索引客户', '')));
      expect(new Set(numbers).size).toBe(numbers.length);
      const filled = numbers.filter((n) => n % 50 !== 0).map((n) => (n % 2000) * (order === 1 ? -1 : 1));
      expect(filled).toEqual(filled.toSorted((one, other) => one - other));
      expect(numbers.slice(filled.length).every((n) => n % 50 === 0)).toBe(true);
    }
  });

  it('holds the beginning of a text, so that a long one can be saved and is found', async () => {
    const long = Array.from({ length: 1000 }, (_, at) => String.fromCodePoint(0x4e00 + ((at * 7919) % 20_000))).join(
      '',
    );
    expect((await on.save({ customer_name: '长编码' }, [{ fieldId: idOf('编码'), value: long }])).msg).toBe('');
    expect((await planned(where('编码', 'is', { value: long }))).names).toEqual(['长编码']);
    expect((await planned(where('编码', 'is', { value: long.slice(0, 500) }))).names).toEqual([]);
  });

  it('goes with its mark and with its field, and there are not too many', async () => {
    expect((await mark(['数值'], 0)).msg).toBe('');
    expect((await on.design({ 到期: null })).msg).toBe('');
    await build();
    expect(await indexes()).toEqual(['编码', '标签'].map((name) => indexName(customerType, idOf(name))).toSorted());
    const many = Array.from({ length: 9 }, (_, at) => ({ name: `多${at}`, formType: 'text', isIndexed: 1 }));
    expect((await on.design({}, many)).msg).toBe('一个表单最多10个字段常用于筛选和排序');
    expect((await on.design({}, [{ name: '长文', formType: 'textarea', isIndexed: 1 }])).msg).toBe(
      '“长文”不能设为常用于筛选和排序',
    );
    expect((await on.ask('field/queryIndexes', { label: 2 }, 'seller')).code).not.toBe(0);
  });

  it('is made by a process that gives way to those who work, where the database runs here', async () => {
    expect((await mark(['数值'], 1)).msg).toBe('');
    let built: Promise<void> | undefined;
    await company.db.transaction().execute(async (trx) => {
      // an index waits for whoever has written before
      await sql`update customer set update_time = update_time where customer_id = 1`.execute(trx);
      built = build(true);
      const priorities = async () => {
        const { rows } = await sql<{ pid: number }>`
          select pid from pg_stat_activity
          where datname = current_database() and application_name = 'jianye-index'`.execute(company.db);
        return rows.map(({ pid }) => getPriority(pid));
      };
      await expect.poll(priorities, { timeout: 10_000 }).toEqual([constants.priority.PRIORITY_LOW]);
    });
    await built;
    expect(await indexes()).toContain(indexName(customerType, idOf('数值')));
  });
});
