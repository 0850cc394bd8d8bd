import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Company, PersonName } from '#server/testing/company.ts';

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

/** What tests of the recycle bin do again and again with the customers of a company; the seller, unless somebody else is named. */
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
