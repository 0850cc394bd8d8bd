import { afterAll, beforeAll, expect, it } from 'vitest';
import { moneyOf } from '#server/modules/crm/receivables/testing.ts';
import { openCompany, type Company, type PersonName } from '#server/testing/company.ts';
import { withoutRight } from '#server/testing/role-rights.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import type { SearchGroup } from '#shared/crm/search-calls.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(() => company.close());

const found = async (search: string, as: PersonName = 'seller') => {
  const answer = await company.call('search/queryAll', { search }, { as: company.people[as] });
  expect(answer.msg).toBe('');
  return (answer.data as SearchGroup[]).map(({ types, list }) => [types, ...list.map(({ name }) => name)]);
};

it('finds what is sold and paid: opportunities, contracts, products and receivables, by name, number and initials', async () => {
  const money = await moneyOf(company);
  const customerId = await money.customer('星海贸易');
  await money.done('CrmBusiness/addOrUpdate', {
    entity: { business_name: '蓝鲸项目', type_id: 1, customer_id: customerId },
    field: [],
  });
  await money.done(
    'CrmProduct/saveAndUpdate',
    { entity: { name: '蓝鲸模具', num: 'LJ-7788', price: '50', category_id: 1 }, field: [] },
    'admin',
  );
  const of = await money.contract('100', { name: '蓝鲸框架合同', num: 'HT-LJ-0042', customer_id: customerId });
  const receivablesId = await money.save(of, '40');
  const { number } = await money.done<{ number: string }>('CrmReceivables/queryById', { receivablesId });

  const all = [
    ['crm_business', '蓝鲸项目'],
    ['crm_contract', '蓝鲸框架合同'],
    ['crm_product', '蓝鲸模具'],
  ];
  expect(await found('蓝鲸')).toEqual(all);
  expect(await found('ljxm')).toEqual([['crm_business', '蓝鲸项目']]);
  expect(await found('LJ-0042')).toEqual([['crm_contract', '蓝鲸框架合同']]);
  expect(await found('7788')).toEqual([['crm_product', '蓝鲸模具']]);
  expect(await found(number)).toEqual([['crm_receivables', number]]);
  // what others sell is theirs
  expect(await found('蓝鲸', 'stranger')).toEqual([['crm_product', '蓝鲸模具']]);
  expect(await found(number, 'stranger')).toEqual([]);
  // and without the right to contracts there are none
  await withoutRight(company, 11, contractType, 'index', async () => {
    expect(await found('蓝鲸')).toEqual(all.filter(([types]) => types !== 'crm_contract'));
  });
});
