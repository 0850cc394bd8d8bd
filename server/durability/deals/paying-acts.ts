import { setTimeout as sleep } from 'node:timers/promises';
import { paymentMethodField } from '#shared/crm/receivables/receivable-type.ts';
import { recent, type Act, type Deal, type Dealer } from './dealer.ts';
import { dayOf, draftOf } from './selling-acts.ts';

type Row = Readonly<Record<string, unknown>>;

const plan: Act = async (on) => {
  const of = recent(on, on.shared.contracts);
  if (!of) return;
  const made = await on.make('plan', 'Crm/ReceivablesPlan/saveAndUpdate', (remark) => ({
    entity: {
      contract_id: of.contractId,
      customer_id: of.customerId,
      money: on.amount(300),
      return_date: '2099-12-01',
      return_type: '电汇',
      remark,
    },
    field: [],
  }));
  if (made) on.shared.plans.push({ ...of, planId: Number(made['planId']) });
};

const dropPlan: Act = async (on) => {
  const one = recent(on, on.shared.plans);
  if (!one) return plan(on);
  const removed = await on.tried('Crm/ReceivablesPlan/deleteByIds', { planIds: [one.planId] });
  const operationId = removed?.['operationId'];
  if (typeof operationId === 'number' && on.roll(3) === 0) await on.tried('operation/undo', { operationId });
  else if (on.roll(2) === 0) await on.tried('Crm/ReceivablesPlan/restoreByIds', { planIds: [one.planId] });
};

/** The arrears of a contract that are open. */
async function openArrears(on: Dealer, { contractId }: Deal): Promise<{ id: number; money: string } | null> {
  const found = await on.tried('CrmsArrears/queryPageList', { contractId, status: 0 });
  const [first] = (found?.['list'] ?? []) as Row[];
  return first ? { id: Number(first['arrearsId']), money: String(first['unreceivedMoney']) } : null;
}

const receivable: Act = async (on) => {
  const planned = on.roll(2) === 0 ? recent(on, on.shared.plans) : undefined;
  const of = planned ?? recent(on, on.shared.contracts);
  if (!of) return;
  const open = on.roll(2) === 0 ? await openArrears(on, of) : null;
  const method = on.pick(['电汇', '电汇', '电汇', '现金', '欠费', '客户余额', '优惠券']) ?? '电汇';
  const money = open && on.roll(2) === 0 ? open.money : on.amount(300);
  const entity = {
    contract_id: of.contractId,
    customer_id: of.customerId,
    money,
    return_time: dayOf(on),
    ...(open && method !== '欠费' ? { arrearsId: open.id } : planned ? { plan_id: planned.planId } : {}),
    ...(method === '欠费' ? { arrear_type: '其他' } : {}),
    // what is beyond the contract becomes credit
    ...(on.roll(2) === 0 ? { takesSurplus: 1 } : {}),
  };
  const made = await on.make('receivable', 'CrmReceivables/saveOrUpdate', (remark) => ({
    entity: { ...entity, remark },
    field: [{ fieldName: paymentMethodField, value: method }],
  }));
  if (!made) return;
  const receivablesId = Number(made['receivablesId']);
  on.shared.receivables.push(receivablesId);
  await on.awaits('CrmReceivables/queryById', { receivablesId }, null);
};

/** What is in arrears is paid, in part or whole, and somebody else passes it. */
const settle: Act = async (on) => {
  const found = await on.tried('CrmsArrears/queryPageList', { status: 0, limit: 20 });
  const open = on.pick((found?.['list'] ?? []) as Row[]);
  if (!open) return;
  const read = await on.tried('CrmContract/queryById', { contractId: open['contractId'] });
  const made = await on.make('receivable', 'CrmReceivables/saveOrUpdate', (remark) => ({
    entity: {
      contract_id: open['contractId'],
      customer_id: read?.['customerId'],
      money: on.roll(2) === 0 ? open['unreceivedMoney'] : '1.50',
      arrearsId: open['arrearsId'],
      remark,
    },
    field: [{ fieldName: paymentMethodField, value: '电汇' }],
  }));
  if (!made) return;
  const receivablesId = Number(made['receivablesId']);
  on.shared.receivables.push(receivablesId);
  const saved = await on.tried('CrmReceivables/queryById', { receivablesId });
  on.become(on.colleague());
  await on.pass(Number(saved?.['examineRecordId'] ?? 0));
};

const unreceive: Act = async (on) => {
  const receivablesId = recent(on, on.shared.receivables, 30);
  if (receivablesId !== undefined) await on.tried('CrmReceivables/receivablesDiscard', { receivablesId });
};

const closeArrears: Act = async (on) => {
  const of = recent(on, on.shared.contracts);
  const open = of ? await openArrears(on, of) : null;
  if (open) await on.tried('CrmsArrears/closeArrearOrder', { arrearsId: open.id });
};

