import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { reverseDocument } from '#server/modules/crm/ledger/api.ts';
import { system } from '#server/record/access/system.ts';
import { checkStatuses } from '#shared/approval/approval-state.ts';
import { ledgerDocuments } from '#shared/crm/ledger/accounts.ts';
import { receivableType } from '#shared/crm/receivables/receivable-type.ts';

interface NewArrears {
  readonly contractId: number;
  readonly planId: number | null;
  /** The receivable that it comes from. */
  readonly receivablesId: number;
  readonly arrearType: string;
  readonly money: string;
  /** Who submitted that bears it. */
  readonly ownerUserId: number;
}

/** Opens arrears; the entries that say how much is open follow. Of a contract that has open ones the database refuses it. */
export async function openArrears(db: Database, arrears: NewArrears): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with numbered as materialized (select nextval(pg_get_serial_sequence('arrears', 'arrears_id')) as id)
    insert into arrears (arrears_id, arrears_number, contract_id, plan_id, receivables_id, arrear_type, money, owner_user_id)
    select n.id, 'QF' || to_char(now(), 'YYYYMMDD') || '-' || lpad(n.id::text, 4, '0'), ${arrears.contractId},
      ${arrears.planId}, ${arrears.receivablesId}, ${arrears.arrearType}, ${arrears.money}::numeric, ${arrears.ownerUserId}
    from numbered n returning arrears_id as id`.execute(db);
  return rows[0]?.id ?? 0;
}

/** Of receivables, those whose arrears were settled in part since, each with the number of what settled it last. */
export async function settledSince(
  db: Database,
  receivablesIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { from, live } = system('what settles arrears keeps what made them', receivableType);
  const { rows } = await sql<{ id: number; number: string }>`
    select distinct on (a.receivables_id) a.receivables_id as id, r.number
    from arrears a join ${from} on r.arrears_id = a.arrears_id
    where a.receivables_id = any(${[...receivablesIds]}::bigint[]) and ${live} and r.check_status = ${checkStatuses.passed}
    order by a.receivables_id, r.receivables_id desc`.execute(db);
  return new Map(rows.map(({ id, number }) => [id, number]));
}

/** Arrears that settled receivables would open again although the contract has others; by receivable, their numbers. */
export async function inTheWay(db: Database, receivablesIds: readonly number[]): Promise<ReadonlySet<number>> {
  const { from } = system('arrears open again with what settled them', receivableType);
  const { rows } = await sql<{ id: number }>`
    select r.receivables_id as id from ${from}
    join arrears o on o.contract_id = r.contract_id and o.status = 0 and o.arrears_id <> r.arrears_id
    where r.receivables_id = any(${[...receivablesIds]}::bigint[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** A receivable is taken back: the arrears that it made end, those that it settled are open again. */
export async function arrearsTakenBack(db: Database, actor: Actor, receivablesId: number): Promise<void> {
  const { from } = system('arrears open again with what settled them', receivableType);
  const { rows } = await sql<{ id: number }>`
    select arrears_id as id from arrears where receivables_id = ${receivablesId}`.execute(db);
  // those that are open again have been closed before, in part
  for (const { id } of rows) await reverseDocument(db, actor, { typeCode: ledgerDocuments.arrears, id, version: 1 });
  await sql`
    update arrears set close_time = now(), close_user_id = ${actor.userId}
    where receivables_id = ${receivablesId} and close_time is null`.execute(db);
  await sql`
    update arrears a set close_time = null, close_user_id = null from ${from}
    where r.receivables_id = ${receivablesId} and a.arrears_id = r.arrears_id`.execute(db);
}
