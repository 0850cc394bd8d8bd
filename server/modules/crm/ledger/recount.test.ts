import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openMoney, type Money } from '#server/modules/crm/receivables/testing.ts';

let money: Money;
beforeAll(async () => {
  money = await openMoney();
});
afterAll(() => money.company.close());

const tables = ['contract', 'receivables_plan', 'arrears', 'credit_document', 'ledger_entry'];

/** Writes as nobody may, past what keeps figures and checks them. */
async function spoil(statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: money.company.urls.ownerUrl });
  await client.connect();
  try {
    for (const table of tables) await client.query(`alter table ${table} disable trigger user`);
    for (const statement of statements) await client.query(statement);
  } finally {
    for (const table of tables) await client.query(`alter table ${table} enable trigger user`);
    await client.end();
  }
}

it('a recount names every figure that is not the sum of its entries, and every posting that does not balance', async () => {
  const of = await money.contract('100');
  const planId = await money.plan(of, '60');
  await money.receive(of, '30', { plan_id: planId });
  const owing = await money.contract('100');
  await money.receive(owing, '10', { method: '欠费', arrear_type: '其他' });
  const arrearsId = (await money.openArrears(owing))?.arrearsId ?? 0;
  const untouched = await money.contract('70');
  const { creditId } = await money.done<{ creditId: number }>(
    'CrmCredit/save',
    { customerId: untouched.customerId, kind: 1, money: '20', paidOn: '2026-11-01' },
    'admin',
  );
  const right = await money.done<{ entries: number; contracts: number; differences: unknown[] }>(
    'CrmLedger/recount',
    {},
    'admin',
  );
  expect(right).toMatchObject({ contracts: 3, differences: [] });

  const figures = ['contract', 'received', 'unreceived', 'arrears', 'invoiced', 'planned', 'credit'];
  await spoil([
    `update contract set ${figures.map((name, at) => `${name}_money = ${name}_money + ${at + 1}`).join(', ')}
     where contract_id = ${of.contractId}`,
    `update contract set planned_money = 5 where contract_id = ${owing.contractId}`,
    `update receivables_plan set received_money = received_money + 1, arrears_money = 2 where plan_id = ${planId}`,
    `update arrears set open_money = open_money + 3 where arrears_id = ${arrearsId}`,
    `update credit_document set credit_money = 25 where credit_id = ${creditId}`,
    `insert into ledger_entry (posting_id, line, account, amount, event, customer_id, document_type, document_id,
       document_version, user_id, document_date, ledger_date)
     values (900001, 1, 'received', 4, 'prepaid', ${untouched.customerId}, 9, 1, 1, ${money.people.admin.userId}, '2026-11-01', '2026-11-01')`,
  ]);
  const wrong = await money.done<{ entries: number; differences: unknown[] }>('CrmLedger/recount', {}, 'admin');
  expect(wrong.entries).toBe(right.entries + 1);
  const difference = (what: string, id: number, figure: string, held: string, sum: string) => ({
    what,
    id,
    figure,
    held,
    sum,
  });
  const { contractId: id } = of;
  expect(wrong.differences).toEqual([
    difference('arrears', arrearsId, 'arrearsMoney', '13.00', '10.00'),
    // what a receivable leaves of its plan is in arrears
    difference('contract', id, 'arrearsMoney', '34.00', '30.00'),
    difference('contract', id, 'contractMoney', '101.00', '100.00'),
    difference('contract', id, 'creditMoney', '7.00', '0'),
    difference('contract', id, 'invoicedMoney', '5.00', '0'),
    difference('contract', id, 'plannedMoney', '66.00', '60.00'),
    difference('contract', id, 'receivedMoney', '32.00', '30.00'),
    difference('contract', id, 'unreceivedMoney', '73.00', '70.00'),
    difference('contract', owing.contractId, 'plannedMoney', '5', '0'),
    difference('credit', creditId, 'creditMoney', '25', '20.00'),
    difference('plan', planId, 'arrearsMoney', '2', '30.00'),
    difference('plan', planId, 'receivedMoney', '31.00', '30.00'),
    difference('posting', 900001, 'balance', '0', '4'),
  ]);
});
