import { sql } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';
import { system } from '#server/record/access/system.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';

/** A contract with the figures that the ledger keeps of it. */
export interface LockedContract {
  readonly id: number;
  readonly name: string;
  readonly version: number;
  readonly customerId: number;
  readonly checkStatus: number;
  /** The money that it says. */
  readonly agreed: string;
  /** Sums of its entries. */
  readonly contractMoney: string;
  readonly receivedMoney: string;
  readonly unreceivedMoney: string;
  readonly arrearsMoney: string;
  readonly invoicedMoney: string;
}

/**
 * Locks contracts in the order of their ids: whoever books on one waits for whoever does, and sees what was booked. Deleted
 * ones are absent.
 */
export const lockContracts = (db: Database, ids: readonly number[]): Promise<readonly LockedContract[]> =>
  readContracts(db, ids, 'lock');

export async function readContracts(
  db: Database,
  ids: readonly number[],
  mode: 'lock' | 'read' = 'read',
): Promise<readonly LockedContract[]> {
  const { from, live } = system('the ledger books on contracts, whoever may open them', contractType);
  const { rows } = await sql<LockedContract>`
    select r.contract_id as id, r.name, r.version, r.customer_id as "customerId",
      r.check_status::int as "checkStatus", coalesce(r.money, 0)::text as agreed, r.contract_money::text as "contractMoney",
      r.received_money::text as "receivedMoney", r.unreceived_money::text as "unreceivedMoney",
      r.arrears_money::text as "arrearsMoney", r.invoiced_money::text as "invoicedMoney"
    from ${from} where r.contract_id = any(${[...ids]}::bigint[]) and ${live}
    order by r.contract_id ${mode === 'lock' ? sql`for no key update of r` : sql``}`.execute(db);
  return rows;
}
