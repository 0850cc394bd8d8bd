import { afterAll, beforeAll, expect, it } from 'vitest';
import sharp from 'sharp';
import { openCompany, type Company } from '#server/testing/company.ts';
import { pdfImages, pdfPages } from '#server/testing/documents/pdf-text.ts';

let company: Company;
const ids = { contract: 0, receivable: 0, customer: 0 };
beforeAll(async () => {
  company = await openCompany();
  const made = async (path: string, idKey: string, body: object, as: 'admin' | 'seller' = 'seller') =>
    (await done<Record<string, number>>(path, { field: [], ...body }, as))[idKey] ?? 0;
  await done('sysConfig/setSysConfig', { name: '简业软件' }, 'admin');
  const price = { name: '人体工学椅', price: '700.50', category_id: 1 };
  const product = await made('CrmProduct/saveAndUpdate', 'productId', { entity: price }, 'admin');
  const party = { customer_name: '云帆科技', telephone: '0571-88886666' };
  const customer = await made('CrmCustomer/addOrUpdate', 'customerId', { entity: party });
  ids.customer = customer;
  const deal = { name: '年度采购', customer_id: customer, money: '1401', start_time: '2026-12-01', remark: '质保两年' };
  ids.contract = await made('CrmContract/saveAndUpdate', 'contractId', {
    entity: deal,
    product: [{ product_id: product, num: '2', sales_price: '700.50' }],
  });
  const paid = {
    customer_id: customer,
    contract_id: ids.contract,
    money: '1000.5',
    return_time: '2026-12-05',
    checkStatus: 5,
  };
  ids.receivable = await made('CrmReceivables/saveOrUpdate', 'receivablesId', { entity: paid });
});
afterAll(() => company.close());

async function done<T>(path: string, body: Record<string, unknown>, as: 'admin' | 'seller' = 'seller'): Promise<T> {
  const answer = await company.call(path, body, { as: company.people[as] });
  expect([path, answer.code, answer.msg]).toEqual([path, 0, '']);
  return answer.data as T;
}
async function printed(path: string, body: Record<string, unknown>): Promise<string> {
  const answer = await company.call(path, body, { as: company.people.seller });
  expect([answer.msg, answer.headers['content-type']]).toEqual(['', 'application/pdf']);
  return (await pdfPages(answer.raw)).join('\n');
}

it('a contract is printed for signing: parties, lines with their total, capitals, terms, signatures and pages', async () => {
  const text = await printed('CrmContract/generatePDF', { contractId: ids.contract });
  for (const part of [
    '销售合同',
    '甲方（买方）：云帆科技',
    '电话：0571-88886666',
    '乙方（卖方）：简业软件',
    '人体工学椅',
    '合同总金额：¥1,401.00',
    '人民币大写：壹仟肆佰零壹元整',
    '本合同自2026年12月1日起生效',
    '质保两年',
    '甲方（盖章）：云帆科技',
    '第1页，共1页',
  ])
    expect(text).toContain(part);
  const delivery = await printed('CrmContract/generatePDF', { contractId: ids.contract, withoutPrices: 1 });
  expect(delivery).toContain('人体工学椅');
  for (const money of ['1,401', '700.50', '壹仟']) expect(delivery).not.toContain(money);
});

it('a payment is printed as a receipt', async () => {
  const text = await printed('CrmReceivables/generatePDF', { receivablesId: ids.receivable });
  for (const part of ['收款收据', '2026年12月5日', '今收到：云帆科技', '¥1,000.50', '壹仟元伍角整'])
    expect(text).toContain(part);
});

it('the logo of the settings is the letterhead of contract, receipt and statement, and gone with it', async () => {
  const [width, height] = [60, 30];
  const content = await sharp({ create: { width, height, channels: 3, background: '#2f6fed' } })
    .png()
    .toBuffer();
  const { people, call } = company;
  const period = { customerId: ids.customer, startDate: '2026-11-01', endDate: '2026-12-31' };
  const papers = async () => [
    await call('CrmContract/generatePDF', { contractId: ids.contract }, { as: people.seller }),
    await call('CrmReceivables/generatePDF', { receivablesId: ids.receivable }, { as: people.seller }),
    await call('CrmLedger/generateStatement', period, { as: people.admin }),
  ];
  const images = async () => Promise.all((await papers()).map(({ raw }) => pdfImages(raw)));
  expect(await images()).toEqual([[], [], []]);
  const file = { name: 'logo.png', content };
  expect((await call('sysConfig/setSysConfig', { name: '简业软件' }, { as: people.admin, file })).msg).toBe('');
  const one = [{ width, height }];
  const first = await papers();
  expect(await Promise.all(first.map(({ raw }) => pdfImages(raw)))).toEqual([one, one, one]);
  // each still fits its page, and two renderings are the same bytes
  for (const { raw } of first) expect(await pdfPages(raw)).toHaveLength(1);
  const [again] = await papers();
  expect(again?.raw.equals(first[0]?.raw ?? Buffer.alloc(0))).toBe(true);
  expect((await call('sysConfig/setSysConfig', { clearLogo: 1 }, { as: people.admin })).msg).toBe('');
  expect(await images()).toEqual([[], [], []]);
});

it('neither is printed for people without the right to it, or out of their scope', async () => {
  for (const [path, key, id] of [
    ['CrmContract/generatePDF', 'contractId', ids.contract],
    ['CrmReceivables/generatePDF', 'receivablesId', ids.receivable],
  ] as const) {
    expect((await company.call(path, { [key]: id }, { as: company.people.stranger })).code).toBe(404);
    expect((await company.call(path, { [key]: id }, { as: company.people.hr })).code).toBe(403);
  }
});
