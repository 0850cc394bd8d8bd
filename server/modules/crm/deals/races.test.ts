import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { openCompany, type Company } from '#server/testing/company.ts';
import { deadlocksOf } from '#server/testing/run/deadlocks.ts';
import { letDeal } from '#server/durability/deals/deal-company.ts';
import { brokenDeals } from '#server/durability/deals/deal-invariants.ts';
import {
  approvalOf,
  approved,
  done,
  draft,
  invoice,
  made,
  order,
  other,
  paid,
  shipment,
  sold,
} from '#server/durability/deals/deal-steps.ts';
import {
  dealer,
  noDeals,
  type AskAs,
  type Deal,
  type Dealer,
  type Deals,
  type Reply,
} from '#server/durability/deals/dealer.ts';
import { isSoak, repetitions, seed, someOf } from '#server/testing/repetitions.ts';

// Two who do at once what cannot both be so: approve, withdraw, edit, discard and what is built on a contract (security C4).

let company: Company;
let shared: Deals;
let on: Dealer;
let failed: string[];
beforeAll(async () => {
  company = await openCompany();
  const askAs: AskAs = (path, body, as, file) => company.call(path, body, { as, ...(file ? { file } : {}) });
  const { admin, manager, seller, peer, stranger } = company.people;
  const people = [seller, manager, peer, stranger];
  shared = noDeals(await letDeal(company.db, askAs, admin, people));
  ({ failed } = shared);
  on = dealer(askAs, shared, people, seed * 4);
});
afterAll(() => company.close());

type Try = () => Promise<Reply>;
interface Pair {
  /** Whether exactly one of them happens, or any of them may. */
  readonly wins: 'one' | 'any';
  readonly ready: () => Promise<readonly [Try, Try]>;
}

const as =
  (userId: number, tried: Try): Try =>
  () => {
    const before = on.me().userId;
    on.become(userId);
    const sent = tried();
    on.become(before);
    return sent;
  };
const decide =
  (recordId: number, status: number, more = {}): Try =>
  () =>
    on.ask('examineRecord/auditExamine', { recordId, status, remarks: '意见', ...more });
const asked =
  (path: string, body: Readonly<Record<string, unknown>>): Try =>
  () =>
    on.ask(path, body);

/** A contract below its price, which somebody is asked to pass. */
async function waiting() {
  const approver = on.colleague();
  const { customerId } = await draft(on);
  const entity = { customer_id: customerId };
  const product = [{ product_id: shared.products[0], num: '3', sales_price: '70' }];
  const { contractId } = await made(on, 'contract', 'CrmContract/saveAndUpdate', (name) => ({
    entity: { ...entity, name },
    field: [],
    product,
    checkUserId: approver,
  }));
  const recordId = await approvalOf(on, 'CrmContract/queryById', { contractId });
  const { version } = await done(on, 'examineRecord/queryExamineRecordList', { recordId });
  const edit = asked('CrmContract/saveAndUpdate', {
    entity: { contractId, remark: '改' },
    field: [],
    product: [{ product_id: shared.products[0], num: '4', sales_price: '60' }],
    checkUserId: approver,
  });
  return {
    contractId: Number(contractId),
    customerId,
    pass: as(approver, decide(recordId, 1, { version })),
    reject: as(approver, decide(recordId, 2)),
    withdraw: decide(recordId, 4),
    edit,
    remove: asked('CrmContract/deleteByIds', { contractIds: [contractId] }),
  };
}

