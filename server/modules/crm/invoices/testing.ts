import { expect } from 'vitest';
import { openMoney } from '#server/modules/crm/receivables/testing.ts';
import { invoiceType } from '#shared/crm/invoices/invoice-type.ts';
import type { PersonName } from '#server/testing/company.ts';

type Body = Record<string, unknown>;
interface Of {
  readonly contractId: number;
  readonly customerId: number;
}

/** Contracts in force with invoices over them, which the administrator approves. */
export async function openInvoices() {
  const money = await openMoney();
  const step = [{ stepType: 2, checkUserId: [money.people.admin.userId] }];
  await money.done('examine/saveExamine', { categoryType: 3, examineType: 1, name: '发票', step }, 'admin');
  const body = ({ contractId, customerId }: Of, amount: string, more: Body = {}, product?: readonly Body[]): Body => ({
    entity: {
      contract_id: contractId,
      customer_id: customerId,
      money: amount,
      invoice_type: '增值税专用发票',
      ...more,
    },
    field: [],
    ...(product ? { product } : {}),
  });
  const save = async (of: Of, amount: string, more: Body = {}, product?: readonly Body[]): Promise<number> =>
    (await money.done<{ receiptId: number }>('CrmReceipt/addOrUpdate', body(of, amount, more, product))).receiptId;
  const pass = async (receiptId: number): Promise<string> =>
    money.said(
      'examineRecord/auditExamine',
      { recordId: await money.approvalOf(receiptId, invoiceType.code), status: 1, remarks: '' },
      'admin',
    );
  const read = (receiptId: number, who: PersonName = 'seller') =>
    money.done<Body>('CrmReceipt/queryById', { receiptId }, who);
  const move = (receiptId: number, transition: string, more: Body = {}, who: PersonName = 'seller') =>
    money.ask('CrmReceipt/changeState', { ids: [receiptId], column: 'invoice_status', transition, ...more }, who);
  /** One that is approved and out. */
  const issued = async (of: Of, amount: string, more: Body = {}): Promise<number> => {
    const id = await save(of, amount, { invoice_number: '24312000000012345678', ...more });
    expect(await pass(id)).toBe('');
    expect((await move(id, 'issue')).msg).toBe('');
    return id;
  };
  return { ...money, body, save, pass, read, move, issued };
}
export type Invoices = Awaited<ReturnType<typeof openInvoices>>;
