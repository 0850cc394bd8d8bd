import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { editField } from '#server/record/actions/edit-field.ts';
import { mergeRecords } from '#server/record/merge/merge-records.ts';
import { removeRecords } from '#server/record/recycle/remove.ts';
import { restoreRecords } from '#server/record/recycle/restore.ts';
import { saveRecord } from '#server/record/write/save.ts';
import { openCompany, type Company } from '#server/testing/company.ts';
import { dice } from '#server/testing/dice.ts';
import { openRollups, type Rollups } from '#server/testing/rollups/open-rollups.ts';
import { account, order, orderTypes, payment } from '#server/testing/rollups/order-types.ts';
import { AppError } from '#shared/wire/error-codes.ts';

let company: Company;
let rollups: Rollups;
let actor: Actor;
beforeAll(async () => {
  company = await openCompany({ types: orderTypes });
  rollups = openRollups(company);
  await rollups.addRollups();
  actor = await company.services.gate.actorFor(company.db, company.people.admin.userId);
});
afterAll(() => company.close());

/**
 * Ten at a time, each in its own transaction without retries, so that deadlocks show. Missing records are no failure.
 */
async function atOnce(works: readonly ((trx: Database) => Promise<unknown>)[]): Promise<void> {
  const left = [...works];
  const failed: unknown[] = [];
  const lane = async (): Promise<void> => {
    for (let work = left.shift(); work; work = left.shift()) {
      const error: unknown = await company.db
        .transaction()
        .execute(work)
        .then(
          () => null,
          (reason: unknown) => reason,
        );
      if (error !== null && !(error instanceof AppError)) failed.push(error);
    }
  };
  await Promise.all(Array.from({ length: 10 }, lane));
  expect(failed.map(String)).toEqual([]);
}

const pay = (trx: Database, parentId: number, at: number, amount = '1') =>
  saveRecord(trx, actor, payment, {
    values: { title: `同时${at}`, parent_id: parentId, amount, kind: '甲', day: null },
  });
let numbers = 0;
const next = () => (numbers += 1);

describe('concurrent writes to the same parents', () => {
  it('lose no child of 40 created together', async () => {
    const accountId = await rollups.saveAccount();
    const [one, other] = [
      await rollups.saveOrder({ account_id: accountId }),
      await rollups.saveOrder({ account_id: accountId }),
    ];
    await atOnce(Array.from({ length: 40 }, (_, at) => (trx) => pay(trx, at % 2 ? one : other, next())));
    expect(await rollups.readOrder(one)).toMatchObject({ paid: '20.00', 笔数: '20', open: '80.00' });
    const { rows } = await sql<{ paid: string }>`
      select custom ->> ${`f${await rollups.idOfField(account, '已付')}`} as paid
      from fixture_account where account_id = ${accountId}`.execute(company.db);
    expect(rows).toEqual([{ paid: '40.00' }]);
    expect(await rollups.differing()).toEqual([]);
  });

  it('wait for each other and never deadlock, whatever happens to them and their children', async () => {
    const accounts = [await rollups.saveAccount(), await rollups.saveAccount()];
    const orders: number[] = [];
    for (let at = 0; at < 6; at += 1) orders.push(await rollups.saveOrder({ account_id: accounts[at % 2] }));
    const payments: number[] = [];
    for (let at = 0; at < 18; at += 1)
      payments.push(await rollups.savePayment({ parent_id: orders[at % 6], amount: '3', kind: '乙' }));
    const roll = dice(5);
    const one = (from: readonly number[]): number => from[roll(from.length)] ?? 0;
    const some = (from: readonly number[]): number[] => [...new Set([one(from), one(from), one(from)])];
    const works: readonly (() => (trx: Database) => Promise<unknown>)[] = [
      () => (trx) => pay(trx, one(orders), next()),
      () => (trx) => saveRecord(trx, actor, payment, { id: one(payments), values: { amount: String(roll(90)) } }),
      () => (trx) => saveRecord(trx, actor, payment, { id: one(payments), values: { parent_id: one(orders) } }),
      () => (trx) => saveRecord(trx, actor, order, { id: one(orders), values: { price: String(roll(900)) } }),
      () => (trx) => saveRecord(trx, actor, order, { id: one(orders), values: { account_id: one(accounts) } }),
      () => (trx) =>
        editField(trx, actor, payment, { ids: some(payments), fieldName: 'parent_id', value: one(orders) }),
      () => (trx) => editField(trx, actor, payment, { ids: some(payments), fieldName: 'kind', value: '甲' }),
      () => (trx) => removeRecords(trx, actor, payment, [one(payments)]),
      () => (trx) => removeRecords(trx, actor, order, [one(orders)]),
      () => (trx) => restoreRecords(trx, actor, order, [one(orders)]),
      () => (trx) => restoreRecords(trx, actor, payment, [one(payments)]),
      () => (trx) => {
        const [targetId = 0, ...sourceIds] = some(orders);
        return mergeRecords(trx, actor, order, { targetId, sourceIds, fields: {} });
      },
    ];
    for (let round = 0; round < 4; round += 1) {
      await atOnce(Array.from({ length: 40 }, () => works[roll(works.length)]?.() ?? (() => Promise.resolve())));
      expect(await rollups.differing()).toEqual([]);
    }
  });
});
