import { sql } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';
import { system } from '#server/record/access/system.ts';
import { receivableType } from '#shared/crm/receivables/receivable-type.ts';
import { readContracts } from './locked-contracts.ts';

/** How many receivables contracts have, whatever their state, and what was received of them. */
export async function moneyOfContracts(
  db: Database,
  contractIds: readonly number[],
): Promise<ReadonlyMap<number, { readonly count: number; readonly received: string }>> {
  const { from, live } = system('a contract says how many receivables it has, whoever sees them', receivableType);
  const { rows } = await sql<{ id: number; count: number }>`
    select r.contract_id as id, count(*)::int as count from ${from}
    where r.contract_id = any(${[...contractIds]}::bigint[]) and ${live} group by r.contract_id`.execute(db);
  const counts = new Map(rows.map(({ id, count }) => [id, count]));
  const contracts = await readContracts(db, contractIds);
  return new Map(
    contracts.map(({ id, receivedMoney }) => [id, { count: counts.get(id) ?? 0, received: receivedMoney }]),
  );
}
