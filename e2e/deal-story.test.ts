import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { ofToday } from '#server/testing/repetitions.ts';
import { readSheet } from '#server/platform/sheets/read-sheet.ts';
import { pdfPages } from '#server/testing/documents/pdf-text.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { invoiceType } from '#shared/crm/invoices/invoice-type.ts';
import { receivableType } from '#shared/crm/receivables/receivable-type.ts';
import { cn } from '#shared/i18n/cn.ts';
import { en } from '#shared/i18n/en.ts';
import { fill } from '#shared/i18n/fill.ts';
import type { Language } from '#shared/i18n/language.ts';
import { withSeparators } from '#shared/record/money/amount-text.ts';
import { openApi } from './api.ts';
import { flows, openDealCompany, type Worker } from './deal-company.ts';
import { button, dialog, follow, pageWidth } from './page.ts';
import { openProduct, type Product, type Profile } from './product.ts';

// A deal from the opportunity to the last entry, by four people at their own screens.

let product: Product;
let seller: Worker, director: Worker, finance: Worker;
const api = openApi(() => product);
const company = openDealCompany(api);
const wordsOf = { cn, en } as const;
const names = {
  cn: { customer: '海宁展架有限公司', deal: '展厅家具', goods: ['展示柜', '升降桌', '工作椅'] },
  en: {
    customer: 'Haining Display Ltd',
    deal: 'Showroom furniture',
    goods: ['Display case', 'Lift desk', 'Task chair'],
  },
} as const;
const sold = [
  { price: '1000', num: '2' },
  { price: '200', num: '10' },
  { price: '50', num: '20' },
] as const;

beforeAll(async () => {
  // flows of approval are the company's
  product = await openProduct({ alone: true });
  seller = await company.hire('周瑾', '11');
  director = await company.hire('陆远川', '8');
  finance = await company.hire('方静', '10');
  await company.asks([flows.contracts], director);
  await company.asks([flows.receivables, flows.invoices], finance);
});
/** Open pages follow what others do by at most that many milliseconds, on a slow machine too. */
const followsWithin = 60_000;
const longest = 240_000;

/** Names are taken once, and a test may be tried twice. */
let tries = 0;
beforeEach(() => void (tries += 1));
function namesOf(language: Language) {
  const afresh = (name: string): string => (tries > 1 ? `${name} ${tries}` : name);
  const { customer, deal, goods } = names[language];
  return { customer: afresh(customer), deal: afresh(deal), goods: goods.map(afresh) };
}

/** The profiles of a test. */
const opened: Profile[] = [];
afterEach(async () => {
  for (const profile of opened.splice(0)) await profile.close();
});
afterAll(async () => product.close());

/** The opportunity, which is all that there is before. */
async function begin(language: Language) {
  const { customer, deal, goods } = namesOf(language);
  const { customerId = 0 } = await api.save('CrmCustomer', { customer_name: customer }, seller.token);
  const lines: object[] = [];
  for (const [at, { price, num }] of sold.entries())
    lines.push({ productId: await company.newProduct(goods[at] ?? '', price), num });
  const entity = { business_name: deal, customer_id: customerId, type_id: 1 };
  const { data } = await api.call('CrmBusiness/addOrUpdate', { entity, field: [], product: lines }, seller.token);
  return { customerId, ...(data as { businessId: number }) };
}

async function downloaded(page: Page, press: () => Promise<void>): Promise<Buffer> {
  const coming = page.waitForEvent('download');
  await press();
  return buffer(await (await coming).createReadStream());
}

/** The rows of a workbook, as texts. */
async function rowsOf(content: Buffer): Promise<string[][]> {
  const path = join(mkdtempSync(join(tmpdir(), 'jianye-story-')), 'sheet.xlsx');
  writeFileSync(path, content);
  const rows: string[][] = [];
  for await (const { cells } of readSheet(path, { maxRows: 1000, maxColumns: 100 })) rows.push(cells.map(String));
  return rows;
}

const csvOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n');

/** A tab whose name may be followed by a number. */
const tabOf = (within: Locator, word: string): Locator =>
  within.getByRole('tab', { name: new RegExp(String.raw`^${word}\s?\d*$`, 'i') });