/** Documents over a contract, each up to the step that is raced. */
async function receivable(of: Deal, more = {}) {
  const id = await paid(on, of, more);
  const recordId = await approvalOf(on, 'CrmReceivables/queryById', { receivablesId: id });
  const by = other(on);
  return { id, recordId, by, pass: as(by, decide(recordId, 1)), withdraw: decide(recordId, 4) };
}
const received = async (of: Deal, more = {}): Promise<number> => {
  const { id, recordId, by } = await receivable(of, more);
  await approved(on, recordId, by);
  return id;
};
async function invoicing(of: Deal) {
  const id = await invoice(on, of, { invoice_number: on.named('no') });
  const recordId = await approvalOf(on, 'CrmReceipt/queryById', { receiptId: id });
  const by = other(on);
  const issue = asked('CrmReceipt/updateStatus', { receiptIds: [id], invoiceStatus: 1 });
  return {
    id,
    issue,
    voids: asked('CrmReceipt/updateStatus', { receiptIds: [id], invoiceStatus: 3 }),
    reverse: asked('CrmReceipt/updateStatus', { receiptIds: [id], invoiceStatus: 2, remark: '有误' }),
    pass: as(by, decide(recordId, 1)),
    passed: () => approved(on, recordId, by),
    withdraw: decide(recordId, 4),
  };
}
const discard = ({ contractId }: Deal): Try =>
  asked('CrmContract/contractDiscard', { contractId, remarks: '不再履行' });
const change = ({ contractId }: Deal): Try => asked('CrmContract/startChange', { contractId });
const newReceivable =
  (of: Deal, more = {}): Try =>
  () =>
    on.ask('CrmReceivables/saveOrUpdate', {
      entity: { contract_id: of.contractId, customer_id: of.customerId, money: '20', ...more },
      field: [],
    });
const newInvoice =
  (of: Deal, money: string): Try =>
  () =>
    on.ask('CrmReceipt/addOrUpdate', {
      entity: { contract_id: of.contractId, customer_id: of.customerId, money, invoice_type: '收据' },
      field: [],
    });
const newPlan =
  (of: Deal, money: string): Try =>
  () =>
    on.ask('Crm/ReceivablesPlan/saveAndUpdate', {
      entity: {
        contract_id: of.contractId,
        customer_id: of.customerId,
        money,
        return_date: '2099-12-01',
        return_type: '电汇',
      },
      field: [],
    });
const newShipment =
  (of: Deal, num: string): Try =>
  () =>
    on.ask('CrmExpress/addOrUpdate', {
      entity: { contract_id: of.contractId, customer_id: of.customerId },
      field: [],
      product: [{ product_id: shared.products[0], num }],
    });
const parcel =
  (expressId: number): Try =>
  () =>
    on.ask('CrmExpressDeliver/addOrUpdate', { expressId, deliverCompany: '顺丰速运', deliverNumber: on.named('SF') });

const one = (ready: Pair['ready']): Pair => ({ wins: 'one', ready });
const any = (ready: Pair['ready']): Pair => ({ wins: 'any', ready });
type Waiting = Awaited<ReturnType<typeof waiting>>;
const ofWaiting = (first: keyof Omit<Waiting, keyof Deal>, second: keyof Omit<Waiting, keyof Deal>) => async () => {
  const document = await waiting();
  return [document[first], document[second]] as const;
};
const onSold = (tries: (of: Deal) => readonly [Try, Try] | Promise<readonly [Try, Try]>) => async () =>
  tries(await sold(on));

