import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShipments, type Shipments } from '#server/modules/crm/shipments/testing.ts';
import { moneyOf, type Money } from '#server/modules/crm/receivables/testing.ts';
import { invoiceType } from '#shared/crm/invoices/invoice-type.ts';
import { organisationChanged } from '#server/platform/access/rights.ts';
import { grantToStaff } from '#server/testing/role-rights.ts';
import type { PersonName } from '#server/testing/company.ts';

type Body = Record<string, unknown>;
type Of = Readonly<Record<'contractId' | 'customerId', number>>;
/** Where it is sent, by whom, and what is said in both languages. */
interface Refused {
  readonly path: string;
  readonly body: Body;
  readonly who?: PersonName;
}

let goods: Shipments;
let money: Money;
let of: Of;
let other: Of;
beforeAll(async () => {
  goods = await openShipments();
  await grantToStaff(goods.company, invoiceType);
  money = await moneyOf(goods.company);
  of = await money.contract('100');
  other = await money.contract('100');
});
afterAll(() => goods.close());

/** What the same refused request says in Chinese and in English; nothing of it is kept. */
async function said({ path, body, who = 'seller' }: Refused): Promise<[string, string]> {
  const [cn, en] = [await money.ask(path, body, who), await money.ask(path, body, who, true)];
  expect([path, cn.code, en.code]).not.toContain(0);
  return [cn.msg, en.msg];
}

const receivable = (amount: string, more: Body = {}): Refused => ({
  path: 'CrmReceivables/saveOrUpdate',
  body: money.body(of, amount, more),
});
const contract = (entity: Body, product?: readonly Body[], more: Body = {}): Refused => ({
  path: 'CrmContract/saveAndUpdate',
  body: {
    entity: { name: '坏合同', customer_id: of.customerId, ...entity },
    field: [],
    ...(product ? { product } : {}),
    ...more,
  },
});
const plan = (amount: string): Refused => ({
  path: 'Crm/ReceivablesPlan/saveAndUpdate',
  body: {
    entity: {
      contract_id: of.contractId,
      customer_id: of.customerId,
      money: amount,
      return_date: '2026-12-01',
      return_type: '电汇',
    },
    field: [],
  },
});
const invoice = (amount: string): Refused => ({
  path: 'CrmReceipt/addOrUpdate',
  body: {
    entity: { contract_id: of.contractId, customer_id: of.customerId, money: amount, invoice_type: '收据' },
    field: [],
  },
});
const credit = (amount: string): Refused => ({
  path: 'CrmCredit/save',
  body: { customerId: of.customerId, kind: 1, money: amount, paidOn: '2026-11-01' },
  who: 'admin',
});
const pens = (more: Body) => [{ productId: goods.pens, num: '1', salesPrice: '90', ...more }];

/** What fits no amount at all, of a field as people call it. */
const noAmount = (cn: string, en: string) =>
  [
    `${cn}：货币的整数部分须少于10位，小数部分须少于2位`,
    `${en}: Amounts can have up to 10 digits before the decimal point and 2 after it`,
  ] as const;
const received = noAmount('回款金额', 'Amount received');
const ofContract = noAmount('合同金额', 'Contract amount');
const planned = noAmount('计划回款金额', 'Planned amount');
const invoiced = noAmount('开票金额', 'Invoice amount');
const noCredit = [
  '金额应大于 0，整数不超过 10 位，小数不超过 2 位',
  'The amount must be above 0, with at most 10 digits and 2 decimals',
] as const;

