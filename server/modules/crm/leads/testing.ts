import { sql } from 'kysely';
import { expect } from 'vitest';
import { openCompany, type Company, type PersonName } from '#server/testing/company.ts';

interface Custom {
  readonly name: string;
  readonly value: unknown;
}
export interface Conversion {
  readonly operationId: number;
  readonly count: number;
  readonly customerIds: number[];
}
export type Row = Record<string, unknown>;

/**
 * A company whose salespeople may transfer, convert and delete leads and check for duplicates, but not create
 * customers.
 */
export async function openLeadsCompany(): Promise<Company> {
  const company = await openCompany();
  await sql`
    insert into role_menu (role_id, menu_id) select 11, m from unnest(array[22, 21, 23, 24, 25, 1001]) as m on conflict do nothing`.execute(
    company.db,
  );
  await sql`delete from role_menu where role_id = 11 and menu_id = 26`.execute(company.db);
  await sql`update org_version set version = version + 1`.execute(company.db);
  return company;
}

/** What people do with leads. */
export function openLeads(theCompany: () => Company) {
  const callAs = (path: string, body: Record<string, unknown>, as: PersonName = 'seller') =>
    theCompany().call(path, body, { as: theCompany().people[as] });
  const ask = (path: string, body: Record<string, unknown>, as: PersonName = 'seller') =>
    callAs(`CrmLeads/${path}`, body, as);
  const good = async <T>(path: string, body: Record<string, unknown>, as: PersonName = 'seller'): Promise<T> => {
    const answer = await callAs(path, body, as);
    expect([path, answer.msg, answer.code]).toEqual([path, '', 0]);
    return answer.data as T;
  };
  const save = async (
    name: string,
    more: Record<string, unknown> = {},
    field: readonly Custom[] = [],
    as: PersonName = 'seller',
  ): Promise<number> =>
    (await good<{ leadsId: number }>('CrmLeads/addOrUpdate', { entity: { leads_name: name, ...more }, field }, as))
      .leadsId;
  const convert = (leadsIds: readonly number[], as: PersonName = 'seller') =>
    good<Conversion>('CrmLeads/transfer', { leadsIds }, as);
  const lead = (leadsId: number, as: PersonName = 'seller') => good<Row>('CrmLeads/queryById', { leadsId }, as);
  const customer = (customerId: number, as: PersonName = 'seller') =>
    good<Row>('CrmCustomer/queryById', { customerId }, as);
  const customersNamed = async (search: string) =>
    (await good<{ totalRow: number }>('CrmCustomer/queryPageList', { search }, 'admin')).totalRow;
  const undo = (operationId: number, as: PersonName = 'seller') => callAs('operation/undo', { operationId }, as);
  const upload = async (batchId: string, name: string, as: PersonName = 'seller') =>
    theCompany().call(
      'file/upload',
      { batchId },
      { as: theCompany().people[as], file: { name, content: Buffer.from(`inside ${name}`) } },
    );
  const filesOf = (batchId: unknown, as: PersonName = 'seller') =>
    good<{ name: string; url: string; createUserName: string }[]>('file/queryByBatchId', { batchId }, as);
  const history = async (types: number, actionId: number, as: PersonName = 'seller') =>
    (await good<{ content: string[] }[]>('CrmRecord/queryRecordList', { types, actionId }, as)).flatMap(
      (row) => row.content,
    );

  return { callAs, ask, good, save, convert, lead, customer, customersNamed, undo, upload, filesOf, history };
}
