import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grantAll, grantToStaff } from '#server/testing/role-rights.ts';
import { openImports, type Imports } from '#server/testing/imports.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { invoiceType } from '#shared/crm/invoices/invoice-type.ts';
import { productType } from '#shared/crm/products/product-type.ts';
import { openInvoices, type Invoices } from './testing.ts';

let invoices: Invoices;
let sheets: Imports;
beforeAll(async () => {
  invoices = await openInvoices();
  sheets = openImports(invoices.company, { type: invoiceType });
  await grantToStaff(invoices.company, invoiceType);
  await grantToStaff(invoices.company, customerType);
});
afterAll(() => {
  sheets.close();
  return invoices.company.close();
});

const save = 'CrmReceipt/addOrUpdate';
const invoicedOf = async (of: { contractId: number }) => (await invoices.figures(of as never))['invoicedMoney'];

describe('an invoice', () => {
  it('is approved, issued with its number, and reversed once; the ledger says so each time', async () => {
    const of = await invoices.contract('100');
    const id = await invoices.save(of, '60');
    expect(await invoices.read(id)).toMatchObject({ checkStatus: 0, invoiceStatus: 0 });
    expect((await invoices.move(id, 'issue')).msg).toContain('还没有审核通过');
    expect((await invoices.move(id, 'void')).msg).toContain('正在审核中');
    expect(await invoices.pass(id)).toBe('');
    expect((await invoices.move(id, 'issue')).msg).toContain('请先填写发票');
    expect(await invoicedOf(of)).toBe('0.00');
    // what comes once it is approved is saved by itself, and nothing else
    const entity = { receiptId: id, invoice_number: '24312000000012345678', invoice_date: '2026-03-05' };
    await invoices.done(save, { entity, field: [] });
    expect(await invoices.read(id)).toMatchObject({ checkStatus: 1, invoiceNumber: entity.invoice_number });
    expect(await invoices.said(save, { entity: { receiptId: id, money: '50' }, field: [] })).toContain('开票金额');
    expect((await invoices.move(id, 'issue')).msg).toBe('');
    expect(await invoicedOf(of)).toBe('60.00');
    const entries = await invoices.done<{ list: object[] }>('CrmLedger/queryEntries', {
      ...of,
      figure: 'invoicedMoney',
    });
    expect(entries.list).toMatchObject([
      { account: 'invoiced', event: 'invoiced', money: '60.00', documentId: id, documentDate: '2026-03-05' },
    ]);
    expect((await invoices.move(id, 'reverse')).msg).not.toBe('');
    const reversals = await Promise.all(
      (['seller', 'admin'] as const).map((who) => invoices.move(id, 'reverse', { input: { remark: '开错抬头' } }, who)),
    );
    expect(reversals.map(({ code }) => code).toSorted()).toEqual([0, 409]);
    expect(await invoicedOf(of)).toBe('0.00');
    expect(await invoices.recounted()).toMatchObject({ differences: [] });
  });

  it('comes to what its lines come to, and is for whom its customer says', async () => {
    const of = await invoices.contract('1000');
    const buyer = {
      customerId: of.customerId,
      receipt_title: '华东贸易有限公司',
      receipt_identifier: '91350100M000100Y43',
    };
    await invoices.done('CrmCustomer/addOrUpdate', { entity: buyer, field: [] });
    const lines = [
      { name: '咨询服务', num: '2', price: '100.10', amount: '200.20', tax_rate: '6', tax_code: '3040605000000000000' },
      { name: '差旅', amount: '0.30' },
    ];
    const id = await invoices.save(of, '999', {}, lines);
    expect(await invoices.read(id)).toMatchObject({
      money: '200.50',
      titleType: '单位',
      invoiceTitle: buyer.receipt_title,
      taxNumber: buyer.receipt_identifier,
    });
    expect(await invoices.done('CrmCustomer/queryReceiptById', { customerId: of.customerId })).toMatchObject({
      receiptTitle: buyer.receipt_title,
      receiptIdentifier: buyer.receipt_identifier,
    });
    const other = await invoices.contract('1000', { customer_id: of.customerId });
    const own = { invoice_title: '另一家', deposit_bank: '工商银行', deposit_account: '6222' };
    await invoices.save(other, '1', own);
    expect(await invoices.done('CrmCustomer/queryReceiptById', { customerId: of.customerId })).toMatchObject({
      receiptTitle: own.invoice_title,
      bank: own.deposit_bank,
      account: own.deposit_account,
    });
  });

  it('takes no more than its contract has left, waiting ones included, and a void one takes nothing', async () => {
    const of = await invoices.contract('100');
    expect(await invoices.said(save, invoices.body(of, '100.01'))).toBe(`「${await nameOf(of)}」还可开票 100.00 元`);
    expect(await invoices.said(save, invoices.body(of, ''))).toContain('大于0的开票金额');
    for (const bad of ['0', '-1', '1.005', '一百', '10000000000000'])
      expect([bad, await invoices.said(save, invoices.body(of, bad))]).not.toEqual([bad, '']);
    const first = await invoices.save(of, '70');
    expect(await invoices.said(save, invoices.body(of, '30.01'))).toContain('还可开票 30.00 元');
    const draft = await invoices.save(of, '80', { checkStatus: 5 });
    expect(await invoices.said('CrmReceipt/check', { receiptId: draft })).toContain('还可开票 30.00 元');
    await invoices.pass(first);
    expect((await invoices.move(first, 'void')).msg).toBe('');
    await invoices.done('CrmReceipt/check', { receiptId: draft });
    expect(await invoices.said(save, invoices.body(of, '20.01'))).toContain('还可开票 20.00 元');
    // void is void: it is neither submitted nor issued again
    expect(await invoices.said('CrmReceipt/check', { receiptId: first })).not.toBe('');
    expect((await invoices.move(first, 'issue')).code).toBe(409);
  });

  it('of two over the same rest one is taken', async () => {
    const of = await invoices.contract('100');
    const answers = await Promise.all([1, 2, 3].map(() => invoices.ask(save, invoices.body(of, '60'))));
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(answers.filter(({ msg }) => msg.includes('还可开票 40.00 元'))).toHaveLength(2);
  });

  it('is for a contract in force, which is not discarded while one is on its way', async () => {
    const customerId = await invoices.customer('未生效客户');
    const draft = await invoices.done<{ contractId: number }>('CrmContract/saveAndUpdate', {
      entity: { name: '草稿合同', customer_id: customerId, money: '100', checkStatus: 5 },
      field: [],
    });
    expect(await invoices.said(save, invoices.body({ ...draft, customerId }, '10'))).toBe(
      '合同「草稿合同」没有生效，不能开票',
    );
    const of = await invoices.contract('100');
    const id = await invoices.save(of, '10');
    await expect(invoices.discardContract(of.contractId)).rejects.toThrow('contract.invoice_open');
    await invoices.done('CrmReceipt/revokeCheck', { receiptId: id, remarks: '不要了' });
    // approval against the discard of the contract: one of them finds the other
    const raced = await invoices.contract('100');
    const one = await invoices.save(raced, '100');
    const [passed, discarded] = await Promise.allSettled([
      invoices.pass(one),
      invoices.discardContract(raced.contractId),
    ]);
    expect([passed.status === 'fulfilled' && passed.value === '', discarded.status]).toEqual([true, 'rejected']);
    const out = await invoices.issued(await invoices.contract('100'), '10');
    const { contractId } = (await invoices.read(out)) as { contractId: number };
    await expect(invoices.discardContract(contractId)).rejects.toThrow('ledger.invoiced');
    await invoices.discardContract(of.contractId);
    expect(await invoices.said('CrmReceipt/check', { receiptId: id })).toContain('没有生效');
  });

  it('keeps a contract in force that was taken over from an old system', async () => {
    const customerId = await invoices.customer('期初开票客户');
    const entity = { name: '期初开票合同', customer_id: customerId, money: '100', checkStatus: 5 };
    const of = await invoices.done<{ contractId: number }>('CrmContract/saveAndUpdate', { entity, field: [] });
    const asked = { contractIds: [of.contractId] };
    const { operationId } = await invoices.done<{ operationId: number }>(
      'CrmContract/passOpeningBalances',
      asked,
      'admin',
    );
    const id = await invoices.issued({ ...of, customerId }, '40');
    const number = String((await invoices.read(id))['number']);
    const undone = await invoices.done('operation/undo', { operationId }, 'admin');
    expect(undone).toMatchObject({
      undone: 0,
      kept: [{ id: of.contractId, msg: `已有发票${number}，合同不能退回草稿` }, { id: customerId }],
    });
    expect(await invoicedOf(of)).toBe('40.00');
    expect(await invoices.read(id)).toMatchObject({ invoiceStatus: 1 });
    expect(await invoices.recounted()).toMatchObject({ differences: [] });
  });

  it('is never more than its contract in the database either', async () => {
    const of = await invoices.contract('100');
    await invoices.issued(of, '100');
    const { db } = invoices.company;
    const post = sql`
      with one as (select nextval('ledger_posting') as posting)
      insert into ledger_entry (posting_id, line, account, amount, event, customer_id, contract_id, document_type, document_id,
        document_version, user_id, document_date, ledger_date)
      select posting, l.line, l.account, l.amount, 'invoiced', ${of.customerId}, ${of.contractId}, 21, 1, 1, ${invoices.people.admin.userId}, current_date, current_date
      from one, (values (1, 'invoiced', 0.01), (2, 'invoice_offset', -0.01)) as l(line, account, amount)`;
    await expect(post.execute(db)).rejects.toThrow('ledger_invoiced');
  });

  it('is issued by older clients with its number in one call', async () => {
    const of = await invoices.contract('100');
    const id = await invoices.save(of, '40');
    const update = (more: Record<string, unknown>) =>
      invoices.ask('CrmReceipt/updateStatus', { receiptId: id, ...more });
    const numbered = { invoiceStatus: 1, invoiceNumber: '8', invoiceDate: '2026-04-01' };
    // while it waits it is not approved, rather than locked
    expect((await update(numbered)).msg).toContain('还没有审核通过');
    await invoices.pass(id);
    expect((await update({ invoiceStatus: 1, invoiceNumber: '1', invoiceDate: '三月' })).code).toBe(422);
    expect((await update({ invoiceStatus: 7 })).code).toBe(422);
    expect((await update(numbered)).data).toEqual({ count: 1 });
    const again = await update({ ...numbered, invoiceNumber: '9' });
    expect([again.code, again.msg]).toEqual([409, expect.stringContaining('已开票')]);
    expect(await invoices.read(id)).toMatchObject({ invoiceStatus: 1, invoiceNumber: '8', invoiceDate: '2026-04-01' });
    expect((await update({ invoiceStatus: 2, remark: '退货' })).data).toEqual({ count: 1 });
    expect(await invoicedOf(of)).toBe('0.00');
    // a colleague whose it is not sees none of it
    expect((await invoices.ask('CrmReceipt/updateStatus', { receiptId: id, invoiceStatus: 3 }, 'stranger')).code).toBe(
      404,
    );
  });

  it('begins with what its contract has left, and with its lines as long as nothing is invoiced', async () => {
    await grantAll(invoices.company, 8, productType);
    const product = { name: '钢笔', category_id: 1, price: '10', tax_rate: '13', tax_code: '1060409000000000000' };
    const { productId } = await invoices.done<{ productId: number }>(
      'CrmProduct/saveAndUpdate',
      { entity: product, field: [] },
      'admin',
    );
    const sold = [{ product_id: productId, sales_price: '8', num: '5' }];
    const of = await invoices.contract('', {}, 'seller', sold);
    const left = () => invoices.done('CrmReceipt/queryLeft', { contractId: of.contractId });
    expect(await left()).toMatchObject({
      isInForce: 1,
      contractMoney: '40.00',
      taken: '0.00',
      left: '40.00',
      lines: [{ name: '钢笔', price: '8.00', amount: '40.00', taxRate: '13.00', taxCode: product.tax_code }],
    });
    await invoices.save(of, '15');
    expect(await left()).toMatchObject({ taken: '15.00', left: '25.00', lines: [] });
    expect((await invoices.ask('CrmReceipt/queryLeft', { contractId: of.contractId }, 'stranger')).code).toBe(404);
  });

  it('refuses a credit code that is none, in the language of whoever writes it', async () => {
    const of = await invoices.contract('100');
    const body = invoices.body(of, '1', { tax_number: '91350100M000100Y44' });
    expect(await invoices.said(save, body)).toContain('校验位');
    const english = await invoices.ask(save, invoices.body(of, '101'), 'seller', true);
    expect(english.msg).toContain('can be invoiced for 100.00 more');
  });

  it('waits in the sheet for the tax program with a row for each line', async () => {
    const of = await invoices.contract('1000');
    const lines = [
      { name: '=1+1', amount: '10', tax_rate: '13' },
      { name: '运费', amount: '5' },
    ];
    const id = await invoices.save(of, '', { invoice_title: '税控抬头' }, lines);
    await invoices.save(of, '1', { invoice_title: '还没有通过' });
    await invoices.pass(id);
    const answer = await invoices.ask('CrmReceipt/taxExcel', {});
    const rows = (await sheets.cells(answer.raw)).filter((row) => row.includes('税控抬头'));
    const [first, second] = rows.map((row) => row.map((cell) => (cell instanceof Date ? '' : cell)));
    expect(first).toEqual(expect.arrayContaining([10, 13]));
    expect(second).toEqual(expect.arrayContaining(['运费', 5]));
    // what looks like a formula stays text
    expect(String(first?.[9])).toContain('=1+1');
    expect(JSON.stringify(await sheets.cells(answer.raw))).not.toContain('还没有通过');
  });
});

const nameOf = async (of: { contractId: number }): Promise<string> =>
  String(
    (await invoices.done<Record<string, unknown>>('CrmContract/queryById', { contractId: of.contractId }))['name'],
  );
