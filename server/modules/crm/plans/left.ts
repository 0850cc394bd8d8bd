import { sql } from 'kysely';
import { negated, readContracts, type LockedContract } from '#server/modules/crm/ledger/api.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { system } from '#server/record/access/system.ts';
import { isLegible } from '#server/record/fields/legible.ts';
import { readRow } from '#server/record/rows/read.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { planType } from '#shared/crm/plans/plan-type.ts';
import { sumOf } from '#shared/record/money/exact-decimal.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { nextNumber } from './rules.ts';

/**
 * What of a contract is not planned, and the number of the next plan, for whoever may read the contract and its money.
 *
 * @throws AppError `access.record`, `access.denied`
 */
export async function leftOf(db: Database, actor: Actor, contractId: number) {
  await readRow(db, actor, contractType, contractId);
  if (!(await isLegible(db, actor, contractType, 'money'))) throw new AppError('access.denied');
  const [contract] = await readContracts(db, [contractId]);
  if (!contract) throw new AppError('access.record');
  return {
    contractMoney: sumOf([contract.agreed]),
    left: await unplannedOf(db, contract),
    nextNumber: await nextNumber(db, contractId),
  };
}

/** What a contract comes to beyond its plans, in force or not. */
export async function unplannedOf(db: Database, { id, agreed }: LockedContract): Promise<string> {
  const { from, live } = system('what is planned is planned, whoever sees it', planType);
  const { rows } = await sql<{ money: string }>`
    select coalesce(sum(r.money), 0)::text as money from ${from} where r.contract_id = ${id} and ${live}`.execute(db);
  return sumOf([agreed, negated(rows[0]?.money ?? '0')]);
}
