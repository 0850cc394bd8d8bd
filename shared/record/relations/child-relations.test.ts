import { expect, it } from 'vitest';
import { contactsType } from '#shared/crm/contacts-type.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { leadsType } from '#shared/crm/leads-type.ts';
import { childRelations, childrenLabel, fieldNamed, relationsIn } from '#shared/record/relations/child-relations.ts';
import { relatedKey, relatedName } from '#shared/record/relations/relation.ts';

it('children are found by their declarations, which no parent declaration knows', () => {
  const types = [leadsType, customerType, contactsType];
  const found = childRelations(types, customerType.code);
  expect(found.map(({ type, column, isField }) => [type.name, column, isField])).toEqual([
    ['crm_leads', 'customer_id', false],
    ['crm_contacts', 'customer_id', true],
  ]);
  expect(found.map(childrenLabel)).toEqual(['crm_leads.of_customer', 'crm_contacts.many']);
  expect(childRelations(types, contactsType.code)).toEqual([]);
  expect(relationsIn(customerType)).toEqual([]);
});

it('names use the wire keys next to their ids', () => {
  const names = (fieldName: string, formType: 'customer' | 'contract' | 'receivables_plan') => [
    relatedName({ fieldName, formType }),
    relatedKey({ fieldName, formType }),
  ];
  expect(names('customer_id', 'customer')).toEqual(['customer_name', 'customerName']);
  expect(names('contract_id', 'contract')).toEqual(['contract_num', 'contractNum']);
  expect(names('plan_id', 'receivables_plan')).toEqual(['plan_num', 'planNum']);
  expect(fieldNamed(contactsType, 'customerName')?.fieldName).toBe('customer_id');
  expect(fieldNamed(contactsType, 'mobile')).toBeUndefined();
});