/** Two characters of a button may have a space between them. */
const ok = (within: Page | Locator, word: string): Locator =>
  within.getByRole('button', { name: new RegExp(`^${[...word].join(String.raw`\s?`)}$`) });

/** The beginning of a message, before what is filled in. */
const startOf = (message: string): RegExp => new RegExp(`^${message.slice(0, message.indexOf('{')).trim()}`);

/** Begins the columns of contracts with what was received for them. */
async function showColumns({ token }: Worker): Promise<void> {
  const { data } = await api.call('field/queryFieldConfig', { label: contractType.code }, token);
  const { value, hideValue } = data as Record<'value' | 'hideValue', { id: string; name: string }[]>;
  const [wanted] = value.concat(hideValue).filter(({ name }) => name === cn['crm_contract.received_money']);
  const ids = (list: readonly { id: string }[]) => list.flatMap(({ id }) => (id === wanted?.id ? [] : [id]));
  const noHideIds = [wanted?.id, ...ids(value)].join(',');
  await api.call(
    'field/fieldConfig',
    { label: contractType.code, noHideIds, hideIds: ids(hideValue).join(',') },
    token,
  );
}

/** What the calls say of the money of a contract: all of them the same, and what the ledger says. */
async function figuresAgree(contractId: number, customerId: number): Promise<void> {
  const read = async (path: string, body: object, who: Worker = seller) =>
    (await api.call(path, body, who.token))['data'] as Record<string, unknown>;
  const said: unknown[] = [
    (await read('CrmContract/queryById', { contractId }))['receive_money'],
    (await read('CrmLedger/queryFigures', { contractId }))['receivedMoney'],
    (await read('CrmLedger/queryEntries', { contractId, figure: 'receivedMoney' }))['money'],
  ];
  const { list } = (await read('CrmContract/queryPageList', { limit: 100 })) as { list: Record<string, unknown>[] };
  said.push(list.find((one) => one['contractId'] === contractId)?.['receivedMoney']);
  const ofCustomer = (
    await api.call('CrmCustomer/queryByCustomerIdContractList', { customerId, pageType: 0 }, seller.token)
  )['data'] as Record<string, unknown>[];
  said.push(ofCustomer[0]?.['receivablesMoneyCount']);
  expect([...new Set(said), said.length]).toEqual(['3000.00', 5]);
  expect(await read('CrmLedger/queryFigures', { contractId })).toMatchObject({
    contractMoney: '4800.00',
    unreceivedMoney: '1800.00',
    arrearsMoney: '0.00',
    invoicedMoney: '4800.00',
    plannedMoney: '4800.00',
  });
  expect(await read('CrmLedger/recount', {}, finance)).toMatchObject({ differences: [] });
}

const daysAgo = (days: number): string => new Date(Date.now() + (8 - days * 24) * 3_600_000).toISOString().slice(0, 10);