describe('bad input is refused in both languages, naming the field', () => {
  it.each<[string, () => Refused, string | null, string, string]>([
    ['three decimals', () => receivable('10.005'), 'money', ...received],
    ['nothing', () => receivable('0'), 'money', '回款金额必须大于0', 'Amount received must be greater than 0'],
    ['below nothing', () => receivable('-5'), 'money', '回款金额必须大于0', 'Amount received must be greater than 0'],
    ['10^13', () => receivable('10000000000000'), 'money', ...received],
    ['letters', () => receivable('abc'), 'money', ...received],
    ['contract: three decimals', () => contract({ money: '10.005' }), 'money', ...ofContract],
    [
      'contract: nothing',
      () => contract({ money: '0' }),
      'money',
      '合同金额必须大于0',
      'Contract amount must be greater than 0',
    ],
    ['contract: 10^13', () => contract({ money: '10000000000000' }), 'money', ...ofContract],
    ['contract: letters', () => contract({ money: 'abc' }), 'money', ...ofContract],
    ['plan: three decimals', () => plan('10.005'), 'money', ...planned],
    ['plan: nothing', () => plan('0'), 'money', '计划回款金额必须大于0', 'Planned amount must be greater than 0'],
    ['plan: letters', () => plan('x'), 'money', ...planned],
    [
      'plan: below nothing',
      () => plan('-5'),
      'money',
      '计划回款金额必须大于0',
      'Planned amount must be greater than 0',
    ],
    ['plan: 10^13', () => plan('10000000000000'), 'money', ...planned],
    [
      'contract: below nothing',
      () => contract({ money: '-5' }),
      'money',
      '合同金额必须大于0',
      'Contract amount must be greater than 0',
    ],
    ['invoice: three decimals', () => invoice('10.005'), 'money', ...invoiced],
    ['invoice: nothing', () => invoice('0'), 'money', '开票金额必须大于0', 'Invoice amount must be greater than 0'],
    [
      'invoice: below nothing',
      () => invoice('-5'),
      'money',
      '开票金额必须大于0',
      'Invoice amount must be greater than 0',
    ],
    ['invoice: 10^13', () => invoice('10000000000000'), 'money', ...invoiced],
    ['invoice: letters', () => invoice('abc'), 'money', ...invoiced],
    ['settling arrears: letters', () => receivable('abc', { arrearsId: 1 }), 'money', ...received],
    ['prepayment: three decimals', () => credit('5.001'), null, ...noCredit],
    ['prepayment: below nothing', () => credit('-1'), null, ...noCredit],
    ['prepayment: 10^13', () => credit('10000000000000'), null, ...noCredit],
    [
      'discount of the whole over 100',
      () => contract({ discount_rate: '101' }, pens({})),
      'discount_rate',
      '整单折扣（%）须在-99999999999到100之间，小数部分不超过2位',
      'Overall discount (%) must be between -99999999999 and 100, with up to 2 decimals',
    ],
    [
      'discount of a line over 100',
      () => contract({}, pens({ discount: '101', salesPrice: undefined })),
      null,
      '第1行 折扣（%）须在-99999999999到100之间，小数部分不超过2位',
      'Line 1 Discount (%) must be between -99999999999 and 100, with up to 2 decimals',
    ],
    [
      'num 0',
      () => contract({}, pens({ num: '0' })),
      null,
      '第1行 数量必须大于0',
      'Line 1 Quantity must be greater than 0',
    ],
    [
      'num of letters',
      () => contract({}, pens({ num: '一' })),
      null,
      '第1行 数量：数字的整数部分须少于12位，小数部分须少于4位',
      'Line 1 Quantity: Numbers can have up to 12 digits before the decimal point and 4 after it',
    ],
  ])('%s', async (_name, sent, fieldName, cn, en) => {
    expect(await said(sent())).toEqual([cn, en]);
    const { path, body, who = 'seller' } = sent();
    if (fieldName !== null) expect((await money.ask(path, body, who)).body).toMatchObject({ detail: { fieldName } });
  });
});

