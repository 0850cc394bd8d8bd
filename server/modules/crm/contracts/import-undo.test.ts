import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMoney, type Money } from '#server/modules/crm/receivables/testing.ts';
import { runImport } from '#server/record/import/run.ts';
import { undoImport } from '#server/record/import/undo.ts';
import { openImports, type Imports } from '#server/testing/imports.ts';
import { grantToStaff } from '#server/testing/role-rights.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { receivableType } from '#shared/crm/receivables/receivable-type.ts';

// Imported contracts that were taken over as opening balances stand in the way of the undo of their import.

let money: Money;
let sheets: Imports;
beforeAll(async () => {
  money = await openMoney();
  for (const type of [contractType, receivableType]) await grantToStaff(money.company, type);
  sheets = openImports(money.company, { type: contractType, headers: ['合同名称', '客户名称', '合同金额'] });
  await money.customer('导入期初客户');
});
afterAll(async () => {
  sheets.close();
  await money.company.close();
});

type Body = Record<string, unknown>;
const signal = { signal: new AbortController().signal };
const imported = async (names: readonly string[]) => {
  const sheet = await sheets.workbook(names.map((name) => [name, '导入期初客户', '100']));
  const { data, msg } = await sheets.send(sheet);
  expect(msg).toBe('');
  await runImport(money.company.services, Number(data), signal);
  const ids: number[] = [];
  for (const name of names) ids.push(Number((await sheets.find(name))[0]?.['contractId']));
  return { messageId: Number(data), ids };
};
const takeOver = async (contractIds: readonly number[], who: 'seller' | 'manager' = 'seller') =>
  (await money.done<{ operationId: number }>('CrmContract/passOpeningBalances', { contractIds }, who)).operationId;
const asked = (messageId: number) => money.ask('system/message/undoImport', { messageId });
const undone = async (messageId: number) => {
  expect((await asked(messageId)).msg).toBe('');
  await undoImport(money.company.services, messageId, signal);
  return money.ask('system/message/queryImportInfo', { messageId });
};
/** Which of them are still there. */
const present = async (ids: readonly number[]): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select contract_id as id from contract where contract_id = any(${[...ids]}::bigint[]) and deleted_at is null
    order by 1`.execute(money.db);
  return rows.map(({ id }) => id);
};

it('a contract goes in no way while an account of it holds something', async () => {
  const of = await money.contract('100');
  const gone = sql`delete from contract where contract_id = ${of.contractId}`.execute(money.db);
  await expect(gone).rejects.toMatchObject({ constraint: 'ledger_heads' });
  expect((await money.ask('CrmContract/deleteByIds', { contractIds: of.contractId }, 'admin')).code).not.toBe(0);
});

describe('an import of contracts that were taken over', () => {
  it('is not undone before that is, which is said, and takes all of them back afterwards', async () => {
    const { messageId, ids } = await imported(['导期初甲', '导期初乙', '导期初丙']);
    const operationId = await takeOver(ids.slice(0, 2));
    const refused = await asked(messageId);
    expect([refused.code, refused.body['detail']]).toEqual([409, { operationId }]);
    expect(refused.msg).toBe(
      `${money.people.seller.realname}已将合同作为期初数据直接通过（2条），请先撤销该操作，再撤销导入`,
    );
    expect(await present(ids)).toEqual(ids);
    await money.done('operation/undo', { operationId });
    expect((await undone(messageId)).body).toMatchObject({ status: 'undone', undoneSize: 3, keptSize: 0 });
    expect(await present(ids)).toEqual([]);
    expect(await money.recounted()).toMatchObject({ differences: [] });
    // and for good, while the entries stay
    await money.done('CrmContract/deleteByIdsReal', { contractIds: ids.join(',') }, 'admin');
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ledger_entry where contract_id = any(${ids}::bigint[])`.execute(money.db);
    expect(rows).toEqual([{ count: 8 }]);
    expect(await money.recounted()).toMatchObject({ differences: [] });
  });

  it('names whoever took them over, whose action only they take back', async () => {
    const { messageId, ids } = await imported(['导期初丁']);
    await takeOver(ids, 'manager');
    const refused = await asked(messageId);
    expect(refused.msg).toContain(money.people.manager.realname);
    expect(refused.body['detail']).toEqual({ operationId: null });
  });

  it('stays as it was where they are taken over while it waits, and can be undone later', async () => {
    const { messageId, ids } = await imported(['导期初戊', '导期初己']);
    expect((await asked(messageId)).msg).toBe('');
    const operationId = await takeOver(ids.slice(0, 1));
    await undoImport(money.company.services, messageId, signal);
    const info = await money.ask('system/message/queryImportInfo', { messageId });
    expect(info.body).toMatchObject({ status: 'done', undoneSize: 0, keptSize: 0 });
    expect(String(info.body['msg'])).toContain('请先撤销该操作');
    expect(await present(ids)).toEqual(ids);
    await money.done('operation/undo', { operationId });
    expect((await undone(messageId)).body).toMatchObject({ status: 'undone', undoneSize: 2, keptSize: 0 });
  });

  it('leaves what was changed since alone, also where something else was undone', async () => {
    const { messageId, ids } = await imported(['导期初庚', '导期初辛']);
    const operationId = await takeOver(ids);
    await money.done('operation/undo', { operationId });
    const entity = { contractId: ids[0], money: '150', checkStatus: 5 };
    await money.done('CrmContract/saveAndUpdate', { entity, field: [] });
    expect((await undone(messageId)).body).toMatchObject({ status: 'undone', undoneSize: 1, keptSize: 1 });
    expect(await present(ids)).toEqual(ids.slice(0, 1));
  });

  it('keeps contracts that an undo of the whole had to leave in force', async () => {
    const { messageId, ids } = await imported(['导期初壬', '导期初癸']);
    const operationId = await takeOver(ids);
    const row = await money.done<Body>('CrmContract/queryById', { contractId: ids[0] });
    await money.save({ contractId: ids[0] ?? 0, customerId: Number(row['customerId']) }, '1');
    expect(await money.done('operation/undo', { operationId })).toMatchObject({ undone: 1 });
    expect((await undone(messageId)).body).toMatchObject({ status: 'undone', undoneSize: 1, keptSize: 1 });
    expect(await present(ids)).toEqual(ids.slice(0, 1));
    expect(await money.recounted()).toMatchObject({ differences: [] });
  });
});
