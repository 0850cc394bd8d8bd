import { invoiceStatuses } from '#shared/crm/invoices/invoice-type.ts';
import { recent, type Act, type Dealer } from './dealer.ts';

const invoice: Act = async (on) => {
  const of = recent(on, on.shared.contracts);
  if (!of) return;
  const made = await on.make('invoice', 'CrmReceipt/addOrUpdate', (remark) => ({
    entity: {
      contract_id: of.contractId,
      customer_id: of.customerId,
      money: on.amount(250),
      invoice_type: '增值税专用发票',
      remark,
      ...(on.roll(6) === 0 ? { checkStatus: 5 } : {}),
    },
    field: [],
  }));
  if (!made) return;
  const receiptId = Number(made['receiptId']);
  on.shared.invoices.push(receiptId);
  await on.awaits('CrmReceipt/queryById', { receiptId }, null);
};

const moveInvoice =
  (invoiceStatus: number): Act =>
  async (on) => {
    const id = recent(on, on.roll(3) > 0 ? on.shared.passedInvoices : on.shared.invoices);
    if (id === undefined) return invoice(on);
    const moved = await on.tried('CrmReceipt/updateStatus', {
      receiptIds: [id],
      invoiceStatus,
      ...(invoiceStatus === invoiceStatuses.issued ? { invoiceNumber: `2431${id}` } : { remark: '有误' }),
    });
    if (moved) on.shared.issues.push({ id, status: invoiceStatus });
  };

const sendInvoice: Act = async (on) => {
  const receiptId = recent(on, on.shared.invoices);
  if (receiptId === undefined) return;
  if (on.roll(2) === 0) await on.tried('CrmReceipt/revokeCheck', { receiptId, remarks: '再看看' });
  else if (await on.tried('CrmReceipt/check', { receiptId }))
    await on.awaits('CrmReceipt/queryById', { receiptId }, null);
};

const shipment: Act = async (on) => {
  const of = recent(on, on.shared.contracts);
  if (!of) return;
  const product = on.shared.products
    .slice(0, 1 + on.roll(2))
    .map((product_id) => ({ product_id, num: String(on.roll(4) + 1) }));
  const made = await on.make('shipment', 'CrmExpress/addOrUpdate', (remark) => ({
    entity: { contract_id: of.contractId, customer_id: of.customerId, remark },
    field: [],
    product,
  }));
  if (!made) return;
  const expressId = Number(made['expressId']);
  const read = await on.tried('CrmExpress/queryById', { expressId });
  on.shared.shipments.push({ ...of, expressId, number: String(read?.['number'] ?? '') });
};

const some = (on: Dealer) => ({
  products: on.shared.products
    .slice(0, 1 + on.roll(2))
    .map((productId) => ({ productId, num: String(on.roll(3) + 1) })),
});

const parcel: Act = async (on) => {
  const one = recent(on, on.shared.shipments);
  if (!one) return shipment(on);
  const made = await on.make('parcel', 'CrmExpressDeliver/addOrUpdate', (deliverNumber) => ({
    expressId: one.expressId,
    deliverCompany: '顺丰速运',
    deliverNumber,
    ...(on.roll(3) > 0 ? some(on) : {}),
  }));
  if (made) on.shared.parcels.push(Number(made['deliverId']));
};

const correctParcel: Act = async (on) => {
  const deliverId = recent(on, on.shared.parcels);
  if (deliverId !== undefined) await on.tried('CrmExpressDeliver/addOrUpdate', { deliverId, ...some(on) });
};

/** The sheet of numbers that comes back: a parcel of all that is left for each row. */
const tracking: Act = async (on) => {
  const those = [recent(on, on.shared.shipments), recent(on, on.shared.shipments)].flatMap((one) => one ?? []);
  const rows = those.map(({ number }) => `${number},圆通速递,${on.named('YT').replace(' ', '')}`);
  const content = Buffer.from(`发货单号,快递公司,快递单号\n${rows.join('\n')}\n`);
  await on.tried('CrmExpress/uploadExcel', {}, { name: '快递单.csv', content });
};

const endShipment: Act = async (on) => {
  const one = recent(on, on.shared.shipments);
  if (!one) return;
  const status = on.roll(3) + 3;
  const ended = await on.tried('CrmExpress/updateStatus', { expressId: one.expressId, status });
  const operationId = ended?.['operationId'];
  if (typeof operationId === 'number') on.shared.operations.push(operationId);
};

const undo: Act = async (on) => {
  const operationId = recent(on, on.shared.operations, 12);
  if (operationId !== undefined) await on.tried('operation/undo', { operationId });
};

const actions: Readonly<Record<number, string>> = { 1: 'passed', 2: 'rejected', 4: 'withdrawn' };

/** Whoever is asked decides, and sometimes somebody else tries, the author among them. */
const decide: Act = async (on) => {
  const { waiting, passedInvoices } = on.shared;
  const one = recent(on, waiting, 24);
  if (!one) return;
  const { recordId, approver, receiptId } = one;
  if (approver !== null && on.roll(5) > 0) on.become(approver);
  const status = on.pick([1, 1, 1, 1, 1, 2, 4]) ?? 1;
  const userId = on.me().userId;
  const done = await on.tried('examineRecord/auditExamine', { recordId, status, remarks: '意见' });
  if (!done) return;
  on.shared.decisions.push({ recordId, userId, action: actions[status] ?? '' });
  if (receiptId !== null && status === 1) passedInvoices.push(receiptId);
  // it may be decided on again once it is submitted again, and others may try meanwhile
  if (waiting.includes(one) && on.roll(4) > 0) waiting.splice(waiting.indexOf(one), 1);
};

export const goodsActs: Readonly<Record<string, readonly [number, Act]>> = {
  invoice: [7, invoice],
  issue: [5, moveInvoice(invoiceStatuses.issued)],
  reverse: [2, moveInvoice(invoiceStatuses.reversed)],
  voidInvoice: [2, moveInvoice(invoiceStatuses.void)],
  sendInvoice: [2, sendInvoice],
  shipment: [6, shipment],
  parcel: [6, parcel],
  correctParcel: [2, correctParcel],
  tracking: [2, tracking],
  endShipment: [4, endShipment],
  undo: [3, undo],
  decide: [34, decide],
};
