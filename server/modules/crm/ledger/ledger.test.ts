import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { pdfPages } from '#server/testing/documents/pdf-text.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { readSheet } from '#server/platform/sheets/read-sheet.ts';
import { openMoney, type Money } from '#server/modules/crm/receivables/testing.ts';
import { invoiced, reversedInvoice } from './document-postings.ts';
import { post } from './post.ts';

let money: Money;
beforeAll(async () => {
  money = await openMoney();
});
afterAll(() => money.company.close());

const asAdmin = <T>(
  work: (trx: Parameters<typeof post>[0], actor: Parameters<typeof post>[1]) => Promise<T>,
): Promise<T> =>
  inTransaction(money.db, async (trx) =>
    work(trx, await money.company.services.gate.actorFor(trx, money.people.admin.userId)),
  );

async function somebodyWaits(): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(money.db);
  return rows.length > 0;
}

describe('the ledger', () => {
  it('cannot be changed or emptied by the application', async () => {
    await money.contract('10');
    for (const statement of [
      'update ledger_entry set amount = amount',
      'delete from ledger_entry',
      'truncate ledger_entry',
      'update ledger_freeze set month = month',
      'delete from ledger_freeze',
    ]) {
      const client = new pg.Client({ connectionString: money.company.urls.appUrl });
      await client.connect();
      await expect(client.query(statement), statement).rejects.toMatchObject({ code: '42501' });
      await client.end();
    }
  });

  const cases: readonly (readonly [
    string,
    readonly (readonly [
      'due' | 'contracted' | 'received' | 'planned' | 'plan_offset' | 'invoiced' | 'invoice_offset',
      string,
    ])[],
  ])[] = [
    [
      'ledger_balanced',
      [
        ['due', '5'],
        ['contracted', '-4'],
      ],
    ],
    [
      'ledger_received',
      [
        ['received', '101'],
        ['due', '-101'],
      ],
    ],
    [
      'ledger_planned',
      [
        ['planned', '101'],
        ['plan_offset', '-101'],
      ],
    ],
    [
      'ledger_invoiced',
      [
        ['invoiced', '101'],
        ['invoice_offset', '-101'],
      ],
    ],
  ];
  it.each(cases)('refuses at the end of the transaction what would not hold: %s', async (constraint, lines) => {
    const { contractId, customerId } = await money.contract('100');
    const document = { typeCode: 6, id: contractId, version: 1 };
    const posting = { event: 'received' as const, customerId, contractId, document, day: null };
    const tried = asAdmin((trx, actor) =>
      post(trx, actor, [{ ...posting, lines: lines.map(([account, amount]) => ({ account, amount })) }]),
    );
    await expect(tried).rejects.toMatchObject({ code: '23514', constraint });
  });

  it('refuses a figure that somebody writes past it', async () => {
    const { contractId } = await money.contract('100');
    const tried = inTransaction(money.db, (trx) =>
      sql`update contract set received_money = 1 where contract_id = ${contractId}`.execute(trx),
    );
    await expect(tried).rejects.toMatchObject({ constraint: 'ledger_heads' });
  });

  it('counts what two book at once who have not locked the contract, also where both book the same', async () => {
    const { contractId, customerId } = await money.contract('100');
    const document = { typeCode: 6, id: contractId, version: 1 };
    const lines = [
      { account: 'planned', amount: '10' },
      { account: 'plan_offset', amount: '-10' },
    ] as const;
    const posting = { event: 'planned' as const, customerId, contractId, document, day: null, lines };
    const firstBooked = Promise.withResolvers<void>();
    const first = asAdmin(async (trx, actor) => {
      await post(trx, actor, [posting]);
      firstBooked.resolve();
      await expect.poll(somebodyWaits).toBe(true);
    });
    await firstBooked.promise;
    await Promise.all([first, asAdmin((trx, actor) => post(trx, actor, [posting]))]);
    const { rows } = await sql`select planned_money from contract where contract_id = ${contractId}`.execute(money.db);
    expect(rows).toEqual([{ planned_money: '20.00' }]);
  });

  it('takes invoices up to the contract, and reversals once', async () => {
    const of = await money.contract('100');
    const invoice = (id: number, amount: string) =>
      asAdmin((trx, actor) =>
        invoiced(trx, actor, {
          contractId: of.contractId,
          money: amount,
          day: null,
          document: { typeCode: 21, id, version: 1 },
        }),
      );
    await invoice(1, '60');
    await expect(invoice(2, '40.01')).rejects.toMatchObject({ code: 'ledger.over_invoiced' });
    const reverse = () =>
      asAdmin((trx, actor) =>
        reversedInvoice(trx, actor, { contractId: of.contractId, document: { typeCode: 21, id: 1, version: 2 } }),
      );
    await expect(money.discardContract(of.contractId)).rejects.toMatchObject({ code: 'ledger.invoiced' });
    await reverse();
    await reverse();
    expect((await money.figures(of))['invoicedMoney']).toBe('0.00');
    await invoice(2, '100');
    expect((await money.figures(of))['invoicedMoney']).toBe('100.00');
  });

  it('shows neither figures nor entries to who may not see the contract or its money', async () => {
    const of = await money.contract('100');
    expect((await money.ask('CrmLedger/queryFigures', of, 'stranger')).code).toBe(404);
    expect((await money.ask('CrmLedger/queryEntries', { ...of, figure: 'dueMoney' }, 'seller')).code).not.toBe(0);
    expect((await money.ask('CrmLedger/queryFigures', of, 'hr')).code).toBe(403);
  });
});

