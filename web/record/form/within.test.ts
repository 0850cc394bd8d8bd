import { expect, it } from 'vitest';
import { afterWhole, wholeOf } from '#web/record/form/within.ts';
import { contactsType } from '#shared/crm/contacts-type.ts';
import { declaredField } from '#shared/record/relations/child-relations.ts';
import type { RecordType } from '#shared/record/record-type.ts';

const rules = { onDelete: 'refuse', onMerge: 'move', onTransfer: 'stay' } as const;

/** A future receivable: of a customer, and of a contract that must belong to that customer. */
const receivable: RecordType = {
  ...contactsType,
  fields: [
    { fieldName: 'number', formType: 'text' },
    { fieldName: 'customer_id', formType: 'customer', relation: { to: 2, ...rules } },
    {
      fieldName: 'contract_id',
      formType: 'contract',
      relation: { to: 6, ...rules, within: { field: 'customer_id', theirs: 'customer_id' } },
    },
  ],
};
const customer = (customerId: number) => [{ customerId, customerName: '甲' }];
const contract = (contractId: number) => [{ contractId, contractNum: 'HT-1' }];
const ofContract = declaredField(receivable, 'contract_id')?.relation;

it('choices are restricted to the selected parent, and unrestricted without one', () => {
  if (!ofContract) throw new Error('no relation');
  expect(wholeOf(receivable, ofContract, { customer_id: customer(7) })).toEqual({ fieldName: 'customer_id', id: 7 });
  expect(wholeOf(receivable, ofContract, { customer_id: [] })).toBeUndefined();
  expect(wholeOf(receivable, { to: 2, ...rules }, { customer_id: customer(7) })).toBeUndefined();
});

it('another customer clears the contract, the same one and none keep it', () => {
  const values = { number: 'R1', customer_id: customer(7), contract_id: contract(3) };
  const after = (value: unknown) => afterWhole(receivable, values, 'customer_id', value);
  expect(after(customer(8))).toEqual({ emptied: { contract_id: [] }, doubtful: [] });
  expect(after(customer(7))).toEqual({ emptied: {}, doubtful: [] });
  expect(after([])).toEqual({ emptied: {}, doubtful: [] });
  expect(afterWhole(receivable, values, 'number', 'R2')).toEqual({ emptied: {}, doubtful: [] });
  expect(afterWhole(receivable, { ...values, contract_id: [] }, 'customer_id', customer(8)).emptied).toEqual({});
});

it('a contract selected before its customer has to be checked', () => {
  const values = { customer_id: '', contract_id: contract(3) };
  expect(afterWhole(receivable, values, 'customer_id', customer(8))).toEqual({
    emptied: {},
    doubtful: [{ fieldName: 'contract_id', to: 6, id: 3, whole: { fieldName: 'customer_id', id: 8 } }],
  });
});
