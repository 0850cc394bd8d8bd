import { sql } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';
import { system } from '#server/record/access/system.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { customerType } from '#shared/crm/customer-type.ts';

/**
 * What customers have paid and not used, by their ids: of contracts that were discarded and of prepayments, less what was used
 * and refunded. Locking them lets nobody else use it meanwhile.
 */
export async function creditOf(
  db: Database,
  customerIds: readonly number[],
  mode: 'lock' | 'read',
): Promise<ReadonlyMap<number, string>> {
  const ids = [...customerIds];
  const customers = system('the credit of a customer counts all of its contracts', customerType);
  const contracts = system('the credit of a customer counts all of its contracts', contractType);
  if (mode === 'lock')
    await sql`select from ${customers.from} where r.customer_id = any(${ids}::bigint[]) order by r.customer_id
      for no key update`.execute(db);
  const { rows } = await sql<{ id: number; credit: string }>`
    select c.customer_id as id, (
      (select coalesce(sum(r.credit_money), 0) from ${contracts.from} where r.customer_id = c.customer_id)
      + (select coalesce(sum(d.credit_money), 0) from credit_document d where d.customer_id = c.customer_id))::text as credit
    from unnest(${ids}::bigint[]) as c(customer_id)`.execute(db);
  return new Map(rows.map(({ id, credit }) => [id, credit]));
}