describe('an order that changes a contract', () => {
  const ordered = async (of: { contractId: number }, amount: string) => {
    const { contractId } = await money.done<{ contractId: number }>('CrmContract/startChange', of);
    await money.done('CrmContract/saveAndUpdate', { entity: { contractId, money: amount }, field: [] });
    const recordId = await money.approvalOf(contractId, 6);
    return (english = false) =>
      money.ask('examineRecord/auditExamine', { recordId, status: 1, remarks: '' }, 'admin', english);
  };

  it('leaves it what was received and what is in arrears, and says how much that is', async () => {
    const of = await money.contract('100');
    const planId = await money.plan(of, '60');
    await money.receive(of, '50', { plan_id: planId });
    const passed = await ordered(of, '59.99');
    // the plan of 60 is more than that already
    expect((await passed()).msg).toContain('回款计划合计 60.00 元');
    const other = await money.contract('100');
    await money.receive(other, '100');
    const below = await ordered(other, '99.99');
    const refused = await below();
    expect([refused.code, refused.msg]).toEqual([
      422,
      expect.stringMatching(/已回款和欠费共 100.00 元，合同金额不能更少/),
    ]);
    expect((await below(true)).msg).toMatch(/has 100.00 received or in arrears/);
    expect(await money.figures(other)).toMatchObject({ contractMoney: '100.00', unreceivedMoney: '0.00' });
    expect(await money.recounted()).toMatchObject({ differences: [] });
  });
});

