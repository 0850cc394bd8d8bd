import { afterAll, beforeAll, expect, it } from 'vitest';
import { openMoney, type Money } from '#server/modules/crm/receivables/testing.ts';
import { runImport } from '#server/record/import/run.ts';
import type { PersonName } from '#server/testing/company.ts';
import { openImports, type Imports } from '#server/testing/imports.ts';
import { grantToStaff, withoutRight } from '#server/testing/role-rights.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';

let money: Money;
let sheets: Imports;
beforeAll(async () => {
  money = await openMoney();
  await grantToStaff(money.company, contractType);
  sheets = openImports(money.company, { type: contractType, headers: ['合同名称', '客户名称', '合同金额'] });
});
afterAll(async () => {
  sheets.close();
  await money.company.close();
});

/** The sheet of contracts that is sent from the list of customers, by form-encoded parts. */
const send = async (rows: readonly (readonly string[])[], who: PersonName) =>
  money.company.call(
    'CrmCustomer/uploadExcelContract',
    { repeatHandling: 2 },
    { as: money.people[who], file: { name: '合同.xlsx', content: await sheets.workbook(rows) } },
  );
const run = (messageId: unknown) =>
  runImport(money.company.services, Number(messageId), { signal: new AbortController().signal });

const unknown = '客户名称中填写的记录不存在、有重名或您无权查看';

it('a sheet of contracts from the list of customers makes drafts of the caller, and says what it leaves out', async () => {
  await money.customer('来表客户');
  await money.customer('别人的来表客户', 'stranger');
  const { data, msg } = await send(
    [
      ['来表合同甲', '来表客户', '1200.50'],
      ['来表合同乙', '没有这家客户', '80'],
      ['来表合同丙', '别人的来表客户', '90'],
      ['来表合同丁', '来表客户', '1.234'],
    ],
    'seller',
  );
  expect(msg).toBe('');
  await run(data);
  const lines = await sheets.lines(data);
  expect(lines.filter(({ result }) => result === 'failed')).toEqual([
    // what does not exist and what is hidden read the same
    expect.objectContaining({ row: 3, column: '客户名称', msg: unknown }),
    expect.objectContaining({ row: 4, column: '客户名称', msg: unknown }),
    expect.objectContaining({ row: 5, column: '合同金额' }),
  ]);
  const made = await sheets.find('来表合同');
  expect(made).toEqual([
    expect.objectContaining({
      name: '来表合同甲',
      customerName: '来表客户',
      money: '1200.50',
      checkStatus: 5,
      ownerUserId: money.people.seller.userId,
    }),
  ]);
  // a draft moves no money
  expect(await money.figures({ contractId: Number(made[0]?.['contractId']) })).toMatchObject({ contractMoney: '0.00' });
});

it('is for whoever may import contracts', async () => {
  await money.customer('来表客户乙');
  await withoutRight(money.company, 11, contractType, 'excelimport', async () => {
    expect((await send([['来表合同戊', '来表客户乙', '10']], 'seller')).code).toBe(403);
  });
  expect(await sheets.find('来表合同戊')).toEqual([]);
});
