import { afterAll, beforeAll, expect, it } from 'vitest';
import { openCompany, type Company } from '#server/testing/company.ts';
import { withLevels } from '#server/testing/role-rights.ts';
import { openRollups, type Row, type Rollups } from '#server/testing/rollups/open-rollups.ts';
import { order, orderTypes, payment } from '#server/testing/rollups/order-types.ts';
import { fieldLevel } from '#shared/admin/field-level.ts';
import type { FormField } from '#shared/record/calls/field-calls.ts';

let company: Company;
let on: Rollups;
beforeAll(async () => {
  company = await openCompany({ types: orderTypes });
  on = openRollups(company);
  await on.addRollups();
});
afterAll(() => company.close());

const sellers = 11;
const { masked, hidden } = fieldLevel;
const fieldsNow = async (): Promise<ReadonlyMap<string, FormField>> =>
  new Map(
    (await on.ask<FormField[]>('field/queryField', { label: order.code }, 'seller')).map((one) => [one.fieldName, one]),
  );

it('masks roll-ups over a masked field and formulas over these, and hides what has a hidden input, too', async () => {
  await withLevels(company, sellers, payment.code, { amount: masked }, async () => {
    const fields = await fieldsNow();
    for (const name of ['paid', 'open', '合计', '双合计', '均值', '乙笔数', '末日'])
      expect([name, fields.get(name)?.masked, fields.get(name)?.formType]).toEqual([name, 1, 'text']);
    for (const name of ['笔数', '首日']) expect([name, fields.get(name)?.masked]).toEqual([name, undefined]);
  });
  await withLevels(company, sellers, payment.code, { amount: masked, kind: hidden }, async () => {
    const fields = await fieldsNow();
    expect(fields.get('合计')?.masked).toBe(1);
    for (const name of ['乙笔数', '末日', 'paid']) expect([name, fields.has(name)]).toEqual([name, false]);
  });
});

it('shows masks instead of their results, which cannot be queried', async () => {
  const entity = { title: '遮盖', price: '50' };
  const save = { entity, field: [] };
  const { parentId } = await on.ask<{ parentId: number }>('CrmFixtureParent/addOrUpdate', save, 'seller');
  await on.savePayment({ parent_id: parentId, amount: '37.19', kind: '甲', day: '2026-03-01' });
  await withLevels(company, sellers, payment.code, { amount: masked }, async () => {
    const { list } = await on.ask<{ list: Row[] }>('CrmFixtureParent/queryPageList', {}, 'seller');
    const row = list.find((one) => one['parentId'] === parentId);
    expect(row).toMatchObject({ paid: '****', open: '****', 合计: '****', 笔数: '1' });
    expect(JSON.stringify(row)).not.toMatch(/37\.19|12\.81/);
    const data = [{ fieldName: '合计', condition: 'egt', value: '1' }];
    for (const body of [{ data }, { sortField: '合计' }])
      await expect(on.ask('CrmFixtureParent/queryPageList', body, 'seller')).rejects.toThrow();
  });
});