describe('credit of a customer', () => {
  it('comes from prepayments, pays contracts, and is refunded no further than it goes', async () => {
    const of = await money.contract('100');
    const { customerId } = of;
    const save = (kind: number, amount: string) =>
      money.ask('CrmCredit/save', { customerId, kind, money: amount, paidOn: '2026-11-01' }, 'admin');
    expect((await save(1, '1.005')).msg).toContain('小数不超过 2 位');
    expect((await save(1, '0')).code).not.toBe(0);
    const prepaid = await save(1, '70');
    expect(prepaid.msg).toBe('');
    await money.receive(of, '50', { method: '客户余额' });
    expect((await save(2, '20.01')).msg).toContain('剩余 20.00');
    expect((await save(2, '20')).msg).toBe('');
    const { creditId } = prepaid.data as { creditId: number };
    expect((await money.ask('CrmCredit/voidStatus', { creditId }, 'admin')).msg).toContain('余额不足');
    const statement = await money.done<{ closing: string; list: { balance: string }[] }>(
      'CrmLedger/queryStatement',
      { customerId, startDate: '2026-01-01', endDate: '2099-12-31' },
      'admin',
    );
    expect(statement.closing).toBe('50.00');
    expect(statement.list.at(-1)?.balance).toBe('50.00');
    const file = () =>
      money.ask('CrmLedger/generateStatement', { customerId, startDate: '2026-01-01', endDate: '2099-12-31' }, 'admin');
    const [one, other] = [await file(), await file()];
    expect(one.raw.equals(other.raw)).toBe(true);
    const text = (await pdfPages(one.raw)).join('');
    for (const part of ['对账单（2026-01-01至2099-12-31）', '期初余额', '期末余额', '70.00', '50.00', '签章'])
      expect(text).toContain(part);
    // the sheet has the same rows
    const period = { customerId, startDate: '2026-01-01', endDate: '2099-12-31' };
    const { raw } = await money.ask('CrmLedger/exportStatement', period, 'admin');
    const path = join(mkdtempSync(join(tmpdir(), 'jianye-statement-')), 'statement.xlsx');
    writeFileSync(path, raw);
    const rows: string[][] = [];
    for await (const { cells } of readSheet(path, { maxRows: 100, maxColumns: 20 })) rows.push(cells.map(String));
    const cellsOf = (balance: string) => rows.filter((row) => row.some((cell) => Number(cell) === Number(balance)));
    for (const { balance } of statement.list) expect(cellsOf(balance).length, balance).toBeGreaterThan(0);
    expect(rows.length).toBeGreaterThanOrEqual(statement.list.length + 2);
  });
});

describe('closing a month', () => {
  const last = () =>
    sql<{ month: string; day: string }>`
    select to_char(date_trunc('month', now()) - interval '1 month', 'YYYY-MM') as month,
      (date_trunc('month', now()) - interval '1 day')::date::text as day`.execute(money.db);

  it('books what comes later on the first open day, waits for what is under way, and is done once', async () => {
    const { rows } = await last();
    const { month = '', day = '' } = rows[0] ?? {};
    const of = await money.contract('100', { order_date: day });
    const dates = async () => {
      const { rows: found } = await sql<{ date: string; account: string }>`
        select ledger_date::text as date, account from ledger_entry where contract_id = ${of.contractId} order by entry_id`.execute(
        money.db,
      );
      return found;
    };
    expect((await dates()).every(({ date }) => date === day)).toBe(true);
    const ids = [await money.save(of, '10', { return_time: day }), 0];
    const [passed, closed] = await Promise.all([
      money.passed(ids[0] ?? 0),
      money.ask('CrmLedger/freeze', { period: month }, 'admin'),
    ]);
    expect([passed, closed.msg]).toEqual(['', '']);
    const { openFrom } = closed.data as { openFrom: string };
    const received = (await dates()).find(({ account }) => account === 'received');
    expect([day, openFrom]).toContain(received?.date);
    const arrearsId = (await money.openArrears(of))?.arrearsId;
    await money.receive(of, '5', { return_time: day, arrearsId });
    expect((await dates()).at(-1)?.date).toBe(openFrom);
    expect((await money.ask('CrmLedger/freeze', { period: month }, 'admin')).msg).toContain('已经结账');
    expect((await money.ask('CrmLedger/freeze', { period: '2099-01' }, 'admin')).msg).toContain('还没有结束');
    expect((await money.ask('CrmLedger/freeze', { period: month }, 'seller')).code).toBe(403);
  });

  it('goes by the days of the company’s time zone', async () => {
    const { rows } = await sql<{ zone: string; same: boolean }>`
      select current_setting('TimeZone') as zone, current_date = (now() at time zone 'Asia/Shanghai')::date as same`.execute(
      money.db,
    );
    expect(rows[0]).toEqual({ zone: 'Asia/Shanghai', same: true });
  });
});
