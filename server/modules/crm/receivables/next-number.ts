import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { readFields } from '#server/record/fields/field-set.ts';
import { readRow } from '#server/record/rows/read.ts';
import { contextsOf, isContext } from '#server/record/sequences/context.ts';
import { companyDay, nextNumbers } from '#server/record/sequences/counters.ts';
import { readSequences } from '#server/record/sequences/settings.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { receivableType } from '#shared/crm/receivables/receivable-type.ts';

/** The number that a receivable of the contract would get now: a preview, which moves no counter. */
export async function nextReceivableNumber(db: Database, actor: Actor, contractId: number): Promise<string> {
  const contract = await readRow(db, actor, contractType, contractId);
  const fields = await readFields(db, receivableType.code);
  const [sequence] = await readSequences(db, [...fields.byName.values()], 'read');
  if (!sequence) return '';
  const values = { contract_id: contractId, customer_id: Number(contract['customer_id']) };
  const numbering = { db, actor, type: receivableType, fields };
  const [context] = await contextsOf(numbering, sequence, [{ values, ownerUserId: actor.userId }]);
  if (!context || !isContext(context)) return '';
  const { numbers } = await nextNumbers(db, receivableType, sequence, { wishes: [context], day: companyDay() });
  return numbers[0] ?? '';
}
