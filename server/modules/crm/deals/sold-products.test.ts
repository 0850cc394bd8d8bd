import { afterAll, beforeAll, expect, it } from 'vitest';
import { productType, unitField } from '#shared/crm/products/product-type.ts';
import { readFields } from '#server/record/fields/field-set.ts';
import { openContracts, type Contracts } from '#server/modules/crm/contracts/testing.ts';

let company: Contracts;
beforeAll(async () => {
  company = await openContracts();
});
afterAll(() => company.close());

const contract = (name: string, products: readonly number[], entity = {}) =>
  company.save(
    { name, customer_id: company.customerId, check_status: 5, ...entity },
    { product: products.map((productId) => ({ productId, num: '2', salesPrice: '90' })) },
  );

it('keeps a product off the shelf on a contract that has it, and lets nobody choose it anew', async () => {
  const { pens, paper } = company;
  const made = await contract('老合同', [pens]);
  const { contractId } = made.data as { contractId: number };
  await company.done('CrmProduct/updateStatus', { ids: String(pens), status: 0 }, 'admin');
  expect((await contract('新合同', [paper, pens])).msg).toBe('产品“钢笔”已下架，不能再添加');

  const read = await company.read(contractId);
  const [line] = read['product'] as Record<string, unknown>[];
  const kept = await company.save(
    { contract_id: contractId, remark: '已改', check_status: 5 },
    {
      product: [
        { ...line, num: '3' },
        { productId: paper, num: '1', salesPrice: '20' },
      ],
    },
  );
  expect(kept.msg).toBe('');
  const lines = (await company.read(contractId))['product'] as Record<string, unknown>[];
  expect(lines).toMatchObject([
    { productId: pens, name: '钢笔', num: '3' },
    { productId: paper, name: '纸张' },
  ]);
});

it('keeps name, category, unit, price and tax as they were when the product was chosen', async () => {
  const { categoryId } = await company.done<{ categoryId: number }>(
    'CrmProductCategory/saveAndUpdate',
    { name: '文具' },
    'admin',
  );
  const taxed = { tax_rate: '13', tax_code: '1060201010000000000' };
  const ink = await company.newProduct('墨水', { category_id: categoryId, price: '30', ...taxed });
  const unit = (await readFields(company.db, productType.code)).byName.get(unitField);
  const change = (values: object, value: string) =>
    company.done(
      'CrmProduct/saveAndUpdate',
      { entity: { product_id: ink, ...values }, field: [{ fieldId: unit?.fieldId, value }] },
      'admin',
    );
  await change({}, '盒');
  const saved = (await contract('墨水合同', [ink])).data as { contractId: number };
  await change({ name: '新墨水', price: '40', tax_rate: '6', tax_code: '1' }, '箱');
  const [line] = (await company.read(saved.contractId))['product'] as Record<string, unknown>[];
  expect(line).toMatchObject({
    name: '墨水',
    category: '文具',
    price: '30.00',
    unit: '盒',
    taxRate: '13.00',
    taxCode: taxed.tax_code,
  });
});