const pairs: Readonly<Record<string, Pair>> = {
  'pass and withdraw': one(ofWaiting('pass', 'withdraw')),
  'pass and reject': one(ofWaiting('pass', 'reject')),
  'pass twice': one(ofWaiting('pass', 'pass')),
  'reject and withdraw': one(ofWaiting('reject', 'withdraw')),
  // an edit of what waits is refused, and of what is withdrawn submits it anew
  'pass and edit': one(ofWaiting('pass', 'edit')),
  'withdraw and edit': any(ofWaiting('withdraw', 'edit')),
  'reject and edit': any(ofWaiting('reject', 'edit')),
  'pass and delete': one(ofWaiting('pass', 'remove')),
  'withdraw and delete': any(ofWaiting('withdraw', 'remove')),
  'pass and a shipment that is prepared': any(async () => {
    const document = await waiting();
    return [document.pass, newShipment(document, '2')];
  }),
  'discard twice': one(onSold((of) => [discard(of), discard(of)])),
  'discard and change': one(onSold((of) => [discard(of), change(of)])),
  'change twice': one(onSold((of) => [change(of), change(of)])),
  'discard and a new receivable': one(onSold((of) => [discard(of), newReceivable(of)])),
  'discard and the pass of a receivable': any(onSold(async (of) => [discard(of), (await receivable(of)).pass])),
  'discard and the submission of a receivable': one(
    onSold(async (of) => {
      const receivablesId = await paid(on, of, { checkStatus: 5 });
      return [discard(of), asked('crm/receivables/check', { receivablesId })];
    }),
  ),
  'discard and a new invoice': one(onSold((of) => [discard(of), newInvoice(of, '10')])),
  'discard and an invoice that goes out': any(
    onSold(async (of) => {
      const its = await invoicing(of);
      await its.passed();
      return [discard(of), its.issue];
    }),
  ),
  'discard and a reversal': any(
    onSold(async (of) => {
      const its = await invoicing(of);
      await its.passed();
      expect((await its.issue()).msg).toBe('');
      return [discard(of), its.reverse];
    }),
  ),
  'discard and a plan': any(onSold((of) => [discard(of), newPlan(of, '50')])),
  'discard and a parcel': any(onSold(async (of) => [discard(of), parcel(await shipment(on, of, '3'))])),
  'discard and the discard of its receivable': any(
    onSold(async (of) => {
      const receivablesId = await received(of);
      return [discard(of), asked('CrmReceivables/receivablesDiscard', { receivablesId })];
    }),
  ),
  'pass and withdraw a receivable': one(
    onSold(async (of) => {
      const its = await receivable(of);
      return [its.pass, its.withdraw];
    }),
  ),
  'two receivables of all that is due': one(
    onSold(async (of) => [
      (await receivable(of, { money: '1000' })).pass,
      (await receivable(of, { money: '1000' })).pass,
    ]),
  ),
  'two discards of a receivable': one(
    onSold(async (of) => {
      const tried = asked('CrmReceivables/receivablesDiscard', { receivablesId: await received(of) });
      return [tried, tried];
    }),
  ),
  'the discard of what made arrears and what settles them': one(
    onSold(async (of) => {
      const receivablesId = await received(of);
      const { list } = await done(on, 'CrmsArrears/queryPageList', { contractId: of.contractId, status: 0 });
      const [open] = list as { arrearsId: number }[];
      const settling = await receivable(of, { arrearsId: open?.arrearsId });
      return [asked('CrmReceivables/receivablesDiscard', { receivablesId }), settling.pass];
    }),
  ),
  'the close of arrears and what settles them': one(
    onSold(async (of) => {
      await received(of);
      const { list } = await done(on, 'CrmsArrears/queryPageList', { contractId: of.contractId, status: 0 });
      const [open] = list as { arrearsId: number; unreceivedMoney: string }[];
      const settling = await receivable(of, { arrearsId: open?.arrearsId, money: open?.unreceivedMoney });
      return [asked('CrmsArrears/closeArrearOrder', { arrearsId: open?.arrearsId }), settling.pass];
    }),
  ),
  'invoices over the same rest': one(onSold((of) => [newInvoice(of, '600'), newInvoice(of, '500')])),
  'pass and withdraw an invoice': one(
    onSold(async (of) => {
      const its = await invoicing(of);
      return [its.pass, its.withdraw];
    }),
  ),
  'an invoice goes out and is void': one(
    onSold(async (of) => {
      const its = await invoicing(of);
      await its.passed();
      return [its.issue, its.voids];
    }),
  ),
  'two reversals of an invoice': one(
    onSold(async (of) => {
      const its = await invoicing(of);
      await its.passed();
      expect((await its.issue()).msg).toBe('');
      return [its.reverse, its.reverse];
    }),
  ),
  // the order leaves 240 of 1000
  'an order and an invoice over more than it leaves': any(
    onSold(async (of) => {
      const approver = on.colleague();
      const { recordId } = await order(on, of, approver);
      return [as(approver, decide(recordId, 1)), newInvoice(of, '300')];
    }),
  ),
  'an order and an invoice of more than it leaves that goes out': one(
    onSold(async (of) => {
      const its = await invoicing(of);
      await its.passed();
      const approver = on.colleague();
      const { recordId } = await order(on, of, approver);
      return [as(approver, decide(recordId, 1)), its.issue];
    }),
  ),
  'an order and a receivable of more than it leaves': one(
    onSold(async (of) => {
      const its = await receivable(of, { money: '300' });
      const approver = on.colleague();
      const { recordId } = await order(on, of, approver);
      return [as(approver, decide(recordId, 1)), its.pass];
    }),
  ),
  'an order and a plan of more than it leaves': one(
    onSold(async (of) => {
      const approver = on.colleague();
      const { recordId } = await order(on, of, approver);
      return [as(approver, decide(recordId, 1)), newPlan(of, '300')];
    }),
  ),
  'an order and a shipment of more than it leaves': one(
    onSold(async (of) => {
      const approver = on.colleague();
      const { recordId } = await order(on, of, approver);
      return [as(approver, decide(recordId, 1)), newShipment(of, '5')];
    }),
  ),
  'shipments over the same rest': one(onSold((of) => [newShipment(of, '6'), newShipment(of, '5')])),
  'a parcel and the end of its shipment': one(
    onSold(async (of) => {
      const expressId = await shipment(on, of, '3');
      return [parcel(expressId), asked('CrmExpress/updateStatus', { expressId, status: 5 })];
    }),
  ),
  'two parcels of all that is left': one(
    onSold(async (of) => {
      const expressId = await shipment(on, of, '3');
      return [parcel(expressId), parcel(expressId)];
    }),
  ),
  'opening balances are taken back and a receivable is submitted': one(async () => {
    const of = await draft(on);
    const { operationId } = await done(on, 'CrmContract/passOpeningBalances', { contractIds: [of.contractId] });
    return [asked('operation/undo', { operationId }), newReceivable(of)];
  }),
  'opening balances are taken back and changed': any(async () => {
    const of = await draft(on);
    const { operationId } = await done(on, 'CrmContract/passOpeningBalances', { contractIds: [of.contractId] });
    return [asked('operation/undo', { operationId }), change(of)];
  }),
};