describe('what does not belong together is refused in both languages', () => {
  it('a line of a deleted product', async () => {
    const productId = await goods.newProduct('要删的品');
    await goods.done('CrmProduct/deleteByIds', { productIds: [productId] }, 'admin');
    expect(await said(contract({}, [{ productId, num: '1' }]))).toEqual([
      '第1行 产品中填写的记录不存在、有重名或您无权查看',
      'The record in Line 1 Product doesn’t exist, shares its name with another, or isn’t visible to you',
    ]);
  });

  it('a contract of another customer, and a plan of another contract', async () => {
    const foreign = { contractId: other.contractId, customerId: of.customerId };
    const body = money.body(foreign, '10');
    expect(await said({ path: 'CrmReceivables/saveOrUpdate', body })).toEqual([
      expect.stringMatching(/^合同编号“合同2”不属于“回款客户1-\d+”$/),
      expect.stringMatching(/^Contract “合同2” does not belong to “回款客户1-\d+”$/),
    ]);
    const planId = await money.plan(other, '50');
    expect(await said(receivable('10', { plan_id: planId }))).toEqual([
      '期数“1”不属于“合同1”',
      'Instalment “1” does not belong to “合同1”',
    ]);
  });

  it('a chosen approver who is disabled, or without the right to contracts', async () => {
    const chosen = { categoryType: 1, examineType: 2, name: '自选', step: [] };
    await money.done('examine/saveExamine', chosen, 'admin');
    const unfit = (name: string) => [
      `${name}已停用或没有查看权限，不能作为审批人`,
      `${name} is disabled or may not see this document, and can’t be an approver`,
    ];
    const asked = (who: PersonName) => contract({ money: '10' }, undefined, { checkUserId: goods.id(who) });
    expect(await said(asked('hr'))).toEqual(unfit('吴人事'));
    await goods.db.updateTable('app_user').set({ status: 0 }).where('user_id', '=', goods.id('agent')).execute();
    await organisationChanged(goods.db);
    expect(await said(asked('agent'))).toEqual(unfit('郑代理'));
    await goods.flow();
  });
});

