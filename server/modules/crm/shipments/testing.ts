import { expect } from 'vitest';
import { openContracts } from '#server/modules/crm/contracts/testing.ts';
import { customerImports } from '#server/modules/crm/customers/testing.ts';
import { openImports } from '#server/testing/imports.ts';
import { systemPass } from '#server/approval/submit.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { grantToStaff } from '#server/testing/role-rights.ts';
import type { Answer, PersonName } from '#server/testing/company.ts';
import type { Parcel, OpenLine } from '#shared/crm/shipments/parcel-calls.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { shipmentType } from '#shared/crm/shipments/shipment-type.ts';

type Body = Record<string, unknown>;
export interface Shipped {
  readonly expressId: number;
  readonly number: string;
}

/** Contracts over pens and paper that are in force, and what is sent of them. */
export async function openShipments() {
  const contracts = await openContracts();
  const { company, db, call, done, pens, paper, customerId } = contracts;
  await grantToStaff(company, shipmentType);
  const pass = (contractId: number): Promise<unknown> =>
    inTransaction(db, async (trx) =>
      systemPass(
        trx,
        await company.services.gate.actorFor(trx, company.people.admin.userId),
        contractType,
        contractId,
        '期初',
      ),
    );
  const { cells, close: closeImports } = openImports(company, customerImports);
  let made = 0;
  /** A contract over pens and paper. */
  const sold = async (pensSold: string, paperSold: string, isInForce = true, who: PersonName = 'seller') => {
    const entity = {
      name: `发货合同${(made += 1)}`,
      customer_id: customerId,
      checkStatus: 5,
      recipientName: '周收货',
      recipientMobile: '13800000000',
      recipientAddress: '苏州市园区1号',
    };
    const product = [
      { product_id: pens, num: pensSold, sales_price: '100' },
      { product_id: paper, num: paperSold, sales_price: '20' },
    ];
    const { contractId } = await contracts.saved(entity, { product }, who);
    if (isInForce) await pass(contractId);
    return contractId;
  };
  const body = (contractId: number, product: readonly Body[], more: Body = {}): Body => ({
    entity: { contract_id: contractId, customer_id: customerId, ...more },
    field: [],
    product,
  });
  const of = (num: string, product_id: number = pens): Body => ({ product_id, num });
  const ask = (contractId: number, product: readonly Body[], who: PersonName = 'seller', english = false) =>
    call('CrmExpress/addOrUpdate', body(contractId, product), who, english);
  const read = (expressId: number) => done<Body>('CrmExpress/queryById', { expressId });
  const ship = async (contractId: number, product: readonly Body[]): Promise<Shipped> => {
    const answer = await ask(contractId, product);
    expect(answer.msg).toBe('');
    const { expressId } = answer.data as { expressId: number };
    return { expressId, number: String((await read(expressId))['number']) };
  };
  let numbers = 0;
  const parcelBody = (expressId: number, products?: readonly Body[], more: Body = {}): Body => ({
    expressId,
    deliverCompany: '顺丰速运',
    deliverNumber: `SF${(numbers += 1)}`,
    ...(products ? { products } : {}),
    ...more,
  });
  const send = (expressId: number, products?: readonly Body[], more: Body = {}, who: PersonName = 'seller') =>
    call('CrmExpressDeliver/addOrUpdate', parcelBody(expressId, products, more), who);
  const parcels = (expressId: number) => done<Parcel[]>('CrmExpressDeliver/queryByExpressId', { expressId });
  const left = async (expressId: number): Promise<string[]> =>
    (await done<OpenLine[]>('CrmExpressDeliver/queryLeft', { expressId })).map((line) => `${line.name} ${line.left}`);
  const leftOfContract = async (contractId: number): Promise<string[]> =>
    (await done<OpenLine[]>('CrmExpress/queryLeft', { contractId })).map((line) => `${line.name} ${line.left}`);
  const contractLines = async (contractId: number): Promise<Body[]> =>
    (await contracts.read(contractId))['product'] as Body[];
  const upload = (content: string, who: PersonName = 'seller'): Promise<Answer> =>
    company.call(
      'CrmExpress/uploadExcel',
      {},
      {
        as: company.people[who],
        file: { name: '快递单.csv', content: Buffer.from(content) },
      },
    );
  return {
    ...contracts,
    contractLines,
    pass,
    sold,
    of,
    ask,
    ship,
    read,
    send,
    parcelBody,
    parcels,
    left,
    leftOfContract,
    upload,
    cells,
    close: async () => {
      closeImports();
      await contracts.close();
    },
  };
}
export type Shipments = Awaited<ReturnType<typeof openShipments>>;
