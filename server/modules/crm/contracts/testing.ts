import { sql } from 'kysely';
import { expect } from 'vitest';
import { openCompany, type Answer, type PersonName } from '#server/testing/company.ts';
import { grantAll, grantToStaff } from '#server/testing/role-rights.ts';
import { contactsType } from '#shared/crm/contacts-type.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { planType } from '#shared/crm/plans/plan-type.ts';
import { productType } from '#shared/crm/products/product-type.ts';
import { receivableType } from '#shared/crm/receivables/receivable-type.ts';

type Body = Record<string, unknown>;

/** A company that sells two products by contracts, which the manager of the seller approves. */
export async function openContracts() {
  const company = await openCompany();
  for (const type of [customerType, contactsType, contractType, planType, receivableType])
    await grantToStaff(company, type);
  await grantAll(company, 8, productType);
  const { people, db } = company;
  const call = (path: string, body: Body = {}, who: PersonName = 'seller', english = false): Promise<Answer> =>
    company.call(path, body, { as: people[who], ...(english ? { headers: { 'x-language': 'en' } } : {}) });
  const done = async <T>(path: string, body: Body = {}, who: PersonName = 'seller'): Promise<T> => {
    const answer = await call(path, body, who);
    expect([path, answer.code, answer.msg]).toEqual([path, 0, '']);
    return answer.data as T;
  };
  const made = async (path: string, key: string, entity: Body, who: PersonName = 'seller', more: Body = {}) =>
    (await done<Record<string, number>>(path, { entity, field: [], ...more }, who))[key] ?? 0;
  const newCustomer = (name: string, who: PersonName = 'seller') =>
    made('CrmCustomer/addOrUpdate', 'customerId', { customer_name: name }, who);
  const newProduct = (name: string, entity: Body = {}) =>
    made('CrmProduct/saveAndUpdate', 'productId', { name, category_id: 1, price: '100', ...entity }, 'admin');
  return {
    company,
    db,
    call,
    done,
    newCustomer,
    newProduct,
    customerId: await newCustomer('华东贸易'),
    pens: await newProduct('钢笔', { price: '100', floor_price: '80' }),
    paper: await newProduct('纸张', { price: '20' }),
    newContact: (entity: Body, who: PersonName = 'seller') =>
      made('CrmContacts/addOrUpdate', 'contactsId', entity, who),
    id: (who: PersonName) => people[who].userId,
    /** The flow of contracts: the superior of the owner, unless it is said otherwise. */
    flow: async (step: readonly Body[] = [{ stepType: 1, checkUserId: [] }], more: Body = {}): Promise<void> => {
      const body = { categoryType: 1, examineType: 1, name: '合同审批流程', step, ...more };
      expect((await call('examine/saveExamine', body, 'admin')).code).toBe(0);
    },
    /** As after the flows that a new company has are switched off. */
    noFlow: async (): Promise<void> => {
      const { list } = await done<{ list: { examineId: number }[] }>('examine/queryAllExamine', {}, 'admin');
      for (const { examineId } of list) await done('examine/updateStatus', { examineId, status: 0 }, 'admin');
    },
    save: (entity: Body, more: Body = {}, who: PersonName = 'seller', english = false) =>
      call('CrmContract/saveAndUpdate', { entity, field: [], ...more }, who, english),
    saved: async (entity: Body, more: Body = {}, who: PersonName = 'seller') => {
      const answer = await call('CrmContract/saveAndUpdate', { entity, field: [], ...more }, who);
      expect(answer.msg).toBe('');
      return answer.data as { contractId: number; version: number; checkStatus: number };
    },
    read: (contractId: number, who: PersonName = 'seller') => done<Body>('CrmContract/queryById', { contractId }, who),
    approvalOf: async (contractId: number): Promise<number> => {
      const { rows } = await sql<{ id: number }>`
        select approval_id as id from approval where type_code = 6 and record_id = ${contractId}`.execute(db);
      return rows[0]?.id ?? 0;
    },
    decide: async (contractId: number, who: PersonName, status: 1 | 2 | 4, more: Body = {}): Promise<Answer> => {
      const { rows } = await sql<{ id: number }>`
        select approval_id as id from approval where type_code = 6 and record_id = ${contractId}`.execute(db);
      return call('examineRecord/auditExamine', { recordId: rows[0]?.id, status, remarks: '意见', ...more }, who);
    },
    actions: async (contractId: number): Promise<string[]> => {
      const { rows } = await sql<{ action: string }>`
        select l.action from approval_log l join approval a on a.approval_id = l.approval_id
        where a.type_code = 6 and a.record_id = ${contractId} order by l.log_id`.execute(db);
      return rows.map(({ action }) => action);
    },
    close: () => company.close(),
  };
}
export type Contracts = Awaited<ReturnType<typeof openContracts>>;