it.each(ofToday(['cn', 'en'] as const))(
  'a deal goes from product to cash by four people (%s)',
  { timeout: longest },
  async (language) => {
    const words = wordsOf[language];
    const { customer, deal, goods } = namesOf(language);
    const { customerId, businessId } = await begin(language);
    const enter = async (person: Worker, options: Parameters<Product['open']>[0] = {}): Promise<Page> => {
      const { context, page } = await product.open({ fresh: true, language, ...options });
      opened.push(context);
      await product.enter(page, person);
      return page;
    };

    // the salesperson wins the opportunity, and makes the contract from it with one press
    const desk = await enter(seller);
    await product.visit(desk, `/crm/business?rowId=${businessId}`);
    const stages = desk.getByRole('region', { name: words['opportunity.stages'] });
    await button(stages, words['crm_business.win']).click();
    await ok(dialog(desk), words['action.ok']).click();
    await stages.locator('[aria-current=step]', { hasText: words['crm_business.won'] }).waitFor();
    await button(dialog(desk), words['crm_contract.new']).click();
    const form = desk.getByRole('dialog', { name: words['crm_contract.new'] });
    await expect.poll(() => form.getByLabel(words['crm_contract.name']).inputValue()).toBe(deal);
    await form.getByLabel(words['crm_contract.order_date']).fill(daysAgo(35));
    // a line has inputs once one is in it
    await form.locator('td[data-cell$=" sales_price"]').nth(1).click();
    const price = fill(language, words['lines.at'], { line: 2, name: words['crm_contract.line.sales_price'] });
    await form.getByLabel(price).fill('180');
    await desk.keyboard.press('Tab');
    await expect.poll(() => form.getByLabel(words['crm_contract.total_price']).inputValue()).toBe('4,800.00');
    await button(form, words['approval.submit']).click();
    await desk.waitForURL(/\/crm\/contract\?rowId=\d+/);
    const contractId = Number(new URL(desk.url()).searchParams.get('rowId'));
    const contract = dialog(desk);
    await contract.getByText(words['approval.waiting'], { exact: true }).first().waitFor();

    // the sales director sees on the phone what differs, adds finance behind, and passes
    const phone = await enter(director, { width: 390, height: 844, touch: true });
    await phone.goto(`${product.url}/crm/message?kind=checkContract`);
    await phone.getByRole('button', { name: new RegExp(deal) }).tap();
    const theirs = dialog(phone);
    await theirs.getByRole('tab', { name: words['approval.tab'], exact: true }).tap();
    const lowered = theirs.getByRole('listitem').filter({ hasText: goods[1] });
    await lowered.first().waitFor();
    expect(await lowered.first().innerText()).toMatch(/200\.00[^]*180\.00/);
    expect(await pageWidth(phone)).toBe(390);
    await button(theirs, words['approval.more']).tap();
    await phone.getByRole('menuitem', { name: words['approval.add'] }).tap();
    const adding = phone.getByRole('dialog', { name: words['approval.add'] });
    await adding.getByRole('combobox').first().fill(finance.realname);
    await phone.locator('.ant-select-item-option').filter({ hasText: finance.realname }).last().tap();
    await adding.getByText(finance.realname).first().waitFor();
    await button(adding, words['approval.add']).tap();
    await adding.waitFor({ state: 'hidden' });
    await button(theirs, words['approval.approve']).tap();
    await button(dialog(phone), words['approval.title_pass']).tap();
    // among the steps, and in the history
    const passed = theirs.getByRole('listitem').filter({ hasText: words['approval.action_passed'] });
    await passed.filter({ hasText: director.realname }).nth(1).waitFor({ timeout: followsWithin });

    // finance passes at the desk; the document for signing is one press away for whoever looks at the contract
    const books = await enter(finance);
    await product.visit(books, '/crm/message?kind=checkContract');
    await books.getByRole('link', { name: deal }).click();
    await button(dialog(books), words['approval.approve']).click();
    await ok(dialog(books), words['action.ok']).click();
    const kind = books.getByRole('navigation', { name: words['todo.kinds'] }).getByRole('link');
    await expect
      .poll(() => kind.filter({ hasText: words['todo.checkContract'] }).innerText())
      .toBe(words['todo.checkContract']);
    const pdf = await downloaded(desk, () => button(contract, words['print.download']).click());
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    const paper = (await pdfPages(pdf)).join('');
    for (const part of [customer.replaceAll(' ', ''), '180.00', '4,800.00', '肆仟捌佰元整'])
      expect(paper).toContain(part);

    // the customer pays half of the first plan; what it lacks is owed once that has been confirmed
    for (const [money, day] of [
      ['3000', daysAgo(30)],
      ['1800', daysAgo(-60)],
    ])
      await api.call(
        'Crm/ReceivablesPlan/saveAndUpdate',
        {
          entity: { contract_id: contractId, customer_id: customerId, money, return_date: day, return_type: '电汇' },
          field: [],
        },
        seller.token,
      );
    await tabOf(contract, words['crm_receivables.many']).click();
    await button(contract, words['crm_receivables.new']).click();
    const payment = desk.getByRole('dialog', { name: words['crm_receivables.new'] });
    await payment.getByLabel(words['crm_receivables.plan_id']).click();
    await desk.locator('.ant-select-item-option').filter({ hasText: /^1$/ }).click();
    const money = payment.getByLabel(words['crm_receivables.money']);
    await expect.poll(() => money.inputValue()).toBe('3,000.00');
    await money.fill('1500');
    await payment.getByLabel(words['crm_receivables.return_time']).fill(daysAgo(30));
    await desk.keyboard.press('Tab');
    await payment.getByText(fill(language, words['receivable.remainder'], { money: '1,500.00' })).waitFor();
    await button(payment, words['approval.submit']).click();
    const question = desk.getByRole('dialog').filter({
      hasText: fill(language, words['receivable.remainder'], { money: '1,500.00' }),
      hasNot: desk.getByRole('textbox'),
    });
    await ok(question, words['approval.submit']).click();
    await payment.waitFor({ state: 'detached' });
    await follow(books, '/crm/message?kind=checkReceivables');
    await books.locator('tbody a[href^="?rowId="]').first().click();
    await button(dialog(books), words['approval.approve']).click();
    await ok(dialog(books), words['action.ok']).click();
    await dialog(books).getByText(words['approval.approved'], { exact: true }).first().waitFor();

    const received = (within: Locator) =>
      within.getByTitle(fill(language, words['ledger.open_entries'], { figure: words['ledger.receivedMoney'] }));
    await received(contract).filter({ hasText: '1,500.00' }).waitFor();

    // a month later that is settled in two parts
    await follow(desk, '/crm/arrearage');
    const owed = desk.locator('tbody tr', { hasText: deal });
    await owed.getByText('1,500.00').first().waitFor();
    for (const [part, left] of [
      ['600', '900.00'],
      ['900', ''],
    ] as const) {
      await button(owed, words['crm_receivables.new']).click();
      const settling = dialog(desk);
      await settling.getByLabel(words['crm_receivables.money']).fill(part);
      await button(settling, words['approval.submit']).click();
      await settling.waitFor({ state: 'detached' });
      await company.passLast(receivableType.code, finance);
      // the open page follows what finance does
      if (left !== '') await owed.getByText(left, { exact: true }).waitFor({ timeout: followsWithin });
    }
    await product.visit(desk, '/crm/arrearage');
    await expect.poll(() => owed.count()).toBe(0);

    // the invoice is asked for by the salesperson, and passed and issued by finance
    const begun = async (label: string) => {
      await follow(desk, `/crm/contract?rowId=${contractId}`);
      await button(dialog(desk), words['record_action.more']).click();
      await desk.getByRole('menuitem', { name: label, exact: true }).click();
      return desk.getByRole('dialog', { name: label });
    };
    const invoice = await begun(words['crm_receipt.new']);
    await expect.poll(() => invoice.getByLabel(words['crm_receipt.invoice_title']).inputValue()).toBe(customer);
    await button(invoice, words['approval.submit']).click();
    await desk.waitForURL(/\/crm\/receipt/);
    await company.passLast(invoiceType.code, finance);
    await follow(books, new URL(desk.url()).pathname + new URL(desk.url()).search);
    await button(dialog(books), words['invoice.issue']).click();
    await books.getByRole('textbox', { name: words['crm_receipt.invoice_number'] }).fill('24312000000012345678');
    await button(dialog(books), words['invoice.issue']).click();
    await books.getByText(words['invoice.issued_now']).waitFor();

    // the goods leave in two parcels, whose numbers come back in the sheet
    const tracked = language.toUpperCase();
    for (const num of ['1', null]) {
      const shipment = await begun(words['crm_express.new']);
      await shipment.locator('td[data-cell$=" num"]').first().waitFor();
      if (num !== null) {
        await shipment.locator('td[data-cell$=" num"]').first().click();
        const label = fill(language, words['lines.at'], { line: 1, name: words['crm_express.line.num'] });
        await shipment.getByLabel(label).fill(num);
        await desk.keyboard.press('Tab');
      }
      await button(shipment, words['action.save']).click();
      await desk.waitForURL(/\/crm\/send/);
    }
    await follow(desk, '/crm/send');
    await button(desk, words['list.more']).click();
    await desk.getByRole('menuitem', { name: words['parcel.sheets'], exact: true }).click();
    const sheet = await rowsOf(
      await downloaded(desk, () => button(dialog(desk), words['parcel.sheet_download']).click()),
    );
    const [headings = [], ...waiting] = sheet.filter((row, at) => at === 0 || row.includes(customer));
    expect(waiting).toHaveLength(2);
    const filled = waiting.map((row, at) => [...row.slice(0, headings.length - 2), '顺丰速运', `SF${tracked}${at}`]);
    await dialog(desk)
      .locator('input[type=file]')
      .setInputFiles({ name: 'parcels.csv', mimeType: 'text/csv', buffer: Buffer.from(csvOf([headings, ...filled])) });
    await dialog(desk)
      .getByText(fill(language, words['parcel.sheet_done'], { success: 2, skipped: 0, failed: 0 }))
      .waitFor();
    const parcels = await api.call('CrmExpress/findByContractIdList', { contractId, pageType: 0 }, seller.token);
    expect(parcels['data']).toMatchObject([{ status: 2 }, { status: 2 }]);

    // finance reads what the figure is made of
    await showColumns(finance);
    await follow(books, `/crm/contract?rowId=${contractId}`);
    const figure = words['ledger.receivedMoney'];
    // what was read before is shown until the answer is there
    await expect.poll(() => received(dialog(books)).innerText()).not.toBe('0.00');
    const shown = [await received(dialog(books)).innerText()];
    await received(dialog(books)).click();
    const entries = books.getByRole('dialog', {
      name: fill(language, words['ledger.entries'], { figure, money: '3,000.00' }),
    });
    const amounts = entries.locator('tbody tr.ant-table-row td:nth-child(4)');
    await expect.poll(() => amounts.allInnerTexts()).toEqual(['900.00', '600.00', '1,500.00']);

    // and no screen, sheet or PDF says anything else
    await follow(books, `/crm/contract?search=${encodeURIComponent(deal)}`);
    const row = books.locator('tbody tr.ant-table-row', { hasText: deal });
    const heads = books.locator('thead').first().locator('th');
    await heads.filter({ hasText: words['crm_contract.received_money'] }).waitFor();
    const at = (await heads.allInnerTexts()).findIndex((head) => head.trim() === words['crm_contract.received_money']);
    expect(at).toBeGreaterThan(0);
    shown.push(await row.locator('td').nth(at).innerText());
    await button(books, words['list.export']).click();
    const exported = await rowsOf(
      await downloaded(books, () =>
        dialog(books)
          .getByRole('button', { name: startOf(words['export.start']) })
          .click(),
      ),
    );
    const titles = exported.find((cells) => cells.includes(words['crm_contract.received_money'])) ?? [];
    const line = exported.find((cells) => cells.includes(deal)) ?? [];
    shown.push(withSeparators(Number(line[titles.indexOf(words['crm_contract.received_money'])]).toFixed(2)));
    await follow(books, `/crm/customer?rowId=${customerId}`);
    await tabOf(dialog(books), words['crm_contract.many']).click();
    const ofCustomer = dialog(books).getByRole('tabpanel').locator('tbody tr', { hasText: deal });
    await ofCustomer.waitFor();
    shown.push(await ofCustomer.getByText('3,000.00', { exact: true }).innerText());
    await button(dialog(books), words['list.sums']).click();
    const sum = new RegExp(String.raw`${words['crm_contract.received_money']} ([\d,]+\.\d\d)`);
    shown.push(sum.exec(await dialog(books).getByText(sum).innerText())?.[1] ?? '');
    await dialog(books).getByRole('tab', { name: words['statement.tab'], exact: true }).click();
    const statement = (
      await pdfPages(await downloaded(books, () => button(dialog(books), words['statement.pdf']).click()))
    ).join('');
    for (const part of ['600.00', '900.00', '1,800.00']) expect(statement).toContain(part);
    expect([...new Set(shown), shown.length]).toEqual(['3,000.00', 5]);
    await figuresAgree(contractId, customerId);
    // the phone, which was left open, says what has become of the document
    await passed.filter({ hasText: finance.realname }).first().waitFor({ timeout: followsWithin });
  },
);
