import { sql } from 'kysely';
import { expect } from 'vitest';
import { openCompany, type Answer, type Company, type PersonName } from '#server/testing/company.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { discard, systemPass } from '#server/approval/submit.ts';
import { readFields } from '#server/record/fields/field-set.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { receivableType, paymentMethodField } from '#shared/crm/receivables/receivable-type.ts';

type Body = Record<string, unknown>;
type Figures = Record<string, string>;

/** What tests of money do over the wire: contracts in force, plans, receivables, and what the ledger says of them. */
export async function openMoney() {
  const company = await openCompany();
  return moneyOf(company);
}
export type Money = Awaited<ReturnType<typeof openMoney>>;

/** The same in a company that is there. */
export async function moneyOf(company: Company) {
  const { db, people } = company;
  const method = (await readFields(db, receivableType.code)).byName.get(paymentMethodField);
  const ask = (path: string, body: Body, who: PersonName = 'seller', english = false): Promise<Answer> =>
    company.call(path, body, { as: people[who], ...(english ? { headers: { 'x-language': 'en' } } : {}) });
  const done = async <T = Record<string, never>>(path: string, body: Body, who: PersonName = 'seller'): Promise<T> => {
    const answer = await ask(path, body, who);
    expect([path, answer.code, answer.msg]).toEqual([path, 0, '']);
    return answer.data as T;
  };
  const said = async (path: string, body: Body, who: PersonName = 'seller'): Promise<string> =>
    (await ask(path, body, who)).msg;
  for (const categoryType of [1, 2])
    await done(
      'examine/saveExamine',
      {
        categoryType,
        examineType: 1,
        name: '流程',
        step: [{ stepType: 2, checkUserId: [people.admin.userId] }],
      },
      'admin',
    );

  const customer = async (name: string, who: PersonName = 'seller'): Promise<number> =>
    (await done<{ customerId: number }>('CrmCustomer/addOrUpdate', { entity: { customer_name: name }, field: [] }, who))
      .customerId;
  let made = 0;
  /** A contract of a new customer that is in force. */
  const contract = async (
    money: string,
    more: Body = {},
    who: PersonName = 'seller',
    product: readonly Body[] = [],
  ) => {
    made += 1;
    const customerId =
      (more['customer_id'] as number | undefined) ?? (await customer(`回款客户${made}-${Date.now()}`, who));
    const entity = { name: `合同${made}`, customer_id: customerId, money, checkStatus: 5, ...more };
    const { contractId } = await done<{ contractId: number }>(
      'CrmContract/saveAndUpdate',
      { entity, field: [], ...(product.length > 0 ? { product } : {}) },
      who,
    );
    await pass(contractType.code, contractId);
    return { contractId, customerId };
  };
  /** As of an old system: nobody is asked. */
  const pass = (code: number, id: number): Promise<unknown> =>
    inTransaction(db, async (trx) => {
      const actor = await company.services.gate.actorFor(trx, people.admin.userId);
      const type = code === contractType.code ? contractType : receivableType;
      return systemPass(trx, actor, type, id, '期初');
    });
  const plan = async (of: { contractId: number; customerId: number }, money: string, more: Body = {}) =>
    (
      await done<{ planId: number }>('Crm/ReceivablesPlan/saveAndUpdate', {
        entity: {
          contract_id: of.contractId,
          customer_id: of.customerId,
          money,
          return_date: '2026-12-01',
          return_type: '电汇',
          ...more,
        },
        field: [],
      })
    ).planId;
  const body = (of: { contractId: number; customerId: number }, money: string, more: Body = {}): Body => {
    const { method: by = '电汇', ...entity } = more;
    return {
      entity: { contract_id: of.contractId, customer_id: of.customerId, money, ...entity },
      field: [{ fieldId: method?.fieldId, value: by }],
    };
  };
  const save = async (
    of: { contractId: number; customerId: number },
    money: string,
    more: Body = {},
  ): Promise<number> =>
    (await done<{ receivablesId: number }>('CrmReceivables/saveOrUpdate', body(of, money, more))).receivablesId;
  const approvalOf = async (id: number, code: number = receivableType.code): Promise<number> => {
    const { rows } = await sql<{ id: number }>`
      select approval_id as id from approval where type_code = ${code} and record_id = ${id}`.execute(db);
    return rows[0]?.id ?? 0;
  };
  /** The answer of whoever passes it. */
  const passed = async (id: number): Promise<string> =>
    said('examineRecord/auditExamine', { recordId: await approvalOf(id), status: 1, remarks: '' }, 'admin');
  const receive = async (
    of: { contractId: number; customerId: number },
    money: string,
    more: Body = {},
  ): Promise<number> => {
    const id = await save(of, money, more);
    expect(await passed(id)).toBe('');
    return id;
  };
  const figures = async ({ contractId }: { contractId: number }): Promise<Figures> =>
    done<Figures>('CrmLedger/queryFigures', { contractId });
  const openArrears = async ({ contractId }: { contractId: number }) => {
    const { list } = await done<{ list: { arrearsId: number; unreceivedMoney: string }[] }>(
      'CrmsArrears/queryPageList',
      {
        contractId,
        status: 0,
      },
    );
    return list[0] ?? null;
  };
  const discardContract = (contractId: number): Promise<void> =>
    inTransaction(db, async (trx) => {
      const actor = await company.services.gate.actorFor(trx, people.admin.userId);
      await discard(trx, actor, contractType, contractId);
    });
  const recounted = () => done<{ differences: unknown[] }>('CrmLedger/recount', {}, 'admin');
  return {
    company,
    db,
    people,
    ask,
    done,
    said,
    customer,
    contract,
    plan,
    body,
    save,
    passed,
    receive,
    figures,
    openArrears,
    approvalOf,
    discardContract,
    pass,
    recounted,
  };
}
