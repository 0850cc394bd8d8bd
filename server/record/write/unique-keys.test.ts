import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { migrate } from '#server/platform/database/migrate.ts';
import { openPool } from '#server/platform/database/pool.ts';
import { openLog, type Log } from '#server/platform/log/log.ts';
import { openCompany, type Answer, type Company } from '#server/testing/company.ts';
import { emptyDatabase } from '#server/testing/test-database.ts';
import { uniqueKey } from '#shared/text/invisible.ts';
import { reportCollisions } from '#server/record/fields/report-collisions.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany({ jobs: true });
});
afterAll(() => company.close());

const save = (customerName: string, customerId?: number): Promise<Answer> =>
  company.call(
    'CrmCustomer/addOrUpdate',
    { entity: { customer_name: customerName, ...(customerId && { customerId }) }, field: [] },
    { as: company.people.seller },
  );
const silent = openLog('silent');
const taken = '客户名称已存在';

describe('the key of unique values (security C11)', () => {
  it('is the same in the database for every character that it knows, and for all that are not seen', async () => {
    const { rows } = await sql<{ code: number; key: string; known: boolean }>`
      select code, unique_key(chr(code)) as key, unicode_assigned(chr(code)) as known
      from generate_series(1, 1114111) as code where code not between 55296 and 57343`.execute(company.db);
    const keyOf = (code: number): string => uniqueKey(String.fromCodePoint(code));
    const others = rows.filter(({ code, key, known }) => (known || keyOf(code) === '') && keyOf(code) !== key);
    expect(others).toEqual([]);
    expect(rows.filter(({ key }) => key === '').length).toBeGreaterThan(4000);
  });

  it.each(['键名\u200B', '键\u2060名', '键\u00AD名', '键名\uFE0F', '键\u3164名', '键\u200D名', '\u202E键名'])(
    'is that of %j too',
    async (name) => {
      await save('键名');
      expect((await save(name)).msg).toBe(taken);
    },
  );

  it('sees through width, and leaves the text as it was typed', async () => {
    const first = await save('ＡＢ－１２公司');
    expect(first.msg).toBe('');
    expect((await save('AB-12公司')).msg).toBe(taken);
    const { customerId } = first.data as { customerId: number };
    const stored = await sql<{ customer_name: string }>`
      select customer_name from customer where customer_id = ${customerId}`.execute(company.db);
    expect(stored.rows).toEqual([{ customer_name: 'ＡＢ－１２公司' }]);
    expect((await save('AB-12公司', customerId)).msg).toBe('');
    expect((await save('ＡＢ－１２公司', customerId)).msg).toBe('');
  });

  it('has one winner of twenty that are written in different ways at once', async () => {
    const written = ['同键A', '同键Ａ', '同\u200B键A', '同键A\uFE0F'];
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => save(written[at % written.length] ?? '')));
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(new Set(answers.filter(({ code }) => code !== 0).map(({ msg }) => msg))).toEqual(new Set([taken]));
  });

  it('is kept by the database, whoever writes', async () => {
    await save('库键１');
    const past = sql`
      insert into customer (customer_name, owner_user_id, create_user_id, batch_id) values ('库键1', 3, 3, 'past')`;
    await expect(past.execute(company.db)).rejects.toMatchObject({ code: '23505', constraint: 'unique_value_pkey' });
  });
});

describe('an update of a company that has such names', () => {
  it('keeps every record, lets the oldest have its value, and reports the others until they are changed', async () => {
    const { ownerUrl: url } = await emptyDatabase();
    await migrate(url, { to: 47 });
    const { db, close } = openPool({ url, timeZone: 'Asia/Shanghai', max: 1, statementTimeout: 60_000, log: silent });
    try {
      await sql`insert into department (name) values ('办公室')`.execute(db);
      await sql`insert into app_user (username, password_hash, realname, dept_id)
        select 'a', '', '甲', dept_id from department`.execute(db);
      await sql`insert into record_field (type_code, field_name, name, form_type, field_type, is_unique, sorting)
        values (2, 'customer_name', '客户名称', 'text', 1, true, 0)`.execute(db);
      const names = ['旧名', '旧名\u200B', '旧\u2060名', '别名', '旧名'];
      for (const [at, name] of names.entries())
        await sql`insert into customer (customer_name, owner_user_id, create_user_id, batch_id, deleted_at)
          select ${name}, user_id, user_id, ${String(at)}, ${at === 4 ? sql`now()` : sql`null::timestamptz`} from app_user`.execute(
          db,
        );
      await migrate(url);
      const reported = async (): Promise<unknown[]> => {
        const lines: unknown[] = [];
        await reportCollisions(db, { warn: (line: unknown) => lines.push(line) } as unknown as Log);
        return lines;
      };
      const line = { type: 'crm_customer', field: 'customer_name' };
      expect(await reported()).toEqual([{ ...line, ids: [2, 3] }]);
      const { rows } = await sql`select record_id from unique_value order by 1`.execute(db);
      expect(rows).toEqual([{ record_id: 1 }, { record_id: 4 }]);
      await sql`update customer set remark = '改' where customer_id = 2`.execute(db);
      await sql`update customer set customer_name = '新名' where customer_id = 2`.execute(db);
      expect(await reported()).toEqual([{ ...line, ids: [3] }]);
      await sql`update customer set deleted_at = now() where customer_id = 3`.execute(db);
      expect(await reported()).toEqual([]);
    } finally {
      await close();
    }
  });
});
