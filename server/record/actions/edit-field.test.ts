import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openCompany, type Company } from '#server/testing/company.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(() => company.close());

const ask = async <T>(path: string, body: Record<string, unknown>): Promise<T> => {
  const answer = await company.call(path, body, { as: company.people.admin });
  expect([path, answer.msg]).toEqual([path, '']);
  return answer.data as T;
};
const customerNamed = async (name: string): Promise<number> => {
  const entity = { customer_name: name };
  return (await ask<{ customerId: number }>('CrmCustomer/addOrUpdate', { entity, field: [] })).customerId;
};

it('locks the referenced records only after it has locked the records, as a save does (C8)', async () => {
  const [former, next] = [await customerNamed('原客户'), await customerNamed('新客户')];
  const entity = { name: '顾工', customer_id: former };
  const { contactsId } = await ask<{ contactsId: number }>('CrmContacts/addOrUpdate', { entity, field: [] });
  let edited: Promise<unknown> = Promise.resolve();
  await company.db.transaction().execute(async (trx) => {
    await sql`select from contacts where contacts_id = ${contactsId} for update`.execute(trx);
    edited = ask('CrmContacts/updateFieldByIds', { ids: contactsId, fieldName: 'customer_id', value: next });
    await vi.waitFor(async () => {
      const waiting = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        company.db,
      );
      expect(waiting.rows).toHaveLength(1);
    }, 4000);
    await sql`select from customer where customer_id = ${next} for update nowait`.execute(trx);
  });
  await edited;
  expect(await ask('CrmContacts/queryById', { contactsId })).toMatchObject({ customerId: next });
});
