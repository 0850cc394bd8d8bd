import { textOn } from '#server/record/rows/read-wire.ts';
import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { readRow } from '#server/record/rows/read.ts';
import { rowsWhere } from '#server/record/rows/rows-where.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import type { ReceivableOfParent } from '#shared/crm/receivables/receivable-calls.ts';
import { receivableType } from '#shared/crm/receivables/receivable-type.ts';
import type { Slice } from '#shared/wire/values.ts';

type Parent = { readonly contractId: number } | { readonly customerId: number };

/** The receivables of a contract or customer that the reader sees, newest first. @throws AppError `access.record` */
export async function receivablesOf(
  db: Database,
  actor: Actor,
  parent: Parent,
  slice: Slice | null,
): Promise<{ readonly rows: ReceivableOfParent[]; readonly total: number }> {
  const isContract = 'contractId' in parent;
  const parentId = isContract ? parent.contractId : parent.customerId;
  await readRow(db, actor, isContract ? contractType : customerType, parentId);
  const where = isContract ? sql<boolean>`r.contract_id = ${parentId}` : sql<boolean>`r.customer_id = ${parentId}`;
  const { rows, total } = await rowsWhere(db, actor, receivableType, where, {
    slice,
    orderBy: sql`r.receivables_id desc`,
  });
  return {
    total,
    rows: rows.map((row) => ({
      receivablesId: Number(row['receivablesId']),
      receivablesNum: textOn(row, 'number'),
      contractName: textOn(row, 'contractName'),
      contractMoney: textOn(row, 'contractMoney'),
      receivablesMoney: textOn(row, 'money'),
      ownerUserName: textOn(row, 'ownerUserName'),
      checkStatus: Number(row['checkStatus']),
      returnTime: textOn(row, 'returnTime'),
      planNum: textOn(row, 'planNum'),
      num: textOn(row, 'planNum'),
    })),
  };
}