const credit: Act = async (on) => {
  const of = recent(on, on.shared.contracts);
  if (!of) return;
  const made = await on.make('credit', 'CrmCredit/save', (remark) => ({
    customerId: of.customerId,
    kind: on.roll(2) + 1,
    money: on.amount(200),
    paidOn: dayOf(on),
    remark,
  }));
  if (made) on.shared.credits.push(Number(made['creditId']));
};

const voidCredit: Act = async (on) => {
  const creditId = recent(on, on.shared.credits, 8);
  if (creditId !== undefined) await on.tried('CrmCredit/voidStatus', { creditId });
};

/** A statement of two payments, of which one may have been loaded before. */
const bank: Act = async (on) => {
  const day = dayOf(on);
  const line = (payer: string): string => `${day},${payer},${on.amount(200)},1,货款`;
  await on.make(
    'bank',
    'CrmBank/uploadExcel',
    () => ({}),
    (mark) => ({
      name: '流水.csv',
      content: Buffer.from(
        `交易日期,对方户名,收入金额,流水号,摘要\n${line(mark)}\n${on.roll(5) === 0 ? '2026-01-05,老客户,9.00,7,旧\n' : ''}`,
      ),
    }),
  );
};

const confirm: Act = async (on) => {
  const listed = await on.tried('CrmBank/queryPageList', { status: 0, limit: 20 });
  const line = on.pick((listed?.['list'] ?? []) as Row[]);
  const of = recent(on, on.shared.contracts);
  if (!line || !of) return bank(on);
  const lineId = line['lineId'];
  if (on.roll(5) === 0) return on.tried('CrmBank/setStatus', { lineId, status: 2 });
  const booked = await on.tried('CrmBank/confirm', { lineId, contractId: of.contractId });
  if (!booked) return;
  const receivablesId = Number(booked['receivablesId']);
  on.shared.receivables.push(receivablesId);
  return on.awaits('CrmReceivables/queryById', { receivablesId }, null);
};

/** Contracts of an old system come into force with what was paid for them, and may be drafts again. */
const opening: Act = async (on) => {
  const of = await draftOf(on);
  if (!of) return;
  const entity = { contract_id: of.contractId, customer_id: of.customerId, money: on.amount(200), checkStatus: 5 };
  await on.make('receivable', 'CrmReceivables/saveOrUpdate', (remark) => ({
    entity: { ...entity, remark },
    field: [{ fieldName: paymentMethodField, value: '电汇' }],
  }));
  await takeOver(on, [of]);
};

async function takeOver(on: Dealer, those: readonly Deal[]): Promise<void> {
  const taken = await on.tried('CrmContract/passOpeningBalances', {
    contractIds: those.map(({ contractId }) => contractId),
    withReceivables: 1,
  });
  if (!taken) return;
  on.shared.contracts.push(...those);
  const operationId = Number(taken['operationId']);
  on.shared.operations.push(operationId);
  if (on.roll(3) === 0) await on.tried('operation/undo', { operationId });
}

/** The same from a sheet, which a job of the product reads. */
const openingSheet: Act = async (on) => {
  const customer = on.named('customer');
  const made = await on.tried('CrmCustomer/addOrUpdate', { entity: { customer_name: customer }, field: [] });
  const names = [on.named('old'), on.named('old')];
  const rows = names.map((name) => `${name},${customer},${on.amount(400)}`);
  const { code, data: messageId } = await on.ask(
    'CrmContract/uploadExcel',
    { repeatHandling: 2, ownerUserId: on.me().userId },
    { name: '合同.csv', content: Buffer.from(`合同名称,客户名称,合同金额\n${rows.join('\n')}\n`) },
  );
  if (!made || code !== 0) return;
  for (let round = 0; round < 200; round += 1) {
    const { data } = await on.ask('system/message/queryImportNum', { messageId });
    if (data === null || data === undefined) break;
    await sleep(50);
  }
  const found = await Promise.all(names.map((search) => on.tried('CrmContract/queryPageList', { search, type: 6 })));
  const those = found.flatMap((page) => (page?.['list'] ?? []) as Row[]);
  await takeOver(
    on,
    those.map((row) => ({ contractId: Number(row['contractId']), customerId: Number(row['customerId']) })),
  );
};

const freeze: Act = async (on) => {
  const now = new Date();
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1 - on.roll(14), 1))
    .toISOString()
    .slice(0, 7);
  const closed = await on.tried('CrmLedger/freeze', { period: month });
  if (closed) on.shared.frozen.push({ month, at: new Date().toISOString() });
};

export const payingActs: Readonly<Record<string, readonly [number, Act]>> = {
  plan: [5, plan],
  dropPlan: [3, dropPlan],
  receivable: [14, receivable],
  settle: [4, settle],
  unreceive: [4, unreceive],
  closeArrears: [2, closeArrears],
  credit: [4, credit],
  voidCredit: [2, voidCredit],
  bank: [3, bank],
  confirm: [3, confirm],
  opening: [2, opening],
  openingSheet: [1, openingSheet],
  freeze: [1, freeze],
};
