import { sql, type RawBuilder } from 'kysely';
import { expect } from 'vitest';
import { approvalOf, approved, done, draft, invoice, order, other, paid, shipment, sold } from './deal-steps.ts';
import type { Dealer, Reply } from './dealer.ts';

/** Of something that happens as a whole: what of it has happened. */
interface Part {
  readonly done: number;
  readonly total: number;
}
/** Work that may be interrupted anywhere, and is asked again then. */
interface Trial {
  readonly send: () => readonly Promise<Reply>[];
  /** One row for each part that happens as a whole. */
  readonly parts: RawBuilder<Part>;
}
type Prepare = (on: Dealer) => Promise<Trial>;
/** Documents of a trial. */
const many = 4;
const each = <T>(work: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: many }, (_, at) => work(at)));

const bankLines = 200;

const bank: Prepare = async (on) => {
  const payer = on.named('payer');
  const lines = Array.from({ length: bankLines }, (_, at) => `2026-01-05,${payer},${at + 1}.50,${at},货款`);
  const content = Buffer.from(`交易日期,对方户名,收入金额,流水号,摘要\n${lines.join('\n')}\n`);
  return {
    send: () => [on.ask('CrmBank/uploadExcel', {}, { name: '流水.csv', content })],
    parts: sql`select count(*)::int as done, ${bankLines}::int as total from bank_line where payer = ${payer}`,
  };
};

const invoices =
  (isReversal: boolean): Prepare =>
  async (on) => {
    const ids = await each(async () => invoice(on, await sold(on), { invoice_number: on.named('no') }));
    for (const receiptId of ids) await approved(on, await approvalOf(on, 'CrmReceipt/queryById', { receiptId }));
    const move = (invoiceStatus: number): Promise<Reply> =>
      on.ask('CrmReceipt/updateStatus', { receiptIds: ids, invoiceStatus, remark: '有误' });
    if (isReversal) expect((await move(1)).msg).toBe('');
    const status = isReversal ? 2 : 1;
    return {
      send: () => [move(status)],
      parts: sql`
        select (count(*) filter (where r.invoice_status = ${status})
            + count(*) filter (where exists (select from ledger_entry e
              where e.document_type = 21 and e.document_id = r.receipt_id and (e.reverses is not null) = ${isReversal})))::int as done,
          ${2 * many}::int as total
        from receipt r where r.receipt_id = any(${ids}::bigint[])`,
    };
  };

const parcels: Prepare = async (on) => {
  const ids: number[] = [];
  const rows = await each(async (at) => {
    const expressId = await shipment(on, await sold(on), '7');
    ids.push(expressId);
    const { number } = await done(on, 'CrmExpress/queryById', { expressId });
    return `${number},圆通速递,${on.named('YT').replaceAll(' ', '')}${at}`;
  });
  const content = Buffer.from(`发货单号,快递公司,快递单号\n${rows.join('\n')}\n`);
  return {
    send: () => [on.ask('CrmExpress/uploadExcel', {}, { name: '快递单.csv', content })],
    parts: sql`
      select (count(*) filter (where r.status = 2) + count(d.deliver_id) + count(i.line_id))::int as done, ${3 * many}::int as total
      from express r left join express_deliver d using (express_id) left join express_deliver_item i using (deliver_id)
      where r.express_id = any(${ids}::bigint[])`,
  };
};

const opening: Prepare = async (on) => {
  const those = await each(() => draft(on));
  const receivables = await each((at) => paid(on, those[at] ?? { contractId: 0, customerId: 0 }, { checkStatus: 5 }));
  const contractIds = those.map(({ contractId }) => contractId);
  return {
    send: () => [on.ask('CrmContract/passOpeningBalances', { contractIds, withReceivables: 1 })],
    parts: sql`
      select (count(*) filter (where c.check_status = 1) + count(*) filter (where k.deal_status = 1)
          + (select count(*) from receivables r where r.receivables_id = any(${receivables}::bigint[]) and r.check_status = 1)
          + (select count(*) from ledger_entry e where e.contract_id = any(${contractIds}::bigint[])
            and e.account in ('contracted', 'received')))::int as done, ${5 * many}::int as total
      from contract c join customer k using (customer_id) where c.contract_id = any(${contractIds}::bigint[])`,
  };
};

