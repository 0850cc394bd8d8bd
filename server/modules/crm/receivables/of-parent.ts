import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { scoped } from '#server/record/access/scope.ts';
import { system } from '#server/record/access/system.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import { readRow } from '#server/record/rows/read.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { planType } from '#shared/crm/plans/plan-type.ts';
import type { ReceivableOfParent } from '#shared/crm/receivables/receivable-calls.ts';
import { receivableType } from '#shared/crm/receivables/receivable-type.ts';
import { bareArray, type Slice } from '#shared/wire/values.ts';

interface Stored {
  readonly id: number;
  readonly number: string;
  readonly contractName: string;
  readonly contractMoney: string;
  readonly money: string;
  readonly ownerUserId: number | null;
  readonly checkStatus: number;
  readonly day: string;
  readonly planNum: string;
  readonly total: number;
}

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
  const contracts = system('a receivable says which contract it is of', contractType);
  const plans = system('a receivable says which instalment it is of', planType);
  const { from } = system('restricted to the scope of the reader', receivableType);
  const { limit, offset } = slice ?? bareArray;
  const { rows } = await sql<Stored>`
    select r.receivables_id as id, coalesce(r.number, '') as number, c.name as "contractName",
      coalesce(c.money::text, '') as "contractMoney", coalesce(r.money::text, '') as money, r.owner_user_id as "ownerUserId",
      r.check_status::int as "checkStatus", coalesce(r.return_time::text, '') as day, coalesce(p.num, '') as "planNum",
      count(*) over ()::int as total
    from ${from}
    left join lateral (select one.name, one.money from (select r.contract_id as id) w cross join lateral (
      select r.name, r.money from ${contracts.from} where r.contract_id = w.id) one) c on true
    left join lateral (select one.num from (select r.plan_id as id) w cross join lateral (
      select r.num from ${plans.from} where r.plan_id = w.id) one) p on true
    where ${scoped(actor, receivableType).where}
      and ${isContract ? sql`r.contract_id = ${parentId}` : sql`r.customer_id = ${parentId}`}
    order by r.receivables_id desc limit ${limit} offset ${offset}`.execute(db);
  const names = await directoryOf(db, actor.rights.version);
  const sees = { ...(await seenMoney(db, actor)) };
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map((row) => ({
      receivablesId: row.id,
      receivablesNum: row.number,
      contractName: row.contractName,
      contractMoney: sees.ofContracts ? row.contractMoney : '',
      receivablesMoney: sees.ofReceivables ? row.money : '',
      ownerUserName: row.ownerUserId === null ? '' : (names.user(row.ownerUserId) ?? ''),
      checkStatus: row.checkStatus,
      returnTime: row.day,
      planNum: row.planNum,
      num: row.planNum,
    })),
  };
}

/** Whether the reader's roles show the amounts. */
async function seenMoney(db: Database, actor: Actor) {
  const isSeen = async (type: typeof contractType | typeof receivableType) => {
    const field = (await fieldsOf(db, actor, type)).byName.get('money');
    return field !== undefined && !field.hidden && !field.masked;
  };
  return { ofContracts: await isSeen(contractType), ofReceivables: await isSeen(receivableType) };
}
