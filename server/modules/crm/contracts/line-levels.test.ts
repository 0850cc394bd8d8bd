import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openContracts, type Contracts } from '#server/modules/crm/contracts/testing.ts';
import type { PersonName } from '#server/testing/company.ts';
import { fieldLevel, type FieldLevel } from '#shared/admin/field-level.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import type { FormLines } from '#shared/record/calls/field-calls.ts';

// Administrators set the levels of the fields of lines as those of any type, by the number of the lines (security A6).

let company: Contracts;
beforeAll(async () => {
  company = await openContracts();
});
afterAll(() => company.close());
afterEach(() => setLevels({}));

type Line = Readonly<Record<string, unknown>>;
const { hidden, masked, readOnly, open } = fieldLevel;
const sellers = 11;
const { code: label } = contractType.lines;
const secret = '73.19';
/** Of two pieces at that price. */
const amount = '146.38';

const known = () =>
  company.done<{ fieldId: number; fieldName: string; level: number }[]>(
    'field/queryRoleField',
    { roleId: sellers, label },
    'admin',
  );
/** By the call that administrators have; all others are open. */
async function setLevels(levels: Readonly<Record<string, FieldLevel>>): Promise<void> {
  const fields = await known();
  const data = Object.entries(levels).map(([name, level]) => ({
    fieldId: fields.find(({ fieldName }) => fieldName === name)?.fieldId,
    level,
  }));
  await company.done('field/saveRoleField', { roleId: sellers, label, data }, 'admin');
  for (const { fieldName, level } of await known())
    expect([fieldName, level]).toEqual([fieldName, levels[fieldName] ?? open]);
}

const newContract = async () => {
  const product = [{ productId: company.pens, num: '2', salesPrice: secret }];
  const entity = { name: '分级合同', customer_id: company.customerId, money: amount, checkStatus: 5 };
  return (await company.saved(entity, { product })).contractId;
};
const lineOf = async (contractId: number, who: PersonName = 'seller'): Promise<Line> =>
  ((await company.read(contractId, who))['product'] as Line[])[0] ?? {};
const formOf = (id: number, who: PersonName = 'seller') =>
  company.done<FormLines>('field/queryLineField', { label: contractType.code, id }, who);
const saveLine = (contractId: number, line: Line) => company.save({ contractId, checkStatus: 5 }, { product: [line] });
/** All that a seller is told of a contract, as text. */
const told = async (contractId: number): Promise<string> =>
  JSON.stringify([
    await company.read(contractId),
    await formOf(contractId),
    await company.done('field/queryField', { label: contractType.code, id: contractId }),
    await company.done('field/information', { types: contractType.code, id: contractId }),
    await company.done('CrmContract/queryPageList', {}),
    await company.done('CrmRecord/queryRecordList', { types: 6, actionId: contractId, page: 1, limit: 50 }),
  ]);

describe('a level of a field of lines that is set by the call', () => {
  it('hides it in answers and forms, and saves leave it as it is', async () => {
    const contractId = await newContract();
    expect(await lineOf(contractId)).toMatchObject({ salesPrice: secret });
    expect(await told(contractId)).toContain(secret);
    expect(await told(contractId)).toContain(amount);
    await setLevels({ sales_price: hidden });
    expect(await told(contractId)).not.toContain(secret);
    // the amount of a document of one line tells its price
    expect(await told(contractId)).not.toContain(amount);
    const line = await lineOf(contractId);
    expect(line).not.toHaveProperty('salesPrice');
    const form = await formOf(contractId);
    expect(form.fields.map(({ fieldName }) => fieldName)).toContain('num');
    expect(form.fields.map(({ fieldName }) => fieldName)).not.toContain('sales_price');
    const { lineId } = line;
    expect((await saveLine(contractId, { lineId, num: '3' })).msg).toBe('');
    expect(await lineOf(contractId, 'admin')).toMatchObject({ num: '3', salesPrice: secret });
    await saveLine(contractId, { lineId, salesPrice: '1' });
    expect(await lineOf(contractId, 'admin')).toMatchObject({ salesPrice: secret });
    // another role has not changed
    expect(await lineOf(contractId, 'manager')).toMatchObject({ salesPrice: secret });
    await setLevels({});
    expect(await lineOf(contractId)).toMatchObject({ salesPrice: secret });
  });

  it('masks it, and takes the mask back as what it stands for', async () => {
    const contractId = await newContract();
    await setLevels({ sales_price: masked });
    expect(await told(contractId)).not.toContain(secret);
    expect(await told(contractId)).not.toContain(amount);
    const line = await lineOf(contractId);
    expect(line).toMatchObject({ salesPrice: '****', num: '2' });
    const form = await formOf(contractId);
    expect(form.fields.find(({ fieldName }) => fieldName === 'sales_price')).toMatchObject({ masked: 1 });
    expect(form.lines[0]?.values).toMatchObject({ sales_price: '****' });
    expect((await saveLine(contractId, { ...line, num: '4' })).msg).toBe('');
    expect((await saveLine(contractId, { lineId: line['lineId'], salesPrice: '1' })).msg).toContain(
      '您只能查看，不能修改',
    );
    expect(await lineOf(contractId, 'admin')).toMatchObject({ num: '4', salesPrice: secret });
  });

  it('that may only be read is shown and not written', async () => {
    const contractId = await newContract();
    await setLevels({ sales_price: readOnly });
    const line = await lineOf(contractId);
    expect(line).toMatchObject({ salesPrice: secret });
    const form = await formOf(contractId);
    const disabled = form.fields.filter((field) => field.disabled === 1).map(({ fieldName }) => fieldName);
    expect(disabled).toContain('sales_price');
    expect(disabled).not.toContain('num');
    expect((await saveLine(contractId, { lineId: line['lineId'], salesPrice: '1' })).msg).toContain(
      '您只能查看，不能修改',
    );
    expect((await saveLine(contractId, { ...line, num: '5' })).msg).toBe('');
    expect(await lineOf(contractId, 'admin')).toMatchObject({ num: '5', salesPrice: secret });
  });

  it('is about a field of those lines, and set by who administers roles', async () => {
    const [field] = await known();
    const customers = await company.done<{ fieldId: number }[]>(
      'field/queryRoleField',
      { roleId: sellers, label: 2 },
      'admin',
    );
    const set = (fieldId: number | undefined, who: PersonName) =>
      company.call('field/saveRoleField', { roleId: sellers, label, data: [{ fieldId, level: hidden }] }, who);
    expect((await set(customers[0]?.fieldId, 'admin')).code).toBe(400);
    expect((await set(field?.fieldId, 'manager')).code).toBe(403);
    expect((await known()).every(({ level }) => level === open)).toBe(true);
  });
});
