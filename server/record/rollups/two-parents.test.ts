import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import '#server/record/import/tables.ts';
import { runImport } from '#server/record/import/run.ts';
import { openCompany, type Answer, type Company } from '#server/testing/company.ts';
import { dice } from '#server/testing/dice.ts';
import { openImports, type Imports } from '#server/testing/imports.ts';
import { isSoak } from '#server/testing/repetitions.ts';
import { account, order, orderTypes, payment } from '#server/testing/rollups/order-types.ts';
import type { RecordType } from '#shared/record/record-type.ts';

// Two kinds of records count over the same children: one goes with all of them while imports write over them.

const visit = {
  ...payment,
  fields: [
    ...payment.fields,
    {
      fieldName: 'account_id',
      formType: 'product',
      relation: { to: account.code, onDelete: 'unlink', onMerge: 'move', onTransfer: 'stay' },
    },
  ],
} as const satisfies RecordType;
const types = orderTypes.map((one) =>
  one.type === payment
    ? {
        type: visit,
        migration: one.migration.replace(
          'amount numeric',
          'account_id bigint references fixture_account, amount numeric',
        ),
      }
    : one,
);

let company: Company;
let imports: Imports;
beforeAll(async () => {
  company = await openCompany({ types });
  imports = openImports(company, { type: visit, headers: ['title(*)', 'amount', 'parent_id', 'account_id'] });
  await design(account, { name: '实收', formType: 'number', decimals: 2, rollup: await sumBy('account_id') });
  await design(order, { name: '应收', formType: 'number', decimals: 2, rollup: await sumBy('parent_id') });
});
afterAll(async () => {
  imports.close();
  await company.close();
});

type Row = Record<string, unknown>;
const call = (path: string, body: Row): Promise<Answer> => company.call(path, body, { as: company.people.admin });
async function done<T>(path: string, body: Row): Promise<T> {
  const answer = await call(path, body);
  expect([path, answer.msg]).toEqual([path, '']);
  return answer.data as T;
}
const setUp = ({ code: label }: RecordType) => done<Row[]>('field/list', { label });
async function sumBy(relation: string): Promise<Row> {
  const fieldId = (await setUp(visit)).find(({ fieldName }) => fieldName === 'amount')?.['fieldId'];
  return { label: visit.code, relation, kind: 'sum', fieldId };
}
async function design(type: RecordType, field: Row): Promise<void> {
  await done('field/save', { label: type.code, data: [...(await setUp(type)), field] });
}
const create = async (type: RecordType, entity: Row): Promise<number> =>
  (await done<Record<string, number>>(`${type.family}/addOrUpdate`, { entity, field: [] }))[type.idKey] ?? 0;

/** Parents whose sum is not that of their live children. */
async function wrong(type: RecordType, column: string, label: string): Promise<unknown[]> {
  const field = (await setUp(type)).find(({ name }) => name === label);
  const id = sql.ref(`p.${type.idColumn}`);
  const { rows } = await sql`
    select ${id} as id, p.custom ->> ${`f${String(field?.['fieldId'])}`} as held, (
      select coalesce(sum(c.amount), 0) from fixture_child c where c.${sql.ref(column)} = ${id} and c.deleted_at is null) as counted
    from ${sql.table(type.table)} as p where p.deleted_at is null`.execute(company.db);
  return (rows as { held: string | null; counted: string }[]).filter(
    ({ held, counted }) => Number(held ?? 0) !== Number(counted),
  );
}

const clients = 8;
const rounds = isSoak ? 60 : 8;
it(
  'counts right and loses nothing while one of them is deleted and imports write over its children',
  async () => {
    const accounts: number[] = [];
    const orders: number[] = [];
    for (let at = 0; at < 3; at += 1) accounts.push(await create(account, { title: `户${at}` }));
    for (let at = 0; at < 4; at += 1)
      orders.push(await create(order, { title: `单${at}`, account_id: accounts[at % 3] }));
    const titles = Array.from({ length: 24 }, (_, at) => `访${at}`);
    const visits: number[] = [];
    for (const [at, title] of titles.entries())
      visits.push(await create(visit, { title, amount: '1', parent_id: orders[at % 4], account_id: accounts[at % 3] }));
    const faults: string[] = [];
    let written = 0;
    const oneImport = async (roll: (sides: number) => number): Promise<void> => {
      const rows = titles
        .filter(() => roll(2) === 0)
        .toSorted(() => roll(3) - 1)
        .map((title) => [title, `${roll(90) + 1}`, `单${roll(4)}`, `户${roll(3)}`]);
      const fields = { repeatHandling: 1, ownerUserId: company.people.admin.userId };
      const { data, msg, code } = await imports.send(await imports.workbook(rows), {
        as: company.people.admin,
        fields,
      });
      if (code !== 0) {
        faults.push(msg);
        return;
      }
      const importId = data as number;
      await runImport(company.services, importId, { signal: new AbortController().signal });
      const task = await company.db
        .selectFrom('import_task')
        .selectAll()
        .where('import_id', '=', importId)
        .executeTakeFirstOrThrow();
      const counted = task.created_rows + task.updated_rows + task.failed_rows + task.skipped_rows;
      if (task.status !== 'done' || counted !== rows.length) faults.push(`${task.status} ${counted} of ${rows.length}`);
      written += task.updated_rows + task.created_rows;
    };
    const acts: readonly ((roll: (sides: number) => number) => Promise<Answer>)[] = [
      (roll) => call(`${order.family}/deleteByIds`, { [order.idsKey]: [orders[roll(4)]] }),
      (roll) => call(`${order.family}/restoreByIds`, { [order.idsKey]: [orders[roll(4)]] }),
      (roll) => call(`${account.family}/deleteByIds`, { [account.idsKey]: [accounts[roll(3)]] }),
      (roll) => call(`${account.family}/restoreByIds`, { [account.idsKey]: [accounts[roll(3)]] }),
      (roll) =>
        call(`${visit.family}/addOrUpdate`, {
          entity: {
            [visit.idKey]: visits[roll(24)],
            amount: `${roll(50)}`,
            parent_id: orders[roll(4)],
            account_id: accounts[roll(3)],
          },
          field: [],
        }),
    ];
    const work = async (seed: number): Promise<void> => {
      const roll = dice(seed);
      for (let round = 0; round < rounds; round += 1) {
        if (seed <= 3) await oneImport(roll);
        else {
          const answer = await acts[roll(acts.length)]?.(roll);
          if (answer && answer.code >= 500) faults.push(`${answer.code} ${answer.msg}`);
        }
      }
    };
    await Promise.all(Array.from({ length: clients }, (_, at) => work(at + 1)));
    expect(faults).toEqual([]);
    await call(`${order.family}/restoreByIds`, { [order.idsKey]: orders });
    expect(await wrong(account, 'account_id', '实收')).toEqual([]);
    expect(await wrong(order, 'parent_id', '应收')).toEqual([]);
    expect(written).toBeGreaterThan(20);
  },
  isSoak ? 900_000 : 120_000,
);
