import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { negated, readContracts } from '#server/modules/crm/ledger/api.ts';
import { isLegible } from '#server/record/fields/legible.ts';
import { wireLinesOf } from '#server/record/lines/wire-lines.ts';
import { readRow } from '#server/record/rows/read.ts';
import { textOn } from '#server/record/rows/read-wire.ts';
import { checkStatuses } from '#shared/approval/approval-state.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import type { InvoiceLeft } from '#shared/crm/invoices/invoice-calls.ts';
import { compared, sumOf } from '#shared/record/money/exact-decimal.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { buyerOf } from './buyer.ts';
import { takenOf } from './money.ts';

/**
 * What of a contract is not invoiced, for whoever may read it and its money, and what an invoice over that begins with: the
 * lines of the contract as long as nothing of it is invoiced. @throws AppError `access.record`, `access.denied`
 */
export async function leftOf(db: Database, actor: Actor, contractId: number): Promise<InvoiceLeft> {
  const row = await readRow(db, actor, contractType, contractId);
  if (!(await isLegible(db, actor, contractType, 'money'))) throw new AppError('access.denied');
  const [contract] = await readContracts(db, [contractId]);
  if (!contract) throw new AppError('access.record');
  const taken = (await takenOf(db, [contractId], [])).get(contractId) ?? '0.00';
  const left = sumOf([contract.contractMoney, negated(taken)]);
  const isWhole = compared(taken, '0') === 0;
  return {
    isInForce: contract.checkStatus === checkStatuses.passed ? 1 : 0,
    contractMoney: contract.contractMoney,
    taken: sumOf([taken]),
    left,
    buyer: await buyerOf(db, actor, Number(row['customer_id'])),
    lines: isWhole ? await linesOf(db, actor, contractId, left) : [],
  };
}

/** The lines of the contract, if the reader sees what they come to and that is what is left. */
async function linesOf(db: Database, actor: Actor, contractId: number, left: string): Promise<InvoiceLeft['lines']> {
  const lines = ((await wireLinesOf(db, actor, contractType, [contractId])).get(contractId) ?? []).map((line) => ({
    name: textOn(line, 'name'),
    unit: textOn(line, 'unit'),
    num: textOn(line, 'num'),
    price: textOn(line, 'salesPrice'),
    amount: textOn(line, 'subtotal'),
    taxRate: textOn(line, 'taxRate'),
    taxCode: textOn(line, 'taxCode'),
  }));
  const isShown = lines.every(({ amount, name }) => name !== '' && /^\d+(\.\d+)?$/.test(amount));
  return isShown && lines.length > 0 && compared(sumOf(lines.map(({ amount }) => amount)), left) === 0 ? lines : [];
}
