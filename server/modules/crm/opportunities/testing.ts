import { expect } from 'vitest';
import { openCompany, type Answer, type Company, type PersonName } from '#server/testing/company.ts';
import { grantAll } from '#server/testing/role-rights.ts';
import { contactsType } from '#shared/crm/contacts-type.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import type { StageGroup } from '#shared/crm/opportunities/stage-group-calls.ts';
import { opportunityType } from '#shared/crm/opportunities/opportunity-type.ts';

/** A company in which the seller and the manager have all of customers, contacts and opportunities. */
export async function openOpportunityCompany(): Promise<Company> {
  const company = await openCompany();
  for (const role of [8, 11])
    for (const type of [customerType, contactsType, opportunityType]) await grantAll(company, role, type);
  return company;
}

/** What people do with opportunities. */
export function openOpportunities(theCompany: () => Company) {
  const ask = (path: string, body: Record<string, unknown> = {}, as: PersonName = 'seller'): Promise<Answer> =>
    theCompany().call(path, body, { as: theCompany().people[as] });
  async function done<T>(path: string, body: Record<string, unknown> = {}, as: PersonName = 'seller'): Promise<T> {
    const answer = await ask(path, body, as);
    expect([path, answer.code, answer.msg]).toEqual([path, 0, '']);
    return answer.data as T;
  }
  const newCustomer = async (name: string, as: PersonName = 'seller') =>
    (await done<{ customerId: number }>('CrmCustomer/addOrUpdate', { entity: { customer_name: name }, field: [] }, as))
      .customerId;
  let made = 0;
  /** In the first stage of the first group unless it is said otherwise. */
  const newOpportunity = async (
    name: string,
    entity: Record<string, unknown> = {},
    more: Record<string, unknown> = {},
    as: PersonName = 'seller',
  ) => {
    const customer_id = entity['customer_id'] ?? (await newCustomer(`客户${name}${++made}`, as));
    const body = { entity: { business_name: name, type_id: 1, ...entity, customer_id }, field: [], ...more };
    return (await done<{ businessId: number }>('CrmBusiness/addOrUpdate', body, as)).businessId;
  };
  const read = (businessId: number, as: PersonName = 'seller') =>
    done<Record<string, unknown>>('CrmBusiness/queryById', { businessId }, as);
  const groups = () => done<StageGroup[]>('CrmBusiness/queryBusinessStatusOptions');
  const newGroup = async (name: string, stages: readonly { readonly name: string; readonly rate: number }[]) => {
    const body = { crmBusinessType: { name }, deptIds: [], crmBusinessStatus: stages };
    const { typeId } = await done<{ typeId: number }>('businessType/setBusinessType', body, 'admin');
    const group = (await groups()).find((one) => one.typeId === typeId);
    expect(group).toBeDefined();
    return group as StageGroup;
  };
  const boost = (businessId: number, body: Record<string, unknown>, as: PersonName = 'seller') =>
    ask('CrmBusiness/boostBusinessStatus', { businessId, ...body }, as);
  return { ask, done, newCustomer, newOpportunity, read, groups, newGroup, boost };
}