/** What happened: an undo that leaves everything as it is has done nothing. */
const happened = ({ code, data }: Reply): boolean => code === 0 && (data as { undone?: number } | null)?.undone !== 0;

describe('of two at once', () => {
  it.each(someOf(Object.entries(pairs), 2))(
    '%s: what they leave is whole',
    async (_name, { wins, ready }) => {
      for (let round = 0; round < repetitions(50); round += 1) {
        const tries = await ready();
        const turned = round % 2 === 0 ? tries : tries.toReversed();
        const replies = await Promise.all(turned.map((tried) => tried()));
        const winners = replies.filter(happened).length;
        expect([replies.map(({ msg }) => msg), winners]).toEqual([
          expect.anything(),
          wins === 'one' ? 1 : expect.any(Number),
        ]);
        // whoever was too late reads why
        for (const reply of replies) if (reply.code !== 0) expect(reply.msg).not.toBe('');
        expect(failed).toEqual([]);
      }
      expect(await brokenDeals(company.db, shared)).toEqual([]);
    },
    isSoak ? 600_000 : 60_000,
  );

  it('a contract passes while somebody refers to its customer, who may wait for the contract', async () => {
    const document = await waiting();
    await inTransaction(company.db, async (trx) => {
      await sql`select from customer where customer_id = ${document.customerId} for key share`.execute(trx);
      expect((await document.pass()).msg).toBe('');
    });
  });

  it('nobody waits for who waits for them', async () => {
    expect((await deadlocksOf(company.db)).join('\n')).toBe('');
  });
});
