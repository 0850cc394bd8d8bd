import { sql } from 'kysely';
import { expect } from 'vitest';
import { recomputeChunk } from '#server/record/formula/recompute.ts';
import { asker } from '#server/testing/conformance.ts';
import type { Answer, Company, PersonName } from '#server/testing/company.ts';
import { account, order, payment } from '#server/testing/rollups/order-types.ts';
import type { RecordType } from '#shared/record/record-type.ts';

export type Row = Record<string, unknown>;

/** What tests of roll-ups do again and again: the administrator sets up and saves unless somebody else is named. */
export function openRollups(company: Company) {
  const ask = <T = Row>(path: string, body: Row, who: PersonName = 'admin') => asker(company)<T>(path, body, who);
  const setUp = (type: RecordType) => ask<Row[]>('field/list', { label: type.code });
  const design = async (type: RecordType, change: (fields: Row[]) => readonly Row[]): Promise<Answer> =>
    company.call('field/save', { label: type.code, data: change(await setUp(type)) }, { as: company.people.admin });
  const named = async (type: RecordType, name: string) =>
    (await setUp(type)).find((one) => one['name'] === name || one['fieldName'] === name);
  const idOfField = async (type: RecordType, name: string) => Number((await named(type, name))?.['fieldId']);
  const add = async (type: RecordType, ...fields: Row[]) => {
    const answer = await design(type, (all) => [
      ...all.filter(({ name }) => fields.every((one) => one['name'] !== name)),
      ...fields,
    ]);
    expect(answer.msg).toBe('');
  };
  const recomputed = async (type: RecordType) => {
    while (await recomputeChunk(company.db, type, 3));
  };

  /** Each kind, with and without a condition, over plain and computed fields; formulas over them; and what counts over those. */
  async function addRollups(): Promise<void> {
    const of = async (name: string, more: Row = {}) => ({
      label: payment.code,
      relation: 'parent_id',
      fieldId: name === '' ? undefined : await idOfField(payment, name),
      ...more,
    });
    const some = {
      data: [
        { fieldName: 'kind', condition: 'is', value: '乙' },
        { fieldName: 'amount', condition: 'egt', value: 5 },
      ],
    };
    await add(
      order,
      { name: '笔数', formType: 'number', rollup: await of('', { kind: 'count' }) },
      { name: '乙笔数', formType: 'number', rollup: await of('', { kind: 'count', ...some }) },
      { name: '合计', formType: 'number', decimals: 3, rollup: await of('amount', { kind: 'sum' }) },
      { name: '双合计', formType: 'floatnumber', rollup: await of('double', { kind: 'sum', ...some }) },
      { name: '最小', formType: 'floatnumber', rollup: await of('amount', { kind: 'min', ...some }) },
      { name: '最大', formType: 'floatnumber', rollup: await of('amount', { kind: 'max' }) },
      { name: '首日', formType: 'date', rollup: await of('day', { kind: 'min' }) },
      { name: '末日', formType: 'date', rollup: await of('day', { kind: 'max', ...some }) },
    );
    await add(order, { name: '均值', formType: 'number', decimals: 2, formula: '{合计} / {笔数}' });
    const above = { label: order.code, relation: 'account_id' };
    await add(
      account,
      {
        name: '已付',
        formType: 'floatnumber',
        rollup: { ...above, kind: 'sum', fieldId: await idOfField(order, 'paid') },
      },
      {
        name: '最大均值',
        formType: 'number',
        rollup: { ...above, kind: 'max', fieldId: await idOfField(order, '均值') },
      },
      {
        name: '有款订单',
        formType: 'number',
        rollup: { ...above, kind: 'count', data: [{ fieldName: '笔数', condition: 'gt', value: 0 }] },
      },
    );
    for (const type of [payment, order, account]) await recomputed(type);
  }

  /** What differs between what records hold and what counting says, in SQL that knows nothing of roll-ups. */
  async function differing(): Promise<readonly Row[]> {
    const key = async (type: RecordType, name: string) => sql.lit(`f${await idOfField(type, name)}`);
    const held = async (type: RecordType, name: string, as: string) =>
      sql`nullif(r.custom ->> ${await key(type, name)}, '')::${as === 'date' ? sql`date` : sql`numeric`}`;
    const some = sql`c.kind = '乙' and c.amount >= 5`;
    const { rows } = await sql<Row>`
    select 'order' as kind, r.parent_id as id, to_jsonb(x) as counted, to_jsonb(r) as held
    from fixture_parent r cross join lateral (
      select count(*) as n, count(*) filter (where ${some}) as n2, coalesce(sum(amount), 0) as total,
        coalesce(sum(amount * 2) filter (where ${some}), 0) as total2, min(amount) filter (where ${some}) as least,
        max(amount) as most, min(day) as first, max(day) filter (where ${some}) as last,
        coalesce(sum(amount) filter (where c.kind = '甲'), 0) as paid
      from fixture_child c where c.parent_id = r.parent_id and c.deleted_at is null) x
    where (x.n, x.n2, x.total, x.total2, x.least, x.most, x.first, x.last, x.paid, round(r.price - x.paid, 2),
        round(round(x.total / nullif(x.n, 0), 10), 2))
      is distinct from (${await held(order, '笔数', 'numeric')}, ${await held(order, '乙笔数', 'numeric')},
        ${await held(order, '合计', 'numeric')}, ${await held(order, '双合计', 'numeric')}, ${await held(order, '最小', 'numeric')},
        ${await held(order, '最大', 'numeric')}, ${await held(order, '首日', 'date')}, ${await held(order, '末日', 'date')}, r.paid, r.open,
        ${await held(order, '均值', 'numeric')})
    union all
    select 'account', r.account_id, to_jsonb(x), to_jsonb(r) from fixture_account r cross join lateral (
      select coalesce(sum(p.paid), 0) as paid, max((p.custom ->> ${await key(order, '均值')})::numeric) as most,
        count(*) filter (where exists (
          select from fixture_child c where c.parent_id = p.parent_id and c.deleted_at is null)) as n
      from fixture_parent p where p.account_id = r.account_id and p.deleted_at is null) x
    where (x.paid, x.most, x.n) is distinct from (${await held(account, '已付', 'numeric')},
      ${await held(account, '最大均值', 'numeric')}, ${await held(account, '有款订单', 'numeric')})`.execute(
      company.db,
    );
    return rows;
  }

  let made = 0;
  const saveOrder = async (entity: Row = {}) =>
    (
      await ask<{ parentId: number }>('CrmFixtureParent/addOrUpdate', {
        entity: { title: `单${(made += 1)}`, price: '100', ...entity },
        field: [],
      })
    ).parentId;
  const savePayment = async (entity: Row) =>
    (
      await ask<{ childId: number }>('CrmFixtureChild/addOrUpdate', {
        entity: { ...('childId' in entity ? {} : { title: `款${(made += 1)}` }), ...entity },
        field: [],
      })
    ).childId;
  const saveAccount = async () =>
    (
      await ask<{ accountId: number }>('CrmFixtureAccount/addOrUpdate', {
        entity: { title: `户${(made += 1)}` },
        field: [],
      })
    ).accountId;
  const readOrder = (parentId: number) => ask('CrmFixtureParent/queryById', { parentId });
  return {
    ask,
    setUp,
    design,
    named,
    idOfField,
    add,
    recomputed,
    addRollups,
    differing,
    saveOrder,
    savePayment,
    saveAccount,
    readOrder,
  };
}
export type Rollups = ReturnType<typeof openRollups>;
