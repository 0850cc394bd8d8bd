import { sql } from 'kysely';
import { countedColumns, limitsToOwn, refuseExcess } from '#server/modules/crm/customers/pool/limits.ts';
import { daysLeft } from '#server/modules/crm/customers/pool/days-left.ts';
import { cascadeOnTransfer } from '#server/record/ownership/children.ts';
import type { RuleProblem, Rules, Values } from '#server/record/registry.ts';
import { system } from '#server/record/access/system.ts';
import { contactsType } from '#shared/crm/contacts-type.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { contactsAlong } from '#shared/crm/customer-calls.ts';
import { leadsType } from '#shared/crm/leads-type.ts';
import { isCreditCode, looksLikeCreditCode } from '#shared/text/credit-code.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** A tax number of 18 characters that is written like a credit code has to be one (GB 32100-2015); older numbers differ. */
function creditCodeRule(next: Values, previous: Values | null): readonly RuleProblem[] {
  const number = next['receipt_identifier'];
  if (typeof number !== 'string' || number === (previous?.['receipt_identifier'] ?? null)) return [];
  const code = number.normalize('NFKC').trim().toUpperCase();
  if (!looksLikeCreditCode(code) || isCreditCode(code)) return [];
  return [{ code: 'field.credit_code', params: {}, fieldName: 'receipt_identifier' }];
}

/** A customer with contacts stays (R16.1). */
async function withContacts(db: Database, ids: readonly number[]): Promise<Map<number, AppError>> {
  const { from, live } = system('a customer with contacts stays, whoever may see them', contactsType);
  const { rows } = await sql<{ id: number }>`
    select distinct r.customer_id as id from ${from}
    where ${live} and r.customer_id = any(${[...ids]}::bigint[])`.execute(db);
  return new Map(rows.map(({ id }) => [id, new AppError('record.related')]));
}

/** What is special about customers: they have limits and can be in the pool. */
export const customerRules: Rules = {
  limits: limitsToOwn,
  afterUndo: async (db, ids, columns) => {
    if (columns.some((column) => countedColumns.has(column))) await refuseExcess(db, ids);
  },
  resetOnOwnerChange: () => ({
    followup: sql`0::smallint`,
    owner_since: sql`now()`,
    pool_time: sql`null::timestamptz`,
  }),
  resetOnRelease: () => ({ pool_time: sql`now()`, is_lock: sql`0::smallint` }),
  validate: [creditCodeRule],
  undeletable: withContacts,
  children: [cascadeOnTransfer(contactsType, { changeType: contactsAlong, parentColumn: 'customer_id' })],
  moveOnMerge: [
    {
      kind: contactsType.name,
      table: contactsType.table,
      keyColumn: contactsType.idColumn,
      holderColumn: 'customer_id',
      holderType: 'bigint',
      goneColumn: 'deleted_at',
    },
    // what became of a lead is what the customer became
    {
      kind: leadsType.name,
      table: leadsType.table,
      keyColumn: leadsType.idColumn,
      holderColumn: 'customer_id',
      holderType: 'bigint',
      goneColumn: 'deleted_at',
    },
  ],
  onMerge: (sourceIds) => {
    const { from } = system('the survivor has what the records merged into it had', customerType);
    const most = (column: string) =>
      sql`greatest(r.${sql.ref(column)}, (
        select max(r.${sql.ref(column)}) from ${from} where r.customer_id = any(${[...sourceIds]}::bigint[])))`;
    const deal = most('deal_status');
    // a deal ends a lock, as when it is set
    return {
      deal_status: deal,
      followup: most('followup'),
      is_lock: sql`case when ${deal} = 1 then 0 else r.is_lock end`,
    };
  },
  rowExtras: daysLeft,
  onPoolRead: async (db: Database, actor, customerId) => {
    await db.insertInto('pool_view').values({ customer_id: customerId, user_id: actor.userId }).execute();
  },
};
