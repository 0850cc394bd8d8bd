import { sql } from 'kysely';
import type { Answer, Person } from '#server/testing/company.ts';
import type { Table } from '#server/route-table/table.ts';

type Body = Record<string, unknown>;

/** Ordinary accounts of a company, and what they do by its calls. */
export function openAccounts(theTable: () => Table) {
  const company = () => theTable().company;
  async function grant(roleId: number, menuIds: readonly number[]): Promise<void> {
    await sql`
      insert into role_menu (role_id, menu_id) select ${roleId}, unnest(${[...menuIds]}::int[]) on conflict do nothing`.execute(
      company().db,
    );
    await sql`update org_version set version = version + 1`.execute(company().db);
  }

  let roles = 0;
  /** Somebody of the sellers' department whose one role opens so much, in the data scope `dataType`. */
  async function hireWith(menuIds: readonly number[], dataType = 3): Promise<Person> {
    const { role_id: roleId } = await company()
      .db.insertInto('role')
      .values({ role_name: `Role ${(roles += 1)}`, role_type: 2, data_type: dataType, label: null })
      .returning('role_id')
      .executeTakeFirstOrThrow();
    await grant(roleId, menuIds);
    return theTable().hire({ roles: [roleId], deptId: company().people.seller.deptId });
  }

  const ask = (as: Person, path: string, body: Body = {}): Promise<Answer> => company().call(path, body, { as });
  async function good<T = Record<string, number>>(as: Person, path: string, body: Body = {}): Promise<T> {
    const answer = await ask(as, path, body);
    if (answer.code !== 0) throw new Error(`${path}: ${answer.code} ${answer.msg}`);
    return answer.data as T;
  }
  const seller = () => company().people.seller;
  const save = async (
    family: string,
    key: string,
    entity: Body,
    as = seller(),
    field: unknown[] = [],
  ): Promise<number> => (await good(as, `${family}/addOrUpdate`, { entity, field }))[key] ?? 0;
  const lead = (name: string, as?: Person, more: Body = {}) =>
    save('CrmLeads', 'leadsId', { leads_name: name, ...more }, as);
  const customer = (name: string, as?: Person, more: Body = {}) =>
    save('CrmCustomer', 'customerId', { customer_name: name, ...more }, as);
  const contact = (name: string, customerId: number, as?: Person, more: Body = {}) =>
    save('CrmContacts', 'contactsId', { name, customer_id: customerId, ...more }, as);
  const followUp = (family: string, typesId: number, content: string, as = seller(), more: Body = {}) =>
    good(as, `${family}/addRecord`, { typesId, content, category: '打电话', ...more });

  return { grant, hireWith, ask, good, seller, save, lead, customer, contact, followUp };
}
