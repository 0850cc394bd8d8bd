import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCompany, type Answer, type Company } from '#server/testing/company.ts';

let company: Company;
let fieldId = 0;
beforeAll(async () => {
  company = await openCompany();
  await design([{ name: '统一码', formType: 'text', isUnique: 1 }]);
  const field = (await setUp()).find((one) => one['name'] === '统一码');
  fieldId = Number(field?.['fieldId']);
});
afterAll(async () => company.close());

const setUp = async () =>
  (await company.call('field/list', { label: 2 }, { as: company.people.admin })).data as Record<string, unknown>[];
async function design(added: readonly Record<string, unknown>[], changes: Record<string, object> = {}) {
  const rows = (await setUp()).map((row) => ({ ...row, ...changes[String(row['name'])] }));
  return company.call('field/save', { label: 2, data: [...rows, ...added] }, { as: company.people.admin });
}
const save = (name: string, value: string | null, customerId?: number): Promise<Answer> =>
  company.call(
    'CrmCustomer/addOrUpdate',
    { entity: { customer_name: name, ...(customerId ? { customerId } : {}) }, field: [{ fieldId, value }] },
    { as: company.people.seller },
  );
const idOf = (answer: Answer) => (answer.data as { customerId: number }).customerId;
/** A record written directly to the database, past all of our checks. */
const write = (db: Company['db'], name: string, value: string) =>
  sql`
  insert into customer (customer_name, custom, owner_user_id, create_user_id, batch_id)
  values (${name}, jsonb_build_object(${`f${fieldId}`}::text, ${value}::text), 3, 3, gen_random_uuid()::text)`.execute(
    db,
  );

describe('unique values (C11)', () => {
  it('have one winner of fifty concurrent creates, and forty-nine callers who get the name of the field', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => save(`同码${at}`, 'A-1')));
    expect(answers.filter((answer) => answer.code === 0)).toHaveLength(1);
    const lost = answers.filter((answer) => answer.code !== 0);
    expect(new Set(lost.map((answer) => `${answer.code} ${answer.msg}`))).toEqual(new Set(['422 统一码已存在']));
    expect(lost).toHaveLength(49);
  });

  it('are enforced by an index of the database, whoever writes', async () => {
    await expect(write(company.db, '库内', 'A-1')).rejects.toMatchObject({ code: '23505' });
    await write(company.db, '库内', 'A-2');
    expect((await save('库外', 'A-2')).msg).toBe('统一码已存在');
    const long = '长'.repeat(900);
    expect((await save('很长', long)).msg).toBe('');
    await expect(write(company.db, '也很长', long)).rejects.toMatchObject({ code: '23505' });
  });

  it.each([
    ['统一码', (name: string, value: string) => [name, value], '统一码已存在'],
    ['客户名称', () => ['同时的公司', 'B-2'], '客户名称已存在'],
  ] as const)('name the field %s when only the index has seen the other one', async (label, second, message) => {
    let late: Promise<Answer> | null = null;
    await company.db.transaction().execute(async (trx) => {
      await write(trx, '同时的公司', label);
      const [name, value] = second('另一公司', label);
      late = save(name ?? '', value ?? '');
      await waitForLock(company.db);
    });
    const answer = (await late) as unknown as Answer;
    expect([answer.code, answer.msg]).toEqual([422, message]);
    await sql`delete from customer where customer_name = '同时的公司'`.execute(company.db);
  });

  it('are free again when the record is deleted, changed or cleared, and taken again when it is restored', async () => {
    const first = idOf(await save('释放甲', 'C-1'));
    expect((await save('释放甲', 'C-2', first)).msg).toBe('');
    expect((await save('释放乙', 'C-1')).msg).toBe('');
    const { data } = await company.call(
      'CrmCustomer/deleteByIds',
      { customerIds: first },
      { as: company.people.admin },
    );
    expect(data).toBeDefined();
    const third = await save('释放丙', 'C-2');
    expect(third.msg).toBe('');
    const back = sql`update customer set deleted_at = null where customer_id = ${first}`;
    await expect(back.execute(company.db)).rejects.toMatchObject({ code: '23505' });
    expect((await save('释放丙', null, idOf(third))).msg).toBe('');
    await back.execute(company.db);
    expect((await save('释放丁', 'C-2')).msg).toBe('统一码已存在');
  });

  it('enter the index when a field is marked, are refused with the number of duplicates, and leave it when the mark is removed', async () => {
    expect((await design([{ name: '旧号', formType: 'text' }])).msg).toBe('');
    const old = Number((await setUp()).find((one) => one['name'] === '旧号')?.['fieldId']);
    const put = (name: string, value: string) =>
      company.call(
        'CrmCustomer/addOrUpdate',
        { entity: { customer_name: name }, field: [{ fieldId: old, value }] },
        { as: company.people.seller },
      );
    const duplicates = [];
    for (const [name, value] of [
      ['甲', '1'],
      ['乙', '1'],
      ['丙', '2'],
      ['丁', '2'],
      ['戊', '3'],
    ] as const)
      duplicates.push(idOf(await put(`旧号${name}`, value)));
    const refused = await design([], { 旧号: { isUnique: 1 } });
    expect(refused.msg).toBe('“旧号”有2个值重复，例如“1”，不能设为唯一');
    await sql`update customer set custom = '{}' where customer_id = any(${[duplicates[0], duplicates[2]]}::bigint[])`.execute(
      company.db,
    );
    expect((await design([], { 旧号: { isUnique: 1 } })).msg).toBe('');
    const clash = sql`update customer set custom = jsonb_build_object(${`f${old}`}::text, '1') where customer_id = ${duplicates[0]}`;
    await expect(clash.execute(company.db)).rejects.toMatchObject({ code: '23505' });
    expect((await design([], { 旧号: { isUnique: 0 } })).msg).toBe('');
    await clash.execute(company.db);
    const { rows } = await sql<{ n: number }>`select count(*) as n from unique_value where field_id = ${old}`.execute(
      company.db,
    );
    expect(rows).toEqual([{ n: 0 }]);
  });

  it('cannot be added concurrently while their field is being marked', async () => {
    expect((await design([{ name: '新号', formType: 'text' }])).msg).toBe('');
    const late = Number((await setUp()).find((one) => one['name'] === '新号')?.['fieldId']);
    const value = sql`jsonb_build_object(${`f${late}`}::text, 'X')`;
    await sql`update customer set custom = ${value} where customer_name = '旧号戊'`.execute(company.db);
    let marking: Promise<Answer> | null = null;
    await company.db.transaction().execute(async (trx) => {
      await sql`update customer set custom = ${value} where customer_name = '旧号丁'`.execute(trx);
      marking = design([], { 新号: { isUnique: 1 } });
      await waitForLock(company.db);
    });
    const answer = (await marking) as unknown as Answer;
    expect(answer.msg).toBe('“新号”有1个值重复，例如“X”，不能设为唯一');
  });
});

/** Until another session waits for a lock that an open transaction holds. */
async function waitForLock(db: Company['db']): Promise<void> {
  for (let round = 0; round < 1000; round += 1) {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
      db,
    );
    if ((rows[0]?.n ?? 0) > 0) return;
    await sleep(5);
  }
  throw new Error('nobody waits');
}
