import { useQuery } from '@tanstack/react-query';
import { use, useId } from 'react';
import { useNavigate } from 'react-router';
import { call } from '#web/lib/http/client.ts';
import { recordPath } from '#web/modules/crm/record-pages.ts';
import { initialChild } from '#web/record/children/initial-child.ts';
import type { FormValues } from '#web/record/form/form-values.ts';
import { NewRecordContext, RecordTypesContext } from '#web/record/record-types.ts';
import type { ActionDialogProps } from '#web/record/record-screen.ts';
import { idsOf } from '#web/record/row.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { invoiceCalls } from '#shared/crm/invoices/invoice-calls.ts';
import { invoiceKinds, invoiceType } from '#shared/crm/invoices/invoice-type.ts';
import { shipmentCalls } from '#shared/crm/shipments/shipment-calls.ts';
import { shipmentType } from '#shared/crm/shipments/shipment-type.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { childRelations } from '#shared/record/relations/child-relations.ts';
import { relatedForms } from '#shared/record/relations/relation.ts';

interface BeginProps extends ActionDialogProps {
  readonly type: RecordType;
  /** What of the contract it begins with. */
  readonly rest: (contractId: number) => Promise<FormValues>;
}

/** The form of a new document over what a contract has left. */
function Begin({ type, rest, rows, onClose, onDone }: BeginProps) {
  const showForm = use(NewRecordContext);
  const known = use(RecordTypesContext);
  const navigate = useNavigate();
  const [row = {}] = rows;
  const [contractId = 0] = idsOf(contractType, rows);
  const query = useQuery({
    queryKey: [type.name, contractId, useId()],
    queryFn: async () => {
      const relation = childRelations([type], contractType.code).find(({ column }) => column === 'contract_id');
      const parent = { type: contractType, id: contractId, name: String(row['num'] ?? '') };
      const [screen, head, values] = await Promise.all([
        known.find((one) => one.type === type)?.load(),
        relation ? initialChild(relation, parent) : {},
        rest(contractId),
      ]);
      return screen ? { screen, initial: { ...head, ...values } } : null;
    },
    gcTime: 0,
  });
  if (!query.data) return null;
  return showForm({
    ...query.data,
    onClose,
    onSaved: (id) => {
      onDone({ operationId: null, count: 1, told: 'form.added' });
      const path = recordPath(type.name, id);
      if (path) void navigate(path);
    },
  });
}

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

export const ShipContract = (props: ActionDialogProps) => <Begin {...props} type={shipmentType} rest={goodsLeft} />;
export const InvoiceContract = (props: ActionDialogProps) => <Begin {...props} type={invoiceType} rest={moneyLeft} />;
