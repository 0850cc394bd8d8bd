import { sql } from 'kysely';
import { expect } from 'vitest';
import { openCompany, type Answer, type Company, type PersonName, type TestType } from '#server/testing/company.ts';
import { menuIdsBelow } from '#shared/admin/menus.ts';

export interface Page {
  readonly list: Record<string, unknown>[];
  readonly totalRow: number;
}

/** A company in which 销售员 has all of customers, contacts, opportunities and the pool. */
export async function openContactsCompany(types: readonly TestType[] = []): Promise<Company> {
  const company = await openCompany({ types });
  const menus = menuIdsBelow('crm:customer:', 'crm:contacts:', 'crm:business:', 'crm:pool:');
  await company.db
    .insertInto('role_menu')
    .values(menus.map((menu_id) => ({ role_id: 11, menu_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await sql`update org_version set version = version + 1`.execute(company.db);
  return company;
}

/** What people do with contacts. */
export function openContacts(theCompany: () => Company) {
  const ask = (path: string, body: Record<string, unknown>, as: PersonName = 'seller'): Promise<Answer> =>
    theCompany().call(path, body, { as: theCompany().people[as] });
  const done = async (path: string, body: Record<string, unknown>, as: PersonName = 'seller'): Promise<unknown> => {
    const answer = await ask(path, body, as);
    expect([path, answer.code, answer.msg]).toEqual([path, 0, '']);
    return answer.data;
  };
  const newCustomer = async (name: string, as: PersonName = 'seller'): Promise<number> =>
    (
      (await done('CrmCustomer/addOrUpdate', { entity: { customer_name: name }, field: [] }, as)) as {
        customerId: number;
      }
    ).customerId;
  const newContact = async (
    customerId: number,
    name: string,
    more: Record<string, unknown> = {},
    as: PersonName = 'seller',
  ): Promise<number> => {
    const entity = { name, customer_id: customerId, ...more };
    return ((await done('CrmContacts/addOrUpdate', { entity, field: [] }, as)) as { contactsId: number }).contactsId;
  };
  const ownersOf = async (...ids: number[]): Promise<(number | null)[]> => {
    const { rows } = await sql<{ owner: number | null }>`
      select owner_user_id as owner from contacts where contacts_id = any(${ids}::bigint[]) order by contacts_id`.execute(
      theCompany().db,
    );
    return rows.map(({ owner }) => owner);
  };
  const undo = (answer: unknown, as: PersonName = 'seller') =>
    done('operation/undo', { operationId: (answer as { operationId: number }).operationId }, as);
  const people = () => theCompany().people;
  const listed = async (body: Record<string, unknown>, as: PersonName = 'seller') =>
    (await done('CrmContacts/queryPageList', body, as)) as Page;
  const namesIn = ({ list }: Page) => list.map((row) => row['name']);

  return { ask, done, newCustomer, newContact, ownersOf, undo, people, listed, namesIn };
}
