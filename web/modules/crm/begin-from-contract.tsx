import { call } from '#web/lib/http/client.ts';
import { BeginDocument } from '#web/modules/crm/begin-document.tsx';
import type { FormValues } from '#web/record/form/form-values.ts';
import type { ActionDialogProps } from '#web/record/record-screen.ts';
import { invoiceCalls } from '#shared/crm/invoices/invoice-calls.ts';
import { invoiceKinds, invoiceType } from '#shared/crm/invoices/invoice-type.ts';
import { shipmentCalls } from '#shared/crm/shipments/shipment-calls.ts';
import { shipmentType } from '#shared/crm/shipments/shipment-type.ts';
import { relatedForms } from '#shared/record/relations/relation.ts';

/** Goods that are in no shipment yet. */
async function goodsLeft(contractId: number): Promise<FormValues> {
  const left = await call(shipmentCalls.left, { contractId });
  const { idKey, nameKey } = relatedForms.product;
  const lines = left
    .filter((goods) => Number(goods.left) > 0)
    .map(({ productId, name, unit, left: num }) => ({
      product_id: [{ [idKey]: productId, [nameKey]: name }],
      name,
      unit,
      num,
    }));
  return lines.length === 0 ? {} : { [shipmentType.lines.key]: lines };
}

/** Money that is on no invoice yet, and whom the last one was made out to. */
async function moneyLeft(contractId: number): Promise<FormValues> {
  // who may not see the money of contracts types what is to be invoiced
  const read = await call(invoiceCalls.left, { contractId }).catch(() => null);
  if (!read) return {};
  const { buyer, lines, left } = read;
  return {
    money: left,
    // a special invoice names the tax number of its buyer
    invoice_type: buyer.receiptIdentifier === '' ? invoiceKinds[1] : invoiceKinds[0],
    ...given({
      invoice_title: buyer.receiptTitle,
      tax_number: buyer.receiptIdentifier,
      deposit_address: buyer.address,
      telephone: buyer.phone,
      deposit_bank: buyer.bank,
      deposit_account: buyer.account,
    }),
    ...(lines.length === 0 ? {} : { [invoiceType.lines.key]: lines.map(lineOf) }),
  };
}

const lineOf = ({ taxRate, taxCode, ...line }: Readonly<Record<string, string>>): FormValues =>
  given({ ...line, tax_rate: taxRate ?? '', tax_code: taxCode ?? '' });

const given = (values: Readonly<Record<string, string>>): FormValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));

const ofContract = { column: 'contract_id', nameKey: 'num' } as const;

export const ShipContract = (props: ActionDialogProps) => (
  <BeginDocument {...props} {...ofContract} type={shipmentType} rest={goodsLeft} />
);
export const InvoiceContract = (props: ActionDialogProps) => (
  <BeginDocument {...props} {...ofContract} type={invoiceType} rest={moneyLeft} />
);
