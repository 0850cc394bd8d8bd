import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Where } from '#server/record/query/where.ts';
import type { Company } from '#server/testing/company.ts';
import { dice } from '#server/testing/dice.ts';
import type { Imports } from '#server/testing/imports.ts';
import type { Row, Rollups } from '#server/testing/rollups/open-rollups.ts';
import { account, order, payment } from '#server/testing/rollups/order-types.ts';
import { mergeCalls } from '#shared/record/calls/merge-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/** Every way in which what is counted may change, each on records that chance chooses. */
export function rollupActs(
  company: Company,
  imports: Imports,
  { ask, saveOrder, savePayment, saveAccount, readOrder }: Rollups,
): Readonly<Record<string, () => Promise<unknown>>> {
  const roll = dice(20_260_101);
  const one = <T>(from: readonly T[]): T => from[roll(from.length)] as T;
  const idsWhere = async (type: RecordType, where: Where): Promise<number[]> => {
    const id = sql.ref(type.idColumn);
    const { rows } = await sql<{ id: number }>`
    select ${id} as id from ${sql.table(type.table)} where ${where} order by 1`.execute(company.db);
    return rows.map((row) => row.id);
  };
  const live = sql<boolean>`deleted_at is null`;
  const deleted = sql<boolean>`deleted_at is not null`;
  const anyOrder = async () => one(await idsWhere(order, live)) ?? (await saveOrder());
  const anyAccount = async () => one(await idsWhere(account, live)) ?? (await saveAccount());
  const anyPayment = async () => one(await idsWhere(payment, live)) ?? (await savePayment(values()));
  const somePayments = async () => {
    const all = [await anyPayment(), ...(await idsWhere(payment, live))];
    return [...new Set([one(all), one(all), one(all)])];
  };
  const values = (): Row => ({
    amount: one(['', '0.05', '4.99', '5', '12.34', '-3']),
    kind: one(['甲', '乙', '']),
    day: one(['', '2026-01-31', '2026-02-28', '2025-12-01']),
  });
  const sheet = async (title: string, repeatHandling: number): Promise<number> => {
    const { admin } = company.people;
    const amount = one(['7', '8.5']);
    const parent = await readOrder(await anyOrder());
    const content = await imports.workbook([[title, String(parent['title']), amount, '乙']], {
      headers: ['title', 'parent_id', 'amount', 'kind'],
    });
    const file = { name: '款.xlsx', content };
    const body = { repeatHandling, ownerUserId: admin.userId };
    const answer = await company.call('CrmFixtureChild/uploadExcel', body, { as: admin, file });
    expect(answer.msg).toBe('');
    expect(await imports.follow(answer.data, admin)).toMatchObject({ errSize: 0 });
    sheets.push(Number(answer.data));
    return Number(answer.data);
  };
  const sheets: number[] = [];
  const operations: number[] = [];
  const kept = async (answer: Promise<{ operationId?: number | null }>) => {
    const { operationId } = await answer;
    if (typeof operationId === 'number') operations.push(operationId);
  };
  const undo = async (operationId: number | undefined) => {
    if (operationId !== undefined) await company.call('operation/undo', { operationId }, { as: company.people.admin });
  };
  const remove = (type: RecordType, ids: readonly number[]) =>
    kept(ask(`${type.family}/deleteByIds`, { [type.idsKey]: ids }));
  const restore = async (type: RecordType) => {
    const ids = await idsWhere(type, deleted);
    if (ids.length > 0) await kept(ask(`${type.family}/restoreByIds`, { [type.idsKey]: [one(ids)] }));
  };
  const merge = async (type: RecordType) => {
    const [targetId, ...ids] = [...new Set([one(await idsWhere(type, live)), one(await idsWhere(type, live))])];
    if (targetId !== undefined && ids.length > 0) await kept(ask(mergeCalls(type).merge.path, { targetId, ids }));
  };
  const edit = async (fieldName: string, value: unknown) =>
    kept(ask('CrmFixtureChild/updateFieldByIds', { ids: await somePayments(), fieldName, value }));

  return {
    'a new child': async () => savePayment({ ...values(), parent_id: await anyOrder() }),
    'a new child of nobody': () => savePayment(values()),
    'a changed child': async () => savePayment({ childId: await anyPayment(), ...values() }),
    'another parent': async () => savePayment({ childId: await anyPayment(), parent_id: await anyOrder() }),
    'no parent': async () => savePayment({ childId: await anyPayment(), parent_id: '' }),
    'a new parent': async () => saveOrder({ account_id: one([await saveAccount(), '']) }),
    'another grandparent': async () => saveOrder({ parentId: await anyOrder(), account_id: await anyAccount() }),
    'one amount for many': () => edit('amount', one(['6', '1.11', ''])),
    'one kind for many': () => edit('kind', one(['甲', '乙'])),
    'one parent for many': async () => edit('parent_id', await anyOrder()),
    'the deletion of children': async () => remove(payment, await somePayments()),
    'the deletion of a parent': async () => remove(order, [await anyOrder()]),
    'the deletion of a grandparent': async () => remove(account, [await anyAccount()]),
    'the restoring of a child': () => restore(payment),
    'the restoring of a parent': () => restore(order),
    'the merge of children': () => merge(payment),
    'the merge of parents': () => merge(order),
    'the merge of grandparents': () => merge(account),
    'a new row of an import': () => sheet(`表${roll(1_000_000_000)}`, 2),
    'a row of an import that writes over a child': async () => {
      const { rows } = await sql<{ title: string }>`
      select title from fixture_child where child_id = ${await anyPayment()}`.execute(company.db);
      return sheet(rows[0]?.title ?? '', 1);
    },
    'the undo of an import': async () => {
      const messageId = sheets.pop() ?? (await sheet(`表${roll(1_000_000_000)}`, 2));
      await company.call('system/message/undoImport', { messageId }, { as: company.people.admin });
      await imports.follow(messageId, company.people.admin);
    },
    'a transfer': async () =>
      kept(
        ask('CrmFixtureParent/transfer', {
          [order.idsKey]: [await anyOrder()],
          newOwnerUserId: company.people.admin.userId,
          transferType: 1,
        }),
      ),
    'an undo': () => undo(operations.pop()),
    'an older undo': () => undo(operations.splice(roll(operations.length + 1), 1)[0]),
    'the end of a child': async () => {
      const ids = await idsWhere(payment, deleted);
      if (ids.length > 0) await ask('CrmFixtureChild/deleteByIdsReal', { childIds: [one(ids)] });
    },
    'the end of a parent': async () => {
      const ids = await idsWhere(order, deleted);
      if (ids.length > 0) await ask('CrmFixtureParent/deleteByIdsReal', { parentIds: [one(ids)] });
    },
  };
}
