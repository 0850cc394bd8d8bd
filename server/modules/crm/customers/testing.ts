import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Company, PersonName } from '#server/testing/company.ts';
import type { Imports } from '#server/testing/imports.ts';
import type { BulkSheetAnswer } from '#shared/record/calls/bulk-sheet-calls.ts';
import { customerType } from '#shared/crm/customer-type.ts';

/** Default values of customer imports in tests. */
export const customerImports = {
  type: customerType,
  headers: ['客户名称(*)', '手机', '客户级别', '下次联系时间', '省', '市', '区', '详细地址'],
};

interface SendOptions {
  readonly as?: PersonName;
  readonly fields?: Record<string, unknown>;
  readonly headers?: Record<string, string>;
}

/** Repeated steps of sheet tests; the manager sends them unless another person is named. */
export function openBulkSheets(open: () => { readonly company: Company; readonly imports: Imports }) {
  const ask = (path: string, body: Record<string, unknown>, as: PersonName = 'manager') =>
    open().company.call(path, body, { as: open().company.people[as] });
  const save = async (name: string, as: PersonName = 'seller'): Promise<number> =>
    (
      (await ask('CrmCustomer/addOrUpdate', { entity: { customer_name: name }, field: [] }, as)).data as {
        customerId: number;
      }
    ).customerId;
  const sendFile = (
    path: string,
    file: { name: string; content: Buffer },
    { as = 'manager', fields = {}, headers = {} }: SendOptions = {},
  ) => open().company.call(`CrmCustomer/${path}`, fields, { as: open().company.people[as], file, headers });
  /** Sends a workbook of these headings and rows; a refusal of the whole sheet is thrown with its message. */
  const send = async (
    path: string,
    headers: readonly string[],
    rows: readonly (readonly string[])[],
    options: SendOptions = {},
  ): Promise<BulkSheetAnswer> => {
    const content = await open().imports.workbook(rows, { headers });
    const answer = await sendFile(path, { name: '批量.xlsx', content }, options);
    if (answer.code !== 0) throw new Error(answer.msg);
    return answer.data as BulkSheetAnswer;
  };
  const counts = ({ total, success, skipped }: BulkSheetAnswer) => [total, success, skipped];
  const faults = ({ errors }: BulkSheetAnswer) => errors.map(({ row, msg }) => [row, msg]);
  const undo = async ({ operationId }: BulkSheetAnswer, as: PersonName = 'manager') =>
    (await ask('operation/undo', { operationId }, as)).data;
  const members = async (customerId: number) =>
    (
      (await ask('CrmCustomer/getMembers', { customerId }, 'admin')).data as { realname: string; powerType: number }[]
    ).map(({ realname, powerType }) => [realname, powerType]);
  const detail = async (customerId: number, as: PersonName = 'admin') =>
    (await ask('CrmCustomer/queryById', { customerId }, as)).data as Record<string, unknown> | undefined;
  const followUps = async (customerId: number) =>
    ((await ask('CrmCustomer/getRecord', { customerId }, 'admin')).data as Record<string, unknown>[]).map(
      ({ realname, createTime, content, category }) => [realname, createTime, content, category],
    );
  return { ask, save, sendFile, send, counts, faults, undo, members, detail, followUps };
}

export interface Restored {
  readonly operationId: number | null;
  readonly count: number;
  readonly failed: { id: number; msg: string }[];
}

export interface BinRow {
  readonly id: number;
  readonly name: string;
  readonly daysLeft: number;
  readonly version: number;
}

/**
 * Repeated steps of recycle bin tests with the customers of a company; by the seller unless another person is named.
 */
export function openBin(company: () => Company) {
  const ask = (path: string, body: Record<string, unknown>, as: PersonName = 'seller') =>
    company().call(`CrmCustomer/${path}`, body, { as: company().people[as] });
  const save = async (name: string, as: PersonName = 'seller', more: Record<string, unknown> = {}): Promise<number> =>
    (
      (await ask('addOrUpdate', { entity: { customer_name: name, ...more }, field: [] }, as)).data as {
        customerId: number;
      }
    ).customerId;
  const remove = async (ids: number[], as: PersonName = 'seller') => {
    const answer = await ask('deleteByIds', { customerIds: ids }, as);
    expect(answer.msg).toBe('');
    return answer.data as { operationId: number; count: number };
  };
  const undo = (operationId: number, as: PersonName = 'seller') =>
    company().call('operation/undo', { operationId }, { as: company().people[as] });
  const restore = (ids: number[], as: PersonName = 'seller', more: Record<string, unknown> = {}) =>
    ask('restoreByIds', { customerIds: ids, ...more }, as);
  const restored = async (ids: number[], as: PersonName = 'seller'): Promise<Restored> =>
    (await restore(ids, as)).data as Restored;
  const bin = async (search: string, as: PersonName = 'seller') =>
    (await ask('queryRecyclePageList', { search }, as)).data as { list: BinRow[]; totalRow: number };
  const listed = async (search: string, as: PersonName = 'seller') =>
    ((await ask('queryPageList', { search }, as)).data as { totalRow: number }).totalRow;
  const isThere = async (id: number) =>
    (
      await sql<{ live: boolean }>`select deleted_at is null as live from customer where customer_id = ${id}`.execute(
        company().db,
      )
    ).rows[0]?.live;
  const countOf = async (table: string, where: ReturnType<typeof sql>): Promise<number> =>
    (await sql<{ n: number }>`select count(*) as n from ${sql.table(table)} where ${where}`.execute(company().db))
      .rows[0]?.n ?? -1;
  const ageBin = (id: number, days: number) =>
    sql`update customer set deleted_at = now() - make_interval(days => ${days}) where customer_id = ${id}`.execute(
      company().db,
    );
  const attach = async (batchId: string) => {
    const file = { name: '附件.txt', content: Buffer.from(`text ${batchId}`) };
    const answer = await company().call('file/upload', { batchId }, { as: company().people.seller, file });
    expect(answer.msg).toBe('');
    return Number(answer.body['fileId']);
  };
  const batchOf = async (customerId: number) =>
    ((await ask('queryById', { customerId })).data as { batchId: string }).batchId;
  return { ask, save, remove, undo, restore, restored, bin, listed, isThere, countOf, ageBin, attach, batchOf };
}
