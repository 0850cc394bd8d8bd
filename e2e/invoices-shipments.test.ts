import { afterAll, beforeAll, expect, it } from 'vitest';
import { cn } from '#shared/i18n/cn.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { invoiceType } from '#shared/crm/invoices/invoice-type.ts';
import { seriousFaults } from './accessibility.ts';
import { openApi } from './api.ts';
import { flows, openDealCompany } from './deal-company.ts';
import { button, dialog, pageWidth } from './page.ts';
import { openProduct, type Product } from './product.ts';

let product: Product;
const api = openApi(() => product);
const company = openDealCompany(api);
beforeAll(async () => {
  // flows of approval are the company's
  product = await openProduct({ alone: true });
});
afterAll(async () => product.close());

const salesperson = '11';
const stamp = Date.now();

it('a contract in force is invoiced, and its goods leave in two parcels, one by a sheet', async () => {
  const seller = await api.hire('冯发货', salesperson);
  await company.asks([flows.contracts, flows.invoices]);
  const productId = await company.newProduct(`键盘${stamp}`, '100');
  const { customerId } = await api.save('CrmCustomer', { customer_name: `收货公司${stamp}` }, seller.token);
  const contract = await api.call(
    'CrmContract/saveAndUpdate',
    {
      entity: {
        name: '键盘合同',
        customer_id: customerId,
        recipientName: '周收货',
        recipientAddress: '苏州市园区1号',
      },
      field: [],
      product: [{ product_id: productId, num: '5', sales_price: '90' }],
    },
    seller.token,
  );
  const { contractId } = contract['data'] as { contractId: number };
  await company.passLast(contractType.code);

  const { context, page } = await product.open();
  await product.enter(page, seller);
  const more = () => button(dialog(page), cn['record_action.more']).click();
  const onContract = async () => {
    await product.visit(page, `/crm/contract?rowId=${contractId}`);
    await more();
  };

  // the invoice: what is left stands in it, also where its tab offers it, which then does so alone
  await onContract();
  const inMenu = page.getByRole('menuitem', { name: cn['crm_receipt.new'], exact: true });
  await inMenu.waitFor();
  await more();
  await dialog(page).getByRole('tab', { name: cn['crm_receipt.many'] }).click();
  const onTab = button(dialog(page), cn['crm_receipt.new']);
  await onTab.waitFor();
  await more();
  await page.getByRole('menuitem', { name: cn['crm_express.new'], exact: true }).waitFor();
  expect(await inMenu.count()).toBe(0);
  await more();
  await onTab.click();
  await expect
    .poll(() => dialog(page).getByLabel(cn['crm_receipt.invoice_title']).inputValue())
    .toBe(`收货公司${stamp}`);
  await button(dialog(page), cn['approval.submit']).click();
  await page.waitForURL(/\/crm\/receipt/);
  await company.passLast(invoiceType.code);
  await page.reload();
  await button(dialog(page), cn['invoice.issue']).click();
  const issue = page.getByRole('dialog', { name: /^开票：/ });
  await issue.getByLabel(cn['crm_receipt.invoice_number']).fill('24312000000012345678');
  await button(issue, cn['invoice.issue']).click();
  await page.getByText(cn['invoice.issued_now']).waitFor();
  await dialog(page).getByText(cn['invoice.issued'], { exact: true }).first().waitFor();
  const figures = await api.call('CrmLedger/queryFigures', { contractId }, seller.token);
  expect(figures['data']).toMatchObject({ contractMoney: '450.00', invoicedMoney: '450.00' });

  // the goods: two by hand, three by the sheet
  await onContract();
  await page.getByRole('menuitem', { name: cn['crm_express.new'], exact: true }).click();
  await page.getByRole('dialog', { name: cn['crm_express.new'] }).waitFor();
  await button(dialog(page), cn['action.save']).click();
  await page.waitForURL(/\/crm\/send/);
  await dialog(page).getByRole('tab', { name: cn['parcel.list'] }).click();
  await button(dialog(page), cn['parcel.new']).click();
  const parcel = page.getByRole('dialog', { name: cn['parcel.new'] });
  await parcel.getByLabel(cn['parcel.sheet.company']).fill('顺丰速运');
  await parcel.getByLabel(cn['parcel.sheet.tracking']).fill(`SF${stamp}`);
  await parcel.getByLabel(`键盘${stamp}`).fill('2');
  await button(parcel, cn['parcel.send']).click();
  await page.getByText(`SF${stamp}`, { exact: true }).waitFor();
  await page.getByText(cn['shipment.partly_sent'], { exact: true }).first().waitFor();
  expect(['parcels', await seriousFaults(page)]).toEqual(['parcels', []]);
  const { data } = await api.call('CrmExpress/findByContractIdList', { contractId, pageType: 0 }, seller.token);
  const [{ number, expressId } = { number: '', expressId: 0 }] = data as { number: string; expressId: number }[];
  await product.visit(page, '/crm/send');
  await button(page, cn['list.more']).click();
  await page.getByRole('menuitem', { name: cn['parcel.sheets'], exact: true }).click();
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles({
      name: '快递单.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`发货单号,快递公司,快递单号\n${number},圆通速递,YT${stamp}\n无此单,圆通速递,YT1\n`),
    });
  await dialog(page)
    .getByText(/已登记1个包裹.*1行未通过/)
    .waitFor();
  await dialog(page).getByText('第3行：没有找到您能修改的发货单「无此单」').waitFor();
  await context.close();

  const phone = await product.open({ width: 390, height: 844 });
  await product.enter(phone.page, seller);
  await product.visit(phone.page, `/crm/send?rowId=${expressId}`);
  await dialog(phone.page).getByRole('tab', { name: cn['parcel.list'] }).click();
  await phone.page.getByText(`YT${stamp}`, { exact: true }).waitFor();
  await dialog(phone.page).getByText(cn['shipment.sent'], { exact: true }).first().waitFor();
  expect(await pageWidth(phone.page)).toBe(390);
  await phone.context.close();
});