describe('who comes too late reads who and when, in both languages', () => {
  it('a decision after a decision, a withdrawal after a pass, an edit after a pass', async () => {
    await goods.flow();
    const draft = contract({ name: '抢先合同', money: '10' });
    const { contractId, version } = await money.done<{ contractId: number; version: number }>(draft.path, draft.body);
    const recordId = await goods.approvalOf(contractId);
    expect((await goods.decide(contractId, 'manager', 1)).msg).toBe('');
    const decide = (status: number): Refused => ({
      path: 'examineRecord/auditExamine',
      body: { recordId, status, remarks: '意见' },
      who: status === 4 ? 'seller' : 'manager',
    });
    const passed = [
      expect.stringMatching(/^该审批已被处理：孙经理，\d{4}-\d\d-\d\d \d\d:\d\d:\d\d，通过$/),
      expect.stringMatching(/^This was already handled: 孙经理, \d{4}-\d\d-\d\d \d\d:\d\d:\d\d, Approved$/),
    ];
    expect(await said(decide(1))).toEqual(passed);
    expect(await said(decide(4))).toEqual([
      '该合同已审核通过，不能撤回！',
      'This contract has already been approved and can’t be withdrawn',
    ]);
    const edit = { path: draft.path, body: { entity: { contractId, name: '晚了' }, field: [], version } };
    expect(await said(edit)).toEqual(passed);
  });

  it('a contract that a receivable waits for', async () => {
    const waiting = await money.contract('100');
    await money.save(waiting, '10');
    const discard = { path: 'CrmContract/contractDiscard', body: { contractId: waiting.contractId } };
    expect(await said({ ...discard, who: 'admin' })).toEqual([
      expect.stringMatching(/^回款HK[\d-]+正在审核，请先处理再作废合同$/),
      expect.stringMatching(/^Receivable HK[\d-]+ is under review\. Finish that before discarding the contract$/),
    ]);
  });

  it('an invoice that is reversed twice', async () => {
    const step = [{ stepType: 2, checkUserId: [goods.id('admin')] }];
    await money.done('examine/saveExamine', { categoryType: 3, examineType: 1, name: '发票', step }, 'admin');
    const billed = await money.contract('100');
    const entity = {
      contract_id: billed.contractId,
      customer_id: billed.customerId,
      money: '100',
      invoice_type: '增值税专用发票',
      invoice_number: '24312000000012345678',
    };
    const { receiptId } = await money.done<{ receiptId: number }>('CrmReceipt/addOrUpdate', { entity, field: [] });
    const recordId = await money.approvalOf(receiptId, invoiceType.code);
    await money.done('examineRecord/auditExamine', { recordId, status: 1, remarks: '' }, 'admin');
    const move = (transition: string) => ({
      path: 'CrmReceipt/changeState',
      body: {
        ids: [receiptId],
        column: 'invoice_status',
        transition,
        ...(transition === 'reverse' ? { input: { remark: '开错抬头' } } : {}),
      },
    });
    await money.done(move('issue').path, move('issue').body);
    await money.done(move('reverse').path, move('reverse').body);
    expect(await said(move('reverse'))).toEqual([
      expect.stringMatching(/^“FP[\d-]+”已由王芳于\d{4}-[\d -:]+改为“已红冲”，不能再改为“已红冲”$/),
      expect.stringMatching(
        /^王芳 already changed “FP[\d-]+” to “Reversed” at \d{4}-[\d -:]+; it can’t become “Reversed” any more$/,
      ),
    ]);
  });

  it('parcels for more than is left', async () => {
    const contractId = await goods.sold('3', '1');
    const { expressId } = await goods.ship(contractId, [goods.of('3')]);
    const parcel = goods.parcelBody(expressId, [{ productId: goods.pens, num: '4' }]);
    expect(await said({ path: 'CrmExpressDeliver/addOrUpdate', body: parcel })).toEqual([
      '产品「钢笔」只剩3未发',
      'Only 3 of “钢笔” are left to send',
    ]);
    const more = {
      entity: { contract_id: contractId, customer_id: goods.customerId },
      field: [],
      product: [goods.of('1')],
    };
    expect(await said({ path: 'CrmExpress/addOrUpdate', body: more })).toEqual([
      expect.stringMatching(/^产品「钢笔」超出合同「发货合同\d」的数量：合同共3，发货单合计多出1$/),
      expect.stringMatching(/^Shipments take more “钢笔” than contract “发货合同\d” has: 3 sold, 1 too many$/),
    ]);
  });

  it('a bank statement with the same line twice, or loaded twice', async () => {
    const load = async (rows: string, english: boolean) => {
      const content = Buffer.from(`交易日期,对方户名,收入金额,流水号,摘要\n${rows}\n`);
      const headers = english ? { 'x-language': 'en' } : {};
      const as = goods.company.people.admin;
      return (await goods.company.call('CrmBank/uploadExcel', {}, { as, headers, file: { name: '流水.csv', content } }))
        .msg;
    };
    const line = '2026-11-01,甲公司,100,1,货款';
    const both = async (rows: string) => [await load(rows, false), await load(rows, true)];
    expect(await both(`${line}\n${line}`)).toEqual([
      '第3行与第2行是同一笔流水，没有导入',
      'Row 3 is the same payment as row 2; nothing was loaded',
    ]);
    expect(await load(line, false)).toBe('');
    expect(await both(`2026-11-02,乙公司,5,2,\n${line}`)).toEqual([
      '第3行的流水已经导入过，没有导入',
      'The payment in row 3 was loaded before; nothing was loaded',
    ]);
    expect(await both('2026-11-03,丙公司,五,3,')).toEqual([
      '第2行：收入金额不是有效的金额',
      'Row 2: the amount is not valid',
    ]);
  });
});

it('none of it is kept', async () => {
  expect((await money.recounted()).differences).toEqual([]);
  expect(await money.figures(of)).toMatchObject({
    contractMoney: '100.00',
    receivedMoney: '0.00',
    plannedMoney: '0.00',
  });
});
