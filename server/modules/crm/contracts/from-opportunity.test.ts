import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openContracts, type Contracts } from '#server/modules/crm/contracts/testing.ts';
import { grantToStaff } from '#server/testing/role-rights.ts';
import { opportunityType } from '#shared/crm/opportunities/opportunity-type.ts';

let company: Contracts;
beforeAll(async () => {
  company = await openContracts();
  await grantToStaff(company.company, opportunityType);
  await company.flow();
});
afterAll(() => company.close());

/** All that is stored of an opportunity and its lines. */
const stored = async (businessId: number) => {
  const { rows } = await sql<{ all: unknown }>`
    select jsonb_build_object('head', to_jsonb(b) - 'update_time',
      'lines', (select jsonb_agg(to_jsonb(l) order by l.line_id) from business_product l where l.business_id = b.business_id)) as all
    from business b where b.business_id = ${businessId}`.execute(company.db);
  return rows[0]?.all;
};

it('saving, passing and changing a contract leaves the lines of its opportunity alone', async () => {
  const { businessId } = await company.done<{ businessId: number }>('CrmBusiness/addOrUpdate', {
    entity: { business_name: '三样商机', type_id: 1, customer_id: company.customerId },
    field: [],
    product: [
      { productId: company.pens, num: '2', salesPrice: '95' },
      { productId: company.paper, num: '10', salesPrice: '20' },
    ],
  });
  const before = await stored(businessId);
  expect(before).toMatchObject({ lines: [{ num: 2 }, { num: 10 }] });
  const entity = { name: '由商机而来', customer_id: company.customerId, business_id: businessId };
  const product = [{ productId: company.pens, num: '5', salesPrice: '70' }];
  const { contractId } = await company.saved({ ...entity, checkStatus: 5 }, { product });
  expect(await stored(businessId)).toEqual(before);
  const [line] = (await company.read(contractId))['product'] as { lineId: number }[];
  await company.saved(
    { contractId, remark: '再谈' },
    { product: [{ lineId: line?.lineId, num: '6', salesPrice: '71' }] },
  );
  expect(await company.read(contractId)).toMatchObject({ money: '426.00', businessId });
  expect(await stored(businessId)).toEqual(before);
  expect((await company.decide(contractId, 'manager', 1)).msg).toBe('');
  expect(await stored(businessId)).toEqual(before);
  const { contractId: orderId } = await company.done<{ contractId: number }>('CrmContract/startChange', { contractId });
  await company.saved({ contractId: orderId }, { product: [] });
  expect((await company.decide(orderId, 'manager', 1)).code).toBe(0);
  expect(await stored(businessId)).toEqual(before);
});