const discards: Prepare = async (on) => {
  const those = await each(() => sold(on));
  for (const of of those) {
    const receivablesId = await paid(on, of);
    await approved(on, await approvalOf(on, 'CrmReceivables/queryById', { receivablesId }));
  }
  const ids = those.map(({ contractId }) => contractId);
  return {
    send: () => ids.map((contractId) => on.ask('CrmContract/contractDiscard', { contractId, remarks: '不再履行' })),
    // all that is due is reversed, and what was received is the customer's
    parts: sql`
      select ((c.check_status = 6)::int + (a.status = 6)::int + (c.credit_money = 70.50)::int
          + (c.unreceived_money = 0)::int + (c.received_money = 0)::int + (c.arrears_money = 0)::int
          + (select count(*) from approval_log l where l.approval_id = a.approval_id and l.action = 'discarded'))::int as done,
        7 as total
      from contract c join approval a on a.type_code = 6 and a.record_id = c.contract_id
      where c.contract_id = any(${ids}::bigint[])`,
  };
};

const orders: Prepare = async (on) => {
  const approver = on.colleague();
  const those = await each(async () => order(on, await sold(on), approver));
  const author = on.me().userId;
  return {
    send: () => {
      on.become(approver);
      const sent = those.map(({ recordId }) =>
        on.ask('examineRecord/auditExamine', { recordId, status: 1, remarks: '' }),
      );
      on.become(author);
      return sent;
    },
    parts: sql`
      select ((o.check_status = 1)::int + (o.change_status = 2)::int + (c.money = 240)::int + (c.contract_money = 240)::int
          + (c.unreceived_money = 240)::int
          + (select count(*) from contract_product p where p.contract_id = c.contract_id and p.num = 4)
          + (select count(*) from approval_log l join approval a using (approval_id)
            where a.type_code = 6 and a.record_id = o.contract_id and l.action = 'passed'))::int as done, 7 as total
      from contract o join contract c on c.contract_id = o.changes_id
      where o.contract_id = any(${those.map(({ orderId }) => orderId)}::bigint[])`,
  };
};

let months = 0;
/** A month is closed while receivables of it are passed. */
const freeze: Prepare = async (on) => {
  const month = `${2000 + Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`;
  months += 1;
  const of = await sold(on);
  const first = await paid(on, of, { money: '5', return_time: `${month}-15` });
  const recordId = await approvalOf(on, 'CrmReceivables/queryById', { receivablesId: first });
  const by = other(on);
  const author = on.me().userId;
  return {
    send: () => {
      on.become(by);
      const sent = [
        on.ask('examineRecord/auditExamine', { recordId, status: 1, remarks: '' }),
        on.ask('CrmLedger/freeze', { period: month }),
      ];
      on.become(author);
      return sent;
    },
    parts: sql`
      select ((p.closed_until >= (${`${month}-01`}::date + interval '1 month' - interval '1 day')::date)::int
        + (select count(*) from ledger_freeze f where f.month = ${`${month}-01`}::date))::int as done, 2 as total
      from ledger_period p
      union all
      select ((r.check_status = 1)::int
        + (select count(*) from ledger_entry e
          where e.document_type = 7 and e.document_id = r.receivables_id and e.account = 'received'))::int, 2
      from receivables r where r.receivables_id = ${first}`,
  };
};

/** What is interrupted, by its name. */
export const trials: Readonly<Record<string, Prepare>> = {
  'a bank statement': bank,
  'invoices that go out': invoices(false),
  'invoices that are reversed': invoices(true),
  'a sheet of parcels': parcels,
  'opening balances': opening,
  'discards of contracts': discards,
  'orders that change contracts': orders,
  'the close of a month': freeze,
};
