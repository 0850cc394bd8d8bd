import { expect, it } from 'vitest';
import { copied, pointer } from '#web/record/children/initial-child.ts';
import type { FormField } from '#shared/record/calls/field-calls.ts';
import { contactsType } from '#shared/crm/contacts-type.ts';
import { leadsType } from '#shared/crm/leads-type.ts';
import { relationsIn } from '#shared/record/relations/child-relations.ts';

const read = (values: Readonly<Record<string, unknown>>) =>
  Object.entries(values).map(([fieldName, value]) => ({ fieldName, value }) as FormField);

it('a new child refers to its parent in the form of its field', () => {
  const [ofContact] = relationsIn(contactsType);
  const [ofLead] = relationsIn(leadsType);
  if (!ofContact || !ofLead) throw new Error('no relation');
  expect(pointer(ofContact, { id: 7, name: '甲公司' })).toEqual({
    customer_id: [{ customerId: 7, customerName: '甲公司' }],
  });
  // the server sets this, not the user
  expect(pointer(ofLead, { id: 7, name: '甲公司' })).toEqual({});
});

it("copies the parent's values that the user sees, and nothing else", () => {
  const parent = read({ customer_id: [{ customerId: 7, customerName: '甲' }], remark: '', money: '12.50' });
  const copies = { customer_id: 'customer_id', note: 'remark', amount: 'money', hidden: 'secret' };
  expect(copied(copies, parent)).toEqual({ customer_id: [{ customerId: 7, customerName: '甲' }], amount: '12.50' });
});
